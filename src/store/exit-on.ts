/** `--exit-on 'instances status:failed'`: ends a watch when some row is as a filter says. */
import type {AnyRow, Family} from '../families/define.ts';
import {byName} from '../families/registry.ts';
import type {Clock} from './clock.ts';
import {hasWords, matcher, parse} from './search.ts';
import type {Session} from './types.ts';

/** The exit code of a watch that found what it was told to look for, with a screen and without. */
export const foundCode = 3;

export interface Wanted {
  readonly family: Family;
  /** In the words of the console's filter. */
  readonly filter: string;
}

/** Reads a family and a filter; what is wrong with them in words otherwise. */
export function wantedOf(text: string): Wanted | {readonly refused: string} {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const filter = rest.join(' ');
  if (filter === '') return {refused: "--exit-on needs a family and a filter, such as 'instances status:failed'"};
  const family = byName(name);
  if (!family) return {refused: `--exit-on: there is no family ${name}`};
  if (family.group === undefined && !family.byName)
    return {refused: `--exit-on: ${family.title} stand below a resource and are no list of their own`};
  return {family, filter};
}

/** Ages grow without a change of any row: filters on them are looked at so often, milliseconds. */
const lookEvery = 60_000;

export interface Finding {
  readonly clock: Pick<Clock, 'schedule'>;
  /** The first row that matches; called at most once. */
  found(row: AnyRow): void;
  /** The filter names a field that no row has. */
  refused(words: string): void;
}

/** Looks at the list whenever it changes; rows of an earlier session do not count. Returns how to stop. */
export function whenFound(session: Session, {family, filter}: Wanted, {clock, found, refused}: Finding): () => void {
  const collection = session.collection(family.id);
  let cancel: (() => void) | undefined;
  let ended = false;
  let stop: (() => void) | undefined;
  const end = (): void => {
    ended = true;
    cancel?.();
    stop?.();
  };
  const look = (): void => {
    const {rows, remembered} = collection.get();
    const [first] = rows;
    if (ended || remembered || first === undefined) return;
    const query = parse(filter, family, first);
    if (query.hint !== undefined) {
      end();
      refused(query.hint);
      return;
    }
    const matches = matcher(query, {look: session.look, at: {}});
    const words = hasWords(query);
    const row = rows.find(row => {
      const id = family.key(row);
      if (collection.annotation(id)?.gone) return false;
      return matches({row, text: words ? collection.searchText(id) : ''});
    });
    if (row === undefined) return;
    end();
    found(row);
  };
  const again = (): void => {
    look();
    if (!ended) cancel = clock.schedule(lookEvery, again);
  };
  stop = collection.subscribe(look);
  // Told while it was being added: then nothing more is wanted.
  if (ended) stop();
  queueMicrotask(again);
  return end;
}

/** "instance web-01 (123) is failed" */
export function foundWords(family: Family, row: AnyRow, {look}: Pick<Session, 'look'>): string {
  const state = family.state?.(row, look, {});
  return `${family.one} ${family.label(row)} (${family.key(row)})${state ? ` is ${state.word}` : ''}`;
}
