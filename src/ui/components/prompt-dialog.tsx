/** A dialog with one line of text, and a note or a problem below it. */
import {Box} from 'ink';
import {useStore} from 'zustand';
import type {Overlay} from '../context/overlay-stack.ts';
import type {PromptModel} from '../models/prompt.ts';
import {cellWidth, sanitize} from '../terminal/index.ts';
import {span, wrap} from '../widgets/spans.ts';
import {Dialog, useDialogArea} from './dialog.tsx';
import {Lines, Row, TextRow} from './display/row.tsx';
import {TextField} from './text-field.tsx';

const PROMPT_COLUMNS = 76;

export function PromptDialog({overlay}: {readonly overlay: Overlay<PromptModel>}) {
  const {name, note} = overlay.model.spec;
  const {line, problem} = useStore(overlay.model.store);
  const notesIn = (columns: number): readonly string[] => wrap(problem ?? note, columns - 2);
  const area = useDialogArea(maxColumns => {
    const columns = Math.min(PROMPT_COLUMNS, maxColumns - 6);
    return {columns, rows: 2 + notesIn(columns).length};
  });
  const {columns} = area;
  const head = ` ${name} `;
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <Box>
        <Row spans={[span(head, 'dim')]} columns={cellWidth(head)} />
        <TextField line={line} columns={columns - cellWidth(head) - 1} />
      </Box>
      <TextRow text="" columns={columns} />
      <Lines
        lines={notesIn(columns).map(text => [span(` ${sanitize(text)}`, problem === undefined ? 'dim' : 'failed')])}
        columns={columns}
      />
    </Dialog>
  );
}
