/** Warnings of the API in its answers: that an operation is deprecated, or that a change is still in progress. */
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {realClock} from '../../store/core/clock.ts';
import type {CommandContext} from './command-context.ts';
import {withWaitMessages} from './wait-messages.ts';

/** Connects to the account; prints every warning in an answer once, and messages about long waits. */
export function connectWithWarnings(
  account: Pick<OpenedAccount, 'connect'>,
  print: (text: string) => void,
  {progress}: Pick<CommandContext, 'progress'> = {},
): () => Promise<Connection> {
  const printedTexts = new Set<string>();
  return async () => {
    const connection = withWaitMessages(await account.connect(), {
      // A person waits in real time, independent of the time of the account.
      clock: realClock,
      progress,
      err: print,
    });
    connection.subscribe(({warnings}) => {
      for (const {title, details} of warnings) {
        const words = sanitize([title, details].filter(Boolean).join(': '));
        if (printedTexts.size === printedTexts.add(words).size) continue;
        print(`The API reports: ${words}\n`);
      }
    });
    return connection;
  };
}
