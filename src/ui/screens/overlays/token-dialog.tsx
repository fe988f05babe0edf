/** Asks for an access token. It is kept in memory for this session, and never shown, written or passed on. */
import {Box, Text, useWindowSize} from 'ink';
import TextInput from 'ink-text-input';
import {useState} from 'react';
import {failureCause} from '../../../store/api/failure-text.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {wrap} from '../../widgets/spans.ts';
import {dialogSize, openInkDialog} from './ink-dialog.ts';

const note = 'Paste a token for this session. To save one, run "skydeck profile add".';

const COLUMNS = 70;

export function openToken(context: ConsoleContext): void {
  const title = `Access token for ${context.profile.name}`;
  // The reason decides if another token helps: a closed account rejects all of them.
  const {failure} = context.session.status.get();
  const why = failure && failureCause(failure);
  const notesIn = (columns: number): readonly string[] =>
    [why, note].flatMap(words => (words === undefined ? [] : wrap(words, columns)));
  openInkDialog(context, {
    title,
    columns: COLUMNS,
    rows: room => notesIn(room.columns).length + 3,
    enter: 'use it',
    prompt: close => ({
      kind: 'secret',
      title,
      name: 'Token',
      note,
      take(token) {
        close();
        if (token !== '') context.setToken(token);
      },
    }),
    element: close => (
      <TokenInput
        notesIn={notesIn}
        submit={token => {
          close();
          if (token !== '') context.setToken(token);
        }}
      />
    ),
  });
}

interface TokenInputProps {
  readonly notesIn: (columns: number) => readonly string[];
  readonly submit: (token: string) => void;
}

function TokenInput({notesIn, submit}: TokenInputProps) {
  const [typed, setTyped] = useState('');
  const notes = notesIn(dialogSize(COLUMNS, useWindowSize()).columns);
  return (
    <Box flexDirection="column">
      <Text dimColor>{notes.join('\n')}</Text>
      <Text> </Text>
      <TextInput value={typed} onChange={setTyped} onSubmit={token => submit(token.trim())} mask="*" />
    </Box>
  );
}
