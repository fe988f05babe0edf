/** `skydeck get FAMILY --profile a,b`: the list of several accounts as one, with a profile column; each fails for itself. */
import type {AnyRow, Family, PathParams} from '../families/define.ts';
import {sanitize} from '../platform/text/clean.ts';
import {cellWidth, fitToCells} from '../platform/text/width.ts';
import type {Account} from '../store/account.ts';
import {contractIdentifiers} from '../store/identifiers.ts';
import {mergedFamily, type Origin, profileColumn} from '../store/merged/family.ts';
import {failureOf} from '../store/words.ts';
import {type Surroundings, Usage} from './account.ts';
import {endpointOf, idsOf} from './actions.ts';
import {FieldNames} from './columns.ts';
import {exitCodes} from './exit.ts';
import {hasDoubts} from './filter.ts';
import {chooser, endlessPages, fieldsIn, type GetOptions, sorted} from './get.ts';
import {consulting, createKnown, type Source, streaming} from './known.ts';
import {looksFor} from './looks.ts';
import {type Printing, print} from './output.ts';
import {queryOf} from './query.ts';
import {readParts} from './read.ts';
import {readingNamed} from './readings.ts';
import {telling} from './telling.ts';

/**
 * Rows of the accounts that answer go to the output; those that do not are named on the error output, each with its
 * reason, and make the exit code 1.
 */
export async function getMerged(
  accounts: readonly Account[],
  name: string,
  ids: readonly string[],
  options: GetOptions,
  surroundings: Surroundings,
): Promise<number> {
  const family = mergeable(name, ids);
  const {out, err} = surroundings;
  const origins = new WeakMap<AnyRow, Origin>();
  const merged = mergedFamily(family, row => {
    const origin = origins.get(row);
    if (!origin) throw new Error(`a ${family.one} of no account`);
    return origin;
  });
  const {format = 'table'} = options;
  const looks = looksFor(family, format, options.settings);
  const columns = options.columns ?? (looks.columns && [profileColumn, ...looks.columns]);
  const source = endpointOf(family.source);
  const query = queryOf(source, options.query);
  const identifiers = accounts.map(({profile}) => profile.identifiers ?? contractIdentifiers);
  const fields = new FieldNames([profileColumn, ...fieldsIn(family, source)], identifiers);
  const streams = format === 'ndjson' && options.sort === undefined && !hasDoubts(options.filter, merged, fields);
  const at: PathParams = {};
  // Every row is looked at with what is known of its own account.
  const known = createKnown(Date.now, contractIdentifiers);
  const printing: Printing = {
    family: merged,
    look: known.look,
    clean: sanitize,
    pad: fitToCells,
    width: cellWidth,
    columns,
    fields,
    at,
  };
  const arranging = {family: merged, at, known, fields, options: {...options, sort: options.sort ?? looks.sort}};
  const choose = chooser(arranging);

  let failures = 0;
  const sources: Source[] = [];
  try {
    const parts = await Promise.all(accounts.map(account => tried(account)));
    const rows = parts.flat();
    if (!streams && failures < accounts.length)
      out(await consulting(sources, () => print(sorted(choose(rows), arranging), format, printing)));
  } finally {
    await Promise.all(sources.map(({connection}) => connection.close()));
  }
  return failures > 0 ? exitCodes.failed : exitCodes.done;

  async function tried(account: Account): Promise<readonly AnyRow[]> {
    const {name} = account.profile;
    try {
      return await reading(account, name);
    } catch (error) {
      if (error instanceof Usage) throw error;
      failures++;
      err(`skydeck: ${sanitize(name)}: ${failureOf(error).words}\n`);
      return [];
    }
  }

  /** The rows of one account; none where they are written as they come. */
  async function reading(account: Account, profile: string): Promise<readonly AnyRow[]> {
    const connection = await telling(account, text => err(`${profile}: ${text}`), surroundings)();
    const source = {connection, known: createKnown(Date.now, connection.identifiers)};
    sources.push(source);
    const {known} = source;
    const origin: Origin = {name: profile, look: known.look};
    const rows: AnyRow[] = [];
    const own = (row: AnyRow): AnyRow => {
      const named = {[profileColumn]: profile, ...row};
      origins.set(named, origin);
      return named;
    };
    const endless = endlessPages(family, options.all);
    let count = 0;
    const written = streaming(source, choose, chosen => out(print(chosen, 'ndjson', printing)));
    const {unreadable, total} = await readParts(connection, family, {query, pagesAtMost: endless}, part => {
      count += part.length;
      const named = part.map(own);
      if (streams) written.take(named);
      else for (const row of named) rows.push(row);
    });
    await written.ended();
    if (!streams) known.add(family, rows);
    if (unreadable > 0) err(`${profile}: ${unreadable} of ${total} could not be read and are left out\n`);
    if (endless !== undefined && count < total)
      err(`${profile}: the newest ${count} of ${total}; --all reads all of them\n`);
    return rows;
  }
}

function mergeable(name: string, ids: readonly string[]): Family {
  const reading = readingNamed(name);
  if (ids.length > 0) throw new Usage(`${ids.join(' ')} is of one account: name one profile`);
  if ('endpoint' in reading) throw new Usage(`${name} is no list of a family: name one profile`);
  const {family} = reading;
  if (idsOf(family, false).length > 0)
    throw new Usage(`${family.title} are below something that is of one account: name one profile`);
  return family;
}
