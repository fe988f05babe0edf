/** Transfers of services between accounts (D3 §4.6). */
import {del, get, post} from '../endpoint.ts';
import {choice, dateTime, flag, integer, list, model, object, type Read, required, text} from '../field.ts';

export const transferStatuses = ['accepted', 'cancelled', 'completed', 'failed', 'pending', 'stale'] as const;

/** EntityTransfer (D3 §4.6). */
export const EntityTransfer = model(
  'EntityTransfer',
  {
    token: text({format: 'uuid'}),
    status: choice(transferStatuses, {filterable: true}),
    created: dateTime(),
    updated: dateTime(),
    is_sender: flag({filterable: true}),
    expiry: dateTime(),
    entities: object({computes: list(integer())}),
  },
  'token',
);
export type EntityTransfer = Read<typeof EntityTransfer>;

/** ServiceTransfer. */
export const ServiceTransfer = model(
  'ServiceTransfer',
  {
    token: text({format: 'uuid'}),
    status: choice(transferStatuses, {filterable: true}),
    created: dateTime(),
    updated: dateTime(),
    is_sender: flag({filterable: true}),
    expiry: dateTime(),
    entities: object({computes: list(integer())}),
  },
  'token',
);
export type ServiceTransfer = Read<typeof ServiceTransfer>;

/** Body of `account.entityTransfers.create` (D3 §4.6). */
export const EntityTransferCreate = model('EntityTransferCreate', {
  entities: required(EntityTransfer.fields.entities),
});

/** Body of `account.serviceTransfers.create`. */
export const ServiceTransferCreate = model('ServiceTransferCreate', {
  entities: required(ServiceTransfer.fields.entities),
});

export const transfersEndpoints = {
  entityTransfers: {
    list: get('/account/entity-transfers', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      page: EntityTransfer,
      deprecated: true,
    }),
    create: post('/account/entity-transfers', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      body: EntityTransferCreate,
      returns: EntityTransfer,
      deprecated: true,
    }),
    get: get('/account/entity-transfers/{token}', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      returns: EntityTransfer,
      deprecated: true,
    }),
    delete: del('/account/entity-transfers/{token}', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      deprecated: true,
    }),
    accept: post('/account/entity-transfers/{token}/accept', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      deprecated: true,
    }),
  },
  serviceTransfers: {
    list: get('/account/service-transfers', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      page: ServiceTransfer,
    }),
    create: post('/account/service-transfers', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      body: ServiceTransferCreate,
      returns: ServiceTransfer,
    }),
    get: get('/account/service-transfers/{token}', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      returns: ServiceTransfer,
    }),
    delete: del('/account/service-transfers/{token}', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
    }),
    accept: post('/account/service-transfers/{token}/accept', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      limit: 'acceptTransfer',
    }),
  },
};
