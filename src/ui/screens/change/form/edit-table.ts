/** The entries of rows as a table: a line for each, as many columns as fit, and the problems below. */

import type {FieldItems, FieldState} from '../../../../store/changes/form/field-state.ts';
import {maskText} from '../../../../store/core/secret-fields.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../../terminal/index.ts';
import type {Skin} from '../../../theme/skin.ts';
import {paintSpans, span} from '../../../widgets/spans.ts';
import {selectedText} from './chosen-label.ts';
import {inputKind} from './field-inputs.ts';
import {addEntryId, problemsIn} from './focus-order.ts';

/** Lines that stay together, with the path of their value. */
export interface Block {
  readonly id: string;
  readonly lines: readonly string[];
}

const INDENT = 3;
const MAX_COLUMN_CELLS = 30;
const MIN_COLUMN_CELLS = 6;

interface EntryTable {
  readonly skin: Skin;
  readonly field: FieldState;
  readonly items: FieldItems;
  readonly focused: string | undefined;
  readonly columns: number;
}

interface EntryColumn {
  readonly name: string;
  readonly title: string;
  readonly width: number;
}

export function tableLines({skin, field, items, focused, columns}: EntryTable): readonly Block[] {
  const {entries, one, fixed} = items;
  const texts = entries.map(({path, about, fields}) => {
    const cells = new Map(about === undefined ? [] : [['', about]]);
    for (const inner of fields)
      if (inputKind(inner) !== 'group') cells.set(inner.path.slice(path.length + 1), sanitize(valueText(inner)));
    return cells;
  });
  const titles = new Map(entries.some(({about}) => about !== undefined) ? [['', '']] : []);
  for (const {path, fields} of entries)
    for (const inner of fields)
      if (inputKind(inner) !== 'group') titles.set(inner.path.slice(path.length + 1), inner.title);
  const number = String(entries.length).length + 2;
  const tableColumns = columnsFor(titles, texts, columns - INDENT - number);
  const cellsOf = (text: (column: EntryColumn) => string): string =>
    tableColumns.map(column => fitToCells(truncate(text(column), column.width), column.width)).join('  ');
  const head =
    entries.length === 0
      ? []
      : [
          paintSpans(
            skin,
            [
              span(' '.repeat(INDENT + number)),
              span(
                cellsOf(({title}) => title.toUpperCase()),
                'dim',
              ),
            ],
            columns,
          ),
        ];
  const cursor = (id: string): string =>
    fitToCells(id === focused ? skin.symbol('cursor') : '', INDENT).replace(/^\S/, mark => skin.tone('accent', mark));
  const blocks = entries.map((entry, index): Block => {
    const text = cellsOf(({name}) => texts[index]?.get(name) || '—');
    const line = fitToCells(`${fitToCells(String(index + 1), number)}${text}`, columns - INDENT);
    const problemLines = problemsIn(entry).map(({title, words}) =>
      paintSpans(
        skin,
        [span(' '.repeat(INDENT + number)), span(`${skin.glyph('failed')} ${title}: ${words}`, 'failed')],
        columns,
      ),
    );
    const isFocused = entry.path === focused;
    return {
      id: entry.path,
      lines: [
        ...(index === 0 ? head : []),
        cursor(entry.path) + (isFocused ? skin.heading(line) : line),
        ...problemLines,
      ],
    };
  });
  const adder = addEntryId(field);
  const add = `+ add ${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`;
  const last: Block = {
    id: adder,
    lines: [cursor(adder) + (adder === focused ? skin.heading(add) : skin.tone('dim', add))],
  };
  return fixed ? blocks : [...blocks, last];
}

/** Columns with any value, from the left as far as they fit. */
function columnsFor(
  titles: ReadonlyMap<string, string>,
  texts: readonly ReadonlyMap<string, string>[],
  room: number,
): readonly EntryColumn[] {
  const entryColumns: EntryColumn[] = [];
  let left = room;
  for (const [name, title] of titles) {
    const widest = Math.max(0, ...texts.map(cells => cellWidth(cells.get(name) ?? '')));
    const wantedWidth = Math.min(MAX_COLUMN_CELLS, Math.max(widest, cellWidth(title)));
    if (widest === 0) continue;
    if (left < Math.min(wantedWidth, MIN_COLUMN_CELLS)) break;
    entryColumns.push({name, title, width: Math.min(wantedWidth, left)});
    left -= wantedWidth + 2;
  }
  return entryColumns;
}

/** A value in a cell. */
function valueText(field: FieldState): string {
  const {value, secret, items} = field;
  if (items !== undefined) return items.entries.length === 0 ? '' : String(items.entries.length);
  if (value === undefined || value === null || value === '') return '';
  if (secret) return maskText;
  switch (inputKind(field)) {
    case 'toggle':
      return value === true ? 'yes' : 'no';
    case 'choose':
    case 'chooseMany':
      // The explanation of the choice doesn't fit in the table.
      return selectedText(field).split(': ')[0] ?? '';
    default:
      return Array.isArray(value) ? value.join(', ') : (String(value).split('\n')[0] ?? '');
  }
}
