/** The dialog that asks for an access token. Typed characters show as stars. */
import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useState} from 'react';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row} from '../../components/display/row.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {span, wrap} from '../../widgets/spans.ts';
import type {TokenModel} from './token.ts';

const COLUMNS = 70;

export function TokenDialog({overlay}: {readonly overlay: Overlay<TokenModel>}) {
  const {notes, submit} = overlay.model;
  const [typed, setTyped] = useState('');
  const linesIn = (columns: number): readonly string[] => notes.flatMap(note => wrap(note, columns - 2));
  const area = useDialogArea((maxColumns, maxRows) => {
    const columns = Math.min(COLUMNS, maxColumns - 4);
    return {columns, rows: Math.min(linesIn(columns).length + 3, maxRows - 2)};
  });
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      {linesIn(area.columns).map(line => (
        <Row key={line} spans={[span(` ${line}`, 'dim')]} columns={area.columns} />
      ))}
      <Text> </Text>
      <Box paddingLeft={1}>
        <TextInput value={typed} onChange={setTyped} onSubmit={submit} mask="*" />
      </Box>
    </Dialog>
  );
}
