/**
 * A line chart of one series as rows of text: a scale on the left, the line in braille, hours or days below, and the
 * figures that a line doesn't show: minimum, mean, maximum, and the last value.
 */
import type {Tone} from '../../families/format/cells.ts';
import {Dots} from './braille.ts';

/** `[milliseconds since 1970, value]`, ascending; as statistics come over the wire. */
export type DataPoint = readonly [number, number];

export interface ChartSpec {
  readonly title: string;
  readonly points: readonly DataPoint[];
  /** A value with its unit, short: "63%", "1.2 Mbit/s". */
  readonly format: (value: number) => string;
  /** The total width in cells. */
  readonly width: number;
  readonly height: number;
  readonly tone?: Tone;
  /** The minimum of the scale's top, so that an idle machine's noise doesn't look like load. */
  readonly atLeast?: number;
  /** True for terminals without Unicode, whose charts use ASCII characters. */
  readonly isAscii?: boolean;
}

export interface TextPiece {
  readonly text: string;
  readonly tone: Tone;
}
export type PieceRow = readonly TextPiece[];

export interface Summary {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly last: number;
}

/** The summary of a series; undefined if it has no finite point. */
export function summarize(points: readonly DataPoint[]): Summary | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  let last = 0;
  for (const [, value] of points) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    count++;
    last = value;
  }
  return count === 0 ? undefined : {min, mean: sum / count, max, last};
}

/** The next round number at or above: 1, 2 or 5 times a power of ten. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 5, 10]) if (value <= step * power * (1 + 1e-9)) return step * power;
  return 10 * power;
}

const hour = 3_600_000;
const two = (value: number) => String(value).padStart(2, '0');

/** "14:00" within two days, "03-17" beyond; UTC, like every exact time in the console. */
function timeLabel(ms: number, span: number): string {
  const date = new Date(ms);
  return span <= 48 * hour
    ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
    : `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

interface Figure {
  readonly text: string;
  /** The rank of a number, from 0: the highest rank is left out first. */
  readonly rank: number;
}

/** A truncated number would be wrong, so numbers that don't fit are left out. */
function figuresThatFit(figures: readonly Figure[], columns: number): string {
  const text = figures.map(({text}) => text).join('  ');
  if (text.length <= columns || figures.length === 1) return text;
  const last = Math.max(...figures.map(({rank}) => rank));
  return figuresThatFit(
    figures.filter(({rank}) => rank !== last),
    columns,
  );
}

export function chart(spec: ChartSpec): PieceRow[] {
  const {title, points, format, width, height, tone = 'accent'} = spec;
  const summary = summarize(points);
  const first = points[0];
  const last = points.at(-1);
  if (!summary || !first || !last) return [[{text: title, tone: 'strong'}], [{text: 'no data yet', tone: 'dim'}]];

  const figures = figuresThatFit(
    [
      {text: `now ${format(summary.last)}`, rank: 0},
      {text: `min ${format(summary.min)}`, rank: 3},
      {text: `mean ${format(summary.mean)}`, rank: 2},
      {text: `max ${format(summary.max)}`, rank: 1},
    ],
    width - title.length - 2,
  );
  const head: PieceRow = [
    {text: `${title}  `, tone: 'strong'},
    {text: figures, tone: 'dim'},
  ];
  const rows = height - 2;
  const top = niceCeiling(Math.max(summary.max, spec.atLeast ?? 0));
  const scale = [format(top), format(top / 2), format(0)];
  const margin = Math.max(...scale.map(text => text.length));
  const columns = width - margin - 1;
  if (rows < 2 || columns < 8) return [head];

  const span = Math.max(1, last[0] - first[0]);
  const plot: Plot = {points, columns, rows, top, start: first[0], span};
  const plotted = spec.isAscii ? asciiRows(plot) : brailleRows(plot);
  const body = plotted.map((row, index): PieceRow => {
    const label =
      index === 0
        ? scale[0]
        : index === rows - 1
          ? scale[2]
          : index === Math.floor((rows - 1) / 2) && rows > 4
            ? scale[1]
            : '';
    return [
      {text: `${(label ?? '').padStart(margin)}${spec.isAscii ? '|' : '┤'}`, tone: 'dim'},
      {text: row, tone},
    ];
  });
  const start = timeLabel(first[0], span);
  const middle = timeLabel(first[0] + span / 2, span);
  const end = timeLabel(last[0], span);
  const gap = columns - start.length - middle.length - end.length;
  const axis =
    gap < 4
      ? start.padEnd(columns)
      : `${start}${' '.repeat(Math.floor(gap / 2))}${middle}${' '.repeat(Math.ceil(gap / 2))}${end}`;
  return [head, ...body, [{text: `${' '.repeat(margin + 1)}${axis}`, tone: 'dim'}]];
}

/** The highest value of each time slice: a peak of a minute must not vanish between two dots. */
function slices(points: readonly DataPoint[], count: number, start: number, span: number): (number | undefined)[] {
  const peaks = new Array<number | undefined>(count).fill(undefined);
  for (const [time, value] of points) {
    if (!Number.isFinite(value)) continue;
    const index = Math.min(count - 1, Math.max(0, Math.floor(((time - start) / span) * (count - 1) + 0.5)));
    const peak = peaks[index];
    if (peak === undefined || value > peak) peaks[index] = value;
  }
  return peaks;
}

interface Plot {
  readonly points: readonly DataPoint[];
  readonly columns: number;
  readonly rows: number;
  /** The value of the top row. */
  readonly top: number;
  /** The time of the first point, and the time from the first to the last. */
  readonly start: number;
  readonly span: number;
}

function brailleRows({points, columns, rows, top, start, span}: Plot): string[] {
  const dots = new Dots(columns, rows);
  const y = (value: number) => Math.round((1 - Math.min(1, Math.max(0, value / top))) * (dots.height - 1));
  let before: {x: number; y: number} | undefined;
  for (const [x, value] of slices(points, dots.width, start, span).entries()) {
    if (value === undefined) continue;
    const at = {x, y: y(value)};
    // A gap in the data stays a gap: a line across it would claim values that were never measured.
    if (before && x - before.x <= gapLimit(points.length, dots.width)) dots.line(before.x, before.y, at.x, at.y);
    else dots.set(at.x, at.y);
    before = at;
  }
  return dots.rows();
}

/** The distance between two neighbors of an even series, in dots, above which it counts as a gap. */
const gapLimit = (count: number, width: number): number => Math.max(2, Math.ceil((width / Math.max(1, count - 1)) * 3));

function asciiRows({points, columns, rows, top, start, span}: Plot): string[] {
  const peaks = slices(points, columns, start, span);
  return Array.from({length: rows}, (_, row) =>
    peaks
      .map(value => {
        if (value === undefined) return ' ';
        const level = Math.round(Math.min(1, Math.max(0, value / top)) * (rows - 1));
        return rows - 1 - row === level ? '*' : ' ';
      })
      .join(''),
  );
}
