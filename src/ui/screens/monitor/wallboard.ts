/**
 * The wallboard: one or several whole accounts without a key press; readable from across the room, and clear about
 * missing data.
 */

import type {Condition} from '../../../families/format/cells.ts';
import {formatNumber} from '../../../families/format/format.ts';
import {findFamily} from '../../../families/registry.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {MonitorLayout, MonitorSection} from '../../../profiles/monitor-layout.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import type {View} from '../../context/navigation.ts';
import {createObservable} from '../../context/observable.ts';
import {paintSpans, span, spansWidth} from '../../widgets/spans.ts';
import {isUnloaded} from '../shared/list-title.ts';
import {groupsOf} from './groups.ts';
import {hasStopped} from './heartbeat.ts';
import {mapRows, paintMap} from './heat-map.ts';
import {problemSection} from './problems.ts';
import {wallboardHeaderLines} from './wallboard-header.ts';
import {type BoardSection, paintSections} from './wallboard-layout.ts';
import {eventSection, noticeSection, runningSection} from './wallboard-sections.ts';
import {
  extentWords,
  isLost,
  layoutsOf,
  noticeFamilies,
  type WallboardProblem,
  watchAccounts,
} from './watched-accounts.ts';

/** The minimum width for map and lists side by side. */
const MIN_WIDE_COLUMNS = 110;
/** The map's share of that width. */
const MAP_SHARE = 0.55;
/** The number of problems that show before any other part gets more than a line. */
const MIN_PROBLEM_ROWS = 3;
/** Ages grow by the minute; without data the wallboard repaints more often. Milliseconds. */
const REPAINT_MS = 60_000;
const STOPPED_REPAINT_MS = 10_000;

const LEGEND: readonly Condition[] = ['ok', 'busy', 'off', 'attention', 'failed', 'unknown'];

/** Values that are the same in all parts of one paint. */
interface Painting {
  readonly families: readonly Family[];
  readonly problems: readonly WallboardProblem[];
  readonly rows: number;
}

export function createWallboard(context: ConsoleContext): View {
  const {clock} = context;
  const layouts = layoutsOf(context);
  let chosen = 0;
  const layout = (): MonitorLayout => layouts[chosen % layouts.length] as MonitorLayout;
  const wall = watchAccounts(context);
  const main = context.surface(paint);
  const accounts = wall.all.map(part => part.context.session.account);

  /** The families that are watched for problems; notices have a part of their own, unless the layout omits it. */
  function problemFamilies(): readonly Family[] {
    const {families, show} = layout();
    const wanted = families?.map(name => findFamily(name)?.id);
    const watched = wall.all[0]?.watch.families ?? [];
    return watched.filter(({id}) =>
      wanted ? wanted.includes(id) : !(show.includes('notices') && noticeFamilies.includes(id)),
    );
  }

  function mapPart(columns: number, families: readonly Family[]): BoardSection {
    const skin = context.skin();
    const {group} = layout();
    const shown = families.filter(({id}) => !noticeFamilies.includes(id));
    const groups = groupsOf(wall, layout(), shown);
    const perCell = (rows: number) => paintMap(skin, groups, columns, rows).perCell;
    const all = paintMap(skin, groups, columns, 1000).lines.length;
    const dense = mapRows(groups, columns);
    let room = all;
    const partial = group === 'family' ? '' : partialWords();
    return {
      wants: Math.max(1, all),
      enough: dense,
      get title() {
        const each = perCell(room);
        const scale = each > 1 ? ` · a cell is the worst of ${formatNumber(each)}` : '';
        const name = group === 'family' ? ' EVERYTHING BY FAMILY' : ` INSTANCES BY ${group.toUpperCase()}`;
        const words = [span(name, 'strong'), span(partial, 'attention'), span(scale, 'dim')];
        const legendOf = (conditions: readonly Condition[]) =>
          conditions.flatMap(is => [span(`  ${skin.glyph(is)}`, is), span(` ${is}`, 'dim')]);
        // If not all symbols fit, those on the map are explained.
        const onMap = new Set(groups.flatMap(({states}) => states.map(({is}) => is)));
        const legends = [LEGEND, LEGEND.filter(is => onMap.has(is)), LEGEND.filter(is => is !== 'ok' && onMap.has(is))];
        const legend = legends.map(legendOf).find(spans => spansWidth(words) + spansWidth(spans) + 4 < columns) ?? [];
        return [...words, ...legend];
      },
      lines(width, height) {
        room = height;
        if (groups.length > 0) return paintMap(skin, groups, width, height).lines;
        const {failure, phase} = context.session.collection('instances').get();
        const unread = isLost(wall, 'instances') ? 'not read' : 'not read yet';
        const words = failure?.words ?? (phase === 'ready' ? 'none' : unread);
        return [paintSpans(skin, [span(` ${words}`, failure ? 'unknown' : 'dim')], width)];
      },
    };
  }

  /** The known part of the instances, if they are not complete; with several accounts, the names of those. */
  function partialWords(): string {
    const {all, hasSeveral} = wall;
    const parts = all.flatMap(part => {
      const words = extentWords(part, 'instances');
      return words === undefined ? [] : [hasSeveral ? `${part.context.profile.name} ${words}` : words];
    });
    if (parts.length > 1) return ` · ${parts.length} of ${all.length} accounts not all read`;
    return parts.map(words => ` · ${words}`).join('');
  }

  function partOf(
    part: MonitorSection,
    columns: number,
    {families, problems, rows}: Painting,
  ): BoardSection | undefined {
    const most = (share: number) => Math.max(2, Math.floor(rows * share));
    switch (part) {
      case 'map':
        return mapPart(columns, families);
      case 'problems':
        return {...problemSection(wall, families, problems), enough: most(0.3), first: MIN_PROBLEM_ROWS};
      case 'running': {
        const section = runningSection(wall);
        return section && {...section, enough: most(0.2)};
      }
      case 'notices': {
        const section = noticeSection(wall, columns);
        return section && {...section, enough: most(0.15)};
      }
      case 'events':
        return {...eventSection(wall), enough: most(0.25)};
    }
  }

  function body(columns: number, painting: Painting): readonly string[] {
    const skin = context.skin();
    const {rows} = painting;
    const {show} = layout();
    const partsOf = (names: readonly MonitorSection[], width: number) =>
      names.flatMap(name => partOf(name, width, painting) ?? []);
    if (columns < MIN_WIDE_COLUMNS || !show.includes('map') || show.length === 1)
      return paintSections(skin, partsOf(show, columns), columns, rows);
    const ticker = show.includes('events') ? Math.max(4, Math.floor(rows * 0.28)) : 0;
    const above = rows - ticker;
    const left = Math.floor(columns * MAP_SHARE);
    const right = columns - left - 1;
    const map = paintSections(skin, partsOf(['map'], left), left, above);
    const lists = paintSections(
      skin,
      partsOf(
        show.filter(name => name !== 'map' && name !== 'events'),
        right,
      ),
      right,
      above,
    );
    const sides = map.map((line, index) => `${line} ${lists[index] ?? ''}`);
    return ticker === 0 ? sides : [...sides, ...paintSections(skin, partsOf(['events'], columns), columns, ticker)];
  }

  function paint(columns: number, rows: number): string[] {
    const families = problemFamilies();
    const problems = wall.problems(families);
    const name = layouts.length > 1 ? layout().name : undefined;
    const head = wallboardHeaderLines(wall, {layout: name, problems}, columns, rows);
    return [...head, ...body(columns, {families, problems, rows: rows - head.length})].slice(0, rows);
  }

  const changed = (): void => context.batch(() => main.repaint());
  const layers = [
    createLayer(
      'monitor',
      {
        close: () => void (context.navigation.back() || context.quit()),
        layout: {
          run() {
            chosen++;
            changed();
          },
          unless: () => (layouts.length > 1 ? undefined : 'the settings file names one layout only'),
        },
        refresh: () => context.refetchAll(),
      },
      {title: 'Wallboard'},
    ),
  ];
  return {
    destination: {page: 'monitor'},
    title: () => 'Monitor',
    split: false,
    bare: true,
    main,
    aside: undefined,
    inDetail: createObservable(false),
    layers: () => layers,
    loading: () => wall.all.some(({watch}) => watch.families.some(({id}) => isUnloaded(watch.collection(id).get()))),
    activate() {
      let tick: (() => void) | undefined;
      const plan = (): void => {
        const wait = accounts.some(account => hasStopped(account.getState().status)) ? STOPPED_REPAINT_MS : REPAINT_MS;
        tick?.();
        tick = clock.schedule(wait, () => {
          changed();
          plan();
        });
      };
      const stops = wall.all.flatMap(({context: {session}, watch}) => [
        watch.subscribe(changed),
        ...(['status', 'pulse', 'operations', 'events'] as const).map(part =>
          session.account.subscribe(state => state[part], changed),
        ),
        session.account.subscribe(state => state.status, plan),
      ]);
      plan();
      return () => {
        tick?.();
        for (const stop of stops) stop();
      };
    },
    repaint: changed,
  };
}
