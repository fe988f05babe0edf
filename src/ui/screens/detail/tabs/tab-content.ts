/** The content of each tab. */
import type {AnyTab, Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {
  ActionPorts,
  ClockPort,
  SessionPort,
  SkinPort,
  UnreadTicketsPort,
  WatchPort,
} from '../../../context/ports.ts';
import {messageLines, type TabContent, type TabSubject} from '../../shared/detail-lines.ts';
import {createTrackedLookup} from '../../shared/tracked-families.ts';
import {childrenTab} from './child-list.ts';
import {treeTab} from './child-tree.ts';
import {eventsTab} from './history.ts';
import {lastChangeSections} from './last-change.ts';
import {metricsTab} from './metrics.ts';
import {sectionsTab} from './sections.ts';
import {singleTab} from './single-row.ts';
import {specialTab} from './special.ts';
import {answerTab, textTab} from './text-tab.ts';
import {threadTab} from './ticket-thread.ts';

type TabContentPorts = ActionPorts & SkinPort & UnreadTicketsPort & WatchPort;

export function contentOf(context: TabContentPorts, family: Family, tab: AnyTab, tabSubject: TabSubject): TabContent {
  const {row, params, revealed} = tabSubject;
  const off = tab.unless?.(row, context.session.lookup, params);
  if (off !== undefined) return {lines: columns => messageLines(context.skin(), off, 'dim', columns)};
  const label = family.label(row);
  if ('text' in tab) return textTab(context, tab, tabSubject, {title: tab.title, label});
  if ('operation' in tab) return answerTab(context, tab, tabSubject, label);
  if ('sections' in tab) {
    const {session} = context;
    const isFirst = tab === family.detail.find(candidate => 'sections' in candidate);
    const showsLastChange = isFirst && isChanged(family);
    const sections = showsLastChange ? withLastChange(context, family, tab.sections, params) : tab.sections;
    // Lists that the tab's lines count or name are read while the tab is visible.
    const trackedLookup = createTrackedLookup(session.lookup);
    return {
      ...sectionsTab(context, {sections}, tabSubject, trackedLookup.lookup),
      subscribe(changed) {
        if (showsLastChange) session.loadRecentChanges();
        const stops = [
          trackedLookup.subscribe(session, changed),
          ...(showsLastChange ? [session.account.subscribe(state => state.recentChanges, changed)] : []),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }
  if ('list' in tab) {
    if (tab.layout === 'thread') return threadTab(context, tab, row, params);
    if (tab.childList) return treeTab(context, tab, tab.childList, {parent: row, params});
    return context.family(tab.list).single
      ? singleTab(context, tab, {parent: row, params}, revealed)
      : childrenTab(context, tab, row, params);
  }
  if ('events' in tab) return eventsTab(context, family, tab, {row, params});
  if ('metricsOf' in tab) return metricsTab(context, family, tab, row);
  return specialTab(context, tab, row, params);
}

type Sections = Extract<AnyTab, {sections: unknown}>['sections'];
interface SectionsCache {
  readonly context: object;
  readonly of: Sections;
  readonly sections: Sections;
}
/** The sections of a detail by path parameters: created once, because painted lines are cached by the line object. */
const sectionsCache = new WeakMap<PathParams, SectionsCache>();

function withLastChange(context: ClockPort & SessionPort, family: Family, of: Sections, params: PathParams): Sections {
  const known = sectionsCache.get(params);
  if (known?.context === context && known.of === of) return known.sections;
  const sections = [...of, ...lastChangeSections(context, family, params)];
  sectionsCache.set(params, {context, of, sections});
  return sections;
}

/** True if users can change the family's rows; rows of catalogs and logs can't be changed. */
const isChanged = ({entity, actions}: Family): boolean => entity !== undefined || Object.keys(actions).length > 0;
