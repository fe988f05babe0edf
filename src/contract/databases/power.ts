/** Suspension of clusters, and the engines' own settings. The API of today has them. */
import {get, post} from '../schema/endpoint.ts';

const changes = {scopes: ['databases:read_write'], today: true} as const;
const reads = {scopes: ['databases:read_only'], untypedResponse: 'any', today: true} as const;

export const mysqlPower = {
  suspend: post('/databases/mysql/instances/{instanceId}/suspend', changes),
  resume: post('/databases/mysql/instances/{instanceId}/resume', {...changes, charges: true}),
  /** Each setting with its type and bounds, which differ between versions. */
  config: {get: get('/databases/mysql/config', reads)},
};

export const postgresqlPower = {
  suspend: post('/databases/postgresql/instances/{instanceId}/suspend', changes),
  resume: post('/databases/postgresql/instances/{instanceId}/resume', {...changes, charges: true}),
  config: {get: get('/databases/postgresql/config', reads)},
};
