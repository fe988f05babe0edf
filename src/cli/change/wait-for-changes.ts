/** Waits for the ends of all changes of a command. */
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Connection} from '../../store/api/connection.ts';
import {clientFailure} from '../../store/api/failure-text.ts';
import {accountPart} from '../../store/session/account-state.ts';
import type {Session} from '../../store/session/session.ts';
import type {NamedAction} from '../args/action-names.ts';
import type {DoLine} from '../args/do-line.ts';
import type {CommandContext} from '../io/command-context.ts';
import {until} from '../io/deadline.ts';
import {exitCodes, failureText} from '../io/exit-codes.ts';
import {printOnce, Waiting} from '../io/waiting.ts';
import type {ReadyChange} from './prepare-change.ts';
import type {SendResult} from './send-change.ts';
import {withSharedConnection} from './shared-connection.ts';
import {type Completion, waitForCompletion} from './wait-for-completion.ts';

/** A change that the API accepted. */
export interface SentChange {
  readonly namedAction: NamedAction;
  readonly prepared: ReadyChange;
  readonly result: Pick<SendResult, 'response' | 'hasFileArrived'>;
}

export interface CompletionWait {
  readonly session: Session;
  readonly context: CommandContext;
  readonly connect: () => Promise<Connection>;
  readonly sinceEventId: number;
  readonly line: DoLine;
}

/** The newest event before changes are sent: earlier events can't belong to them. */
export async function newestEventId({account}: Session): Promise<number> {
  await until(accountPart(account, 'status'), ({liveness}) => liveness !== 'connecting');
  return account.getState().events[0]?.id ?? 0;
}

/**
 * Waits for the operations of the sent changes, if the line requests that, and prints their results; undefined if the
 * user interrupts, which ends only the wait.
 */
export async function reportCompletions(
  sent: readonly SentChange[],
  wait: CompletionWait,
  withLabel: (prepared: ReadyChange, text: string) => string,
): Promise<readonly Completion[] | undefined> {
  if (!wait.line.wait) return [];
  const {err} = wait.context;
  const completions = await waitForAll(sent, wait);
  if (!completions) err('skydeck: Stopped waiting. The operation continues.\n');
  for (const [index, {message}] of completions?.entries() ?? []) {
    const entry = sent[index];
    if (message !== undefined) err(`${entry ? withLabel(entry.prepared, sanitize(message)) : sanitize(message)}\n`);
  }
  return completions;
}

async function waitForAll(
  sent: readonly SentChange[],
  {session, context, connect, sinceEventId, line}: CompletionWait,
): Promise<readonly Completion[] | undefined> {
  const waiting = new Waiting(line.timeoutMs, context);
  const onOutage = printOnce(context.err);
  const completions = (shared: () => Promise<Connection>) =>
    sent.map(({namedAction, prepared: {row, ref}, result: {response, hasFileArrived}}) =>
      waitForCompletion({
        namedAction,
        session,
        waiting,
        row,
        ref,
        response,
        hasFileArrived,
        connect: shared,
        sinceEventId,
        onOutage,
      }).catch(failedWait),
    );
  return withSharedConnection(connect, shared => waiting.run(() => Promise.all(completions(shared))));
}

/** The change itself was made, so its result is printed although its end can't be read. */
function failedWait(error: unknown): Completion {
  if (!clientFailure(error)) throw error;
  return {
    code: exitCodes.failed,
    message: `skydeck: the change was made, but its end can’t be read: ${failureText(error)}`,
  };
}
