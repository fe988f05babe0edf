/** The entries of a list field as a table: a line for each entry, as many columns as fit, and the problems below. */
import type {FieldEntry, FieldItems, FieldState} from '../../../store/changes/form/field-state.ts';
import {fieldProblems} from '../../../store/core/field-tree.ts';
import {maskText} from '../../../store/core/secret-fields.ts';
import {Row, TextRow} from '../../components/display/row.tsx';
import type {Block} from '../../components/scroll-blocks.tsx';
import {useTheme} from '../../hooks/use-console.ts';
import {selectedText} from '../../models/change/chosen-label.ts';
import {inputKind} from '../../models/change/field-inputs.ts';
import {addEntryId} from '../../models/change/focus-order.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../terminal/index.ts';
import {span, wrap} from '../../widgets/spans.ts';

const INDENT = 3;
const MAX_COLUMN_CELLS = 30;
const MIN_COLUMN_CELLS = 6;
const MIN_PROBLEM_CELLS = 10;

interface EntryTableFacts {
  readonly field: FieldState;
  readonly items: FieldItems;
  /** The ID of the stop with the focus. */
  readonly focused: string;
  readonly columns: number;
  /** The symbol of a problem. */
  readonly failedGlyph: string;
}

interface EntryColumn {
  readonly name: string;
  readonly title: string;
  readonly width: number;
}

/** The rows of the table: one block for each entry, and one for the line that adds an entry. */
export function entryBlocks({field, items, focused, columns, failedGlyph}: EntryTableFacts): readonly Block[] {
  const {entries, one, isFixed} = items;
  const texts = entries.map(cellTexts);
  const numberCells = String(entries.length).length + 2;
  const indent = INDENT + numberCells;
  const tableColumns = columnsFor(columnTitles(entries), texts, columns - indent);
  const cellsOf = (text: (column: EntryColumn) => string): string =>
    tableColumns.map(column => fitToCells(truncate(text(column), column.width), column.width)).join('  ');
  const head = cellsOf(({title}) => title.toUpperCase());
  const blocks = entries.map((entry, index): Block => {
    const problems = fieldProblems(entry.fields).flatMap(({title, message}) =>
      wrap(`${failedGlyph} ${title}: ${message}`, Math.max(MIN_PROBLEM_CELLS, columns - indent)),
    );
    const cells = cellsOf(({name}) => texts[index]?.get(name) || '—');
    return {
      id: entry.path,
      rows: (index === 0 ? 1 : 0) + 1 + problems.length,
      element: (
        <EntryRow
          head={index === 0 ? head : undefined}
          text={fitToCells(`${fitToCells(String(index + 1), numberCells)}${cells}`, columns - INDENT)}
          indent={indent}
          problems={problems}
          isFocused={entry.path === focused}
          columns={columns}
        />
      ),
    };
  });
  if (isFixed) return blocks;
  const id = addEntryId(field);
  return [...blocks, {id, rows: 1, element: <AddRow one={one} isFocused={id === focused} columns={columns} />}];
}

interface EntryRowProps {
  /** The titles of the columns, above the first entry. */
  readonly head: string | undefined;
  readonly text: string;
  /** Cells in front of the first column. */
  readonly indent: number;
  /** The lines of the entry's problems. */
  readonly problems: readonly string[];
  readonly isFocused: boolean;
  readonly columns: number;
}

function EntryRow({head, text, indent, problems, isFocused, columns}: EntryRowProps) {
  const skin = useTheme();
  const margin = span(' '.repeat(indent));
  return (
    <>
      {head !== undefined && <Row spans={[margin, span(head, 'dim')]} columns={columns} />}
      <FocusRow text={isFocused ? skin.heading(text) : text} isFocused={isFocused} columns={columns} />
      {problems.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
        <Row key={index} spans={[margin, span(line, 'failed')]} columns={columns} />
      ))}
    </>
  );
}

interface AddRowProps {
  /** The name of one entry. */
  readonly one: string;
  readonly isFocused: boolean;
  readonly columns: number;
}

function AddRow({one, isFocused, columns}: AddRowProps) {
  const skin = useTheme();
  const text = `+ add ${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`;
  const styled = isFocused ? skin.heading(text) : skin.tone('dim', text);
  return <FocusRow text={styled} isFocused={isFocused} columns={columns} />;
}

interface FocusRowProps {
  /** Styled text. */
  readonly text: string;
  readonly isFocused: boolean;
  readonly columns: number;
}

/** A row with the cursor in its margin. */
function FocusRow({text, isFocused, columns}: FocusRowProps) {
  const skin = useTheme();
  const margin = isFocused ? skin.tone('accent', skin.symbol('cursor')) + ' '.repeat(INDENT - 1) : ' '.repeat(INDENT);
  return <TextRow text={margin + text} columns={columns} />;
}

/** The texts of an entry by the name of their column. */
function cellTexts({path, about, fields}: FieldEntry): ReadonlyMap<string, string> {
  const cells = new Map(about === undefined ? [] : [['', about]]);
  for (const field of fields)
    if (inputKind(field) !== 'group') cells.set(field.path.slice(path.length + 1), sanitize(valueText(field)));
  return cells;
}

function columnTitles(entries: readonly FieldEntry[]): ReadonlyMap<string, string> {
  const titles = new Map(entries.some(({about}) => about !== undefined) ? [['', '']] : []);
  for (const {path, fields} of entries)
    for (const field of fields)
      if (inputKind(field) !== 'group') titles.set(field.path.slice(path.length + 1), field.title);
  return titles;
}

/** Columns with any value, starting from the left, as many as fit. */
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
  const {value, isSecret, items} = field;
  if (items !== undefined) return items.entries.length === 0 ? '' : String(items.entries.length);
  if (value === undefined || value === null || value === '') return '';
  if (isSecret) return maskText;
  switch (inputKind(field)) {
    case 'toggle':
      return value === true ? 'yes' : 'no';
    case 'choose':
    case 'chooseMany':
      // The table has no room for the explanation of the choice.
      return selectedText(field).split(': ')[0] ?? '';
    default:
      return Array.isArray(value) ? value.join(', ') : (String(value).split('\n')[0] ?? '');
  }
}
