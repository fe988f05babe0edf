/** Asks for an access token. It is held in memory for this session, and never shown, written or passed on. */
import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useState} from 'react';
import type {Deck} from '../deck.ts';
import {openDialog} from './dialog.ts';

const note = 'For this session only; the settings file can name a file or a command.';

export function openToken(deck: Deck): void {
  const title = `Access token for ${deck.profile.name}`;
  openDialog(deck, {
    title,
    columns: 70,
    rows: 5,
    enter: 'use it',
    asks: close => ({
      kind: 'secret',
      title,
      name: 'Token',
      note,
      take(token) {
        close();
        if (token !== '') deck.typeToken(token);
      },
    }),
    element: close => (
      <TokenInput
        submit={token => {
          close();
          if (token !== '') deck.typeToken(token);
        }}
      />
    ),
  });
}

function TokenInput({submit}: {submit: (token: string) => void}) {
  const [typed, setTyped] = useState('');
  return (
    <Box flexDirection="column">
      <Text dimColor>{note}</Text>
      <Text> </Text>
      <TextInput value={typed} onChange={setTyped} onSubmit={token => submit(token.trim())} mask="*" />
    </Box>
  );
}
