/** The shared services and helpers of plain mode. */
import type {Failure} from '../../store/api/failure.ts';
import type {Collection} from '../../store/cache/collection-state.ts';
import type {View} from '../context/navigation.ts';
import type {CommandPorts, SessionPort, UnreadTicketsPort, WatchPort} from '../context/ports.ts';
import type {ChangeLogPrompt} from '../context/prompt-types.ts';
import type {Announcer} from './announcer.ts';
import {InputEnded, type LineIO} from './line-io.ts';
import type {ShownItems, ViewPosition} from './view-types.ts';

export interface PlainContext extends LineIO {
  readonly context: CommandPorts & UnreadTicketsPort & WatchPort;
  readonly announcer: Announcer;
  /** The state of each place when the user left it. */
  readonly viewStates: WeakMap<View, ViewState>;
  /** Asks for a new token once after a refusal; returns true if it did. */
  renewTokenOnce(): Promise<boolean>;
}

/** The change log as it was read out. */
export interface ListedChanges {
  readonly prompt: ChangeLogPrompt;
  /** The page that was read out last, from 0. */
  page: number;
  readonly choices: NonNullable<ViewState['choices']>;
}

/** The current place of plain mode. */
export interface ViewState {
  readonly view: View;
  readonly position: ViewPosition;
  shown: ShownItems;
  /** The targets of the numbers, if they don't refer to the rows of the place. */
  choices: readonly (() => unknown)[] | undefined;
  changeLog?: ListedChanges;
  /** True if the place was not read out yet, or has changed since. */
  isUnread: boolean;
  /** True while an activity runs that the user can interrupt. */
  isBusy: boolean;
}

/** The reason why the account refuses the token; undefined while it accepts it. */
export function tokenRejection({session}: SessionPort): Failure | undefined {
  const {failure} = session.account.getState().status;
  return failure?.code === 'unauthorized' ? failure : undefined;
}

/**
 * Asks for an answer and trims it.
 * @throws InputEnded @throws Interrupted
 */
export const askTrimmed = async (plain: PlainContext, prompt: string): Promise<string> =>
  (await askLine(plain, prompt)).trim();

/**
 * Asks for an answer, and keeps the blanks around it.
 * @throws InputEnded @throws Interrupted
 */
export async function askLine({ask, announcer}: PlainContext, prompt: string): Promise<string> {
  announcer.announce();
  const line = await ask(prompt);
  if (line === undefined) throw new InputEnded();
  return line;
}

/**
 * Waits for work that was started, so that the overlay it opens comes next. After an interrupt the work continues
 * without plain mode.
 * @throws Interrupted
 */
export async function waitUntilDone({waitFor, announcer}: PlainContext, work: unknown): Promise<void> {
  let isOver = false;
  const ended = Promise.resolve(work).finally(() => {
    isOver = true;
    announcer.notify();
  });
  // After an interrupt the caller learns nothing more of the work.
  ended.catch(() => {});
  await waitFor(announcer.changes, () => isOver);
  await ended;
}

/** Parses a number of the last list into a position from 0. */
export function parseListNumber(typed: string, count: number): number | undefined {
  const place = /^\d+$/.test(typed) ? Number(typed) - 1 : -1;
  return place >= 0 && place < count ? place : undefined;
}

/** The maximum number of items to read out; the user asks for more, or types to narrow them down. */
export const MAX_LISTED = 20;

/** @param text the lines to number */
export const numberLines = (text: readonly string[], from = 0): readonly string[] =>
  text.map((line, index) => `${from + index + 1}. ${line}`);

/** Parses yes or no; undefined for any other text. */
export const parseYesNo = (typed: string): boolean | undefined =>
  /^(y|yes)$/i.test(typed) ? true : /^(n|no)$/i.test(typed) ? false : undefined;

/** Asks for yes or no until one of them is answered. */
export async function askYesNo(
  plain: PlainContext,
  question: string,
  {defaultAnswer}: {defaultAnswer: boolean},
): Promise<boolean> {
  for (;;) {
    const typed = await askTrimmed(plain, `${question} yes or no [${defaultAnswer ? 'yes' : 'no'}]: `);
    const meant = typed === '' ? defaultAnswer : parseYesNo(typed);
    if (meant !== undefined) return meant;
    plain.say('Please answer yes or no.');
  }
}

/** The longest wait for additional data, milliseconds. */
export const MAX_WAIT_MS = 5000;

/** Reads a list again if no event reports its changes; after a read that takes too long, the earlier rows are shown. */
export async function refetchUnreported(plain: PlainContext, collection: Collection): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
    plain.announcer.notify();
  };
  const stopWaiting = plain.context.clock.schedule(MAX_WAIT_MS, end);
  const stop = collection.subscribe(() => {});
  try {
    void Promise.resolve(collection.refetchUnreported?.()).then(end);
    await plain.waitFor(plain.announcer.changes, () => isOver);
  } finally {
    stop();
    stopWaiting();
  }
}
