/** `skydeck wait FAMILY ID… CONDITION`: ends when all of them are as the condition says. */
import {sleep} from '../client/clock.ts';
import type {AnyRow, Family, PathParams} from '../families/define.ts';
import {sanitize} from '../platform/text/clean.ts';
import {printableJson} from '../platform/text/json.ts';
import type {Account} from '../store/account.ts';
import {realClock} from '../store/clock.ts';
import type {Connection} from '../store/connection.ts';
import type {Identifiers} from '../store/identifiers.ts';
import {isWord, matcher} from '../store/search.ts';
import {searchTextOf} from '../store/search-text.ts';
import {passes} from '../store/words.ts';
import {type Surroundings, Usage} from './account.ts';
import {idsOf} from './actions.ts';
import {FieldNames} from './columns.ts';
import {exitCodes, failureText} from './exit.ts';
import {certain, filterOf} from './filter.ts';
import {chooser, fieldsIn} from './get.ts';
import {consulting, createKnown, type Known} from './known.ts';
import {type Place, placeOf} from './place.ts';
import {operation, readOne, readRows} from './read.ts';
import {familyNamed} from './readings.ts';
import {telling} from './telling.ts';

/** Between two readings, milliseconds: of what is in motion, and of what rests. One of 800 requests a minute allowed. */
const busyEveryMs = 2000;
const idleEveryMs = 5000;

/** From so many on, their list is read in place of each of them. */
const maxSingle = 5;

/** So many of those that are late are named. */
const maxNamed = 5;

export interface WaitOptions {
  readonly timeoutMs: number;
  /** Waits for all that it leaves at the start, in place of names. */
  readonly filter: string | undefined;
  readonly json: boolean;
}

interface Wanted {
  readonly family: Family;
  /** What the list belongs to, as typed. */
  readonly around: readonly string[];
  /** As typed; none where a filter says it, or where there is one row alone. */
  readonly names: readonly string[];
  readonly condition: string;
}

/** One of those that are waited for. */
interface Awaited {
  readonly place: Place;
  /** What it is called, as far as that is known. */
  called: string;
  /** As it was read last. */
  row?: AnyRow;
}

/** @returns 0 when it holds of all, 1 when it no longer can, 124 when time is up */
export async function wait(
  account: Account,
  name: string,
  words: readonly string[],
  options: WaitOptions,
  surroundings: Surroundings,
): Promise<number> {
  const {out, err, clock = realClock} = surroundings;
  const wanted = wantedOf(familyNamed(name), words, options, account.profile.identifiers);
  const {family, condition} = wanted;
  const endsAt = clock.monotonic() + options.timeoutMs;
  const connection = await telling(account, err, surroundings)();
  try {
    // A mistake in the condition is told before anything is waited for.
    filterOf(condition, family, fieldsOf(connection, family));
    let all: readonly Awaited[] | undefined;
    let told = '';
    for (;;) {
      // What it was looked at with before may have changed, too.
      const known = createKnown(clock.now, connection.identifiers);
      const seen = await throughOutages(async () => {
        all ??= await find(connection, wanted, options, known);
        return look(connection, wanted, all, known);
      });
      if ('words' in seen) {
        if (seen.words !== told) err(`${seen.words}\n`);
        told = seen.words;
      } else if (all?.length === 0) {
        err(`skydeck: no ${family.one} matches the filter ${options.filter}\n`);
        return exitCodes.failed;
      } else if (seen.gone.length > 0) {
        for (const one of seen.gone) err(`skydeck: there is no ${family.one} ${sanitize(one.called)} (any more)\n`);
        return exitCodes.failed;
      } else if (seen.late.length === 0) {
        const rows = (all ?? []).flatMap(({row}) => row ?? []);
        const isOne = options.filter === undefined && rows.length === 1;
        if (options.json) out(`${printableJson(isOne ? rows[0] : rows, 2)}\n`);
        return exitCodes.done;
      }
      const late =
        'late' in seen ? seen.late : (all ?? [{place: {at: {}, id: undefined}, called: wanted.names.join(', ')}]);
      const left = endsAt - clock.monotonic();
      if (left <= 0) {
        for (const line of lateLines(late, wanted, known)) err(`skydeck: ${line}\n`);
        return exitCodes.timeout;
      }
      const isBusy = late.some(({row, place}) => row && family.state?.(row, known.look, place.at).is === 'busy');
      await sleep(clock, Math.min(left, isBusy ? busyEveryMs : idleEveryMs));
    }
  } finally {
    await connection.close();
  }
}

/** The words of a line: what the list belongs to, names, and from the first field with an operator on the condition. @throws Usage */
function wantedOf(
  family: Family,
  words: readonly string[],
  {filter}: WaitOptions,
  identifiers: Identifiers | undefined,
): Wanted {
  const outer = idsOf(family, false, identifiers);
  const [around, rest] = [words.slice(0, outer.length), words.slice(outer.length)];
  const takesNames = !family.single && filter === undefined;
  // The first is a name whatever it looks like: labels may hold colons.
  const begins = takesNames ? rest.findIndex((word, index) => index > 0 && isConditionLike(word)) : 0;
  const names = takesNames ? rest.slice(0, begins < 0 ? rest.length : begins) : [];
  const condition = begins < 0 ? '' : rest.slice(begins).join(' ');
  if (filter !== undefined && filter.trim() === '')
    throw new Usage('--filter is empty, and would mean all of them: say which are meant');
  if (condition === '' || around.length < outer.length || (takesNames && names.length === 0)) {
    const needs = [...(takesNames ? idsOf(family, true, identifiers) : outer), 'a condition such as status:running'];
    throw new Usage(`wait needs ${needs.join(' and ')}`);
  }
  return {family, around, names, condition};
}

/** A field with an operator, whether or not the family has that field: `status:running`, but no IPv6 address. */
const isConditionLike = (word: string): boolean => /^!?[a-z_][\w.]*(?:!=|[<>=]|:(?!:))/i.test(word);

/** Those that are meant: by their names, by a filter, or the one that there is. */
async function find(
  connection: Connection,
  {family, around, names}: Wanted,
  {filter}: WaitOptions,
  known: Known,
): Promise<readonly Awaited[]> {
  if (filter !== undefined) {
    const {at} = await placeOf(connection, family, around);
    const {rows} = await readRows(connection, family, {params: at});
    known.add(family, rows, at);
    const fields = fieldsOf(connection, family);
    const choose = chooser({family, at, known, fields, options: {filter}});
    const chosen = await consulting([{connection, known}], () => choose(rows));
    return chosen.map(row => ({place: {at, id: String(family.key(row))}, called: family.label(row)}));
  }
  const typed = names.length === 0 ? [around] : names.map(name => [...around, name]);
  return Promise.all(
    typed.map(async one => ({place: await placeOf(connection, family, one), called: one.at(-1) ?? family.one})),
  );
}

const fieldsOf = (connection: Connection, family: Family): FieldNames =>
  new FieldNames(fieldsIn(family, operation(connection, family.source)), [connection.identifiers]);

interface Seen {
  /** Not yet as the condition says. */
  readonly late: readonly Awaited[];
  readonly gone: readonly Awaited[];
}

/** Reads those that are waited for, and looks at each. */
async function look(
  connection: Connection,
  {family, condition}: Wanted,
  all: readonly Awaited[],
  known: Known,
): Promise<Seen> {
  const at = all[0]?.place.at ?? {};
  await readAll(connection, family, all, at);
  const around = {look: known.look, at};
  const gone = all.filter(({row}) => row === undefined);
  const late = await consulting([{connection, known}], () => {
    const present = all.flatMap(one => (one.row ? [{one, row: one.row}] : []));
    const [first] = present;
    if (!first) return [];
    const query = filterOf(condition, family, new FieldNames(Object.keys(first.row), [connection.identifiers]));
    const textOf = query.terms.some(isWord) ? searchTextOf(family, known.look, at) : () => '';
    const items = present.map(({one, row}) => ({one, row, text: textOf(row)}));
    const holds = matcher(certain(query, items, around), around);
    return items.filter(item => !holds(item)).map(({one}) => one);
  });
  return {late, gone};
}

async function readAll(connection: Connection, family: Family, all: readonly Awaited[], at: PathParams): Promise<void> {
  const take = (one: Awaited, row: AnyRow | undefined) => {
    if (row) Object.assign(one, {row, called: family.label(row)});
    else delete one.row;
  };
  if (all.length <= maxSingle) {
    await Promise.all(all.map(async one => take(one, await readOne(connection, family, one.place))));
    return;
  }
  const {rows} = await readRows(connection, family, {params: at});
  const byKey = new Map(rows.map(row => [String(family.key(row)), row]));
  for (const one of all) take(one, byKey.get(one.place.id ?? ''));
}

/** What is not so in time, and how it is: a line each, or one for many. */
function lateLines(late: readonly Awaited[], {family, condition}: Wanted, {look}: Known): readonly string[] {
  const stateOf = ({row, place}: Awaited) => (row ? (family.state?.(row, look, place.at).word ?? '') : '');
  if (late.length > maxNamed) {
    const names = late.slice(0, maxNamed).map(({called}) => sanitize(called));
    return [
      `${late.length} of them are not so in time: ${condition}: ${names.join(', ')} and ${late.length - maxNamed} more`,
    ];
  }
  return late.map(one => {
    const state = sanitize(stateOf(one));
    return `${sanitize(one.called)} is not so in time: ${condition}${state === '' ? '' : `; it is ${state}`}`;
  });
}

/** An outage says nothing about what is waited for: it is told once, and waited through. */
async function throughOutages<T extends object>(run: () => Promise<T>): Promise<T | {readonly words: string}> {
  try {
    return await run();
  } catch (error) {
    if (!passes(error)) throw error;
    return {words: failureText(error)};
  }
}
