/** What the parts of the dialogue work with, and what they have in common. */
import type {Failure} from '../../store/session/session.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import type {View} from '../context/navigation.ts';
import type {Announcer} from './announcer.ts';
import {InputEnded, type LineIO} from './line-io.ts';
import type {ShownItems, ViewPosition} from './view.ts';

export interface DialogueContext extends LineIO {
  readonly context: ConsoleContext;
  readonly announcer: Announcer;
  /** How each place was left. */
  readonly viewStates: WeakMap<View, ViewState>;
  /** Asks for another token where the one there is was refused, once; whether it did. */
  renewTokenOnce(): Promise<boolean>;
}

/** Where the dialogue is. */
export interface ViewState {
  readonly view: View;
  readonly position: ViewPosition;
  shown: ShownItems;
  /** What a number means, where that is not what the place shows. */
  choices: readonly (() => unknown)[] | undefined;
  /** It was not read out yet, or is another now. */
  isUnread: boolean;
  /** Something is going on that can be left. */
  isBusy: boolean;
}

/** Why the account does not let this token in; undefined while it does. */
export function tokenRejection({session}: ConsoleContext): Failure | undefined {
  const {failure} = session.status.get();
  return failure?.code === 'unauthorised' ? failure : undefined;
}

/** An answer without the spaces around it. @throws Ended @throws Interrupted */
export async function askTrimmed({ask, announcer}: DialogueContext, prompt: string): Promise<string> {
  announcer.announce();
  const line = await ask(prompt);
  if (line === undefined) throw new InputEnded();
  return line.trim();
}

/** Waits for what was begun, so that what it opens is asked next. Whoever interrupts leaves it to itself. @throws Interrupted */
export async function waitUntilDone({waitFor, announcer}: DialogueContext, work: unknown): Promise<void> {
  let isOver = false;
  const ended = Promise.resolve(work).finally(() => {
    isOver = true;
    announcer.notify();
  });
  await waitFor(announcer.changes, () => isOver);
  await ended;
}

/** A number in what was listed last: its place from 0. */
export function parseListNumber(typed: string, count: number): number | undefined {
  const place = /^\d+$/.test(typed) ? Number(typed) - 1 : -1;
  return place >= 0 && place < count ? place : undefined;
}

/** So many are read out; more are asked for, or narrowed by typing. */
export const MAX_LISTED = 20;

/** @param text what is counted, as lines */
export const numberLines = (text: readonly string[], from = 0): readonly string[] =>
  text.map((line, index) => `${from + index + 1}. ${line}`);

/** Undefined where it is neither. */
export const parseYesNo = (typed: string): boolean | undefined =>
  /^(y|yes)$/i.test(typed) ? true : /^(n|no)$/i.test(typed) ? false : undefined;

/** Yes or no; what is neither is asked again. */
export async function askYesNo(dialogue: DialogueContext, question: string, otherwise: boolean): Promise<boolean> {
  for (;;) {
    const typed = await askTrimmed(dialogue, `${question} yes or no [${otherwise ? 'yes' : 'no'}]: `);
    const meant = typed === '' ? otherwise : parseYesNo(typed);
    if (meant !== undefined) return meant;
    dialogue.say('Please answer yes or no.');
  }
}
