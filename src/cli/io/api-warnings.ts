/** Warnings in responses of the API: an operation is deprecated, or a change is still in progress. */
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {realClock} from '../../store/core/clock.ts';
import type {CommandContext} from './command-context.ts';
import {withWaitMessages} from './wait-messages.ts';

/** Connects to the account; prints every warning once, and messages about long waits. */
export function connectWithWarnings(
  account: Pick<OpenedAccount, 'connect'>,
  print: (text: string) => void,
  {progress}: Pick<CommandContext, 'progress'> = {},
): () => Promise<Connection> {
  const printedTexts = new Set<string>();
  return async () => {
    const connection = withWaitMessages(await account.connect(), {
      // The user waits in real time, independent of the account's clock.
      clock: realClock,
      progress,
      err: print,
    });
    connection.subscribe(({warnings}) => {
      for (const {title, details} of warnings) {
        const message = sanitize([title, details].filter(Boolean).join(': '));
        if (printedTexts.size === printedTexts.add(message).size) continue;
        print(`The API reports: ${message}\n`);
      }
    });
    return connection;
  };
}
