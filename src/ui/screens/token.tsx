/** Asks for an access token. It is held in memory for this session, and never shown, written or passed on. */
import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useState} from 'react';
import type {Deck} from '../deck.ts';
import {wrap} from '../widgets/spans.ts';
import {openDialog} from './dialog.ts';

const note = 'For this session only; the settings file can name a file or a command.';

const COLUMNS = 70;

export function openToken(deck: Deck): void {
  const title = `Access token for ${deck.profile.name}`;
  // What is likely of the one there was decides whether another is any use.
  const why = deck.session.status.get().failure?.words;
  const notes = [...(why === undefined ? [] : wrap(why, COLUMNS - 4)), note];
  openDialog(deck, {
    title,
    columns: COLUMNS,
    rows: notes.length + 4,
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
        notes={notes}
        submit={token => {
          close();
          if (token !== '') deck.typeToken(token);
        }}
      />
    ),
  });
}

function TokenInput({notes, submit}: {notes: readonly string[]; submit: (token: string) => void}) {
  const [typed, setTyped] = useState('');
  return (
    <Box flexDirection="column">
      <Text dimColor>{notes.join('\n')}</Text>
      <Text> </Text>
      <TextInput value={typed} onChange={setTyped} onSubmit={token => submit(token.trim())} mask="*" />
    </Box>
  );
}
