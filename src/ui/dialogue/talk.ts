/** What the parts of the dialogue work with, and what they have in common. */
import type {Failure} from '../../store/types.ts';
import type {Deck} from '../deck.ts';
import type {Place} from '../place.ts';
import {Ended, type Lines} from './lines.ts';
import type {News} from './news.ts';
import type {At, Shown} from './view.ts';

export interface Talk extends Lines {
  readonly deck: Deck;
  readonly news: News;
  /** How each place was left. */
  readonly stands: WeakMap<Place, Stand>;
  /** Asks for another token where the one there is was refused, once; whether it did. */
  renewed(): Promise<boolean>;
}

/** Where the dialogue is. */
export interface Stand {
  readonly place: Place;
  readonly at: At;
  shown: Shown;
  /** What a number means, where that is not what the place shows. */
  choices: readonly (() => unknown)[] | undefined;
  /** It was not read out yet, or is another now. */
  unread: boolean;
  /** Something is going on that can be left. */
  busy: boolean;
}

/** Why the account does not let this token in; undefined while it does. */
export function refusalOf({session}: Deck): Failure | undefined {
  const {failure} = session.status.get();
  return failure?.code === 'unauthorised' ? failure : undefined;
}

/** An answer without the spaces around it. @throws Ended @throws Interrupted */
export async function answer({ask, news}: Talk, prompt: string): Promise<string> {
  news.tell();
  const line = await ask(prompt);
  if (line === undefined) throw new Ended();
  return line.trim();
}

/** Waits for what was begun, so that what it opens is asked next. Whoever interrupts leaves it to itself. @throws Interrupted */
export async function finished({until, news}: Talk, work: unknown): Promise<void> {
  let isOver = false;
  const ended = Promise.resolve(work).finally(() => {
    isOver = true;
    news.stir();
  });
  await until(news.changes, () => isOver);
  await ended;
}

/** A number in what was listed last: its place from 0. */
export function placeOf(typed: string, count: number): number | undefined {
  const place = /^\d+$/.test(typed) ? Number(typed) - 1 : -1;
  return place >= 0 && place < count ? place : undefined;
}

/** So many are read out; more are asked for, or narrowed by typing. */
export const AT_ONCE = 20;

/** @param text what is counted, as lines */
export const numbered = (text: readonly string[], from = 0): readonly string[] =>
  text.map((line, index) => `${from + index + 1}. ${line}`);

/** Undefined where it is neither. */
export const yesOrNo = (typed: string): boolean | undefined =>
  /^(y|yes)$/i.test(typed) ? true : /^(n|no)$/i.test(typed) ? false : undefined;

/** Yes or no; what is neither is asked again. */
export async function agreed(talk: Talk, question: string, otherwise: boolean): Promise<boolean> {
  for (;;) {
    const typed = await answer(talk, `${question} yes or no [${otherwise ? 'yes' : 'no'}]: `);
    const meant = typed === '' ? otherwise : yesOrNo(typed);
    if (meant !== undefined) return meant;
    talk.say('Please answer yes or no.');
  }
}
