/** The account itself (D3 §4.6). */
import {get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  text,
  today,
  undocumented,
} from '../schema/field.ts';
import {zipPattern} from '../schema/patterns.ts';
import {billingEndpoints, Promotion} from './billing.ts';
import {eventsEndpoints} from './events.ts';
import {noticesEndpoints} from './notices.ts';
import {oauthClientsEndpoints} from './oauth-clients.ts';
import {betaProgramEndpoints, programsEndpoints} from './programs.ts';
import {transfersEndpoints} from './transfers.ts';
import {usersEndpoints} from './users.ts';

/** The account: contact data and balance, in US dollars (D3 §2.6). */
export const Account = model('Account', {
  active_promotions: list(Promotion, {readOnly: true}),
  active_since: dateTime({readOnly: true}),
  address_1: text({max: 64}),
  address_2: text({max: 64}),
  balance: number({readOnly: true}),
  balance_uninvoiced: number({readOnly: true}),
  capabilities: list(text({wire: 'capabilities'}), {readOnly: true}),
  city: text({max: 24}),
  credit_card: object({last_four: text(), expiry: text()}, {readOnly: true}),
  company: text({max: 128}),
  country: text({min: 2, max: 2}),
  email: text({max: 128}),
  first_name: text({max: 50}),
  last_name: text({max: 50}),
  phone: text({max: 32}),
  state: text({max: 24}),
  tax_id: text({max: 25}),
  euuid: text({format: 'uuid', readOnly: true}),
  zip: text(zipPattern),
  billing_source: undocumented(text({readOnly: true, wire: 'service-type'})),
});
export type Account = Read<typeof Account>;

/** The kinds of network interfaces that new instances get. */
const interfacePolicy = choice(
  [
    'legacy_config_only',
    'legacy_config_default_but_compute_allowed',
    'compute_default_but_legacy_config_allowed',
    'compute_only',
  ],
  {wire: 'interface-generation'},
);

/** Settings of the whole account. */
export const AccountSettings = model('AccountSettings', {
  managed: flag({readOnly: true}),
  longview_subscription: nullable(text({readOnly: true})),
  network_helper: flag(),
  backups_enabled: flag(),
  object_storage: choice(['disabled', 'suspended', 'active'], {readOnly: true, default: 'disabled'}),
  interfaces_for_new_computes: today(interfacePolicy),
  maintenance_policy: today(text({wire: 'policy'})),
});
export type AccountSettings = Read<typeof AccountSettings>;

/** The transfer pool of the account this month, in GB. */
export const AccountTransfer = model('AccountTransfer', {
  billable: integer({readOnly: true}),
  quota: integer({readOnly: true}),
  used: integer({readOnly: true}),
  region_transfers: today(
    list(
      object({
        id: text({readOnly: true}),
        billable: integer({readOnly: true}),
        quota: integer({readOnly: true}),
        used: integer({readOnly: true}),
      }),
      {readOnly: true},
    ),
  ),
});
export type AccountTransfer = Read<typeof AccountTransfer>;

/** Address of a survey about the reason for closing the account. */
export const CancelResult = model('CancelResult', {
  survey_link: text(),
});
export type CancelResult = Read<typeof CancelResult>;

/** Body of `account.update` (D3 §2.6). */
export const AccountUpdate = model('AccountUpdate', {
  address_1: Account.fields.address_1,
  address_2: Account.fields.address_2,
  city: Account.fields.city,
  company: Account.fields.company,
  country: Account.fields.country,
  email: Account.fields.email,
  first_name: Account.fields.first_name,
  last_name: Account.fields.last_name,
  phone: Account.fields.phone,
  state: Account.fields.state,
  tax_id: Account.fields.tax_id,
  zip: Account.fields.zip,
});

/** Body of `account.cancel` (D3 §4.6). */
export const AccountCancel = model('AccountCancel', {
  comments: text(),
});

/** Body of `account.settings.update`. */
export const SettingsUpdate = model('SettingsUpdate', {
  network_helper: flag(),
  backups_enabled: flag(),
  interfaces_for_new_computes: today(interfacePolicy),
  maintenance_policy: today(text({wire: 'policy'})),
});

export const account = family('account', {
  get: get('/account', {scopes: ['account:read_only'], responseModel: Account}),
  update: put('/account', {scopes: ['account:read_write'], body: AccountUpdate, responseModel: Account}),
  cancel: post('/account/cancel', {
    scopes: ['account:read_write'],
    access: {level: 'unrestricted'},
    body: AccountCancel,
    responseModel: CancelResult,
    otherStatuses: [409],
  }),
  settings: {
    get: get('/account/settings', {scopes: ['account:read_only'], responseModel: AccountSettings}),
    update: put('/account/settings', {
      scopes: ['account:read_write'],
      body: SettingsUpdate,
      responseModel: AccountSettings,
    }),
    enableManaged: post('/account/settings/managed-enable', {scopes: ['account:read_write']}),
  },
  transfer: {
    get: get('/account/transfer', {scopes: ['account:read_only'], responseModel: AccountTransfer}),
  },
  ...billingEndpoints,
  ...eventsEndpoints,
  ...noticesEndpoints,
  ...oauthClientsEndpoints,
  ...programsEndpoints,
  ...transfersEndpoints,
  ...usersEndpoints,
});

export const betas = family('betas', betaProgramEndpoints);
