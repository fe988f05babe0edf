/** Longview monitoring (D3 §4.3). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, dateTime, flag, integer, model, nullable, number, object, type Read, text} from '../schema/field.ts';
import {shortLabelHint} from '../schema/patterns.ts';
import {LongviewType, priceColumns} from './service-prices.ts';

export const longviewPlanIds = ['longview-3', 'longview-10', 'longview-40', 'longview-100'] as const;

/** A monitored machine; its agent is configured with the code and the key (D3 §2.3). */
export const LongviewClient = model('LongviewClient', {
  id: integer({readOnly: true}),
  label: text({
    min: 3,
    max: 32,
    ...shortLabelHint,
    filterable: true,
  }),
  api_key: text({readOnly: true}),
  install_code: text({readOnly: true}),
  apps: object(
    {apache: flag({readOnly: true}), nginx: flag({readOnly: true}), mysql: flag({readOnly: true})},
    {readOnly: true},
  ),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
});
export type LongviewClient = Read<typeof LongviewClient>;

/** A Longview plan (D3 §2.3). */
export const LongviewSubscription = model('LongviewSubscription', {
  id: choice(longviewPlanIds, {readOnly: true}),
  price: object({hourly: number({readOnly: true}), monthly: number({readOnly: true})}, {readOnly: true}),
  label: text({readOnly: true}),
  clients_included: integer({readOnly: true}),
});
export type LongviewSubscription = Read<typeof LongviewSubscription>;

/** Body of `longview.clients.create` and of `longview.clients.update` (D3 §4.3). */
export const LongviewClientCreate = model('LongviewClientCreate', {
  label: LongviewClient.fields.label,
});

/** Body of `longview.plan.update`; null is the free plan (D3 §2.3). */
export const LongviewPlanUpdate = model('LongviewPlanUpdate', {
  longview_subscription: nullable(choice(longviewPlanIds)),
});

export const longview = family('longview', {
  clients: {
    list: get('/longview/clients', {scopes: ['longview:read_only'], page: LongviewClient}),
    create: post('/longview/clients', {
      scopes: ['longview:read_write'],
      access: {grants: ['add_longview']},
      body: LongviewClientCreate,
      responseModel: LongviewClient,
    }),
    get: get('/longview/clients/{clientId}', {scopes: ['longview:read_only'], responseModel: LongviewClient}),
    update: put('/longview/clients/{clientId}', {
      scopes: ['longview:read_write'],
      body: LongviewClientCreate,
      responseModel: LongviewClient,
    }),
    delete: del('/longview/clients/{clientId}', {scopes: ['longview:read_write']}),
  },
  plan: {
    get: get('/longview/plan', {
      scopes: ['longview:read_only'],
      access: {
        grants: ['account_access:read_write', 'account_access:read_only', 'longview_subscription', 'add_longview'],
      },
      responseModel: LongviewSubscription,
      orEmpty: true,
    }),
    update: put('/longview/plan', {
      scopes: ['longview:read_write'],
      access: {grants: ['longview_subscription']},
      body: LongviewPlanUpdate,
      responseModel: LongviewSubscription,
      orEmpty: true,
    }),
  },
  subscriptions: {
    list: get('/longview/subscriptions', {auth: 'none', page: LongviewSubscription}),
    get: get('/longview/subscriptions/{subscriptionId}', {auth: 'none', responseModel: LongviewSubscription}),
  },
  types: {
    list: get('/longview/types', {auth: 'none', page: LongviewType, columns: priceColumns, today: true}),
  },
});
