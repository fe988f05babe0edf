/** Statistics as line charts: the last 24 hours, or a month. */
import type {AnyRow, AnyTab, PathParams} from '../../../families/define.ts';
import type {AnswerState, Source} from '../../../store/types.ts';
import {chart, type PieceRow, type Point} from '../../charts/chart.ts';
import type {Deck} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {type DetailLine, spansLine, type TabContent} from './lines.ts';

type ViewTab = Extract<AnyTab, {view: unknown}>;

interface Series {
  readonly title: string;
  readonly path: readonly string[];
  readonly format: (value: number) => string;
  readonly atLeast: number;
}

const scaled = (units: readonly string[]) => (value: number) => {
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${size >= 100 ? size.toFixed(0) : size.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`;
};
const bits = scaled(['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s']);
const blocks = scaled(['blk/s', 'k blk/s', 'M blk/s']);

const series: readonly Series[] = [
  {title: 'CPU', path: ['cpu'], format: value => `${Math.round(value)} %`, atLeast: 10},
  {title: 'Disk IO', path: ['io', 'io'], format: blocks, atLeast: 10},
  {title: 'Swap', path: ['io', 'swap'], format: blocks, atLeast: 10},
  {title: 'IPv4 in', path: ['netv4', 'in'], format: bits, atLeast: 1000},
  {title: 'IPv4 out', path: ['netv4', 'out'], format: bits, atLeast: 1000},
  {title: 'IPv4 private in', path: ['netv4', 'private_in'], format: bits, atLeast: 1000},
  {title: 'IPv4 private out', path: ['netv4', 'private_out'], format: bits, atLeast: 1000},
  {title: 'IPv6 in', path: ['netv6', 'in'], format: bits, atLeast: 1000},
  {title: 'IPv6 out', path: ['netv6', 'out'], format: bits, atLeast: 1000},
];

/** Rows of one chart, figures and axis included. */
const HEIGHT = 8;
/** Charts stand side by side from this width on. */
const TWO = 110;

export function statsTab(deck: Deck, tab: ViewTab, row: AnyRow, at: PathParams): TabContent {
  const [load] = tab.loads;
  if (load === undefined) return {lines: () => []};
  const params = load.params(row, at);
  let back = 0;
  let source = sourceFor();
  let stop: (() => void) | undefined;
  let changed: (() => void) | undefined;

  function sourceFor(): Source<AnswerState> {
    if (back === 0) return deck.session.answer(tab.loads[0]?.operation ?? '', params, tab.loads[0]?.every ?? 300);
    const {year, month} = monthsBack(deck.clock.now(), back - 1);
    return deck.session.answer((load?.operation ?? '').replace(/\.get$/, '.month'), {...params, year, month}, 3600);
  }
  const listen = (): void => {
    stop?.();
    stop = changed && source.subscribe(changed);
  };
  return {
    lines(columns) {
      const {value, failure} = source.get();
      const skin = deck.skin();
      const {year, month} = monthsBack(deck.clock.now(), Math.max(0, back - 1));
      const title = back === 0 ? 'The last 24 hours' : `${year}-${String(month).padStart(2, '0')}`;
      const head = spansLine(skin, [span(title, 'strong'), span('   [ ] month', 'dim')]);
      if (failure !== undefined) return [head, spansLine(skin, [span(failure.words, 'failed')])];
      if (value === undefined) return [head, spansLine(skin, [span('loading…', 'dim')])];
      return [head, ...charts(deck, value, columns - 2)];
    },
    awake(listener) {
      changed = listener;
      listen();
      return () => {
        stop?.();
        stop = changed = undefined;
      };
    },
    step(by) {
      if (back - by < 0) return false;
      back -= by;
      source = sourceFor();
      listen();
      return true;
    },
  };
}

function charts(deck: Deck, stats: unknown, columns: number): readonly DetailLine[] {
  const skin = deck.skin();
  const two = columns >= TWO;
  const width = two ? Math.floor((columns - 2) / 2) : columns;
  const drawn = series
    .map(({title, path, format, atLeast}) => ({title, format, atLeast, points: pointsAt(stats, path)}))
    .filter(({points}, index) => points.length > 0 || index === 0)
    .map(spec => chart({...spec, width, height: HEIGHT, ascii: skin.ascii}));
  const lines: DetailLine[] = [];
  for (let index = 0; index < drawn.length; index += two ? 2 : 1) {
    const left = drawn[index] ?? [];
    const right = two ? (drawn[index + 1] ?? []) : [];
    lines.push(spansLine(skin, []));
    for (let y = 0; y < Math.max(left.length, right.length); y++) {
      lines.push(spansLine(skin, two ? beside(left[y] ?? [], right[y] ?? [], width) : (left[y] ?? [])));
    }
  }
  return lines;
}

function beside(left: PieceRow, right: PieceRow, width: number): PieceRow {
  const used = left.reduce((sum, {text}) => sum + text.length, 0);
  return [...left, {text: ' '.repeat(Math.max(0, width - used) + 2), tone: 'plain'}, ...right];
}

function pointsAt(stats: unknown, path: readonly string[]): readonly Point[] {
  let value = stats;
  for (const key of path)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is Point => Array.isArray(entry) && entry.length >= 2 && entry.every(Number.isFinite),
  );
}

function monthsBack(now: number, by: number): {year: number; month: number} {
  const date = new Date(now);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - by;
  return {year: Math.floor(months / 12), month: (months % 12) + 1};
}
