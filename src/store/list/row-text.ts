/** The text that filters search: the row's columns, label, ID, state and tags. */

import {cellText} from '../../families/format/cells.ts';
import {isQuantity, type ValueKind} from '../../families/format/quantities.ts';
import type {AnyFieldColumn, AnyRow, Family, Lookup, PathParams} from '../../families/shape/define-family.ts';
import {addSearchText, joinSearchText} from './word-match.ts';

const isSearchable = (kind: ValueKind): boolean => !isQuantity(kind) || kind === 'number' || kind === 'version';

/** Adds the text of a value; nested objects are skipped because no column shows them. */
function addText(parts: string[], codes: string[], value: unknown): void {
  if (typeof value === 'string') addSearchText(value, parts, codes);
  else if (typeof value === 'number') parts.push(String(value));
  else if (Array.isArray(value)) for (const item of value) if (typeof item !== 'object') addText(parts, codes, item);
}

/**
 * Creates the function that builds the search text of a family's rows. Each part is a separate line, so that no match
 * spans two parts.
 */
export function createRowText(family: Family, lookup: Lookup, params: PathParams): (row: AnyRow) => string {
  const {state, search} = family;
  const fields = new Map<string, AnyFieldColumn>();
  const cells: ((row: AnyRow) => unknown)[] = [];
  for (const column of family.columns) {
    const {sortBy, measure, kind = 'text', optional} = column;
    // Amounts and ages are compared, not searched, and change all the time.
    if (sortBy || measure || !isSearchable(kind)) continue;
    if (column.field !== undefined) fields.set(column.field, column);
    else if (!optional) cells.push(row => cellText(column.value(row, lookup, params)));
  }
  if (state) cells.push(row => state(row, lookup, params).word);
  if (!fields.has('id')) cells.push(row => family.idText(row, lookup));
  if (!fields.has('label')) cells.push(row => family.label(row, lookup));
  if (search) cells.push(row => search(row, lookup));
  // The tags are last and occur once.
  fields.delete('tags');
  const visibleFields = [...fields.values()];
  return row => {
    const parts: string[] = [];
    const codes: string[] = [];
    for (const column of visibleFields) {
      addText(parts, codes, column.identifier === undefined ? row[column.field] : family.valueIn(column, row, lookup));
    }
    addText(parts, codes, row.tags);
    for (const cell of cells) {
      const value = cell(row);
      // A state that equals the text of a field is not repeated; many states have the name of the API's value.
      if (!parts.includes(value as string)) addText(parts, codes, value);
    }
    return joinSearchText(parts, codes);
  };
}
