/** The menu of terms that a filter accepts for a list: its fields and the operators, each with an example. */

import {isQuantity} from '../../../families/format/quantities.ts';
import {type AnyRow, columnId, type Family} from '../../../families/shape/define-family.ts';
import {type FilterContext, type FilterField, findFilterField} from '../../../store/list/filter-fields.ts';
import {exampleOf} from '../../../store/list/filter-terms.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {openMenu} from '../../models/menu.ts';
import type {ListView} from '../shared/list-view-types.ts';

/** The names of columns, and the short names that every list has. */
export const shortNames = (family: Family): readonly string[] => [
  ...new Set([...family.columns.map(columnId), 'id', 'label', 'tag']),
];

const operators: readonly (readonly [string, string])[] = [
  ['web', 'a word: anywhere in the row'],
  ['!web', '! keeps all other rows'],
  ['label:web', ': contains'],
  ['label=web-01', '= is exactly, != is anything else'],
  ['status:offline,booting', ', any of these'],
  ['label:"my disk"', '" keeps spaces, and takes a value as it is written'],
  ['group:none', 'none: has no value'],
];

/** The number of rows to search for a value. */
const maxRows = 50;
/** Longer values are not suitable as examples. */
const maxExample = 24;

/** A value of the field that occurs in the list, if it is a single word. */
function valueIn(field: FilterField, rows: readonly AnyRow[], filterContext: FilterContext): string | undefined {
  let value: string | undefined;
  for (const row of rows) {
    field.texts?.(row, filterContext, text => {
      if (typeof text === 'string' && text !== '?' && /^[^\s"]+$/.test(text) && text.length <= maxExample)
        value ??= text;
      return value !== undefined;
    });
    if (value !== undefined) return value;
  }
  return undefined;
}

/** @param insert appends the text to the filter */
export function openFilterFields(
  {context, family, params, model}: Pick<ListView, 'context' | 'family' | 'params' | 'model'>,
  insert: (text: string) => void,
): void {
  const filterContext = {lookup: context.session.lookup, params};
  const rows = model.collection.getState().rows.slice(0, maxRows);
  const fields = shortNames(family).flatMap((name): readonly MenuItem[] => {
    const field = findFilterField(family, name.toLowerCase(), undefined);
    if (!field) return [];
    const isCompared = isQuantity(field.kind);
    const value = isCompared ? undefined : valueIn(field, rows, filterContext);
    const detail = value === undefined ? exampleOf(name, field) : `${name}:${value}`;
    return [{text: name, detail, run: () => insert(`${name}${isCompared ? '>' : ':'}`)}];
  });
  const compared = fields.find(({detail}) => detail?.includes('>'))?.detail;
  const examples = [
    ...operators,
    ...(compared === undefined ? [] : [[compared, '> >= < <= compare numbers, sizes, money, dates and ages'] as const]),
  ];
  openMenu(context, {
    title: `Filter ${family.title}`,
    isNamed: true,
    items: () => [...fields, ...examples.map(([text, detail]): MenuItem => ({text, detail, run: () => insert(text)}))],
  });
}
