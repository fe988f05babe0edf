/** The account (D3 §4.6). Each part has a file in this folder with the name of its file in the contract. */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {cancelAccount} from './account-closing.ts';
import {billing} from './billing/billing.ts';
import {accountContact} from './contact.ts';
import {events} from './event-handlers.ts';
import {notices} from './notices.ts';
import {oauthClients} from './oauth-clients.ts';
import {programs} from './programs.ts';
import {accountTransfer, settings} from './settings.ts';
import {transfers} from './transfers/service-transfers.ts';
import {users} from './users/users.ts';
// OAuth clients need the login service, which authorizes them.
import '../login/index.ts';

export const account: Handlers<Contract['account']> = {
  ...accountContact,
  ...billing,
  ...notices,
  ...programs,
  ...transfers,
  cancel: cancelAccount,
  events,
  oauthClients,
  settings,
  transfer: accountTransfer,
  users,
};
