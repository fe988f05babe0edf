/** Key-value metadata of the account, such as its clock and its printed tokens. */
import type {DatabaseSync} from './database.ts';

export function getMetadata(sql: DatabaseSync): ReadonlyMap<string, string> {
  const rows = sql.prepare('SELECT name, value FROM meta').all() as {name: string; value: string}[];
  return new Map(rows.map(({name, value}) => [name, value]));
}

export function setMetadata(sql: DatabaseSync, name: string, value: string): void {
  sql
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value=excluded.value')
    .run(name, value);
}
