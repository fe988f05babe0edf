/** Stored data of the account itself, its payments and its notices. */
import type {Invoice, InvoiceItem, Payment, PaymentMethod} from '../../../contract/account/billing.ts';
import type {Account, AccountSettings} from '../../../contract/account/index.ts';
import type {Login, Maintenance} from '../../../contract/account/notices.ts';
import type {OAuthClient} from '../../../contract/account/oauth-clients.ts';
import type {ServiceTransfer} from '../../../contract/account/transfers.ts';
import type {EventEntity} from '../../engine/event-records.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';

/** An account has one document and one set of settings; both have the ID 1. */
export const Accounts = defineKind<Account, {readonly closed?: true}>('account');
export const Settings = defineKind<AccountSettings>('settings', {
  meteredFields: ['longview_subscription', 'object_storage'],
});
export const singletonId = 1;

export const PaymentMethods = defineKind<PaymentMethod>('payment_method', {firstId: 3101});
export const Payments = defineKind<Payment>('payment', {firstId: 52_001, isNewestFirst: true});
export const Invoices = defineKind<Invoice>('invoice', {firstId: 71_001, isNewestFirst: true});
/** Items have no ID of their own; `parent` is the invoice. */
export const InvoiceItems = defineKind<InvoiceItem>('invoice_item');

/** `parent` is the user. */
export const Logins = defineKind<Login>('login', {firstId: 5001, isNewestFirst: true, columns: {at: 'datetime'}});
export const Maintenances = defineKind<Maintenance, {readonly seconds: number}>('maintenance');

/** Only a digest of the secret is stored. */
export const OAuthClients = defineKind<OAuthClient, {readonly secret: string}>('oauth_client', {columns: {key: 'id'}});
/** Pictures of OAuth clients, under the number of the client's row. */
export const Thumbnails = defineKind<{readonly base64: string}>('oauth_thumbnail');

/** An instance that another account transfers to this one. */
export interface TransferInstance {
  readonly label: string;
  readonly region: string;
  readonly type: string;
  readonly image: string;
}
/** "Entity transfer" is the older name of "service transfer". */
export const Transfers = defineKind<ServiceTransfer, {readonly parcels?: readonly TransferInstance[]}>('transfer', {
  columns: {key: 'token'},
  isNewestFirst: true,
  hasUpdatedField: true,
});

export function getAccount(db: Store): Account {
  const account = db.get(Accounts, singletonId);
  if (!account) throw new Error('the account has not been seeded');
  return account;
}

export function getSettings(db: Store): AccountSettings {
  const settings = db.get(Settings, singletonId);
  if (!settings) throw new Error('the settings have not been seeded');
  return settings;
}

/** The account as the entity of an event; it has no ID. */
export const accountEntity = ({company}: Pick<Account, 'company'>): EventEntity => ({
  id: null,
  label: company,
  type: 'account',
  url: '/v4/account',
});
