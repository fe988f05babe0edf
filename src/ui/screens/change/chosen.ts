/** What was chosen in a field, in the words of what it was chosen from. */

import type {FieldState} from '../../../store/changes/types.ts';
import {equal} from '../../../store/equal.ts';

/** What was chosen, by its name. */
export function chosenText({value, options, labelled, spell = same}: FieldState): string {
  const name = (one: unknown): string =>
    options?.find(option => equal(option.value, one))?.text ?? labelled ?? plain(spell(one));
  if (value === undefined || value === null || value === '' || isNothing(value)) return '';
  return Array.isArray(value) ? value.map(name).join('  ') : name(value);
}

const same = (value: unknown): unknown => value;

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .filter(([, part]) => part !== null)
        .map(([name, part]) => `${name} ${part}`)
        .join(', ')
    : String(value);
/** A slot without disk and Volume. */
const isNothing = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(part => part === null);

/** What its family says about the one that was chosen, in parts, the last of which says most. */
export function detailOf({value, options, input}: FieldState): readonly string[] {
  if (input !== 'pick' && input !== 'pickAny') return [];
  const option = options?.find(candidate => equal(candidate.value, value));
  if (option?.cells) return option.cells.filter(Boolean);
  return option && option.detail !== '' && option.detail !== option.text ? [option.detail] : [];
}
