/** `skydeck wait FAMILY ID FILTER`: ends when something is as the filter says. */
import {sleep} from '../client/clock.ts';
import type {AnyRow, Family} from '../families/define.ts';
import {clean} from '../platform/text/clean.ts';
import type {Account} from '../store/account.ts';
import {realClock} from '../store/clock.ts';
import type {Connection} from '../store/connection.ts';
import {hasWords, matcher} from '../store/search.ts';
import {searchTextOf} from '../store/search-text.ts';
import {passes} from '../store/words.ts';
import {type Surroundings, Usage} from './account.ts';
import {idsOf} from './actions.ts';
import {FieldNames} from './columns.ts';
import {exitCodes, failureText} from './exit.ts';
import {filterOf} from './filter.ts';
import {consulting, createKnown} from './known.ts';
import {type Place, placeOf} from './place.ts';
import {readOne} from './read.ts';
import {familyNamed} from './readings.ts';
import {telling} from './telling.ts';

/** Between two readings, milliseconds: of what is in motion, and of what rests. One of 800 requests a minute allowed. */
const busyEvery = 2000;
const idleEvery = 5000;

/** @param timeout milliseconds @returns 0 when it holds, 1 when it no longer can, 124 when time is up */
export async function wait(
  account: Account,
  name: string,
  words: readonly string[],
  timeout: number,
  surroundings: Surroundings,
): Promise<number> {
  const {err, clock = realClock} = surroundings;
  const family = familyNamed(name);
  const wanted = idsOf(family, true, account.profile.identifiers);
  const filter = words.slice(wanted.length).join(' ');
  if (filter === '') throw new Usage(`wait needs ${[...wanted, 'a filter such as status:running'].join(' and ')}`);
  const end = clock.monotonic() + timeout;
  const connection = await telling(account, err, surroundings)();
  try {
    let place: Place | undefined;
    const find = async () => {
      place ??= await placeOf(connection, family, words.slice(0, wanted.length));
      return place;
    };
    let told = '';
    let now = '';
    let called = words.slice(0, wanted.length).join(' ');
    for (;;) {
      // What it was looked at with before may have changed, too.
      const known = createKnown(clock.now, connection.identifiers);
      const found = await look(connection, family, find);
      const at = place?.at ?? {};
      if ('row' in found) {
        if (!found.row) {
          err(`skydeck: there is no ${family.one} ${words.slice(0, wanted.length).join(' ')} (any more)\n`);
          return exitCodes.failed;
        }
        const query = filterOf(filter, family, new FieldNames(Object.keys(found.row), [connection.identifiers]));
        const around = {look: known.look, at};
        const {row} = found;
        called = family.label(row);
        const holds = await consulting([{connection, known}], () => {
          const text = hasWords(query) ? searchTextOf(family, known.look, at)(row) : '';
          return matcher(query, around)({row, text});
        });
        if (holds) return exitCodes.done;
        now = family.state?.(row, known.look, at).word ?? '';
      } else if (found.words !== told) {
        told = found.words;
        err(`${told}\n`);
      }
      const left = end - clock.monotonic();
      if (left <= 0) {
        err(`skydeck: ${clean(called)} is not so in time: ${filter}${now === '' ? '' : `; it is ${clean(now)}`}\n`);
        return exitCodes.timeout;
      }
      const busy = 'row' in found && found.row && family.state?.(found.row, known.look, at).is === 'busy';
      await sleep(clock, Math.min(left, busy ? busyEvery : idleEvery));
    }
  } finally {
    await connection.close();
  }
}

/**
 * An outage says nothing about what is waited for: it is told once, and waited through.
 * @param find where it is, which may take a reading, too
 */
async function look(
  connection: Connection,
  family: Family,
  find: () => Promise<Place>,
): Promise<{readonly row: AnyRow | undefined} | {readonly words: string}> {
  try {
    return {row: await readOne(connection, family, await find())};
  } catch (error) {
    if (!passes(error)) throw error;
    return {words: failureText(error)};
  }
}
