/** The dialog that asks for an access token. Typed characters are shown as stars. */
import {Box, type Key, Text, useInput} from 'ink';
import TextInput from 'ink-text-input';
import {Fragment, useRef, useState} from 'react';
import {useStore} from 'zustand';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row} from '../../components/display/row.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {span, wrap} from '../../widgets/spans.ts';
import type {TokenModel} from './token.ts';

const COLUMNS = 70;
/** The keys that clear the text together with ctrl. A token is one word. */
const clearingKeys = ['u', 'w'];

interface TypedKey {
  readonly input: string;
  readonly key: Key;
}

export function TokenDialog({overlay}: {readonly overlay: Overlay<TokenModel>}) {
  const {notes, store, submit} = overlay.model;
  const {problem} = useStore(store);
  const [{typed, revision}, setState] = useState({typed: '', revision: 0});
  const lastKey = useRef<TypedKey>(undefined);
  const linesIn = (columns: number): readonly string[] =>
    (problem === undefined ? notes : [problem]).flatMap(note => wrap(note, columns - 2));
  const area = useDialogArea((maxColumns, maxRows) => {
    const columns = Math.min(COLUMNS, maxColumns - 4);
    return {columns, rows: Math.min(linesIn(columns).length + 3, maxRows - 2)};
  });
  const onChange = (text: string): void => {
    const {input, key} = lastKey.current ?? {};
    // The input of Ink reads ctrl-u as "u". A new input has its cursor at the end of the text.
    if (input !== '' && (key?.ctrl || key?.meta) && !key.backspace && !key.delete)
      setState({typed: key.ctrl && clearingKeys.includes(input ?? '') ? '' : typed, revision: revision + 1});
    else setState({typed: text, revision});
  };
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      {linesIn(area.columns).map(line => (
        <Row key={line} spans={[span(` ${line}`, problem === undefined ? 'dim' : 'failed')]} columns={area.columns} />
      ))}
      <Text> </Text>
      <Box paddingLeft={1}>
        <Fragment key={revision}>
          <KeyListener
            onKey={(input, key) => {
              lastKey.current = {input, key};
            }}
          />
          <TextInput value={typed} onChange={onChange} onSubmit={text => void submit(text)} mask="*" />
        </Fragment>
      </Box>
    </Dialog>
  );
}

/** Reports each key before the input that follows it in the tree handles the key. */
function KeyListener({onKey}: {readonly onKey: (input: string, key: Key) => void}) {
  useInput(onKey);
  return null;
}
