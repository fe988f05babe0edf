/** What a column or a line shows: text with a tone, never colour alone. */
import type {WirePosition} from '../contract/field.ts';
import {age as ageOf, ago, exact, millis} from './format.ts';
import type {Known, Look} from './shape/resource.ts';
import type {AnyRow} from './shape/views.ts';

/** Meaning of a colour; themes say which of the terminal's 16 it is. */
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

/** Text alone, or with its tone. The text is raw API text: whoever paints it cleans it. */
export type Cell =
  | string
  | {
      readonly text: string;
      readonly tone?: Tone;
      readonly percent?: number;
      /** Of a mark: what is said in its place where nobody sees it. */
      readonly word?: string;
    };

/** The condition of a resource, in the six words that every glyph stands for. */
export type Condition = 'ok' | 'busy' | 'off' | 'attention' | 'failed' | 'unknown';

/** A row's condition with its own word for it: `{is: 'busy', word: 'booting', percent: 62}`. */
export interface State {
  readonly is: Condition;
  readonly word: string;
  readonly percent?: number;
}

/** Nobody knows, and nobody is about to: what says so could not be read. */
export const notKnown: State = {is: 'unknown', word: 'unknown'};
/** Nobody knows yet. */
export const beingRead: State = {is: 'unknown', word: 'reading'};

/** One-cell glyphs, and what stands for them where the terminal has ASCII only. */
export const glyphs: Readonly<Record<Condition, {readonly unicode: string; readonly ascii: string}>> = {
  ok: {unicode: '●', ascii: '*'},
  busy: {unicode: '◐', ascii: '~'},
  off: {unicode: '○', ascii: 'o'},
  attention: {unicode: '▲', ascii: '!'},
  failed: {unicode: '✗', ascii: 'x'},
  unknown: {unicode: '?', ascii: '?'},
};

/** What the `!` filter keeps. */
export const isProblem = (state: State): boolean => state.is === 'attention' || state.is === 'failed';

/** The API says that there is none. */
export const none: Cell = {text: '—', tone: 'dim'};
/** Nobody said, or what was said cannot be read: never shown as none. */
export const unknown: Cell = {text: '?', tone: 'unknown'};

/** A value that may be null or missing: null and empty are a dash, missing is a question mark. */
export function shown<T>(value: T, format: (value: NonNullable<T>) => Cell = String): Cell {
  if (value === undefined || Number.isNaN(value)) return unknown;
  if (value === null || value === '') return none;
  return format(value);
}

/** An identifier, as the provider spells it. @param position where the contract has it */
export const identifier = (
  position: WirePosition,
  text: string | null | undefined,
  look: Pick<Look, 'spell'>,
  siblings?: AnyRow,
): Cell => shown(text, known => look.spell(position, known, siblings));

/** Numbers must be numbers before they are formatted; the reader keeps what the API sent. */
export const amount = (value: number | null | undefined, format: (value: number) => string = String): Cell =>
  shown(typeof value === 'number' || value === null ? value : undefined, format);

/** A number for a sentence, which goes without it when it is not known. */
export const spoken = (value: number | null | undefined, format: (value: number) => string): string | undefined =>
  typeof value === 'number' && !Number.isNaN(value) ? format(value) : undefined;

/** "3d" */
export const age = (date: string | null | undefined, now: number): Cell => {
  const at = millis(date);
  return date === null ? none : at === undefined ? unknown : ageOf(at, now);
};

/** "3d ago  2026-03-01 14:05:09 UTC", the exact part dimmed. */
export const moment = (date: string | null | undefined, now: number): Cell | readonly Cell[] => {
  const at = millis(date);
  if (date === null) return none;
  return at === undefined ? unknown : [ago(at, now), {text: exact(at), tone: 'dim'}];
};

/** "2026-03-01", in the API's time. */
export const day = (date: string | null | undefined): Cell => {
  const at = millis(date);
  return date === null ? none : at === undefined ? unknown : exact(at).slice(0, 10);
};

/** Dates that are further away have the year in place of the time. */
const maxYearless = 300 * 86_400_000;

/** "03-01 14:05", in UTC; "2025-03-01" where the year can't be told. */
export const minute = (date: string | null | undefined, now: number): Cell => {
  const at = millis(date);
  if (date === null) return none;
  if (at === undefined) return unknown;
  return Math.abs(now - at) > maxYearless ? exact(at).slice(0, 10) : exact(at).slice(5, 16);
};

/** For sorting by date, the oldest first; what is unknown is no number, and comes last. */
export const dateOrder = (date: string | null | undefined): number => millis(date) ?? Number.NaN;

/** For sorting by age, youngest first; what is unknown is no number, and comes last. */
export const ageOrder = (date: string | null | undefined, now: number): number => {
  const at = millis(date);
  return at === undefined ? Number.NaN : now - at;
};

export const yesNo = (value: boolean | null | undefined): Cell => shown(value, flag => (flag ? 'yes' : 'no'));

/** Tags, users, regions: what belongs together in one cell. */
export const listed = (values: readonly string[] | null | undefined, between = ' '): Cell =>
  shown(values, all => (all.length === 0 ? none : all.join(between)));

export const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** The state for a value, and all words of states. */
type Conditions<T> = ((value: T) => State) & {readonly words: readonly string[]};

/** A table over every known value of an open choice; a value that it does not have keeps its own word. */
export function conditions<T>(table: Readonly<Record<Known<T>, State>>): Conditions<T> {
  const known = new Map<unknown, State>(Object.entries<State>(table));
  const stateOf = (value: T): State =>
    known.get(value) ?? {is: 'unknown', word: typeof value === 'string' && value ? value : 'unknown'};
  return Object.assign(stateOf, {words: [...known.values()].map(({word}) => word)});
}
