/** The account (D3 §4.6). Each part of it has a file of its own here, named like its file in the contract. */
import type {Contract} from '../../contract/index.ts';
import type {Handlers} from '../engine/call.ts';
import {billing} from './billing.ts';
import {cancelAccount} from './closing.ts';
import {accountContact} from './contact.ts';
import {events} from './events.ts';
import {notices} from './notices.ts';
import {oauthClients} from './oauth-clients.ts';
import {accountTransfer, settings} from './settings.ts';
import {transfers} from './transfers.ts';
import {users} from './users.ts';
// OAuth clients are of use where people can let them in.
import '../login/index.ts';

export const account: Handlers<Contract['account']> = {
  ...accountContact,
  ...billing,
  ...notices,
  ...transfers,
  cancel: cancelAccount,
  events,
  oauthClients,
  settings,
  transfer: accountTransfer,
  users,
};
