/** Charts small enough for a cell, with a column for each value. */

const blockGlyphs = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const asciiGlyphs = [' ', '.', '.', ':', ':', '-', '=', '+', '#'];

/** One column per value; full height is the highest value, or `atLeast` if that is higher. */
export function spark(values: readonly number[], {atLeast = 1, isAscii = false} = {}): string {
  const highest = Math.max(atLeast, ...values);
  const steps = isAscii ? asciiGlyphs : blockGlyphs;
  return values.map(value => steps[value > 0 ? Math.max(1, Math.round((value / highest) * 8)) : 0]).join('');
}

/** The same chart in characters that every terminal has. */
export const asciiSpark = (text: string): string =>
  text.replace(/[▁▂▃▄▅▆▇█]/g, block => asciiGlyphs[blockGlyphs.indexOf(block)] ?? '');

/**
 * The highest values in this number of time spans of a series of `[time, value]`; fewer for a series with fewer points.
 */
export function peakValues(points: readonly (readonly number[])[], spans: number): readonly number[] {
  const values = points.flatMap(([, value]) => (value !== undefined && Number.isFinite(value) ? [value] : []));
  const count = Math.min(spans, values.length);
  return Array.from({length: count}, (_, index) =>
    Math.max(
      ...values.slice(Math.floor((index * values.length) / count), Math.floor(((index + 1) * values.length) / count)),
    ),
  );
}
