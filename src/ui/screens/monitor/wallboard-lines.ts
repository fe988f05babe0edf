/** The wallboard as lines: the heading of the accounts, and the sections of a layout below or beside each other. */
import {findFamily} from '../../../families/registry.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import type {MonitorLayout, MonitorSection} from '../../../profiles/monitor-layout.ts';
import type {Size} from '../../frame/layout.ts';
import {mapSection} from './map-section.ts';
import {problemSection} from './problems.ts';
import {wallboardHeaderLines} from './wallboard-header.ts';
import {paintSections} from './wallboard-layout.ts';
import {eventSection, noticeSection, runningSection, type WallboardSection} from './wallboard-sections.ts';
import {noticeFamilies, type WallboardProblem, type WatchedAccounts} from './watched-accounts.ts';

/** The minimum width for map and lists side by side. */
const MIN_WIDE_COLUMNS = 110;
/** The map's share of that width. */
const MAP_SHARE = 0.55;
/** The number of problems that are shown before any other section gets more than one line. */
const MIN_PROBLEM_ROWS = 3;

/** The values that all sections use. */
interface BoardFacts {
  readonly wall: WatchedAccounts;
  readonly layout: MonitorLayout;
  readonly families: readonly Family[];
  readonly problems: readonly WallboardProblem[];
  /** The rows for all sections. */
  readonly rows: number;
}

/** @param isNamed true if the heading names the layout, because there are several */
export function wallboardLines(
  wall: WatchedAccounts,
  layout: MonitorLayout,
  isNamed: boolean,
  {columns, rows}: Size,
): readonly string[] {
  const families = problemFamilies(wall, layout);
  const problems = wall.problems(families);
  const name = isNamed ? layout.name : undefined;
  const head = wallboardHeaderLines(wall, {layout: name, problems}, columns, rows);
  const facts: BoardFacts = {wall, layout, families, problems, rows: rows - head.length};
  return [...head, ...bodyLines(facts, columns)].slice(0, rows);
}

/**
 * The families that are watched for problems, except notifications, which have a separate section unless the layout
 * omits it.
 */
function problemFamilies(wall: WatchedAccounts, {families, show}: MonitorLayout): readonly Family[] {
  const chosenIds = families?.map(name => findFamily(name)?.id);
  const watched = wall.all[0]?.watch.families ?? [];
  return watched.filter(({id}) =>
    chosenIds ? chosenIds.includes(id) : !(show.includes('notices') && noticeFamilies.includes(id)),
  );
}

function bodyLines(facts: BoardFacts, columns: number): readonly string[] {
  const {rows, layout} = facts;
  const {show} = layout;
  if (columns < MIN_WIDE_COLUMNS || !show.includes('map') || show.length === 1)
    return sectionLines(facts, show, columns, rows);
  const eventRows = show.includes('events') ? Math.max(4, Math.floor(rows * 0.28)) : 0;
  const left = Math.floor(columns * MAP_SHARE);
  const lists = show.filter(name => name !== 'map' && name !== 'events');
  const right = sectionLines(facts, lists, columns - left - 1, rows - eventRows);
  const map = sectionLines(facts, ['map'], left, rows - eventRows);
  const joinedLines = map.map((line, index) => `${line} ${right[index] ?? ''}`);
  return eventRows === 0 ? joinedLines : [...joinedLines, ...sectionLines(facts, ['events'], columns, eventRows)];
}

function sectionLines(
  facts: BoardFacts,
  names: readonly MonitorSection[],
  columns: number,
  rows: number,
): readonly string[] {
  const sections = names.flatMap(name => sectionOf(facts, name, columns) ?? []);
  return paintSections(facts.wall.context.skin(), sections, columns, rows);
}

function sectionOf(
  {wall, layout, families, problems, rows}: BoardFacts,
  name: MonitorSection,
  columns: number,
): WallboardSection | undefined {
  const atMost = (share: number) => Math.max(2, Math.floor(rows * share));
  switch (name) {
    case 'map':
      return mapSection(wall, layout, families, columns);
    case 'problems':
      return {...problemSection(wall, families, problems), enough: atMost(0.3), first: MIN_PROBLEM_ROWS};
    case 'running': {
      const section = runningSection(wall);
      return section && {...section, enough: atMost(0.2)};
    }
    case 'notices': {
      const section = noticeSection(wall, columns);
      return section && {...section, enough: atMost(0.15)};
    }
    case 'events':
      return {...eventSection(wall), enough: atMost(0.25)};
  }
}
