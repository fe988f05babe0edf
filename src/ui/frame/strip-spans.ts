/** The line of running operations: progress, and the time remaining as learned from the account's past operations. */
import {bytes, clockDuration} from '../../families/format/format.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {Transfer} from '../../store/transfers/transfer.ts';
import type {Skin} from '../theme/skin.ts';
import {type Span, span, spansWidth} from '../widgets/spans.ts';

const BAR_CELLS = 10;
/** Room for the number of operations that don't fit. */
const MORE_CELLS = 10;

/** An operation as the strip shows it. */
export interface StripOperation extends Pick<Operation, 'label' | 'word' | 'percent' | 'secondsLeft'> {
  /** The progress of its file transfer. */
  readonly amount: string | undefined;
}

/** The spans of the operations that fit, and the number of the others. */
export function stripSpans(skin: Skin, operations: readonly StripOperation[], columns: number): readonly Span[] {
  const spans: Span[] = [];
  for (const [index, operation] of operations.entries()) {
    const next = operationSpans(skin, operation);
    if (index > 0 && spansWidth(spans) + spansWidth(next) > columns - MORE_CELLS)
      return [...spans, span(` +${operations.length - index} more`, 'dim')];
    spans.push(...next);
  }
  return spans;
}

function operationSpans(skin: Skin, {label, word, percent, secondsLeft, amount}: StripOperation): Span[] {
  const spans = [span(` ${skin.glyph('busy')} `, 'busy'), span(label, 'strong'), span(` ${word} `)];
  if (percent !== undefined) spans.push(span(skin.progress(percent, BAR_CELLS), 'busy'), span(` ${percent}%`));
  if (amount !== undefined) spans.push(span(` ${amount}`, 'dim'));
  if (secondsLeft !== undefined) spans.push(span(` ${clockDuration(secondsLeft)} left`, 'dim'));
  return [...spans, span('  ')];
}

/** "1.2 of 2.9 GB  12 MB/s" */
export function transferAmount(transfer: Transfer): string {
  const {done, total} = transfer.getState();
  const {rate} = transfer;
  const [, size = '', unit = ''] = /^(\S+) (\S+)$/.exec(bytes(total ?? 0)) ?? [];
  const moved = bytes(done);
  const of = moved.endsWith(` ${unit}`) ? moved.slice(0, -unit.length - 1) : moved;
  const amount = total === undefined ? moved : `${of} of ${size} ${unit}`;
  return rate === undefined ? amount : `${amount}  ${bytes(rate)}/s`;
}
