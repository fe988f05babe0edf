/** The recorded rows of an account at an instant, without a request to the API. */
import {findFamily} from '../../families/registry.ts';
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {HistoryReader} from '../../store/history/history-reader.ts';
import type {PastList, PastRow} from '../../store/history/history-types.ts';
import {endpointOf, idName} from '../args/action-names.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {suggestion} from '../io/did-you-mean.ts';
import {attempt, createRowCache, type RowCache} from '../read/command-lookup.ts';

export interface PastAccount {
  readonly reader: HistoryReader;
  readonly identifiers: Identifiers;
  close(): void;
}

/** @throws UsageError if the history is off */
export async function openPastAccount({profile, history}: OpenedAccount): Promise<PastAccount> {
  if (!history)
    throw new UsageError(
      profile.name === demoProfileName
        ? 'A command on the demo has no history, because it starts a new demo'
        : `${profile.name} has no history: it is off in the settings`,
    );
  try {
    const reader = new HistoryReader(await history.open());
    return {reader, identifiers: profile.identifiers ?? contractIdentifiers, close: () => history.close()};
  } catch (error) {
    throw new NotFoundError(await history.onFailure(error));
  }
}

/** The version of a row to show: the last known version before the instant, or the first after it. */
export const versionOf = ({earlier, later}: PastRow): AnyRow | undefined => earlier ?? later;

export const versionsOf = ({rows}: PastList): readonly AnyRow[] =>
  rows.flatMap(row => {
    const version = versionOf(row);
    return version ? [version] : [];
  });

/**
 * The path parameters of a list, from typed IDs or past labels of its parents.
 * @throws UsageError
 */
export function pastParams(
  {reader, identifiers}: PastAccount,
  family: Family,
  values: readonly string[],
  at: number,
): PathParams {
  const {params} = endpointOf(family.source);
  const names = Object.keys(params);
  const result: Record<string, string | number> = {};
  const parentIds = family.id.split('.').slice(0, -1);
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value === undefined)
      throw new UsageError(`${family.title} need ${names.map(param => idName(param, identifiers)).join(' and ')}`);
    const parent = findFamily(parentIds.slice(0, index + 1 - names.length + parentIds.length).join('.'));
    const isId = params[name] !== 'integer' || /^\d+$/.test(value);
    const key = isId || !parent ? value : keyByPastLabel(reader.listAt(parent.id, {...result}, at), parent, value);
    result[name] = params[name] === 'integer' ? Number(key) : key;
  }
  return result;
}

/**
 * The key of the row with this ID or label.
 * @throws NotFoundError
 * @throws UsageError for several rows
 */
export function keyByPastLabel(list: PastList, family: Family, text: string): string {
  const rows = versionsOf(list);
  if (rows.some(row => String(family.key(row)) === text)) return text;
  const named = rows.filter(row => family.label(row).toLowerCase() === text.toLowerCase());
  if (named.length > 1)
    throw new UsageError(
      `"${text}" matches ${named.length} resources. Pass an ID: ${named.map(family.key).join(', ')}`,
    );
  const [row] = named;
  if (row) return String(family.key(row));
  throw new NotFoundError(
    `${family.one} ${text} has no record${suggestion(
      text,
      rows.map(one => family.label(one)),
    )}`,
  );
}

/** Creates output from recorded rows; lookups use the lists of the same instant. */
export function withPastLookups<T>({reader, identifiers}: PastAccount, at: number, make: (cache: RowCache) => T): T {
  const cache = createRowCache({identifiers}, () => at);
  const requested = new Set<string>();
  for (;;) {
    cache.takeMisses();
    const result = attempt(() => make(cache));
    const misses = cache.takeMisses().filter(miss => !requested.has(JSON.stringify([miss.family, miss.params])));
    if (misses.length === 0) return result();
    for (const miss of misses) {
      requested.add(JSON.stringify([miss.family, miss.params]));
      const family = findFamily(miss.family);
      const list = reader.listAt(miss.family, miss.params, at);
      if (family && list.certainty !== 'unavailable') cache.add(family, versionsOf(list), miss.params);
    }
  }
}
