/** The text of an empty list; empty, filtered, loading and failed are four different states. */

import {formatNumber} from '../../../families/format/format.ts';
import {countInSentence, nounInSentence} from '../../../families/format/nouns.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import {type Keymap, keyName, keyText, pressText} from '../../../keymap/keymap.ts';
import type {CollectionState} from '../../../store/cache/collection-state.ts';
import {foreignFilterHint} from '../../../store/list/foreign-filter.ts';
import type {ListModelState} from '../../../store/list/list-model.ts';
import type {SampleProgress} from '../shared/list-view-types.ts';

/** @param sampled the progress of reading the values that the filter compares, while some are missing */
export function emptyWords(
  keymap: Keymap,
  family: Family,
  state: CollectionState,
  view: ListModelState,
  sampled?: SampleProgress,
): readonly string[] {
  const {rows, phase, isComplete, failure} = state;
  const clearText = pressText(keymap, 'list.back', 'to clear the filter');
  if (rows.length > 0 || (isComplete && view.filter !== '')) {
    if (view.isSettling) return view.isSearching ? ['searching…'] : [];
    if (view.hint !== undefined) return [view.hint, clearText];
    // In an endless list only the start was searched, so a match may be further down.
    const few = sampled?.isFiltered ? sampled.readCount : isComplete ? undefined : rows.length;
    const read = few === undefined ? undefined : `the ${countInSentence(few, family)} that were read`;
    if (view.problemsOnly)
      return [`No problems among ${read ?? family.title}.`, pressText(keymap, 'list.problems', 'to show all')];
    const hint = foreignFilterHint(view.filter, family);
    return [
      `Nothing matches ${view.filter}${read === undefined ? '' : ` among ${read}`}.`,
      ...(hint === undefined ? [] : [hint]),
      clearText,
    ];
  }
  if (state.isUnsupported) return [`Your provider’s API has no ${nounInSentence(family.title)}.`];
  if (isComplete) {
    const {create} = family.actions;
    const offered = create !== undefined && create.elsewhere === undefined;
    // If another action creates the family's rows, the text uses the name of that action: an object is uploaded.
    const createAction = family.borrowedActions.create?.on === 'list' ? family.borrowedActions.create : undefined;
    const hint = offered
      ? pressText(keymap, 'list.new', `to create the first ${family.one}`)
      : createAction && `${keyText(keymap, 'list.new') ?? ''}  ${createAction.title}`.trimStart();
    return [`No ${family.title}.`, ...(hint === undefined ? [] : [hint])];
  }
  if (failure?.code === 'closed') return [failure.message];
  if (failure !== undefined)
    return ['Can’t load this list.', failure.message, pressText(keymap, 'list.refresh', 'to retry')];
  return [phase === 'idle' || phase === 'loading' ? 'loading…' : 'not known yet'];
}

/** The line below the last loaded row, if the list continues. */
export function readOnWords(keymap: Keymap, {rows}: CollectionState): string {
  // The arrow is the last key of the command, and known to more users than the letter.
  const key = keymap.keys('moving', 'down').at(-1);
  return `${formatNumber(rows.length)} read.${key === undefined ? '' : ` Press ${keyName(key)} to read more.`}`;
}

/** The reason why a key that needs a row does nothing while the cursor is on no row. */
export function noRowWords({rows, phase, isComplete}: CollectionState, {isSettling}: ListModelState): string {
  if (isSettling) return 'still searching';
  if (rows.length > 0) return 'no row is shown';
  if (isComplete) return 'the list is empty';
  return phase === 'failed' ? 'the list can’t be loaded' : 'the list is still loading';
}
