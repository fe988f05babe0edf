/** `skydeck get FAMILY [ID]`: lists and single objects, for people and for programs. */
import type {AnyRow, Family, PathParams} from '../families/define.ts';
import {byName, families} from '../families/registry.ts';
import {clean} from '../platform/text/clean.ts';
import {fit, width} from '../platform/text/width.ts';
import type {Account} from '../store/account.ts';
import type {Connection} from '../store/connection.ts';
import {comparing, sortKeyOf} from '../store/order.ts';
import {hasWords, matcher, parse} from '../store/search.ts';
import {searchTextOf} from '../store/search-text.ts';
import {type Surroundings, Usage} from './account.ts';
import {createKnown, type Known} from './known.ts';
import {type Format, print} from './output.ts';
import {operation, readRows} from './read.ts';

export interface GetOptions {
  readonly format: Format;
  readonly filter?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  /** Lists without end, such as events, to their end. */
  readonly all: boolean;
  /** IDs of what a child list belongs to, from the outside in. */
  readonly of: readonly string[];
}

/** Newest pages of a list without end that are read unless `--all` is given. */
const recentPages = 5;

export function familyNamed(name: string): Family {
  const family = byName(name);
  if (family) return family;
  const known = families.filter(({group}) => group !== undefined).map(({title}) => title.toLowerCase());
  throw new Usage(`there is no family "${name}": there are ${known.join(', ')}`);
}

/** Path parameters by their order in the path; IDs that are numbers become numbers. */
export function paramsOf(connection: Connection, id: string, values: readonly string[]): PathParams {
  const endpoint = operation(connection, id);
  const names = Object.keys(endpoint.params);
  if (values.length !== names.length) {
    const wanted = names.length === 0 ? 'nothing' : names.join(' and ');
    throw new Usage(`${id} needs ${wanted}, and was given ${values.length === 0 ? 'nothing' : values.join(' ')}`);
  }
  return Object.fromEntries(
    names.map((name, index) => {
      const value = values[index] ?? '';
      if (endpoint.params[name] !== 'integer') return [name, value];
      if (!/^\d+$/.test(value)) throw new Usage(`${name} is a number, not "${value}"`);
      return [name, Number(value)];
    }),
  );
}

export async function get(
  account: Account,
  name: string,
  id: string | undefined,
  options: GetOptions,
  {out, err}: Surroundings,
): Promise<number> {
  const family = familyNamed(name);
  const connection = await account.connect();
  try {
    const known = createKnown(Date.now);
    const printing = {family, look: known.look, clean, pad: fit, width, columns: options.columns};
    if (id !== undefined) {
      const endpoint = operation(connection, `${family.id}.get`);
      const params = paramsOf(connection, `${family.id}.get`, [...options.of, id]);
      const row = (await connection.call(endpoint, {params, priority: 'user'})) as AnyRow;
      if (options.format === 'json') out(`${JSON.stringify(row, undefined, 2)}\n`);
      else out(print([row], options.format, {...printing, at: params}));
      return 0;
    }
    const at = paramsOf(connection, family.source, options.of);
    const endless = family.id === 'account.events' && !options.all;
    const {rows, unreadable, total} = await readRows(connection, family, at, endless ? recentPages : undefined);
    known.add(family, rows, at);
    const chosen = arrange(rows, family, at, known, options);
    out(print(chosen, options.format, {...printing, at}));
    if (unreadable > 0) err(`${unreadable} of ${total} could not be read and are left out\n`);
    if (endless && rows.length < total) err(`the newest ${rows.length} of ${total}; --all reads all of them\n`);
    return 0;
  } finally {
    await connection.close();
  }
}

function arrange(
  rows: readonly AnyRow[],
  family: Family,
  at: PathParams,
  {look}: Known,
  {filter, sort}: GetOptions,
): readonly AnyRow[] {
  let chosen = rows;
  if (filter) {
    const query = parse(filter, family, rows[0]);
    if (query.hint) throw new Usage(query.hint);
    const textOf = hasWords(query) ? searchTextOf(family, look, at) : () => '';
    const test = matcher(query, {look, at});
    chosen = rows.filter(row => test({row, text: textOf(row)}));
  }
  if (!sort) return chosen;
  const descending = sort.startsWith('-');
  const column = sort.replace(/^-/, '');
  const keyOf = sortKeyOf(family, column, {look, at});
  if (!keyOf) throw new Usage(`${family.title} cannot be sorted by "${column}"`);
  const sortable = chosen.map((row, place) => ({row, key: keyOf(row), place}));
  return sortable.toSorted(comparing(descending)).map(({row}) => row);
}
