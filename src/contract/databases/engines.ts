/** Database engines, types, and the list over all engines (D3 §4.1). */
import {get} from '../schema/endpoint.ts';
import {Database, DatabaseEngine, DatabaseType} from './models.ts';

export const enginesEndpoints = {
  engines: {
    list: get('/databases/engines', {auth: 'none', page: DatabaseEngine}),
    get: get('/databases/engines/{engineId}', {auth: 'none', responseModel: DatabaseEngine}),
  },
  instances: {
    list: get('/databases/instances', {scopes: ['databases:read_only'], page: Database}),
  },
  types: {
    list: get('/databases/types', {auth: 'none', page: DatabaseType}),
    get: get('/databases/types/{typeId}', {auth: 'none', responseModel: DatabaseType}),
  },
};
