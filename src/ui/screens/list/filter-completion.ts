/** Tab in a filter completes field names, then their values. */
import type {Family, Lookup} from '../../../families/shape/define-family.ts';
import {findFilterField} from '../../../store/list/filter-fields.ts';
import type {ListModel} from '../../../store/list/list-model.ts';
import {shortNames} from '../menus/filter-fields.ts';

/**
 * The filter with its last word completed up to the first difference between the candidates; unchanged if nothing
 * matches.
 */
export function completeField(text: string, family: Family, model: ListModel, lookup: Lookup): string {
  const [, head = '', word = ''] = /^(.*?)(\S*)$/s.exec(text) ?? [];
  const [, negation = '', rest = ''] = /^(!?)(.*)$/s.exec(word) ?? [];
  const [, field = '', operator, typed = ''] = /^([\w.]+)(!=|[:=])(.*)$/s.exec(rest) ?? [];
  if (operator !== undefined) {
    const start = typed.toLowerCase();
    const values = valuesOf(field, model, lookup).filter(value => value.toLowerCase().startsWith(start));
    const common = commonStart(values);
    return common === '' ? text : `${head}${negation}${field}${operator}${common}${values.length === 1 ? ' ' : ''}`;
  }
  const names = shortNames(family).filter(name => name.startsWith(rest.toLowerCase()));
  const common = commonStart(names);
  return common === '' ? text : `${head}${negation}${common}${names.length === 1 ? ':' : ''}`;
}

/** Completions of the last word; empty while the user types a value. */
export function candidates(text: string, family: Family): readonly string[] {
  const [word = ''] = /!?(\S*)$/.exec(text)?.slice(1) ?? [];
  if (word.includes(':')) return [];
  return shortNames(family).filter(name => name.startsWith(word.toLowerCase()));
}

/** True if the last word is empty, so that tab has nothing to complete. */
export const isBlank = (text: string): boolean => /(?:^|\s)!?$/.test(text);

/** Values that occur in the list, and values that the contract lists. */
function valuesOf(field: string, {collection}: ListModel, lookup: Lookup): readonly string[] {
  const {family} = collection;
  const values = new Set<string>();
  for (const row of collection.getState().rows.slice(0, 2000)) {
    const value = family.spelled(row, lookup)[field === 'tag' ? 'tags' : field];
    for (const entry of Array.isArray(value) ? value : [value]) if (typeof entry === 'string') values.add(entry);
  }
  const lower = new Set([...values].map(value => value.toLowerCase()));
  const choices = findFilterField(family, field.toLowerCase(), undefined)?.choices ?? [];
  for (const choice of choices) if (isOneWord(choice) && !lower.has(choice)) values.add(choice);
  return [...values].sort();
}

const isOneWord = (text: string): boolean => !/\s/.test(text);

function commonStart(words: readonly string[]): string {
  const [first = ''] = words;
  let length = first.length;
  for (const word of words) {
    while (length > 0 && !word.startsWith(first.slice(0, length))) length--;
  }
  return first.slice(0, length);
}
