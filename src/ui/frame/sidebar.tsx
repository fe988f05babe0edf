/** The families in groups, with their number of rows and a mark for problems; one row of them on a narrow screen. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {useShallow} from 'zustand/react/shallow';
import {TextRow, TextRows} from '../components/display/row.tsx';
import {useTheme} from '../hooks/use-console.ts';
import type {Rectangle} from '../terminal/index.ts';
import type {SidebarModel} from './sidebar-model.ts';
import {sidebarRows, switcherRow} from './sidebar-rows.ts';

export interface SidebarProps {
  readonly model: SidebarModel;
  readonly area: Rectangle;
}

// Both components select texts, because a refresh without a visible change should cost no frame.

export function Sidebar({model, area}: SidebarProps) {
  const {width, height} = area;
  const skin = useTheme();
  useSidebarArea(model, area);
  const rows = useStore(
    model.store,
    useShallow(state => sidebarRows(skin, model, state, area)),
  );
  return (
    <Box width={width} height={height} flexDirection="column">
      <TextRows texts={rows} columns={width} />
    </Box>
  );
}

/** The sidebar of a narrow screen. */
export function Switcher({model, area}: SidebarProps) {
  const {width} = area;
  const skin = useTheme();
  useSidebarArea(model, area);
  const row = useStore(model.store, state => switcherRow(skin, model.items, state, width));
  return <TextRow text={row} columns={width} />;
}

/** Tells the model the place of the sidebar, for clicks and for moves by a page. */
function useSidebarArea(model: SidebarModel, {x, y, width, height}: Rectangle): void {
  useLayoutEffect(() => {
    model.setArea({x, y, width, height});
    return () => model.setArea(undefined);
  }, [model, x, y, width, height]);
}
