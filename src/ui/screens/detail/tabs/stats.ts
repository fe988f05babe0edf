/** Statistics as line charts: the last 24 hours, or a month. */

import {chartedSeriesOf, type Series} from '../../../../families/format/series.ts';
import type {AnyRow, AnyTab, PathParams} from '../../../../families/shape/define-family.ts';
import type {ClockPort, KeymapPort, SessionPort, SkinPort} from '../../../context/ports.ts';
import {type ChartSpec, chart, type DataPoint, type PieceRow} from '../../../widgets/chart-rows.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, loadingLine, messageLines, spansLine, type TabContent} from '../../shared/detail-lines.ts';
import {createMonths, stepHint} from './months.ts';

type ViewTab = Extract<AnyTab, {view: unknown}>;

/** Rows of one chart, including figures and axis. */
const HEIGHT = 8;
/** Larger numbers are times in milliseconds, smaller ones times in seconds. */
const SECONDS = 1e11;
/** The minimum width for charts side by side. */
const MIN_COLUMNS_FOR_TWO = 110;

export function statsTab(
  context: ClockPort & KeymapPort & SessionPort & SkinPort,
  tab: ViewTab,
  row: AnyRow,
  params: PathParams,
): TabContent {
  const [load] = tab.requests;
  if (load === undefined) return {lines: () => []};
  const charted = chartedSeriesOf(load.operation);
  const months = createMonths(context, {load, params: load.params(row, params), month: charted.month, first: 0});
  return {
    lines(columns) {
      const {value, failure} = months.get();
      const skin = context.skin();
      const turns = charted.month === undefined ? [] : [span(`   ${stepHint(context, 'month')}`, 'dim')];
      const head = spansLine(skin, [span(months.title ?? 'The last 24 hours', 'strong'), ...turns]);
      if (failure !== undefined) return [head, ...messageLines(skin, failure.message, 'failed', columns)];
      if (value === undefined) return [head, loadingLine(skin)];
      return [head, ...charts(context, charted.series, value, columns - 2)];
    },
    subscribe: months.subscribe,
    step: months.step,
  };
}

export function charts(
  context: SkinPort,
  series: readonly Series[],
  stats: unknown,
  columns: number,
): readonly DetailLine[] {
  const specs = series
    .map(({title, path, format, atLeast}) => ({title, format, atLeast, points: pointsAt(stats, path)}))
    .filter(({points}, index) => points.length > 0 || index === 0);
  return chartLines(context, specs, columns);
}

export type SeriesChart = Pick<ChartSpec, 'title' | 'points' | 'format' | 'atLeast'>;

/** Charts below each other, or side by side in a wide terminal. */
export function chartLines(context: SkinPort, specs: readonly SeriesChart[], columns: number): readonly DetailLine[] {
  const skin = context.skin();
  const two = columns >= MIN_COLUMNS_FOR_TWO;
  const width = two ? Math.floor((columns - 2) / 2) : columns;
  const chartTexts = specs.map(spec => chart({...spec, width, height: HEIGHT, isAscii: skin.isAscii}));
  const lines: DetailLine[] = [];
  for (let index = 0; index < chartTexts.length; index += two ? 2 : 1) {
    const left = chartTexts[index] ?? [];
    const right = two ? (chartTexts[index + 1] ?? []) : [];
    lines.push(spansLine(skin, []));
    for (let y = 0; y < Math.max(left.length, right.length); y++) {
      lines.push(spansLine(skin, two ? joinPieces(left[y] ?? [], right[y] ?? [], width) : (left[y] ?? [])));
    }
  }
  return lines;
}

function joinPieces(left: PieceRow, right: PieceRow, width: number): PieceRow {
  const used = left.reduce((sum, {text}) => sum + text.length, 0);
  return [...left, {text: ' '.repeat(Math.max(0, width - used) + 2), tone: 'plain'}, ...right];
}

function pointsAt(stats: unknown, path: readonly string[]): readonly DataPoint[] {
  let value = stats;
  for (const key of path)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  if (!Array.isArray(value)) return [];
  return value.map(pairOf).filter((entry): entry is DataPoint => entry.length >= 2 && entry.every(Number.isFinite));
}

/** Points are pairs in milliseconds, or objects with an x and a y, whose x may be in seconds. */
function pairOf(entry: unknown): readonly unknown[] {
  if (Array.isArray(entry)) return entry;
  if (typeof entry !== 'object' || entry === null || !('x' in entry && 'y' in entry)) return [];
  const {x, y} = entry;
  return [typeof x === 'number' && x < SECONDS ? x * 1000 : x, y];
}
