/** The preview of a change: its consequences, the exact request, the typed confirmation, and two buttons. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import {ButtonRow} from '../../components/button-row.tsx';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row, TextRow} from '../../components/display/row.tsx';
import {useTheme} from '../../hooks/use-console.ts';
import type {ChangePreview, PreviewState} from '../../models/change/change-preview.ts';
import {cellWidth} from '../../terminal/index.ts';
import {type Span, span, wrap} from '../../widgets/spans.ts';
import {type InputLine, paintLine} from '../../widgets/text-input.ts';
import {previewLines, requestLines} from './preview-lines.ts';
import {type StepFrame, stepRows, useStepColumns} from './step-frame.ts';

/** If fewer lines than this of a longer text would be visible, the empty lines below the text are omitted. */
const MIN_TEXT_ROWS = 4;

interface PreviewStepProps extends StepFrame {
  readonly preview: ChangePreview;
  readonly state: PreviewState;
}

export function PreviewStep({preview, state, ...frame}: PreviewStepProps) {
  const skin = useTheme();
  const {plan, profile} = preview;
  const columns = useStepColumns(frame);
  const lines = previewLines({skin, profile, load: one => preview.load(one)}, plan, columns);
  const request = requestLines(plan);
  const word = plan.confirmText();
  const prompt = word === undefined ? undefined : confirmationPrompt(word, columns, state.isMismatch);
  const typedRows = prompt === undefined ? 0 : prompt.rows + 1;
  // The number of hidden lines, the request, the typed text and the buttons stay below the scrolling part.
  const fixedRows = 1 + (request.length > 0 ? request.length + 1 : 0) + typedRows + 1;
  const area = useDialogArea((_, maxRows) => ({columns, rows: stepRows(lines.length + fixedRows, maxRows)}));
  const room = area.rows - fixedRows;
  const isTight = room < Math.min(MIN_TEXT_ROWS, lines.length);
  const blankRows = (request.length > 0 ? 1 : 0) + (word === undefined ? 0 : 1);
  const height = Math.max(1, isTight ? room + blankRows : room);
  const top = Math.max(0, Math.min(state.top, lines.length - height));
  useLayoutEffect(() => preview.setViewport(lines.length, height), [preview, lines.length, height]);
  const isArmed = preview.isArmed();
  return (
    <Dialog title={frame.title} area={area} tone={frame.tone}>
      <Box height={height} flexShrink={0} flexDirection="column">
        <Rows lines={lines.slice(top, top + height)} columns={columns} />
      </Box>
      <HiddenLines count={lines.length - top - height} columns={columns} />
      <Box flexShrink={0} flexDirection="column">
        <Rows lines={request} columns={columns} />
        {request.length > 0 && !isTight && <TextRow text="" columns={columns} />}
        {prompt && <Confirmation prompt={prompt} line={state.line} columns={columns} />}
        {word !== undefined && !isTight && <TextRow text="" columns={columns} />}
      </Box>
      <ButtonRow
        buttons={[
          {label: 'Cancel', isFocused: !isArmed},
          {label: preview.button(), isFocused: isArmed, tone: word === undefined ? 'accent' : 'failed'},
        ]}
        columns={columns}
      />
    </Dialog>
  );
}

const Rows = ({lines, columns}: {readonly lines: readonly (readonly Span[])[]; readonly columns: number}) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
  lines.map((spans, index) => <Row key={index} spans={spans} columns={columns} />);

/** The number of hidden lines must be shown, because the user confirms those lines as well. */
function HiddenLines({count, columns}: {readonly count: number; readonly columns: number}) {
  const skin = useTheme();
  if (count <= 0) return <TextRow text="" columns={columns} />;
  const text = `${count} more ${count === 1 ? 'line' : 'lines'} below. Use the arrow keys to scroll`;
  return <Row spans={[span(` ${skin.symbol('down')} ${text}`, 'attention')]} columns={columns} />;
}

interface ConfirmationPrompt {
  /** The prompt in lines; if `isBeside`, the last line has room for the typed text beside it. */
  readonly lines: readonly string[];
  readonly isBeside: boolean;
  readonly rows: number;
}

/** The typed text is beside its prompt if the whole word fits, otherwise below. */
function confirmationPrompt(word: string, columns: number, isMismatch: boolean): ConfirmationPrompt {
  const prompt = `${isMismatch ? ' The text differs.' : ''} Type ${word} to confirm: `;
  if (columns - cellWidth(prompt) - 1 > cellWidth(word)) return {lines: [prompt], isBeside: true, rows: 1};
  const lines = wrap(prompt.trim(), columns - 2).map(line => ` ${line}`);
  return {lines, isBeside: false, rows: lines.length + 1};
}

interface ConfirmationProps {
  readonly prompt: ConfirmationPrompt;
  readonly line: InputLine;
  readonly columns: number;
}

function Confirmation({prompt, line, columns}: ConfirmationProps) {
  const skin = useTheme();
  const {lines, isBeside} = prompt;
  const [first = ''] = lines;
  const beside = columns - cellWidth(first) - 1;
  return (
    <>
      {isBeside ? (
        <TextRow text={skin.tone('failed', first) + paintLine(line, beside, {isFocused: true})} columns={columns} />
      ) : (
        <>
          <Rows lines={lines.map(text => [span(text, 'failed')])} columns={columns} />
          <TextRow text={` ${paintLine(line, columns - 2, {isFocused: true})}`} columns={columns} />
        </>
      )}
    </>
  );
}
