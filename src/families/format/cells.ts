/** The content of a column or a line: text with a tone, never color alone. */
import {age as ageOf, ago, toMillis, utcTimestamp} from './format.ts';

/** The meaning of a color; themes map it to one of the terminal's 16 colors. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'ok'
  | 'busy'
  | 'off'
  | 'attention'
  | 'failed'
  | 'unknown'
  | 'accent'
  | 'link';

/** A text, or a text with its tone. It is the raw text of the API: the painter sanitizes it. */
export type Cell =
  | string
  | {
      readonly text: string;
      readonly tone?: Tone;
      readonly percent?: number;
      /** For a mark: the word that replaces it for screen readers. */
      readonly word?: string;
    };

/** The condition of a resource, one of six words, each with a glyph. */
export type Condition = 'ok' | 'busy' | 'off' | 'attention' | 'failed' | 'unknown';

/** A row's condition with a more specific word: `{condition: 'busy', word: 'booting', percent: 62}`. */
export interface State {
  readonly condition: Condition;
  readonly word: string;
  readonly percent?: number;
}

/** A state that stays unknown, because its source could not be read. */
export const unknownState: State = {condition: 'unknown', word: 'unknown'};
/** A state that is still being loaded. */
export const loadingState: State = {condition: 'unknown', word: 'reading'};

/** Glyphs of one cell, and their replacements on an ASCII-only terminal. */
export const glyphs: Readonly<Record<Condition, {readonly unicode: string; readonly ascii: string}>> = {
  ok: {unicode: '●', ascii: '*'},
  busy: {unicode: '◐', ascii: '~'},
  off: {unicode: '○', ascii: 'o'},
  attention: {unicode: '▲', ascii: '!'},
  failed: {unicode: '✗', ascii: 'x'},
  unknown: {unicode: '?', ascii: '?'},
};

/** True for the states that the `!` filter keeps. */
export const isProblem = (state: State): boolean => state.condition === 'attention' || state.condition === 'failed';

/** For a value that the API reports as absent. */
export const noneCell: Cell = {text: '—', tone: 'dim'};
/** For a value that the API didn't return, or that can't be read: never shown as absent. */
export const unknownCell: Cell = {text: '?', tone: 'unknown'};

/** The cell of a value that may be null or missing: null and empty are a dash, missing is a question mark. */
export function cellFor<T>(value: T, format: (value: NonNullable<T>) => Cell = String): Cell {
  if (value === undefined || Number.isNaN(value)) return unknownCell;
  if (value === null || value === '') return noneCell;
  return format(value);
}

/** Checks the type before formatting, because rows keep the values that the API sent. */
export const amountCell = (value: number | null | undefined, format: (value: number) => string = String): Cell =>
  cellFor(typeof value === 'number' || value === null ? value : undefined, format);

/** A number for a sentence, which omits an unknown number. */
export const formatIfKnown = (
  value: number | null | undefined,
  format: (value: number) => string,
): string | undefined => (typeof value === 'number' && !Number.isNaN(value) ? format(value) : undefined);

/** "3d" */
export const ageCell = (date: string | null | undefined, now: number): Cell => {
  const at = toMillis(date);
  return date === null ? noneCell : at === undefined ? unknownCell : ageOf(at, now);
};

/** "3d ago  2026-03-01 14:05:09 UTC", with the exact time dimmed. */
export const momentCell = (date: string | null | undefined, now: number): Cell | readonly Cell[] => {
  const at = toMillis(date);
  if (date === null) return noneCell;
  return at === undefined ? unknownCell : [ago(at, now), {text: utcTimestamp(at), tone: 'dim'}];
};

/** "2026-03-01", in UTC. */
export const dayCell = (date: string | null | undefined): Cell => {
  const at = toMillis(date);
  return date === null ? noneCell : at === undefined ? unknownCell : utcTimestamp(at).slice(0, 10);
};

/** Dates further away than this show the year instead of the time. */
const maxYearlessMs = 300 * 86_400_000;

/** "03-01 14:05", in UTC; "2025-03-01" if the year would be ambiguous. */
export const minuteCell = (date: string | null | undefined, now: number): Cell => {
  const at = toMillis(date);
  if (date === null) return noneCell;
  if (at === undefined) return unknownCell;
  return Math.abs(now - at) > maxYearlessMs ? utcTimestamp(at).slice(0, 10) : utcTimestamp(at).slice(5, 16);
};

/** The sort key by date, oldest first; an unknown date is NaN, and sorted last. */
export const dateOrder = (date: string | null | undefined): number => toMillis(date) ?? Number.NaN;

/** The sort key by age, youngest first; an unknown date is NaN, and sorted last. */
export const ageOrder = (date: string | null | undefined, now: number): number => {
  const at = toMillis(date);
  return at === undefined ? Number.NaN : now - at;
};

export const yesNoCell = (value: boolean | null | undefined): Cell => cellFor(value, flag => (flag ? 'yes' : 'no'));

/** Tags, users, regions: several values in one cell. */
export const listCell = (values: readonly string[] | null | undefined, between = ' '): Cell =>
  cellFor(values, all => (all.length === 0 ? noneCell : all.join(between)));

export const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** The state for a value, and all words of states. */
type StateTable<T> = ((value: T) => State) & {readonly words: readonly string[]};

/** Defines the state of every known value of an open choice; an unknown value becomes its own word. */
export function defineStates<T>(table: Readonly<Record<ClosedValue<T>, State>>): StateTable<T> {
  const states = new Map<unknown, State>(Object.entries<State>(table));
  const stateOf = (value: T): State =>
    states.get(value) ?? {condition: 'unknown', word: typeof value === 'string' && value ? value : 'unknown'};
  return Object.assign(stateOf, {words: [...states.values()].map(({word}) => word)});
}
/** The closed values of an open choice: `'ok' | 'outage' | (string & {})` → `'ok' | 'outage'`. */
export type ClosedValue<T> = T extends string ? (string extends T ? never : T) : never;
