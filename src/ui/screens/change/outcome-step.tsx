/** The outcome of a change: a result for each resource, and the values that only the response contains. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import type {Condition, Tone} from '../../../families/format/cells.ts';
import {type Keymap, keyText, pressText} from '../../../keymap/keymap.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import type {ChangeResult} from '../../../store/changes/batch/change-result.ts';
import type {Transfer} from '../../../store/transfers/transfer.ts';
import {percentOf} from '../../../store/transfers/transfer.ts';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {ProgressBar} from '../../components/display/progress-bar.tsx';
import {Row, StyledText, TextRow, TextRows} from '../../components/display/row.tsx';
import {type Block, countRows, ScrollBlocks} from '../../components/scroll-blocks.tsx';
import {transferAmount} from '../../frame/strip-spans.ts';
import {useKeymap, useTheme} from '../../hooks/use-console.ts';
import type {ChangeOutcomeModel, OutcomeState} from '../../models/change/change-outcome.ts';
import {paintSpans, span, wrap} from '../../widgets/spans.ts';
import {BatchProgress, batchProgress} from './batch-progress.tsx';
import {type StepFrame, stepRows, useStepColumns} from './step-frame.ts';
import {type QrLines, useQrCodes} from './use-qr-codes.ts';

const conditions: Readonly<Record<ChangeResult['state'], Condition>> = {
  waiting: 'off',
  sending: 'busy',
  ok: 'ok',
  unknown: 'unknown',
  failed: 'failed',
  skipped: 'attention',
};

const BAR_CELLS = 12;

interface OutcomeStepProps extends StepFrame {
  readonly outcome: ChangeOutcomeModel;
  readonly state: OutcomeState;
}

export function OutcomeStep({outcome, state, ...frame}: OutcomeStepProps) {
  const columns = useStepColumns(frame);
  const scans = outcome.revealed().flatMap(({scan}) => scan ?? []);
  const codeLines = useQrCodes(state.isRevealed ? scans : [], outcome.reportFailure);
  const keymap = useKeymap();
  const blocks = outcomeBlocks({outcome, keymap, columns, isRevealed: state.isRevealed, codeLines});
  const count = countRows(blocks);
  const area = useDialogArea((_, maxRows) => ({columns, rows: stepRows(count, maxRows)}));
  const {rows} = area;
  const codeAt = blocks.findIndex(({id}) => id.startsWith(CODE_ID));
  const codeRow = codeAt < 0 ? undefined : countRows(blocks.slice(0, codeAt));
  // A camera can't read a part of a code.
  const requestedTop = state.isCodeWanted && codeRow !== undefined ? codeRow : state.top;
  const top = Math.max(0, Math.min(requestedTop, count - rows));
  useLayoutEffect(() => outcome.setViewport(count, rows, codeRow), [outcome, count, rows, codeRow]);
  // In the title, because a QR code may need every line.
  const hidden = hiddenLinesText(count - top - rows, useTheme().symbol('down'));
  return (
    <Dialog title={[frame.title, hidden].filter(Boolean).join(' · ')} area={area} tone={frame.tone}>
      <ScrollBlocks blocks={blocks} top={top} rows={rows} />
    </Dialog>
  );
}

const hiddenLinesText = (count: number, arrow: string): string =>
  count <= 0 ? '' : `${arrow} ${count} more ${count === 1 ? 'line' : 'lines'}`;

/** The start of the IDs of QR codes. */
const CODE_ID = 'code ';

interface OutcomeFacts {
  readonly keymap: Pick<Keymap, 'keys'>;
  readonly outcome: ChangeOutcomeModel;
  readonly columns: number;
  readonly isRevealed: boolean;
  readonly codeLines: QrLines;
}

function outcomeBlocks(facts: OutcomeFacts): readonly Block[] {
  const {outcome, columns} = facts;
  const {plan} = outcome;
  const progress = batchProgress(plan, facts.keymap, columns);
  const followUp = outcome.followUp();
  const warning = outcome.warning();
  return [
    ...(progress === undefined
      ? []
      : [
          {
            id: 'progress',
            rows: 2 + progress.problem.length,
            element: <BatchProgress progress={progress} columns={columns} />,
          },
        ]),
    ...[...plan.results.getState(), ...plan.skipped].flatMap((result, index) => resultBlocks(facts, result, index)),
    ...(followUp === undefined ? [] : [textBlock('follow-up', followUp, 'accent', columns)]),
    ...(warning === undefined ? [] : [warningBlock(warning, columns)]),
  ];
}

function resultBlocks(facts: OutcomeFacts, result: ChangeResult, index: number): readonly Block[] {
  const {outcome, columns} = facts;
  const {plan} = outcome;
  const {label, state, message, revealed} = result;
  const transfer = state === 'sending' && message === '' ? plan.changes[index]?.getState().transfer : undefined;
  const lines = wrap(resultText(plan, result), columns - 4);
  const head =
    transfer === undefined
      ? {rows: lines.length, element: <ResultText lines={lines} state={state} columns={columns} />}
      : {rows: 2, element: <TransferProgress label={label} transfer={transfer} columns={columns} />};
  return [
    {id: `result ${index}`, ...head},
    ...revealed.flatMap((value, at) => revealedBlocks(facts, value, `${index} ${at}`)),
    ...repetitionBlocks(facts, revealed, index),
  ];
}

function resultText(plan: BatchPlan, {label, state, message}: ChangeResult): string {
  const text = message === '' ? (state === 'sending' ? 'sending…' : state) : message;
  // For a created resource, only the text of the outcome contains the label; other results already have it.
  const isCreated = plan.results.getState().length === 1 && plan.lead.row === undefined && message !== '';
  return isCreated || text.includes(label) ? text : `${label}: ${text}`;
}

interface ResultTextProps extends Pick<ChangeResult, 'state'> {
  readonly lines: readonly string[];
  readonly columns: number;
}

function ResultText({lines, state, columns}: ResultTextProps) {
  const skin = useTheme();
  const condition = conditions[state];
  return lines.map((line, index) => (
    <Row
      // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
      key={index}
      spans={[span(` ${index === 0 ? skin.glyph(condition) : ' '} `, condition), span(line)]}
      columns={columns}
    />
  ));
}

interface TransferProgressProps {
  readonly label: string;
  readonly transfer: Transfer;
  readonly columns: number;
}

/** A file transfer; the user need not wait for its end. */
function TransferProgress({label, transfer, columns}: TransferProgressProps) {
  const skin = useTheme();
  const {done, total} = transfer.getState();
  const head = paintSpans(skin, [span(` ${skin.glyph('busy')} `, 'busy'), span(`${label}: `)], columns).trimEnd();
  return (
    <>
      <Box>
        <StyledText text={`${head} `} />
        <ProgressBar percent={percentOf(done, total) ?? 0} cells={BAR_CELLS} />
        <StyledText text={`  ${transferAmount(transfer)}`} />
      </Box>
      <Row spans={[span('   continues in the background', 'dim')]} columns={columns} />
    </>
  );
}

type RevealedValue = ChangeResult['revealed'][number];

/** A value that only the response contains, below an empty line: its QR code, its title, and the value itself. */
function revealedBlocks(
  {keymap, columns, isRevealed, codeLines}: OutcomeFacts,
  {title, value, secret, scan}: RevealedValue,
  id: string,
): readonly Block[] {
  const isHidden = secret === true && !isRevealed;
  const code = isHidden ? [] : codeLines(scan, columns);
  const lines = isHidden ? [maskedText(keymap)] : wrap(value, columns - 6);
  return [
    {id: `blank ${id}`, rows: 1, element: <TextRow text="" columns={columns} />},
    ...(code.length === 0
      ? []
      : [{id: `${CODE_ID}${id}`, rows: code.length, element: <TextRows texts={code} columns={columns} />}]),
    {
      id: `value ${id}`,
      rows: 1 + lines.length,
      element: (
        <>
          <Row spans={[span(`   ${title}`, 'dim')]} columns={columns} />
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
            <Row key={index} spans={[span(`   ${line}`, 'strong')]} columns={columns} />
          ))}
        </>
      ),
    },
  ];
}

/** "••••••••  v shows it, c copies it" */
function maskedText(keymap: Pick<Keymap, 'keys'>): string {
  const [show, copy] = [keyText(keymap, 'outcome.reveal'), keyText(keymap, 'outcome.copy')];
  const ways = [show && `${show} shows it`, copy && `${copy} copies it`].filter(Boolean);
  return `••••••••  ${ways.join(', ')}`.trimEnd();
}

/** States whether the revealed values can be shown again. */
function repetitionBlocks(
  {keymap, columns}: OutcomeFacts,
  revealed: ChangeResult['revealed'],
  index: number,
): readonly Block[] {
  if (revealed.length === 0) return [];
  const id = `repetition ${index}`;
  return revealed.every(({kept}) => kept === true)
    ? [textBlock(id, repetitionText(keymap), 'dim', columns)]
    : [textBlock(id, 'Shown only once.', 'attention', columns)];
}

const repetitionText = (keymap: Pick<Keymap, 'keys'>): string =>
  pressText(keymap, 'detail.reveal', 'in the detail to show it again') || 'The detail can show it again.';

/** A line of text below an empty line. */
const textBlock = (id: string, text: string, tone: Tone, columns: number): Block => ({
  id,
  rows: 2,
  element: (
    <>
      <TextRow text="" columns={columns} />
      <Row spans={[span(`   ${text}`, tone)]} columns={columns} />
    </>
  ),
});

function warningBlock(warning: string, columns: number): Block {
  const lines = wrap(warning, columns - 4);
  return {id: 'warning', rows: 1 + lines.length, element: <LossWarning lines={lines} columns={columns} />};
}

/** The warning about secrets that would be lost, below an empty line. */
function LossWarning({lines, columns}: {readonly lines: readonly string[]; readonly columns: number}) {
  const skin = useTheme();
  return (
    <>
      <TextRow text="" columns={columns} />
      {lines.map((line, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
          key={index}
          spans={[span(` ${index === 0 ? skin.glyph('attention') : ' '} ${line}`, 'attention')]}
          columns={columns}
        />
      ))}
    </>
  );
}
