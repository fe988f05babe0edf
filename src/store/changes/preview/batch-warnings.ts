/** The warnings of a change to many rows: each text once, with the labels of its rows if it doesn't apply to all. */
import {
  allReleasedText,
  releasedAddressesIn,
  releasedAddressesText,
} from '../../../families/format/released-addresses.ts';
import type {Difference} from './preview-content.ts';

/** The maximum number of names; further names are shown as a number. */
const maxNamed = 5;

/**
 * Warnings of all rows, each once; a warning that doesn't apply to all rows names its rows. Released addresses are
 * counted.
 */
export function mergeWarnings<T>(
  rows: readonly T[],
  labelOf: (row: T) => string,
  warningsOf: (row: T) => readonly string[],
): string[] {
  const byMessage = new Map<string, {readonly message: string; readonly labels: string[]}>();
  const released: string[] = [];
  for (const row of rows) {
    const label = labelOf(row);
    for (const message of new Set(warningsOf(row))) {
      const addresses = releasedAddressesIn(message);
      released.push(...(addresses ?? []));
      const sharedMessage = addresses ? releasedAddressesText([]) : withoutLabel(message, label);
      const group = byMessage.get(sharedMessage) ?? {message, labels: []};
      group.labels.push(label);
      byMessage.set(sharedMessage, group);
    }
  }
  return [...byMessage].map(([sharedMessage, {message, labels}]) => {
    if (releasedAddressesIn(message))
      return labels.length > 1
        ? allReleasedText(released.length, joinLabels(released))
        : `${joinLabels(labels)}: ${message}`;
    if (labels.length === rows.length) return sharedMessage.replace(/^each /, 'Each of them ');
    if (labels.length === 1 && sharedMessage !== message) return message;
    return `${joinLabels(labels)}: ${sharedMessage}`;
  });
}

/** "web-01 is unreachable", "the disks of web-01 are deleted": the same text with different labels. */
const withoutLabel = (message: string, label: string): string =>
  message.startsWith(`${label} `) ? `each ${message.slice(label.length + 1)}` : message.replace(` ${label} `, ' each ');

/** "web-01, web-02 and 3 more" */
export function joinLabels(labels: readonly string[]): string {
  const more = labels.length - maxNamed;
  return more > 0 ? `${labels.slice(0, maxNamed).join(', ')} and ${more} more` : labels.join(', ');
}

/**
 * Equal differences of many rows as one: the common value, or the different values.
 * @param all the differences of each row
 */
export function mergeDifferences(all: readonly (readonly Difference[])[]): Difference[] {
  const groups = new Map<
    string,
    {readonly first: Difference; readonly before: Set<string>; readonly after: Set<string>}
  >();
  for (const differences of all)
    for (const difference of differences) {
      const {path, title, before = 'nothing', after = 'nothing'} = difference;
      const key = `${path} ${title}`;
      const group = groups.get(key) ?? {first: difference, before: new Set<string>(), after: new Set<string>()};
      group.before.add(before);
      group.after.add(after);
      groups.set(key, group);
    }
  return [...groups.values()].map(({first, before, after}) => ({
    ...first,
    before: first.before === undefined && before.size === 1 ? undefined : valuesText(before),
    after: first.after === undefined && after.size === 1 ? undefined : valuesText(after),
    // Several states have no common color.
    ...(first.conditions && (before.size > 1 || after.size > 1) && {conditions: undefined}),
  }));
}

/** The values, or their number if there are many. */
const valuesText = (values: ReadonlySet<string>): string =>
  values.size <= 3 ? [...values].join(' | ') : `${values.size} different values`;
