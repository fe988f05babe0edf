/** `--exit-on 'instances status:offline'`: ends a watch when some row is as a filter says. */

import {findFamily} from '../../families/registry.ts';
import type {AnyRow, Family, RowId} from '../../families/shape/define-family.ts';
import type {Clock} from '../core/clock.ts';
import {createMatcher, isWord, parseFilterQuery, settleDoubts} from '../list/filter.ts';
import {withBothSpellings} from '../list/filter-fields.ts';
import {mergedFamily, profileColumn, textWithProfile} from '../multi/merged-family.ts';
import type {AccountMember} from '../multi/merged-session.ts';

/** The exit code of a watch that found what it was told to look for, with a screen and without. */
export const exitOnCode = 3;

export interface ExitOnRule {
  readonly family: Family;
  /** In the words of the console's filter. */
  readonly filter: string;
}

/** Reads a family and a filter; what is wrong with them in words otherwise. */
export function parseExitOn(text: string): ExitOnRule | {readonly refused: string} {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const filter = rest.join(' ');
  if (filter === '') return {refused: "--exit-on needs a family and a filter, such as 'instances status:offline'"};
  const family = findFamily(name);
  if (!family) return {refused: `--exit-on: unknown resource type ${name}`};
  if (family.group === undefined && !family.byName)
    return {refused: `--exit-on: ${family.title} stand below a resource and are no list of their own`};
  const query = parseFilterQuery(filter, family, undefined);
  const [sampled] = query.terms.filter(term => !isWord(term) && term.field.sample !== undefined);
  if (sampled && !isWord(sampled))
    return {refused: `--exit-on: ${sampled.name} needs a request for each ${family.one}, and is not watched`};
  if (query.hint !== undefined) return {refused: `--exit-on: ${query.hint}`};
  return {family, filter};
}

/** Ages grow without a change of any row: filters on them are looked at so often, milliseconds. */
const recheckIntervalMs = 60_000;

export interface ExitOnHandlers {
  readonly clock: Pick<Clock, 'schedule'>;
  /** The first row that matches in any of the accounts; called at most once. */
  onMatch(match: Match): void;
  /** The filter names a field that no row has. */
  onRefused(words: string): void;
}

/** What ends a watch. */
export interface Match {
  /** "instance web-01 (123) is failed"; of several accounts it begins with whose it is. */
  readonly words: string;
  /** The row as the API has it; of several accounts with its profile. */
  readonly row: AnyRow;
}

/**
 * Looks at the lists of all accounts whenever they change, at each by itself: one that is not read hides nothing of the
 * others. Rows of an earlier session do not count. Returns how to stop.
 */
export function watchForMatch(
  accounts: readonly AccountMember[],
  wanted: ExitOnRule,
  {clock, onMatch, onRefused}: ExitOnHandlers,
): () => void {
  const stops: (() => void)[] = [];
  let ended = false;
  const end = (): void => {
    ended = true;
    for (const stop of stops) stop();
  };
  const finding: ExitOnHandlers = {
    clock,
    onMatch(match) {
      if (ended) return;
      end();
      onMatch(match);
    },
    onRefused(words) {
      if (ended) return;
      end();
      onRefused(words);
    },
  };
  for (const account of accounts) stops.push(watchAccount(account, accounts.length > 1, wanted, finding));
  // Told while it was being added: then nothing more is wanted.
  if (ended) end();
  return end;
}

function watchAccount(
  {profile: {name}, session}: AccountMember,
  isOneOfSeveral: boolean,
  wanted: ExitOnRule,
  {clock, onMatch, onRefused}: ExitOnHandlers,
): () => void {
  const collection = session.collection(wanted.family.id);
  const {lookup} = session;
  const family = isOneOfSeveral ? mergedFamily(wanted.family, () => ({name, lookup})) : wanted.family;
  const textOf = (id: RowId): string => {
    const text = collection.searchText(id);
    return isOneOfSeveral ? textWithProfile(name, text) : text;
  };
  let cancel: (() => void) | undefined;
  let ended = false;
  let stop: (() => void) | undefined;
  const end = (): void => {
    ended = true;
    cancel?.();
    stop?.();
  };
  const see = (): void => {
    const {rows, remembered} = collection.get();
    const [first] = rows;
    if (ended || remembered || first === undefined) return;
    const around = {lookup, at: {}};
    const written = parseFilterQuery(wanted.filter, family, withBothSpellings(family, first, lookup));
    const words = written.terms.some(isWord);
    const itemOf = (row: AnyRow) => ({row, text: words ? textOf(wanted.family.key(row)) : ''});
    const query = settleDoubts(written, rows.map(itemOf), around);
    if (query.hint !== undefined) {
      end();
      onRefused(query.hint);
      return;
    }
    const matches = createMatcher(query, around);
    const row = rows.find(row => !collection.annotation(wanted.family.key(row))?.gone && matches(itemOf(row)));
    if (row === undefined) return;
    end();
    const told = matchText(wanted.family, row, session);
    const shown = wanted.family.spelled(row, lookup);
    onMatch(
      isOneOfSeveral ? {words: `${name}: ${told}`, row: {[profileColumn]: name, ...shown}} : {words: told, row: shown},
    );
  };
  const again = (): void => {
    see();
    if (!ended) cancel = clock.schedule(recheckIntervalMs, again);
  };
  stop = collection.subscribe(see);
  // Told while it was being added: then nothing more is wanted.
  if (ended) stop();
  queueMicrotask(again);
  return end;
}

function matchText(family: Family, row: AnyRow, {lookup}: AccountMember['session']): string {
  const state = family.state?.(row, lookup, {});
  return `${family.one} ${family.label(row, lookup)} (${family.idText(row, lookup)})${state ? ` is ${state.word}` : ''}`;
}
