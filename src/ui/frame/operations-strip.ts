/** The line of running operations: progress, and the time remaining as learned from the account's past operations. */
import {bytes, clockDuration} from '../../families/format/format.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {Transfer} from '../../store/transfers/transfer.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import {paintSpans, type Span, span, spansWidth} from '../widgets/spans.ts';

const BAR_CELLS = 10;

function operationSpans(context: ConsoleContext, {label, word, percent, secondsLeft, transfer}: Operation): Span[] {
  const skin = context.skin();
  const spans = [span(` ${skin.glyph('busy')} `, 'busy'), span(label, 'strong'), span(` ${word} `)];
  if (percent !== undefined) spans.push(span(skin.progress(percent, BAR_CELLS), 'busy'), span(` ${percent}%`));
  if (transfer !== undefined) spans.push(span(` ${transferAmount(transfer)}`, 'dim'));
  if (secondsLeft !== undefined) spans.push(span(` ${clockDuration(secondsLeft)} left`, 'dim'));
  return [...spans, span('  ')];
}

/** "1.2 of 2.9 GB  12 MB/s" */
export function transferAmount(transfer: Transfer): string {
  const {done, total} = transfer.get();
  const {rate} = transfer;
  const [, size = '', unit = ''] = /^(\S+) (\S+)$/.exec(bytes(total ?? 0)) ?? [];
  const moved = bytes(done);
  const of = moved.endsWith(` ${unit}`) ? moved.slice(0, -unit.length - 1) : moved;
  const amount = total === undefined ? moved : `${of} of ${size} ${unit}`;
  return rate === undefined ? amount : `${amount}  ${bytes(rate)}/s`;
}

export function paintStrip(context: ConsoleContext, columns: number): string[] {
  const operations = context.session.account.getState().operations;
  const spans: Span[] = [];
  for (const [index, operation] of operations.entries()) {
    const next = operationSpans(context, operation);
    const left = operations.length - index;
    if (index > 0 && spansWidth(spans) + spansWidth(next) > columns - 10) {
      spans.push(span(` +${left} more`, 'dim'));
      break;
    }
    spans.push(...next);
  }
  return [paintSpans(context.skin(), spans, columns)];
}
