/** The title of a list, which shows how complete and how current the list is: counts, missing parts, age. */
import {formatNumber, shortSpan as lengthOf} from '../../../families/format/format.ts';
import type {Family, PathParams} from '../../../families/shape/define-family.ts';
import {type CollectionState, maxQuietAgeMs} from '../../../store/cache/collection-state.ts';
import type {ConditionCount} from '../../../store/cache/row-condition.ts';
import type {ListModelState} from '../../../store/list/list-model.ts';
import {hasUnconfirmedData} from '../../context/active-account.ts';
import type {ClockPort, MergedAccountsPort, SessionPort} from '../../context/ports.ts';
import {type Span, span} from '../../widgets/spans.ts';
import type {SampleProgress} from './list-view-types.ts';

/** True if no row has been read yet. */
export const isUnloaded = ({rows, phase, isComplete}: CollectionState): boolean =>
  rows.length === 0 && !isComplete && phase !== 'failed';

/**
 * `42`, `3 of 42`, `200+`, `loading…`: never more rows than are known, and without deleted rows that are still visible.
 * @param matches the number of shown rows if a filter hides others
 */
export function rowCountWords(state: CollectionState, matches?: number): string {
  const {rows, isComplete, deletedCount} = state;
  if (isUnloaded(state)) return 'loading…';
  if (rows.length === 0 && !isComplete) return 'unknown';
  const count = rows.length - deletedCount;
  const countText = isComplete ? formatNumber(count) : `${formatNumber(count)}+`;
  return matches === undefined ? countText : `${formatNumber(Math.min(matches, count))} of ${countText}`;
}

/**
 * If no events report changes, data counts as unconfirmed beyond this age: the interval between polls of an idle
 * account, milliseconds.
 */
const UNCONFIRMED_AFTER_MS = 30_000;

/** The facts from which a title computes the age of its list. */
interface AgeFacts {
  readonly now: number;
  /** True for `hasUnconfirmedData`: the title then shows the list's age sooner. */
  readonly isUnconfirmed?: boolean;
  /** The time of the last confirmation, which the header shows: a lower age in a title would contradict it. */
  readonly confirmedAt?: number | undefined;
}

/** The facts for the age of a list, for the console and for plain mode. */
export const ageFacts = (context: ClockPort & MergedAccountsPort & SessionPort): AgeFacts => ({
  now: context.clock.now(),
  isUnconfirmed: hasUnconfirmedData(context),
  confirmedAt: context.session.account.getState().status.confirmedAt,
});

export interface TitleFacts extends AgeFacts {
  /** The number of selected rows that a filter hides. */
  readonly hidden?: number;
  readonly sampled?: SampleProgress | undefined;
  /** The title of the column that the list is sorted by, if that column isn't on the screen. */
  readonly hiddenSort?: string | undefined;
}

/** "sorted by 18 of 42 read": while samples are missing, the order doesn't cover all rows. */
export function sampledWords({isSorted, isFiltered, readCount, totalCount}: SampleProgress): string {
  const actions = [...(isSorted ? ['sorted'] : []), ...(isFiltered ? ['filtered'] : [])].join(' and ');
  return `${actions} by ${formatNumber(readCount)} of ${formatNumber(totalCount)} read`;
}

/** A list, and its view on the screen. */
interface TitledList {
  readonly family: Family;
  readonly params: PathParams;
  readonly state: CollectionState;
  readonly view: ListModelState;
}

export function titleSpans(
  {family, params, state, view}: TitledList,
  {now, isUnconfirmed = false, confirmedAt, hidden = 0, sampled, hiddenSort}: TitleFacts,
): Span[] {
  const filtered = view.filter.trim() !== '' || view.problemsOnly;
  const location = family.locationText?.(params);
  const name = [
    span(` ${family.title}`, 'strong'),
    ...(location === undefined ? [] : [span(`  ${location}`, 'accent')]),
  ];
  const spans = [...name, span(`  ${rowCountWords(state, filtered ? view.ids.length : undefined)}`)];
  const add = (text: string, tone?: Span['tone']): void => void spans.push(span(' · ', 'dim'), span(text, tone));
  // The plus after the count means that further rows exist, but not that a gap exists.
  if (state.detachedCount > 0) add(`${formatNumber(state.detachedCount)} beyond a gap`, 'attention');
  if (view.selection.size > 0) add(`${formatNumber(view.selection.size)} selected`, 'accent');
  // Actions also apply to selected rows that a filter hides.
  if (hidden > 0) add(`${formatNumber(hidden)} of them hidden`, 'attention');
  if (view.problemsOnly) add('problems only', 'attention');
  if (hiddenSort !== undefined) add(`sorted by ${hiddenSort}`, 'accent');
  if (sampled) add(sampledWords(sampled), 'attention');
  if (view.isSearching) add('searching…', 'dim');
  if (view.hint !== undefined) add(view.hint, 'attention');
  else if (view.isFuzzy) add('no exact match, similar labels', 'attention');
  if (state.unreadable.length > 0) add(`${formatNumber(state.unreadable.length)} unreadable`, 'attention');
  // The age is before the reason, which is long and is cut off in a narrow terminal. A read that the token doesn't
  // permit will not confirm the rows either.
  if (state.isFromSnapshot && state.failure?.code === 'unauthorized') add('from last time', 'attention');
  else if (state.isFromSnapshot) add('from last time, not yet confirmed', 'attention');
  else if (
    state.validAt !== undefined &&
    (state.rows.length > 0 || state.isComplete) &&
    (state.failure !== undefined || now - state.validAt > (isUnconfirmed ? UNCONFIRMED_AFTER_MS : maxQuietAgeMs))
  ) {
    const validAt = isUnconfirmed ? Math.min(state.validAt, confirmedAt ?? state.validAt) : state.validAt;
    // While the list is being read, an age of minutes would contradict "live" in the header.
    if (state.isRefetching && state.failure === undefined && !isUnconfirmed) add('reading…', 'dim');
    else add(`${lengthOf(now - validAt)} old`, 'attention');
  }
  // Without rows, the body shows the whole reason. Further text follows on this line, so the sentence has no period.
  if (state.failure !== undefined && state.rows.length > 0) add(state.failure.message.replace(/\.$/, ''), 'failed');
  return spans;
}

/** The maximum number of states to name. */
const MAX_STATES = 4;

/** The number of rows in each state: "36 running · 1 booting". */
export function stateCountWords(all: readonly ConditionCount[]): string {
  const others = all.slice(MAX_STATES).reduce((sum, {count}) => sum + count, 0);
  return [
    ...all.slice(0, MAX_STATES).map(({word, count}) => `${formatNumber(count)} ${word}`),
    ...(others === 0 ? [] : [`${formatNumber(others)} ${others === 1 ? 'other' : 'others'}`]),
  ].join(' · ');
}
