/** Beta programs, agreements, services by region and child accounts: parts of the account in the API of today. */
import {get, post} from '../schema/endpoint.ts';
import {
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  required,
  text,
} from '../schema/field.ts';

/** Contracts with the provider; true means accepted. */
export const AccountAgreements = model('AccountAgreements', {
  billing_agreement: flag(),
  eu_model: flag(),
  master_service_agreement: flag(),
  privacy_policy: flag(),
});

/** Services that the account can use in a region, and services that it can't. */
export const AccountAvailability = model(
  'AccountAvailability',
  {
    region: text({readOnly: true}),
    available: list(text({wire: 'capabilities'}), {readOnly: true}),
    unavailable: list(text({wire: 'capabilities'}), {readOnly: true}),
  },
  'region',
);
export type AccountAvailability = Read<typeof AccountAvailability>;

const programFields = {
  id: text({readOnly: true}),
  label: text({readOnly: true, filterable: true}),
  description: nullable(text({readOnly: true})),
  started: dateTime({readOnly: true, filterable: true}),
  ended: nullable(dateTime({readOnly: true, filterable: true})),
} as const;

/** A beta program of the provider. */
export const BetaProgram = model('BetaProgram', {
  ...programFields,
  greenlight_only: flag({readOnly: true, filterable: true}),
  more_info: nullable(text({readOnly: true})),
});
export type BetaProgram = Read<typeof BetaProgram>;

/** A beta program that the account takes part in. */
export const EnrolledBeta = model('EnrolledBeta', {
  ...programFields,
  enrolled: dateTime({readOnly: true, filterable: true}),
});
export type EnrolledBeta = Read<typeof EnrolledBeta>;

/** An account that a parent account manages. */
export const ChildAccount = model(
  'ChildAccount',
  {
    euuid: text({format: 'uuid', readOnly: true}),
    company: text({readOnly: true, filterable: true}),
    first_name: text({readOnly: true, filterable: true}),
    last_name: text({readOnly: true, filterable: true}),
    email: text({readOnly: true, filterable: true}),
    phone: text({readOnly: true, filterable: true}),
    address_1: text({readOnly: true, filterable: true}),
    address_2: text({readOnly: true, filterable: true}),
    city: text({readOnly: true, filterable: true}),
    state: text({readOnly: true, filterable: true}),
    zip: text({readOnly: true, filterable: true}),
    country: text({readOnly: true, filterable: true}),
    tax_id: text({readOnly: true}),
    active_since: dateTime({readOnly: true}),
    balance: number({readOnly: true}),
    balance_uninvoiced: number({readOnly: true}),
    billing_source: text({readOnly: true, wire: 'service-type'}),
    capabilities: list(text({wire: 'capabilities'}), {readOnly: true}),
    credit_card: nullable(object({last_four: text(), expiry: text()}, {readOnly: true})),
  },
  'euuid',
);
export type ChildAccount = Read<typeof ChildAccount>;

/** A token of a proxy user in a child account; returned once. */
export const ProxyUserToken = model('ProxyUserToken', {
  id: integer({readOnly: true}),
  label: text({readOnly: true}),
  scopes: text({format: 'oauth-scopes', readOnly: true, wire: 'scopes'}),
  token: text({readOnly: true}),
  created: dateTime({readOnly: true}),
  expiry: dateTime({readOnly: true}),
});

/** Body of `account.betas.enroll`. */
export const BetaEnrollment = model('BetaEnrollment', {id: required(text())});

const unrestricted = {level: 'unrestricted'} as const;
const reads = {scopes: ['account:read_only'], today: true} as const;
const changes = {scopes: ['account:read_write'], access: unrestricted, today: true} as const;
const children = {access: {grants: ['child_account_access']}, today: true} as const;

export const programsEndpoints = {
  agreements: {
    get: get('/account/agreements', {...reads, access: unrestricted, responseModel: AccountAgreements}),
    accept: post('/account/agreements', {...changes, body: AccountAgreements}),
  },
  availability: {
    list: get('/account/availability', {...reads, page: AccountAvailability}),
    get: get('/account/availability/{regionId}', {...reads, responseModel: AccountAvailability}),
  },
  betas: {
    list: get('/account/betas', {...reads, access: unrestricted, page: EnrolledBeta}),
    enroll: post('/account/betas', {...changes, body: BetaEnrollment}),
    get: get('/account/betas/{betaId}', {...reads, access: unrestricted, responseModel: EnrolledBeta}),
  },
  childAccounts: {
    list: get('/account/child-accounts', {...children, scopes: ['child_account:read_only'], page: ChildAccount}),
    get: get('/account/child-accounts/{euuId}', {
      ...children,
      scopes: ['child_account:read_only'],
      responseModel: ChildAccount,
    }),
    token: post('/account/child-accounts/{euuId}/token', {
      ...children,
      scopes: ['child_account:read_write'],
      responseModel: ProxyUserToken,
    }),
  },
};

/** All beta programs of the provider. */
export const betaProgramEndpoints = {
  list: get('/betas', {access: unrestricted, page: BetaProgram, today: true}),
  get: get('/betas/{betaId}', {access: unrestricted, responseModel: BetaProgram, today: true}),
};
