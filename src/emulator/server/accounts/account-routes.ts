/** Control routes of accounts: `GET /_emulator/accounts`, `DELETE /_emulator/accounts/NAME`. */
import type {HttpBindings} from '@hono/node-server';
import {Hono} from 'hono';
import type {AccountPool} from './account-pool.ts';

export type AccountList = Pick<AccountPool, 'names' | 'maxAccounts' | 'close'>;

export function accountRoutes(pool: AccountList): Hono<{Bindings: HttpBindings}> {
  const app = new Hono<{Bindings: HttpBindings}>();
  app.get('/', ({json}) => json({accounts: pool.names(), maximum: pool.maxAccounts}));
  app.delete('/:name', context => {
    const name = context.req.param('name');
    // Not awaited: the account finishes its running requests first, and this may be one of them.
    if (pool.close(name)) return context.json({});
    return context.json({errors: [{field: null, reason: `Account not found: ${name}`}]}, 404);
  });
  return app;
}
