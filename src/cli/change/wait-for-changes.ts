/** Waits for the ends of all changes of a command. */
import type {Connection} from '../../store/api/connection.ts';
import type {DoLine} from '../args/do-line.ts';
import {Waiting} from '../io/waiting.ts';
import type {ReadyChange} from './prepare-change.ts';
import type {SendOptions, SendResult} from './send-change.ts';
import {withSharedConnection} from './shared-connection.ts';
import {type Completion, waitForCompletion} from './wait-for-completion.ts';

export interface CompletionWait {
  readonly connect: () => Promise<Connection>;
  readonly sinceEventId: number;
  readonly line: DoLine;
}

/** The result of the wait for each change; undefined if the user interrupts, which ends only the wait. */
export async function waitForAll(
  options: SendOptions,
  prepared: readonly ReadyChange[],
  {connect, sinceEventId, line}: CompletionWait,
  results: readonly SendResult[],
): Promise<readonly Completion[] | undefined> {
  const waiting = new Waiting(line.timeoutMs, options.context);
  const completions = (shared: () => Promise<Connection>) =>
    prepared.map(({row, ref, change}) => {
      const result = results.find(({subject}) => subject.kind === 'ready' && subject.change === change);
      const {response, hasFileArrived = false} = result ?? {};
      return waitForCompletion({
        ...options,
        waiting,
        row,
        ref,
        response,
        hasFileArrived,
        connect: shared,
        sinceEventId,
      });
    });
  return withSharedConnection(connect, shared => waiting.run(() => Promise.all(completions(shared))));
}
