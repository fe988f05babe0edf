/** Content of a column or a line: text with a tone, never color alone. */
import {age as ageOf, ago, toMillis, utcTimestamp} from './format.ts';

/** Meaning of a color; themes map it to one of the terminal's 16. */
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

/** Text alone, or with its tone. The text is raw API text: the painter sanitizes it. */
export type Cell =
  | string
  | {
      readonly text: string;
      readonly tone?: Tone;
      readonly percent?: number;
      /** For a mark: the word that replaces it for screen readers. */
      readonly word?: string;
    };

/** The state of a resource, one of six words, each with its glyph. */
export type Condition = 'ok' | 'busy' | 'off' | 'attention' | 'failed' | 'unknown';

/** A row's condition with its own word for it: `{condition: 'busy', word: 'booting', percent: 62}`. */
export interface State {
  readonly condition: Condition;
  readonly word: string;
  readonly percent?: number;
}

/** State that is unknown and will stay so: its source could not be read. */
export const unknownState: State = {condition: 'unknown', word: 'unknown'};
/** State that is still being loaded. */
export const loadingState: State = {condition: 'unknown', word: 'reading'};

/** One-cell glyphs, and their substitutes on an ASCII-only terminal. */
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

/** The API reports that the value is absent. */
export const noneCell: Cell = {text: '—', tone: 'dim'};
/** The value was not answered, or can't be read: never shown as absent. */
export const unknownCell: Cell = {text: '?', tone: 'unknown'};

/** A value that may be null or missing: null and empty are a dash, missing is a question mark. */
export function cellFor<T>(value: T, format: (value: NonNullable<T>) => Cell = String): Cell {
  if (value === undefined || Number.isNaN(value)) return unknownCell;
  if (value === null || value === '') return noneCell;
  return format(value);
}

/** The type is checked before formatting; the reader keeps the value that the API sent. */
export const amountCell = (value: number | null | undefined, format: (value: number) => string = String): Cell =>
  cellFor(typeof value === 'number' || value === null ? value : undefined, format);

/** A number for a sentence, which omits the number when it is unknown. */
export const formatIfKnown = (
  value: number | null | undefined,
  format: (value: number) => string,
): string | undefined => (typeof value === 'number' && !Number.isNaN(value) ? format(value) : undefined);

/** "3d" */
export const ageCell = (date: string | null | undefined, now: number): Cell => {
  const at = toMillis(date);
  return date === null ? noneCell : at === undefined ? unknownCell : ageOf(at, now);
};

/** "3d ago  2026-03-01 14:05:09 UTC", the exact part dimmed. */
export const momentCell = (date: string | null | undefined, now: number): Cell | readonly Cell[] => {
  const at = toMillis(date);
  if (date === null) return noneCell;
  return at === undefined ? unknownCell : [ago(at, now), {text: utcTimestamp(at), tone: 'dim'}];
};

/** "2026-03-01", in the API's time. */
export const dayCell = (date: string | null | undefined): Cell => {
  const at = toMillis(date);
  return date === null ? noneCell : at === undefined ? unknownCell : utcTimestamp(at).slice(0, 10);
};

/** Dates that are further away have the year in place of the time. */
const maxYearlessMs = 300 * 86_400_000;

/** "03-01 14:05", in UTC; "2025-03-01" if the year would be ambiguous. */
export const minuteCell = (date: string | null | undefined, now: number): Cell => {
  const at = toMillis(date);
  if (date === null) return noneCell;
  if (at === undefined) return unknownCell;
  return Math.abs(now - at) > maxYearlessMs ? utcTimestamp(at).slice(0, 10) : utcTimestamp(at).slice(5, 16);
};

/** Sort key by date, the oldest first; an unknown date is NaN, and comes last. */
export const dateOrder = (date: string | null | undefined): number => toMillis(date) ?? Number.NaN;

/** Sort key by age, youngest first; an unknown date is NaN, and comes last. */
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

/** A table over every known value of an open choice; a value that it does not have keeps its own word. */
export function defineStates<T>(table: Readonly<Record<ClosedValue<T>, State>>): StateTable<T> {
  const states = new Map<unknown, State>(Object.entries<State>(table));
  const stateOf = (value: T): State =>
    states.get(value) ?? {condition: 'unknown', word: typeof value === 'string' && value ? value : 'unknown'};
  return Object.assign(stateOf, {words: [...states.values()].map(({word}) => word)});
}
/** The closed values of an open choice: `'ok' | 'outage' | (string & {})` → `'ok' | 'outage'`. */
export type ClosedValue<T> = T extends string ? (string extends T ? never : T) : never;
