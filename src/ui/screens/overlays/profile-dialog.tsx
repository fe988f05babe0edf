/** The dialog that lists the profiles, to choose one or several to show. */
import {Box, type Key, Text, useInput} from 'ink';
import {Indicator, Item} from 'ink-select-input';
import {useRef, useState} from 'react';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {TABLE_HEAD_ROWS, TABLE_ROW_LINES, Table, tableWidth} from '../../components/display/table.tsx';
import {TextField} from '../../components/text-field.tsx';
import type {ProfileSummary} from '../../context/console-types.ts';
import type {Overlay} from '../../context/overlay-stack.ts';
import type {Size} from '../../frame/layout.ts';
import {useScreen} from '../../hooks/use-console.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../terminal/index.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {AT_TOP, clampScroll} from '../../widgets/scroll.ts';
import {inputLine} from '../../widgets/text-input.ts';
import type {ProfilesModel} from './profiles.ts';

const MAX_NAME_CELLS = 14;
const MAX_ADDRESS_CELLS = 40;
const MIN_ADDRESS_CELLS = 14;
/** The width of the dialog in cells: the names, and the table with its widest values. */
const COLUMNS = 104;
/** The width of the list's pointer before a name, and of the space after it. */
const POINTER_CELLS = 3;
/** More profiles take one line each, so that they fit on a screen. */
const MAX_TABLE_PROFILES = 3;
const note = 'Type to filter. Space selects several.';

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
  if (profiles.length > MAX_TABLE_PROFILES || rowsInFull(profiles) > rows) return undefined;
  const freeCells = columns - names - POINTER_CELLS - tableWidth(profiles.map(one => facts(one, MAX_ADDRESS_CELLS)));
  const widest = Math.min(MAX_ADDRESS_CELLS, Math.max(...profiles.map(({address}) => cellWidth(sanitize(address)))));
  const cells = widest + Math.min(0, freeCells);
  return cells >= Math.min(widest, MIN_ADDRESS_CELLS) ? cells : undefined;
}

/** The text after a name, with warnings before the address. */
const shortText = ({address, production, readOnly}: ProfileSummary): string =>
  [production && 'production', readOnly && 'read-only', sanitize(address)].filter(Boolean).join('  ');

interface ChooserState {
  readonly typed: string;
  /** The name of the profile with the cursor. */
  readonly at: string | undefined;
  /** Initially empty: while several accounts are shown, enter returns to one. */
  readonly marked: readonly string[];
}

const matching = (profiles: readonly ProfileSummary[], typed: string): readonly ProfileSummary[] =>
  rankMatches(typed, profiles, ({name, address}) => `${name} ${address}`);

/** The state after a key. */
function stateAfter(state: ChooserState, profiles: readonly ProfileSummary[], input: string, key: Key): ChooserState {
  const {typed, at, marked} = state;
  const filter = (text: string): ChooserState => ({...state, typed: text, at: matching(profiles, text)[0]?.name});
  const names = matching(profiles, typed).map(({name}) => name);
  const by = key.downArrow ? 1 : key.upArrow ? -1 : 0;
  if (by !== 0) return {...state, at: names.at((names.indexOf(at ?? '') + by) % names.length)};
  if (key.backspace || key.delete) return filter([...typed].slice(0, -1).join(''));
  if (key.ctrl) return input === 'u' ? filter('') : state;
  if (input === ' ' && at !== undefined)
    return {...state, marked: marked.includes(at) ? marked.filter(name => name !== at) : [...marked, at]};
  return key.meta || key.tab || !/^[^\p{Cc}]+$/u.test(input) ? state : filter(`${typed}${input.trim()}`);
}

/** The state of the chooser, which the keys change. */
function useChooser({profiles, current, choose}: ProfilesModel): ChooserState {
  const names = profiles.map(({name}) => name);
  const first = current.find(name => names.includes(name)) ?? names[0];
  const [state, setState] = useState<ChooserState>({typed: '', at: first, marked: []});
  // Keys may arrive together, before the next render: enter must choose by the keys before it.
  const latest = useRef(state);
  useInput((input, key) => {
    const {marked, at} = latest.current;
    if (!key.return) {
      latest.current = stateAfter(latest.current, profiles, input, key);
      setState(latest.current);
    }
    // In the order of the settings, regardless of the order of selection.
    else if (marked.length > 0) choose(names.filter(name => marked.includes(name)).join(','));
    else if (at !== undefined) choose(at);
  });
  return state;
}

export function ProfilesDialog({overlay}: {readonly overlay: Overlay<ProfilesModel>}) {
  const {profiles, current} = overlay.model;
  const {typed, at, marked} = useChooser(overlay.model);
  const longest = Math.max(...profiles.map(one => cellWidth(nameOf(one, current))));
  const area = useDialogArea((maxColumns, maxRows) => {
    const columns = Math.min(COLUMNS, maxColumns - 4);
    const room = {columns: columns - 2, rows: maxRows - 2};
    const isTable = addressCells(profiles, longest, room) !== undefined;
    return {columns, rows: Math.min(isTable ? rowsInFull(profiles) + 1 : profiles.length + 2, room.rows)};
  });
  const screen = useScreen();
  const room = {columns: area.columns - 2, rows: screen.rows - 4};
  const cells = addressCells(profiles, longest, room);
  const tabled = cells !== undefined;
  const label = (profile: ProfileSummary): string => {
    const name = fitToCells(nameOf(profile, current, marked), Math.min(longest, room.columns >> 1));
    return tabled ? name : truncate(`${name}  ${shortText(profile)}`, room.columns - 2);
  };
  const shown = matching(profiles, typed);
  const limit = tabled ? profiles.length : Math.max(1, area.rows - 1);
  const {top} = clampScroll({...AT_TOP, cursor: shown.findIndex(({name}) => name === at)}, shown.length, limit);
  const list = shown.slice(top, top + limit).map(profile => (
    <Box key={profile.name} height={tabled ? TABLE_ROW_LINES : 1}>
      <Indicator isSelected={profile.name === at} />
      <Item isSelected={profile.name === at} label={label(profile)} />
    </Box>
  ));
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <Box flexDirection="column" marginLeft={1}>
        {shown.length === 0 && <Text dimColor>No profile matches.</Text>}
        {tabled && shown.length > 0 ? (
          <Box>
            <Box marginTop={TABLE_HEAD_ROWS} marginRight={1} flexDirection="column">
              {list}
            </Box>
            <Table rows={shown.map(profile => facts(profile, cells))} />
          </Box>
        ) : (
          list
        )}
        {typed === '' ? (
          <Text dimColor>{note}</Text>
        ) : (
          <TextField prompt="/" line={inputLine(typed)} columns={room.columns} />
        )}
      </Box>
    </Dialog>
  );
}
