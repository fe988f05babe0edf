/** Managed databases: the catalogue, and one group per engine (D3 §4.1). */
import {family} from '../schema/family.ts';
import {enginesEndpoints} from './engines.ts';
import {mongodbEndpoints} from './mongodb.ts';
import {mysqlEndpoints} from './mysql.ts';
import {postgresqlEndpoints} from './postgresql.ts';

export const databases = family('databases', {
  ...enginesEndpoints,
  ...mongodbEndpoints,
  ...mysqlEndpoints,
  ...postgresqlEndpoints,
});
