/** The profiles, and the choice of one or several to show. Loaded at the first use. */
import {Box, Text, useInput, useWindowSize} from 'ink';
import SelectInput from 'ink-select-input';
import {Table} from 'ink-table';
import {useState} from 'react';
import type {ConsoleContext, ProfileSummary} from '../../context/console-context.ts';
import type {Size} from '../../frame/layout.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../terminal/index.ts';
import {dialogSize, openInkDialog} from './ink-dialog.ts';

const widestName = 12;
const widestAddress = 28;
/** The width of the dialog: a table with the widest values. */
const COLUMNS = widestName + widestAddress + 36;
const note = 'space marks; those marked are shown as one';

const facts = ({name, address, production, readOnly}: ProfileSummary) => ({
  profile: truncate(sanitize(name), widestName),
  address: truncate(sanitize(address), widestAddress),
  kind: production ? 'production' : '',
  changes: readOnly ? 'read-only' : 'allowed',
});

/** The width of a table: each value has a blank on both sides, and lines are between them. */
const tableWidth = (rows: readonly Readonly<Record<string, string>>[]): number =>
  Object.keys(rows[0] ?? {}).reduce(
    (sum, name) => sum + Math.max(cellWidth(name), ...rows.map(row => cellWidth(row[name] ?? ''))) + 3,
    1,
  );

/** The height with the table, the names to choose from, and the help. */
const inFull = (profiles: readonly ProfileSummary[]): number => profiles.length * 3 + 7;
/** True if the table fits; otherwise its facts show after the names. */
const hasTable = (profiles: readonly ProfileSummary[], {columns, rows}: Size): boolean =>
  inFull(profiles) <= rows && tableWidth(profiles.map(facts)) <= columns;

/** The text after a name: warnings come before the address. */
const briefly = ({address, production, readOnly}: ProfileSummary): string =>
  [production && 'production', readOnly && 'read-only', sanitize(address)].filter(Boolean).join('  ');

export function openProfiles(context: ConsoleContext): void {
  const {profiles} = context;
  const here = shownNow(context);
  openInkDialog(context, {
    title: 'Profiles',
    enter: 'show this one, or those marked',
    columns: COLUMNS,
    rows: room => (hasTable(profiles, room) ? inFull(profiles) : profiles.length + 2),
    prompt: close => ({
      kind: 'menu',
      title: 'Profiles',
      items: () =>
        profiles.map(one => ({
          text: one.name,
          detail: [
            here.includes(one.name) && 'here',
            one.address,
            one.production && 'production',
            one.readOnly && 'read-only',
          ]
            .filter(Boolean)
            .join(', '),
          run: () => here.join(',') !== one.name && context.switchProfile(one.name),
        })),
      take(item) {
        close();
        item.run();
      },
    }),
    element: close => (
      <Choice
        deck={context}
        choose={names => {
          close();
          if (names !== here.join(',')) context.switchProfile(names);
        }}
      />
    ),
  });
}

const shownNow = ({accounts, profile}: ConsoleContext): readonly string[] =>
  accounts?.members.map(({profile}) => profile.name) ?? [profile.name];

function Choice({deck: context, choose}: {deck: ConsoleContext; choose: (names: string) => void}) {
  const {profiles} = context;
  const room = dialogSize(COLUMNS, useWindowSize());
  const tabled = hasTable(profiles, room);
  const names = profiles.map(({name}) => name);
  const here = shownNow(context);
  const first = Math.max(0, names.indexOf(here[0] ?? ''));
  const [at, setAt] = useState(names[first] ?? '');
  // Initially empty: while several accounts are shown, enter returns to one.
  const [marked, setMarked] = useState<readonly string[]>([]);
  useInput(input => {
    if (input === ' ') setMarked(marked.includes(at) ? marked.filter(name => name !== at) : [...marked, at]);
  });
  const called = (name: string): string =>
    `${marked.includes(name) ? '✓ ' : ''}${sanitize(name)}${here.includes(name) ? ' (here)' : ''}`;
  const widest = Math.min(room.columns >> 1, Math.max(...names.map(name => cellWidth(called(name)))));
  const label = (profile: ProfileSummary): string =>
    tabled
      ? called(profile.name)
      : truncate(`${fitToCells(called(profile.name), widest)}  ${briefly(profile)}`, room.columns - 2);
  const choice = (
    <Box flexDirection="column">
      <SelectInput
        items={profiles.map(profile => ({label: label(profile), value: profile.name}))}
        initialIndex={first}
        limit={tabled ? profiles.length : room.rows - 1}
        onHighlight={({value}) => setAt(value)}
        // In the order of the settings, however they were marked.
        onSelect={({value}) =>
          choose(marked.length > 0 ? names.filter(name => marked.includes(name)).join(',') : value)
        }
      />
      <Text dimColor>{note}</Text>
    </Box>
  );
  if (!tabled) return choice;
  return (
    <Box flexDirection="column" gap={1}>
      <Table data={profiles.map(facts)} />
      {choice}
    </Box>
  );
}
