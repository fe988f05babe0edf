/** The families in groups, with their number of rows and a mark for problems. */
import type {Condition} from '../../families/format/cells.ts';
import type {Family, PathParams, SidebarGroup} from '../../families/shape/define-family.ts';
import type {Layer} from '../../keymap/layer.ts';
import {createLayer} from '../../keymap/layer.ts';
import type {CollectionState} from '../../store/cache/collection-state.ts';
import {isCountable} from '../../store/cache/row-condition.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import type {Destination} from '../context/navigation.ts';
import {rowCountWords} from '../screens/shared/list-title.ts';
import {type Surface, stripStyles} from '../terminal/index.ts';
import {AT_TOP, clampScroll} from '../widgets/scroll.ts';
import {scrollLayer} from '../widgets/scroll-keys.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth} from '../widgets/spans.ts';

const groups: Readonly<Record<SidebarGroup, string>> = {
  overview: '',
  compute: 'COMPUTE',
  storage: 'STORAGE',
  network: 'NETWORK',
  databases: 'DATABASES',
  monitoring: 'MONITORING',
  support: 'SUPPORT',
  account: 'ACCOUNT',
  catalog: 'CATALOG',
};
const order = Object.keys(groups) as SidebarGroup[];

interface Item {
  readonly title: string;
  readonly family: Family | undefined;
  readonly destination: Destination;
}
type Entry = {readonly heading: string} | Item;

export interface Sidebar {
  readonly surface: Surface;
  /** Counts these rows again at the next paint. */
  forget(rows: object): void;
  layers(): readonly Layer[];
  /** Handles a click on this row. */
  click(row: number): void;
}

/** The distance of a sidebar line from a place that may have no line: its parent comes before its siblings. */
function kinship(line: string, place: string): number {
  if (line === place) return Number.POSITIVE_INFINITY;
  const [names, others] = [line.split('.'), place.split('.')];
  const differs = names.findIndex((name, at) => name !== others[at]);
  return differs < 0 ? names.length : Math.max(0, differs - 0.5);
}

export function createSidebar(context: ConsoleContext): Sidebar {
  const entries: Entry[] = [{title: 'Overview', family: undefined, destination: {page: 'overview'}}];
  for (const group of order) {
    const families = context.families.filter(family => family.group === group);
    if (families.length === 0) continue;
    if (groups[group] !== '') entries.push({heading: groups[group]});
    for (const family of families)
      entries.push({title: family.entry ?? family.title, family, destination: {family: family.id}});
  }
  const items = entries.filter((entry): entry is Item => 'title' in entry);
  let chosen: number | undefined;
  let scroll = AT_TOP;
  let height = 1;
  const marks = new WeakMap<object, {readonly worst: Condition | undefined; readonly count: number}>();

  /** The line of the current view, while no other is selected. */
  function here(): number {
    const view = context.navigation.current.get();
    if (view === undefined) return 0;
    const at = 'family' in view.destination ? view.destination.family : view.destination.page;
    const ranks = items.map(({family}) => kinship(family?.id ?? 'overview', at));
    const nearest = Math.max(...ranks);
    return nearest === 0 ? -1 : ranks.indexOf(nearest);
  }
  const focused = (): boolean => context.focus.get() === 'sidebar';
  const cursor = (): number => (focused() ? (chosen ?? here()) : here());

  function mark(family: Family, state: CollectionState, params: PathParams): Span {
    const {worst, count} = marks.get(state.rows) ?? judge(family, state, params);
    return worst === undefined ? span('  ') : span(` ${context.skin().glyph(worst)}${count}`, worst);
  }

  function judge(family: Family, state: CollectionState, params: PathParams) {
    const counts: Record<Condition, number> = {ok: 0, busy: 0, off: 0, attention: 0, failed: 0, unknown: 0};
    // The last arrived rows may be all of them, so they are counted once that is known.
    if (family.state === undefined || !isCountable(state, state.rows.length)) return {worst: undefined, count: 0};
    for (const row of state.rows) {
      const condition = family.state?.(row, context.session.lookup, params).is;
      if (condition !== undefined) counts[condition]++;
    }
    const worst = (['failed', 'attention', 'busy'] as const).find(condition => counts[condition] > 0);
    const found = {worst, count: worst === undefined ? 0 : counts[worst]};
    marks.set(state.rows, found);
    return found;
  }

  function item({title, family}: Item, at: boolean, columns: number): string {
    const skin = context.skin();
    const state = family && context.session.collection(family.id).get();
    const known = state !== undefined && (state.rows.length > 0 || state.complete);
    const count = known && family?.single === false ? rowCountWords(state, 0, false) : '';
    const flag = known && family ? mark(family, state, {}) : span('  ');
    const left = [
      span(at ? skin.symbol('cursor') : ' ', at ? 'accent' : undefined),
      span(` ${title}`, at ? 'strong' : undefined),
    ];
    const right = [span(count, 'dim'), flag, span(' ')];
    if (at && focused()) return skin.bar(stripStyles(paintEnds(skin, left, right, columns)));
    return paintEnds(skin, left, right, columns);
  }

  function paint(columns: number, rows: number): string[] {
    const skin = context.skin();
    height = rows;
    if (rows === 1) return [switcher(columns)];
    const at = items[cursor()];
    const line = at === undefined ? 0 : entries.indexOf(at);
    scroll = clampScroll({cursor: line, top: scroll.top}, entries.length, rows);
    // The heading above the first visible family stays visible with it.
    if (scroll.top === 1 && line > 0) scroll = {...scroll, top: 0};
    return entries
      .slice(scroll.top, scroll.top + rows)
      .map(entry =>
        'heading' in entry
          ? paintSpans(skin, [span(` ${entry.heading}`, 'dim')], columns)
          : item(entry, entry === at, columns),
      );
  }

  /** One line: the current family between its neighbors. */
  function switcher(columns: number): string {
    const skin = context.skin();
    const at = cursor();
    const piece = (index: number): Span => {
      const text = ` ${items[index]?.title ?? ''} `;
      if (index !== at) return span(text, 'dim');
      return {text, style: focused() ? skin.bar : skin.heading};
    };
    // A page without a line in the sidebar, such as the operations, has no neighbors in it.
    let from = Math.max(0, at);
    let to = from;
    let spans = [piece(from)];
    for (;;) {
      const next = to + 1 < items.length ? [...spans, piece(to + 1)] : spans;
      const both = from > 0 ? [piece(from - 1), ...next] : next;
      if (both.length === spans.length || spansWidth(both) > columns - 4) break;
      spans = both;
      if (to + 1 < items.length) to++;
      if (from > 0) from--;
    }
    return paintSpans(
      skin,
      [span(from > 0 ? ' <' : '  ', 'dim'), ...spans, span(to < items.length - 1 ? '>' : '', 'dim')],
      columns,
    );
  }

  const move = (by: number): void => {
    chosen = Math.max(0, Math.min(cursor() + by, items.length - 1));
    context.batch(() => {
      surface.repaint();
      context.repaintFooter();
    });
  };
  const moving = scrollLayer(move, () => height);
  /** True if the sidebar is a single row, so that right and left move along it. */
  const isRow = (): boolean => height === 1;
  const leave = (): void => {
    chosen = undefined;
    context.focus.set('main');
    context.repaintAll();
  };
  const keys = createLayer(
    'sidebar',
    {
      open(key) {
        if (isRow() && /^(l|right)$/.test(key)) {
          move(1);
          return;
        }
        const item = items[cursor()];
        if (item !== undefined) context.navigation.go(item.destination);
        leave();
      },
      previous: {run: () => move(-1), hidden: () => !isRow()},
      back: leave,
    },
    {title: 'Sidebar'},
  );
  const surface = context.surface(paint);
  const layers = [keys, moving];
  return {
    surface,
    forget: rows => void marks.delete(rows),
    layers: () => layers,
    click(row) {
      const entry = height === 1 ? undefined : entries[scroll.top + row];
      if (entry === undefined || 'heading' in entry) return;
      context.navigation.go(entry.destination);
      leave();
    },
  };
}
