/** The profiles there are, and which to show: one, or the lists of several as one. Loaded when it is asked for. */
import {Box, Text, useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {Table} from 'ink-table';
import {useState} from 'react';
import type {Deck, ProfileFacts} from '../deck.ts';
import {clean, truncate} from '../terminal/index.ts';
import {openDialog} from './dialog.ts';

/** The narrowest terminal has room for these. */
const widestName = 12;
const widestAddress = 28;

const facts = ({name, address, production, readOnly}: ProfileFacts) => ({
  profile: truncate(clean(name), widestName),
  address: truncate(clean(address), widestAddress),
  kind: production ? 'production' : '',
  changes: readOnly ? 'read-only' : 'allowed',
});

export function openProfiles(deck: Deck): void {
  const {profiles} = deck;
  const here = shownNow(deck);
  openDialog(deck, {
    title: 'Profiles',
    enter: 'show this one, or those marked',
    columns: widestName + widestAddress + 36,
    rows: profiles.length * 3 + 7,
    asks: close => ({
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
          run: () => here.join(',') !== one.name && deck.switchTo(one.name),
        })),
      take(item) {
        close();
        item.run();
      },
    }),
    element: close => (
      <Box flexDirection="column" gap={1}>
        <Table data={profiles.map(facts)} />
        <Choice
          deck={deck}
          choose={names => {
            close();
            if (names !== here.join(',')) deck.switchTo(names);
          }}
        />
      </Box>
    ),
  });
}

const shownNow = ({accounts, profile}: Deck): readonly string[] =>
  accounts?.members.map(({profile}) => profile.name) ?? [profile.name];

function Choice({deck, choose}: {deck: Deck; choose: (names: string) => void}) {
  const names = deck.profiles.map(({name}) => name);
  const here = shownNow(deck);
  const first = Math.max(0, names.indexOf(here[0] ?? ''));
  const [at, setAt] = useState(names[first] ?? '');
  // None to begin with: where several are shown, enter is the way back to one.
  const [marked, setMarked] = useState<readonly string[]>([]);
  useInput(input => {
    if (input === ' ') setMarked(marked.includes(at) ? marked.filter(name => name !== at) : [...marked, at]);
  });
  const label = (name: string): string =>
    `${marked.includes(name) ? '✓ ' : ''}${clean(name)}${here.includes(name) ? ' (here)' : ''}`;
  return (
    <Box flexDirection="column">
      <SelectInput
        items={names.map(name => ({label: label(name), value: name}))}
        initialIndex={first}
        onHighlight={({value}) => setAt(value)}
        // In the order of the settings, however they were marked.
        onSelect={({value}) =>
          choose(marked.length > 0 ? names.filter(name => marked.includes(name)).join(',') : value)
        }
      />
      <Text dimColor>space marks; the lists of those marked are shown as one</Text>
    </Box>
  );
}
