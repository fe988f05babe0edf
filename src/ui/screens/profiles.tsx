/** The profiles there are, and which one to show. Loaded when it is asked for. */
import {Box} from 'ink';
import SelectInput from 'ink-select-input';
import {Table} from 'ink-table';
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
  const {profiles, profile} = deck;
  const items = profiles.map(({name}) => ({label: name === profile.name ? `${name} (here)` : name, value: name}));
  openDialog(deck, {
    title: 'Profiles',
    enter: 'show this one',
    columns: widestName + widestAddress + 36,
    rows: profiles.length * 3 + 6,
    element: close => (
      <Box flexDirection="column" gap={1}>
        <Table data={profiles.map(facts)} />
        <SelectInput
          items={items}
          initialIndex={Math.max(
            0,
            profiles.findIndex(({name}) => name === profile.name),
          )}
          onSelect={({value}) => {
            close();
            if (value !== profile.name) deck.switchTo(value);
          }}
        />
      </Box>
    ),
  });
}
