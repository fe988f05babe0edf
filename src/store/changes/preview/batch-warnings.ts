/** What is told of a change to many rows: of all of them at once, and of whom where they differ. */
import type {Difference} from '../types.ts';

/** Beyond so many only their number is told. */
const maxNamed = 5;

/** Warnings of all rows, each once; one that is not about all of them names those that it is about. */
export function mergeWarnings<T>(
  rows: readonly T[],
  labelOf: (row: T) => string,
  warns: (row: T) => readonly string[],
): string[] {
  const about = new Map<string, {readonly words: string; readonly labels: string[]}>();
  for (const row of rows) {
    const label = labelOf(row);
    for (const words of new Set(warns(row))) {
      // "web-01 is unreachable", "the disks of web-01 are deleted": the same of each of them.
      const begins = words.startsWith(`${label} `);
      const same = begins ? `each ${words.slice(label.length + 1)}` : words.replace(` ${label} `, ' each ');
      const known = about.get(same) ?? {words, labels: []};
      known.labels.push(label);
      about.set(same, known);
    }
  }
  return [...about].map(([same, {words, labels}]) => {
    if (labels.length === rows.length) return same.replace(/^each /, 'Each of them ');
    if (labels.length === 1 && same !== words) return words;
    return `${nameSome(labels)}: ${same}`;
  });
}

/** "web-01, web-02 and 3 more" */
export function nameSome(labels: readonly string[]): string {
  const more = labels.length - maxNamed;
  return more > 0 ? `${labels.slice(0, maxNamed).join(', ')} and ${more} more` : labels.join(', ');
}

/**
 * The same difference in many rows, as one: what all of them had, or what there is among them.
 * @param all of each row its own differences
 */
export function mergeDifferences(all: readonly (readonly Difference[])[]): Difference[] {
  const merged = new Map<
    string,
    {readonly first: Difference; readonly before: Set<string>; readonly after: Set<string>}
  >();
  for (const differences of all)
    for (const difference of differences) {
      const {path, title, before = 'nothing', after = 'nothing'} = difference;
      const key = `${path} ${title}`;
      const known = merged.get(key) ?? {first: difference, before: new Set<string>(), after: new Set<string>()};
      known.before.add(before);
      known.after.add(after);
      merged.set(key, known);
    }
  return [...merged.values()].map(({first, before, after}) => ({
    ...first,
    before: first.before === undefined && before.size === 1 ? undefined : valuesText(before),
    after: first.after === undefined && after.size === 1 ? undefined : valuesText(after),
    // Several states have no color in common.
    ...(first.conditions && (before.size > 1 || after.size > 1) && {conditions: undefined}),
  }));
}

/** Values side by side; from many on, their number. */
const valuesText = (values: ReadonlySet<string>): string =>
  values.size <= 3 ? [...values].join(' | ') : `${values.size} different values`;
