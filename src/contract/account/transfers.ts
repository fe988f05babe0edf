/** Transfers of services between accounts (D3 §4.6). */
import {del, get, post} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  object,
  type Read,
  required,
  text,
  todayValues,
} from '../schema/field.ts';

export const transferStatuses = ['accepted', 'cancelled', 'completed', 'failed', 'pending', 'stale'] as const;

const transferFields = {
  token: text({format: 'uuid'}),
  status: todayValues(choice(transferStatuses, {filterable: true}), ['canceled']),
  created: dateTime(),
  updated: dateTime(),
  is_sender: flag({filterable: true}),
  expiry: dateTime(),
  entities: object({computes: list(integer())}),
};

/** The older name of a service transfer (D3 §4.6). */
export const EntityTransfer = model('EntityTransfer', transferFields, 'token');
export type EntityTransfer = Read<typeof EntityTransfer>;

/** A transfer of instances to another account; the token is valid for 24 hours. */
export const ServiceTransfer = model('ServiceTransfer', transferFields, 'token');
export type ServiceTransfer = Read<typeof ServiceTransfer>;

/** Body of `account.entityTransfers.create` (D3 §4.6). */
export const EntityTransferCreate = model('EntityTransferCreate', {
  entities: required(EntityTransfer.fields.entities),
});

/** Body of `account.serviceTransfers.create`. */
export const ServiceTransferCreate = model('ServiceTransferCreate', {
  entities: required(ServiceTransfer.fields.entities),
});

const access = {level: 'unrestricted'} as const;

export const transfersEndpoints = {
  entityTransfers: {
    list: get('/account/entity-transfers', {
      scopes: ['account:read_only'],
      access,
      page: EntityTransfer,
      deprecated: true,
    }),
    create: post('/account/entity-transfers', {
      scopes: ['account:read_write'],
      access,
      body: EntityTransferCreate,
      responseModel: EntityTransfer,
      deprecated: true,
    }),
    get: get('/account/entity-transfers/{token}', {
      scopes: ['account:read_only'],
      access,
      responseModel: EntityTransfer,
      deprecated: true,
    }),
    delete: del('/account/entity-transfers/{token}', {scopes: ['account:read_write'], access, deprecated: true}),
    accept: post('/account/entity-transfers/{token}/accept', {
      scopes: ['account:read_write'],
      access,
      deprecated: true,
    }),
  },
  serviceTransfers: {
    list: get('/account/service-transfers', {scopes: ['account:read_only'], access, page: ServiceTransfer}),
    create: post('/account/service-transfers', {
      scopes: ['account:read_write'],
      access,
      body: ServiceTransferCreate,
      responseModel: ServiceTransfer,
    }),
    get: get('/account/service-transfers/{token}', {
      scopes: ['account:read_only'],
      access,
      responseModel: ServiceTransfer,
    }),
    delete: del('/account/service-transfers/{token}', {scopes: ['account:read_write'], access}),
    accept: post('/account/service-transfers/{token}/accept', {
      scopes: ['account:read_write'],
      access,
      limit: 'acceptTransfer',
    }),
  },
};
