/** Converts labels in flags that refer to resources to the IDs that are sent: `--compute-id web-01`. */

import type {Connection} from '../../store/api/connection.ts';
import {isAmendment} from '../../store/changes/form/list-amendment.ts';
import {flagsOf, referencedFamily} from '../args/action-flags.ts';
import type {NamedAction} from '../args/action-names.ts';
import type {FieldValueMap} from '../args/field-values.ts';
import {keyByLabel} from './place-args.ts';
import {rowListOf} from './read-lists.ts';

/**
 * @throws UsageError for several matches
 * @throws NotFoundError without a match
 */
export async function resolveLabels(
  connection: Connection,
  {endpoint, action, identifiers}: NamedAction,
  values: FieldValueMap,
): Promise<FieldValueMap> {
  const resolved = new Map(values);
  for (const flag of flagsOf(endpoint, action, identifiers)) {
    const family = referencedFamily(flag, action);
    const value = values.get(flag.path);
    if (!family || value === undefined) continue;
    const entries = isAmendment(value) ? [...value.adds, ...value.removes] : Array.isArray(value) ? value : [value];
    const labels = entries.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
    const list = rowListOf(connection, family, {}, labels);
    const idOf = (entry: unknown) =>
      typeof entry === 'string' && entry !== '' ? keyByLabel(family, entry, list) : entry;
    const idsOf = (entries: readonly unknown[]) => Promise.all(entries.map(idOf));
    if (isAmendment(value))
      resolved.set(flag.path, {adds: await idsOf(value.adds), removes: await idsOf(value.removes)});
    else resolved.set(flag.path, Array.isArray(value) ? await idsOf(value) : await idOf(value));
  }
  return resolved;
}
