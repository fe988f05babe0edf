/** What the API says along with its answers: that an operation goes away, or that something is still on its way. */
import {clean} from '../platform/text/clean.ts';
import type {Account} from '../store/account.ts';
import type {Connection} from '../store/connection.ts';

/** Connects to the account; every warning that comes with an answer is said once. */
export function telling(account: Pick<Account, 'connect'>, say: (text: string) => void): () => Promise<Connection> {
  const told = new Set<string>();
  return async () => {
    const connection = await account.connect();
    connection.observe(({warnings}) => {
      for (const {title, details} of warnings) {
        const words = clean([title, details].filter(Boolean).join(': '));
        if (told.size === told.add(words).size) continue;
        say(`the API says: ${words}\n`);
      }
    });
    return connection;
  };
}
