/** The component of each kind of page. */
import type {ComponentType} from 'react';
import type {PageArea, PageName, PageView} from '../context/navigation.ts';
import type {Wallboard} from '../screens/monitor/wallboard.ts';
import {WallboardView} from '../screens/monitor/wallboard-view.tsx';
import type {LinePage} from '../screens/pages/line-page.ts';
import {LinePageView} from '../screens/pages/line-page-view.tsx';

type KnownPage = LinePage | Wallboard;

type PageComponent<V extends PageView> = ComponentType<{readonly page: V; readonly area: PageArea}>;

const views: {readonly [K in PageName]: PageComponent<Extract<KnownPage, {kind: K}>>} = {
  overview: LinePageView,
  operations: LinePageView,
  net: LinePageView,
  cost: LinePageView,
  waste: LinePageView,
  plans: LinePageView,
  since: LinePageView,
  past: LinePageView,
  monitor: WallboardView,
};

/** The table above gives each kind the component for its model. */
export const pageView = ({kind}: PageView): PageComponent<PageView> => views[kind] as PageComponent<PageView>;
