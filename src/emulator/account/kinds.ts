/** What there is one of in an account: itself, and its settings. Both have the ID 1. */
import type {Account, AccountSettings} from '../../contract/account/index.ts';
import {kind} from '../engine/kind.ts';
import type {Store} from '../engine/store.ts';

export const Accounts = kind<Account>('account');
export const Settings = kind<AccountSettings>('settings');
export const theOne = 1;

export function accountOf(db: Store): Account {
  const account = db.get(Accounts, theOne);
  if (!account) throw new Error('the account has not been seeded');
  return account;
}

export function settingsOf(db: Store): AccountSettings {
  const settings = db.get(Settings, theOne);
  if (!settings) throw new Error('the settings have not been seeded');
  return settings;
}
