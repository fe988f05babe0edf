/** The dialog that lists the profiles, to choose one or several to show. */
import {Box, Text, useInput} from 'ink';
import SelectInput, {Item, type ItemProps} from 'ink-select-input';
import {useState} from 'react';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {TABLE_HEAD_ROWS, TABLE_ROW_LINES, Table, tableWidth} from '../../components/display/table.tsx';
import type {ProfileSummary} from '../../context/console-types.ts';
import type {Overlay} from '../../context/overlay-stack.ts';
import type {Size} from '../../frame/layout.ts';
import {useScreen} from '../../hooks/use-console.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../terminal/index.ts';
import type {ProfilesModel} from './profiles.ts';

const MAX_NAME_CELLS = 14;
const MAX_ADDRESS_CELLS = 40;
const MIN_ADDRESS_CELLS = 14;
/** The width of the dialog in cells: the names, and the table with its widest values. */
const COLUMNS = 104;
/** The width of the list's pointer before a name, and of the space after it. */
const POINTER_CELLS = 3;
const note = 'Space selects profiles to show as one.';

/** The row of a profile in the table, without its name, which the list shows. */
const facts = ({address, production, readOnly}: ProfileSummary, addressCells: number) => ({
  ADDRESS: truncate(sanitize(address), addressCells),
  TYPE: production ? 'production' : '',
  CHANGES: readOnly ? 'read-only' : 'allowed',
});

const nameOf = ({name}: ProfileSummary, current: readonly string[], marked: readonly string[] = []): string =>
  `${marked.includes(name) ? '[x] ' : '[ ] '}${truncate(sanitize(name), MAX_NAME_CELLS)}${current.includes(name) ? ' (here)' : ''}`;

/** The number of lines of the table and the note. */
const rowsInFull = (profiles: readonly ProfileSummary[]): number =>
  profiles.length * TABLE_ROW_LINES + TABLE_HEAD_ROWS + 1;

/**
 * The width of the addresses in the table, in cells; undefined if the table has no room: its facts are then after the
 * names.
 */
function addressCells(profiles: readonly ProfileSummary[], names: number, {columns, rows}: Size): number | undefined {
  if (rowsInFull(profiles) > rows) return undefined;
  const freeCells = columns - names - POINTER_CELLS - tableWidth(profiles.map(one => facts(one, MAX_ADDRESS_CELLS)));
  const widest = Math.min(MAX_ADDRESS_CELLS, Math.max(...profiles.map(({address}) => cellWidth(sanitize(address)))));
  const cells = widest + Math.min(0, freeCells);
  return cells >= Math.min(widest, MIN_ADDRESS_CELLS) ? cells : undefined;
}

/** The text after a name, with warnings before the address. */
const shortText = ({address, production, readOnly}: ProfileSummary): string =>
  [production && 'production', readOnly && 'read-only', sanitize(address)].filter(Boolean).join('  ');

export function ProfilesDialog({overlay}: {readonly overlay: Overlay<ProfilesModel>}) {
  const {profiles, current, choose} = overlay.model;
  const longest = Math.max(...profiles.map(one => cellWidth(nameOf(one, current))));
  const area = useDialogArea((maxColumns, maxRows) => {
    const columns = Math.min(COLUMNS, maxColumns - 4);
    const room = {columns: columns - 2, rows: maxRows - 2};
    const isTable = addressCells(profiles, longest, room) !== undefined;
    return {columns, rows: Math.min(isTable ? rowsInFull(profiles) + 1 : profiles.length + 2, room.rows)};
  });
  const screen = useScreen();
  const room = {columns: area.columns - 2, rows: screen.rows - 4};
  const names = profiles.map(({name}) => name);
  const first = Math.max(0, names.indexOf(current[0] ?? ''));
  const [at, setAt] = useState(names[first] ?? '');
  // Initially empty: while several accounts are shown, enter returns to one.
  const [marked, setMarked] = useState<readonly string[]>([]);
  useInput(input => {
    if (input === ' ') setMarked(marked.includes(at) ? marked.filter(name => name !== at) : [...marked, at]);
  });
  const widest = Math.max(...profiles.map(profile => cellWidth(nameOf(profile, current))));
  const cells = addressCells(profiles, widest, room);
  const tabled = cells !== undefined;
  const label = (profile: ProfileSummary): string => {
    const name = fitToCells(nameOf(profile, current, marked), Math.min(widest, room.columns >> 1));
    return tabled ? name : truncate(`${name}  ${shortText(profile)}`, room.columns - 2);
  };
  const list = (
    <SelectInput
      items={profiles.map(profile => ({label: label(profile), value: profile.name}))}
      itemComponent={tabled ? TableItem : Item}
      initialIndex={first}
      limit={tabled ? profiles.length : room.rows - 1}
      onHighlight={({value}) => setAt(value)}
      // In the order of the settings, regardless of the order of selection.
      onSelect={({value}) => choose(marked.length > 0 ? names.filter(name => marked.includes(name)).join(',') : value)}
    />
  );
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <Box flexDirection="column" marginLeft={1}>
        {tabled ? (
          <Box>
            <Box marginTop={TABLE_HEAD_ROWS} marginRight={1}>
              {list}
            </Box>
            <Table rows={profiles.map(profile => facts(profile, cells))} />
          </Box>
        ) : (
          list
        )}
        <Text dimColor>{note}</Text>
      </Box>
    </Dialog>
  );
}

/** An entry of the list, as high as a row of the table and the line below it. */
const TableItem = (props: ItemProps) => (
  <Box height={TABLE_ROW_LINES}>
    <Item {...props} />
  </Box>
);
