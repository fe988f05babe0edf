/** Sends the changes of a command as a batch, and prints the result of each. */
import type {RowId} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {type BatchPolicy, BatchRun, type JournalPort} from '../../store/changes/batch/batch-run.ts';
import type {ChangeResult, SettledResult} from '../../store/changes/batch/change-result.ts';
import {createTracedStore} from '../../store/core/traced-store.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes} from '../io/exit-codes.ts';
import type {ReadyChange} from './prepare-change.ts';
import type {SendResult} from './send-change.ts';

/** The result of rows that were not sent. */
export const notSentText = 'was not sent';

/** A script can't be asked: the batch continues after a failure, but stops if it could not be resumed. */
const commandPolicy: BatchPolicy = {onError: 'continue', onUnwritable: 'stop'};

/** A change at its preview. */
export interface BatchItem {
  readonly prepared: ReadyChange;
  readonly label: string;
  /** The key in the journal; undefined if the journal doesn't have the item. */
  readonly key: RowId | undefined;
  /** True if the change is skipped after a failure. */
  readonly isDependent?: boolean;
}

/** The result of an item, or the reason why it was skipped after a failure of another item. */
export type ItemResult = Partial<SendResult> & Pick<SendResult, 'refusal'>;

interface SendBatchOptions<T> {
  readonly context: Pick<CommandContext, 'onInterrupt' | 'err' | 'output'>;
  readonly journal: JournalPort;
  /** @param batchId undefined for a single change */
  readonly send: (item: T, batchId: string | undefined) => Promise<SendResult>;
  readonly print: (item: T, result: ItemResult) => void;
}

export interface SentBatch {
  /** One entry for each item; undefined for items that were not sent. */
  readonly results: readonly (ItemResult | undefined)[];
  /** The exit code if some items were not sent. */
  readonly earlyExitCode: number | undefined;
}

/** An interrupt lets the current request finish, and skips the remaining items; a single item sets no handler. */
export async function sendBatch<T extends BatchItem>(
  items: readonly T[],
  {context, journal, send, print}: SendBatchOptions<T>,
): Promise<SentBatch> {
  const {onInterrupt: interrupted, err, output} = context;
  const results = items.map((): ItemResult | undefined => undefined);
  const itemAt = (index: number): T => {
    const item = items[index];
    if (item === undefined) throw new RangeError(`no change ${index}`);
    return item;
  };
  const record = (index: number, result: ItemResult): void => {
    results[index] = result;
    print(itemAt(index), result);
  };
  const states = createTracedStore<readonly Pick<ChangeResult, 'state'>[]>(
    'batch',
    items.map(() => ({state: 'waiting'})),
  );
  const run = new BatchRun({
    ...journal,
    policy: commandPolicy,
    results: states,
    settle(index, {state = 'waiting', message = ''}) {
      states.update(state, states.getState().with(index, {state}));
      if (state === 'failed' && results[index] === undefined) record(index, {refusal: message});
    },
    keyOf: index => itemAt(index).key,
    isDependent: index => itemAt(index).isDependent === true,
    refusal: due => batchRefusal(due.map(index => itemAt(index).prepared)),
    prepare: async () => undefined,
    async send(index, batchId) {
      const item = itemAt(index);
      const result = await send(item, batchId);
      record(index, result);
      // The rate limit would refuse the remaining changes, too.
      if (item.prepared.change.getState().outcome?.failure?.code === 'throttled') run.stop();
      return {state: outcomeOf(item, result)};
    },
    warn: message => err(`${message}\n`),
  });
  let isInterrupted = false;
  const release =
    items.length > 1
      ? interrupted?.(() => {
          isInterrupted = true;
          run.stop();
        })
      : undefined;
  try {
    await run.work('waiting');
  } finally {
    release?.();
  }
  const remaining = states.getState().filter(({state}) => state === 'waiting').length;
  if (items.length > 1 && output?.isLost())
    err(`skydeck: The output was closed early. ${items.length - remaining} of ${items.length} changes were sent.\n`);
  if (remaining === 0) return {results, earlyExitCode: undefined};
  const problem = run.journalProblem();
  if (problem !== undefined && !run.hasJournal()) {
    err(`skydeck: Can’t write the batch journal, so nothing was sent: ${problem}\n`);
    return {results, earlyExitCode: exitCodes.failed};
  }
  const firstUnsent = items[items.length - remaining];
  if (problem !== undefined)
    err(
      `skydeck: ${sanitize(firstUnsent?.label ?? '')} was not sent, because the batch journal can’t be written: ${problem}\n`,
    );
  const resumeHint = !run.hasJournal() ? '' : '. Run "skydeck do --resume" to resume';
  err(`skydeck: Stopped with ${remaining} of ${items.length} remaining${resumeHint}\n`);
  return {results, earlyExitCode: isInterrupted ? exitCodes.interrupted : exitCodes.failed};
}

/** The reason why a guard refuses these changes together. */
export const batchRefusal = (ready: readonly ReadyChange[]): string | undefined =>
  ready[0]?.change.guards?.batchRefusal(ready.map(({preview}) => preview.monthlyIncrease));

function outcomeOf({prepared}: BatchItem, {refusal}: SendResult): SettledResult['state'] {
  if (prepared.change.getState().outcome?.status === 'unknown') return 'unknown';
  return refusal === undefined ? 'ok' : 'failed';
}
