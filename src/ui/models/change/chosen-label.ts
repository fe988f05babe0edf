/** The chosen value of a field, with the labels of its options. */

import type {FieldEntry, FieldState} from '../../../store/changes/form/field-state.ts';
import {jsonEqual} from '../../../store/core/json-equal.ts';

/** Shown instead of a value if several rows have different values. */
export const differsWords = 'differs';

/** The values of several rows and their changes: "+five  −old  prod  build (2 of 5)". */
function severalText(field: FieldState, separator: string): string | undefined {
  const {value, several} = field;
  const name = (entry: unknown): string => entryText(field, entry);
  if (several === undefined) return undefined;
  const {total, differs, entries, amendment} = several;
  if (amendment === undefined && (!differs || value !== undefined)) return undefined;
  if (entries.length === 0 && amendment === undefined) return differsWords;
  const {adds = [], removes = []} = amendment ?? {};
  const isIn = (list: readonly unknown[], entry: unknown): boolean => list.some(other => jsonEqual(other, entry));
  return [
    ...adds.map(entry => `+${name(entry)}`),
    ...removes.map(entry => `−${name(entry)}`),
    ...entries
      .filter(entry => !isIn(adds, entry.value) && !isIn(removes, entry.value))
      .map(({value: entry, count}) => (count === total ? name(entry) : `${name(entry)} (${count} of ${total})`)),
  ].join(separator);
}

/** The label of a value, or of an entry of a list. */
const entryText = ({options, valueLabel, spell = same}: FieldState, entry: unknown): string =>
  options?.find(option => jsonEqual(option.value, entry))?.text ?? valueLabel ?? plain(spell(entry));

/** The label of the chosen value; empty if none is chosen. */
export function selectedText(field: FieldState, separator = '  '): string {
  const {value} = field;
  const text = severalText(field, separator);
  if (text !== undefined) return text;
  if (value === undefined || value === null || value === '' || isNothing(value)) return '';
  return Array.isArray(value) ? value.map(entry => entryText(field, entry)).join(separator) : entryText(field, value);
}

const same = (value: unknown): unknown => value;

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .filter(([, part]) => part !== null)
        .map(([name, part]) => `${name} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
        .join(', ')
    : String(value);
/** True for a slot without a disk or volume. */
const isNothing = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(part => part === null);

/** The family's description of the chosen value, in parts; the last part is the most specific. */
export function detailOf({value, options, input}: FieldState): readonly string[] {
  if (input !== 'pick' && input !== 'pickAny') return [];
  const option = options?.find(candidate => jsonEqual(candidate.value, value));
  if (option?.cells) return option.cells.filter(Boolean);
  return option && option.detail !== '' && option.detail !== option.text ? [option.detail] : [];
}

export const entryLabel = ({about, path}: FieldEntry): string => about ?? path;

/** The label of the level, without its explanation. */
export const levelText = ({fields: [level]}: FieldEntry): string => (level && selectedText(level).split(': ')[0]) ?? '';

/** The entries with a level: "web-01: see, web-02: see". */
export function levelsText({items}: FieldState): string {
  const entries = items?.entries ?? [];
  const granted = entries.filter(entry => levelText(entry) !== '');
  const names = granted.map(entry => `${entryLabel(entry)}: ${levelText(entry)}`).join(', ');
  return granted.length === 0 ? `none of ${entries.length}` : `${granted.length} of ${entries.length}  ${names}`;
}
