/** Explains the wait when an answer takes longer than a person expects: a silent command looks dead. */

import type {Connection, Priority} from '../../store/api/connection.ts';
import type {Clock} from '../../store/core/clock.ts';
import {limitNames} from '../../store/sync/freshness-text.ts';
import type {CommandContext} from './command-context.ts';

/** Without an answer for so long, a terminal shows a line that counts; a pipe has one line of it later. Milliseconds. */
const shownAfterMs = 2000;
const printedAfterMs = 5000;
const tickMs = 1000;

/** Background requests of a session make no person wait. */
const announcedPriorities: readonly Priority[] = ['user', 'screen'];

export interface WaitMessageOptions extends Pick<CommandContext, 'progress'> {
  readonly clock: Clock;
  readonly err: (text: string) => void;
}

/** The same connection, with messages about the wait. */
export function withWaitMessages(connection: Connection, {clock, progress, err}: WaitMessageOptions): Connection {
  let open = 0;
  /** Time of the API's last answer, or of the first open request; by the monotonic clock. */
  let since = 0;
  let isPrinted = false;
  /** The line that counts is on the screen. */
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

  /** An answer came, or the last request is over. */
  function reset(): void {
    since = clock.monotonic();
    isPrinted = false;
    // Another line, such as that of a file, is not taken away.
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

  const counted =
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
    // A refusal for the rate limit starts the wait that the message reports.
    if (open > 0 && status !== undefined && status !== 429) reset();
  });
  return {
    ...connection,
    call: counted(connection.call),
    send: counted(connection.send),
    page: counted(connection.page),
    pages: counted(connection.pages),
    listing: counted(connection.listing),
    close() {
      cancel?.();
      return connection.close();
    },
  };
}

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))}s`;
