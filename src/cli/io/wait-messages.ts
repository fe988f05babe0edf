/** Prints a message when a response takes long, because a silent command looks as if it hangs. */

import type {Connection, Priority} from '../../store/api/connection.ts';
import type {Clock} from '../../store/core/clock.ts';
import {limitNames} from '../../store/sync/freshness-text.ts';
import type {CommandContext} from './command-context.ts';

/**
 * The times without a response after which a terminal shows a line with a counter, and after which a pipe receives one
 * line. Milliseconds.
 */
const shownAfterMs = 2000;
const printedAfterMs = 5000;
const tickMs = 1000;

/** No user waits for background requests of a session. */
const announcedPriorities: readonly Priority[] = ['user', 'screen'];

export interface WaitMessageOptions extends Pick<CommandContext, 'progress'> {
  readonly clock: Clock;
  readonly err: (text: string) => void;
}

/** The same connection, with messages about the wait. */
export function withWaitMessages(connection: Connection, {clock, progress, err}: WaitMessageOptions): Connection {
  let open = 0;
  /** The time of the API's last response, or of the first open request; by the monotonic clock. */
  let since = 0;
  let isPrinted = false;
  /** True while the line with the counter is on screen. */
  let isShown = false;
  let cancel: (() => void) | undefined;

  function message(waitedMs: number): string {
    const now = clock.now();
    for (const [name, {waiting, resetAt}] of Object.entries(connection.limits()))
      if (waiting > 0 && resetAt > now)
        return `Waiting for the rate limit (${limitNames[name as keyof typeof limitNames]}), ${seconds(resetAt - now)}…`;
    return `Waiting for the API, no answer for ${seconds(waitedMs)}…`;
  }

  function tick(): void {
    cancel = clock.schedule(tickMs, tick);
    const waitedMs = clock.monotonic() - since;
    if (progress) {
      if (waitedMs < shownAfterMs) return;
      isShown = true;
      progress(message(waitedMs));
    } else if (!isPrinted && waitedMs >= printedAfterMs) {
      isPrinted = true;
      err(`${message(waitedMs)}\n`);
    }
  }

  /** Restarts the time after a response or after the last request. */
  function reset(): void {
    since = clock.monotonic();
    isPrinted = false;
    // A line of another source, such as the progress of a file, must stay.
    if (isShown) progress?.('');
    isShown = false;
  }

  function begin(): void {
    if (open++ > 0) return;
    reset();
    cancel = clock.schedule(tickMs, tick);
  }
  function end(): void {
    if (--open > 0) return;
    cancel?.();
    reset();
  }

  const countCall =
    <R extends {readonly priority: Priority}, A extends unknown[], T>(
      call: (endpoint: Parameters<Connection['call']>[0], request: R, ...rest: A) => Promise<T>,
    ) =>
    async (endpoint: Parameters<Connection['call']>[0], request: R, ...rest: A): Promise<T> => {
      if (!announcedPriorities.includes(request.priority)) return call(endpoint, request, ...rest);
      begin();
      try {
        return await call(endpoint, request, ...rest);
      } finally {
        end();
      }
    };
  connection.subscribe(({status}) => {
    // A refusal by the rate limit starts the wait that the message reports.
    if (open > 0 && status !== undefined && status !== 429) reset();
  });
  return {
    ...connection,
    call: countCall(connection.call),
    send: countCall(connection.send),
    page: countCall(connection.page),
    pages: countCall(connection.pages),
    listing: countCall(connection.listing),
    close() {
      cancel?.();
      return connection.close();
    },
  };
}

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))}s`;
