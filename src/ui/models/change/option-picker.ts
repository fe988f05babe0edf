/** Picks a field's value from its options; disabled options stay visible with their reason. */

import type {FieldState, Option} from '../../../store/changes/form/field-state.ts';
import type {SeveralValues} from '../../../store/changes/form/values-of-many.ts';
import {jsonEqual} from '../../../store/core/json-equal.ts';
import type {OverlayHost} from '../../context/overlay-stack.ts';
import type {Choice} from '../../context/prompt-types.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {splitEntries} from '../multiple-selection.ts';
import {openSelectList} from '../select-list.ts';
import {entryLabel, levelText} from './chosen-label.ts';
import {createStableTexts, type KeyedChoice} from './keyed-choice.ts';

/** The services of the console that a picker needs. */
export interface PickerHost extends OverlayHost {
  /** The area of a token's scopes in the provider's spelling. */
  spellScopeArea(area: string): string;
  /** The areas of scopes that the account's API has, with their descriptions. */
  scopeAreas(): Readonly<Record<string, string>>;
  /**
   * Loads the data that determines the areas, if necessary, and calls back after a change; returns the function that
   * stops.
   */
  followScopeAreas(changed: () => void): () => void;
}

export interface OptionPickerOptions {
  readonly host: PickerHost;
  /** The current field, because its options may still be arriving. */
  readonly field: () => FieldState | undefined;
  readonly set: (value: unknown) => void;
  readonly done: () => void;
  readonly changed: (listener: () => void) => () => void;
}

/** Up to this number of options, available ones are listed before disabled ones. */
const MAX_SORTED = 500;

/** The text in which a search finds an option. */
export const searchText = ({text, detail, value, typed = ''}: Option): string =>
  typeof value === 'object'
    ? `${text} ${detail}`
    : `${text} ${detail} ${value} ${typed === String(value) ? '' : typed}`.trim();

function options(field: FieldState | undefined): readonly Option[] {
  const all = field?.options ?? [];
  // Reasons are computed one by one: with very many options, only those of visible options.
  if (all.length > MAX_SORTED) return all;
  const reasons = all.map(option => ({option, off: option.unless !== undefined}));
  return [...reasons.filter(({off}) => !off), ...reasons.filter(({off}) => off)].map(({option}) => option);
}

/** The options that match, best first; deprecated ones last. */
function rankedOptions(typed: string, field: FieldState | undefined): readonly Option[] {
  const matches = rankMatches(typed, options(field), searchText);
  const isDeprecated = ({isDeprecated = false}: Option) => isDeprecated;
  return [...matches.filter(option => !isDeprecated(option)), ...matches.filter(isDeprecated)];
}

const nothing = (field: FieldState | undefined, typed: string): string =>
  field?.isLoading === true ? 'loading…' : typed === '' ? 'no options' : `no match for ${typed}`;

/** The label of the choice that clears a field; it differs from the field's values. */
const clearText = ({options: all}: FieldState): string =>
  all?.some(({value}) => value === 'none') === true ? 'not set' : 'none';

export function pickOne({host, field, set, done, changed}: OptionPickerOptions): void {
  const now = field();
  if (now === undefined) return;
  const take = (value: unknown) => () => {
    set(value);
    done();
  };
  // An omitted field keeps its value; only null clears it.
  const none = now.isNullable === true ? null : undefined;
  const clear: Choice[] = now.isRequired ? [] : [{text: clearText(now), tone: 'dim', run: take(none)}];
  // If several rows differ, each keeps its value until the user chooses one for all of them.
  if (now.several?.differs) clear.unshift({text: 'keep each', tone: 'dim', run: take(undefined)});
  // The current plan can't be chosen again and is the last option, so the cursor starts on the first available option.
  const first = options(now).findIndex(({value, unless}) => jsonEqual(value, now.value) && unless === undefined);
  const list = openSelectList(host, {
    title: now.title,
    prompt: ' ',
    at: 'center',
    columns: 104,
    first: first < 0 ? 0 : first + (clear.length > 0 ? 1 : 0),
    choices: typed => [
      ...(typed === '' ? clear : []),
      ...rankedOptions(typed, field()).map(({text, detail, cells, unless, value}) => ({
        text,
        detail,
        cells,
        unless,
        run: take(value),
      })),
    ],
    nothing: typed => nothing(field(), typed),
    onClosed: () => stop(),
  });
  const stop = changed(() => (field() === undefined ? list.close() : list.refreshChoices()));
}

interface MultiPicker {
  /** True if the value is chosen; with several rows, true if all rows have it, and 'some' if only some have it. */
  isOn(value: string | number): boolean | 'some';
  /** The number of rows with the value, if they differ. */
  note(value: string | number): string;
  flip(value: string | number): void;
  /** The values at the start; they are listed first because they can be removed. */
  readonly before: readonly (string | number)[];
  /** Chosen values that are not among the options. */
  own(): readonly (string | number)[];
  /** True if nothing was added or removed. */
  isUnchanged(): boolean;
  leave(): void;
}

const plainValues = (values: unknown): readonly (string | number)[] =>
  (Array.isArray(values) ? values : []).filter(value => typeof value === 'string' || typeof value === 'number');

/** A list field of a single row. */
function oneList(value: unknown, set: (value: unknown) => void): MultiPicker {
  const before = plainValues(value);
  let values = before;
  return {
    before,
    isOn: value => values.includes(value),
    note: () => '',
    own: () => values,
    flip(value) {
      values = values.includes(value) ? values.filter(other => other !== value) : [...values, value];
      set(values);
    },
    isUnchanged: () => values === before,
    leave() {
      // A field without a value gets none, not an empty list.
      if (values !== before) set(value);
    },
  };
}

/** The list fields of several rows: entries are added to all of them, or removed from all; other entries stay. */
function listsOfSeveral({total, entries, amendment: first}: SeveralValues, set: (value: unknown) => void): MultiPicker {
  const counts = new Map(entries.map(({value, count}) => [value, count]));
  let [adds, removes] = [plainValues(first?.adds), plainValues(first?.removes)];
  const countOf = (value: string | number): number => counts.get(value) ?? 0;
  const without = (list: readonly (string | number)[], value: string | number) => list.filter(other => other !== value);
  const isOn = (value: string | number): boolean | 'some' => {
    if (adds.includes(value) || removes.includes(value)) return adds.includes(value);
    return countOf(value) === total ? true : countOf(value) > 0 ? 'some' : false;
  };
  return {
    before: plainValues(entries.map(({value}) => value)),
    isOn,
    note: value => (countOf(value) > 0 && countOf(value) < total ? `${countOf(value)} of ${total}` : ''),
    own: () => adds,
    /** If only some rows have the value, the key cycles through all, none, and unchanged. */
    flip(value) {
      const [wasAdded, wasRemoved] = [adds.includes(value), removes.includes(value)];
      [adds, removes] = [without(adds, value), without(removes, value)];
      if (wasAdded) removes = countOf(value) > 0 ? [...removes, value] : removes;
      else if (!wasRemoved && countOf(value) < total) adds = [...adds, value];
      else if (!wasRemoved) removes = [...removes, value];
      set(adds.length + removes.length === 0 ? undefined : {adds, removes});
    },
    isUnchanged: () => adds.length + removes.length === 0,
    leave: () => set(first),
  };
}

export function pickMany({host, field, set, done, changed}: OptionPickerOptions): void {
  const now = field();
  if (now === undefined) return;
  const free = now.input === 'tags';
  const picker = now.several === undefined ? oneList(now.value, set) : listsOfSeveral(now.several, set);
  const all = (): readonly Option[] => {
    const wasChosen = ({value}: Option): boolean => picker.before.some(one => one === value);
    const offered = options(field());
    const listedOptions = [...offered.filter(wasChosen), ...offered.filter(option => !wasChosen(option))];
    const customValues = [...new Set([...picker.own(), ...picker.before])]
      .filter(value => !listedOptions.some(option => option.value === value))
      .map(value => ({value, text: String(now.spell?.(value) ?? value), detail: '', unless: undefined}));
    return [...customValues, ...listedOptions];
  };
  const choiceOf = ({text, detail, unless, value}: Option): readonly Choice[] => {
    if (value === null || typeof value === 'object') return [];
    const on = picker.isOn(value);
    const beside = [picker.note(value), detail === text ? '' : detail].filter(Boolean).join(' · ');
    return [{text, detail: beside, unless: on === false ? unless : undefined, on, run: () => picker.flip(value)}];
  };
  const selectTyped = (typed: string): string => {
    const {complete, rest} = splitEntries(typed);
    for (const value of complete) if (picker.isOn(value) !== true) picker.flip(value);
    return rest;
  };
  const title = now.several === undefined ? now.title : `${now.title} of ${now.several.total}`;
  const list = openSelectList(host, {
    // The title shows the selected entries, because the typed text filters the list.
    title: () => [title, free ? picker.own().join(', ') : ''].filter(Boolean).join(' · '),
    prompt: ' ',
    at: 'center',
    choices(typed) {
      const fitting = rankMatches(typed, all(), searchText).flatMap(choiceOf);
      const added = typed.trim();
      const isNew = free && added !== '' && !all().some(({value}) => value === added);
      return isNew
        ? [{text: added, detail: 'new', on: false, run: () => selectTyped(`${added},`)}, ...fitting]
        : fitting;
    },
    nothing: typed => nothing(field(), typed),
    multiple: {
      accept() {
        if (free) selectTyped(`${list.typed()},`);
        // For a required field, an empty choice also counts as a value.
        if (picker.isUnchanged() && now.isRequired && !Array.isArray(now.value)) set([]);
        done();
      },
      leave: () => picker.leave(),
      ...(free && {takeTyped: selectTyped}),
    },
    onClosed: () => stop(),
  });
  const stop = changed(() => (field() === undefined ? list.close() : list.refreshChoices()));
}

/** The next level after the current one; "none" precedes the first. */
function nextLevel({value, options = []}: FieldState): unknown {
  const values = [null, ...(options ?? []).map(option => option.value)];
  return values[(values.findIndex(other => jsonEqual(other, value ?? null)) + 1) % values.length];
}

/** Picks a level for each of many rows: a user's permission for each instance. */
export function pickLevels({host, field, set, done}: OptionPickerOptions): void {
  const now = field();
  if (now === undefined) return;
  const before = now.value;
  let isChanged = false;
  const change = (path: string) => (): void => {
    const values = field()?.items?.entries ?? [];
    const index = values.findIndex(entry => entry.path === path);
    const [level] = values[index]?.fields ?? [];
    const list = field()?.value;
    if (level === undefined || !Array.isArray(list)) return;
    isChanged = true;
    set(list.with(index, {...(list[index] as object), [level.name]: nextLevel(level)}));
  };
  const searchTexts = createStableTexts();
  const choices = (): readonly KeyedChoice[] =>
    (field()?.items?.entries ?? []).map(entry => ({
      key: entry.path,
      text: entryLabel(entry),
      detail: levelText(entry),
      on: levelText(entry) !== '',
      run: change(entry.path),
    }));
  openSelectList(host, {
    title: now.title,
    prompt: ' ',
    at: 'center',
    choices: typed => rankMatches(typed, choices(), searchTexts),
    nothing: typed => `Nothing matches ${typed}`,
    multiple: {
      switches: 'next level',
      accept: done,
      leave() {
        if (isChanged) set(before);
      },
    },
  });
}
