/** `--exit-on 'instances status:offline'`: ends a watch when a row matches a filter. */

import {findFamily} from '../../families/registry.ts';
import type {AnyRow, Family, RowId} from '../../families/shape/define-family.ts';
import type {Clock} from '../core/clock.ts';
import {createMatcher, isWord, parseFilterQuery, refuseUnmatchedTerms} from '../list/filter.ts';
import {withBothSpellings} from '../list/filter-fields.ts';
import type {AccountMember} from '../multi/merged-account.ts';
import {mergedFamily, profileColumn, textWithProfile} from '../multi/merged-family.ts';

/** The exit code of a watch that found a match, with a screen and without. */
export const exitOnCode = 3;

export interface ExitOnRule {
  readonly family: Family;
  /** The filter, in the console's syntax. */
  readonly filter: string;
}

/** Parses a resource type and a filter; for an invalid text, returns the problem. */
export function parseExitOn(text: string): ExitOnRule | {readonly refused: string} {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const filter = rest.join(' ');
  if (filter === '')
    return {refused: "--exit-on needs a resource type and a filter, such as 'instances status:offline'"};
  const family = findFamily(name);
  if (!family) return {refused: `--exit-on: unknown resource type ${name}`};
  if (family.group === undefined && !family.byName)
    return {refused: `--exit-on: ${family.title} belong to another resource and can’t be watched`};
  const query = parseFilterQuery(filter, family, undefined);
  const [sampleTerm] = query.terms.filter(term => !isWord(term) && term.field.sample !== undefined);
  if (sampleTerm && !isWord(sampleTerm))
    return {refused: `--exit-on: ${sampleTerm.name} needs a request for each ${family.one}, and is not watched`};
  if (query.hint !== undefined) return {refused: `--exit-on: ${query.hint}`};
  return {family, filter};
}

/** Ages increase without a change of any row, so filters on ages are checked at this interval, milliseconds. */
const recheckIntervalMs = 60_000;

export interface ExitOnHandlers {
  readonly clock: Pick<Clock, 'schedule'>;
  /** Called at most once, with the first match in any of the accounts. */
  onMatch(match: ExitOnMatch): void;
  /** Called if the filter names a field that no row has. */
  onRefused(message: string): void;
}

/** The row that ends a watch. */
export interface ExitOnMatch {
  /** "instance web-01 (123) is failed"; with several accounts, the account's name comes first. */
  readonly message: string;
  /** The row as the API returned it; with several accounts also its profile. */
  readonly row: AnyRow;
}

/**
 * Checks the lists of all accounts at every change, each list separately: a list that can't be read doesn't hide the
 * others. Rows of an earlier session don't count. Returns the function that stops the watch.
 */
export function watchForMatch(
  accounts: readonly AccountMember[],
  rule: ExitOnRule,
  {clock, onMatch, onRefused}: ExitOnHandlers,
): () => void {
  const stops: (() => void)[] = [];
  let isOver = false;
  const end = (): void => {
    isOver = true;
    for (const stop of stops) stop();
  };
  const finding: ExitOnHandlers = {
    clock,
    onMatch(match) {
      if (isOver) return;
      end();
      onMatch(match);
    },
    onRefused(message) {
      if (isOver) return;
      end();
      onRefused(message);
    },
  };
  for (const account of accounts) stops.push(watchAccount(account, accounts.length > 1, rule, finding));
  // If a row matched during the subscription, the watch has already ended.
  if (isOver) end();
  return end;
}

function watchAccount(
  {profile: {name}, session}: AccountMember,
  isOneOfSeveral: boolean,
  rule: ExitOnRule,
  {clock, onMatch, onRefused}: ExitOnHandlers,
): () => void {
  const collection = session.collection(rule.family.id);
  const {lookup} = session;
  const family = isOneOfSeveral ? mergedFamily(rule.family, () => ({name, lookup})) : rule.family;
  const textOf = (id: RowId): string => {
    const text = collection.searchText(id);
    return isOneOfSeveral ? textWithProfile(name, text) : text;
  };
  let cancel: (() => void) | undefined;
  let isOver = false;
  let stop: (() => void) | undefined;
  const end = (): void => {
    isOver = true;
    cancel?.();
    stop?.();
  };
  const check = (): void => {
    const {rows, isFromSnapshot} = collection.getState();
    const [first] = rows;
    if (isOver || isFromSnapshot || first === undefined) return;
    const filterContext = {lookup, params: {}};
    const filterQuery = parseFilterQuery(rule.filter, family, withBothSpellings(family, first, lookup));
    const words = filterQuery.terms.some(isWord);
    const itemOf = (row: AnyRow) => ({row, text: words ? textOf(rule.family.key(row)) : ''});
    const query = refuseUnmatchedTerms(filterQuery, rows.map(itemOf), filterContext);
    if (query.hint !== undefined) {
      end();
      onRefused(query.hint);
      return;
    }
    const matches = createMatcher(query, filterContext);
    const row = rows.find(row => !collection.annotation(rule.family.key(row))?.isDeleted && matches(itemOf(row)));
    if (row === undefined) return;
    end();
    const text = matchText(rule.family, row, session);
    const displayRow = rule.family.spelled(row, lookup);
    onMatch(
      isOneOfSeveral
        ? {message: `${name}: ${text}`, row: {[profileColumn]: name, ...displayRow}}
        : {message: text, row: displayRow},
    );
  };
  const recheck = (): void => {
    check();
    if (!isOver) cancel = clock.schedule(recheckIntervalMs, recheck);
  };
  stop = collection.subscribe(check);
  // If a row matched during the subscription, the watch has already ended.
  if (isOver) stop();
  queueMicrotask(recheck);
  return end;
}

function matchText(family: Family, row: AnyRow, {lookup}: AccountMember['session']): string {
  const state = family.state?.(row, lookup, {});
  return `${family.one} ${family.label(row, lookup)} (${family.idText(row, lookup)})${state ? ` is ${state.word}` : ''}`;
}
