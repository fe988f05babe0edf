/** Menus, choosers, prompts and texts, asked in words. */
import {withoutEllipsis} from '../../families/format/format.ts';
import type {Overlay} from '../context/overlay-stack.ts';
import type {ChangeLogPrompt, Choice, MenuItem, PromptRequest} from '../context/prompt-types.ts';
import {sharedReason} from '../models/menu.ts';
import {askChange} from './change.ts';
import {parseDirection} from './field.ts';
import {InputEnded} from './line-io.ts';
import {
  askTrimmed,
  type ListedChanges,
  MAX_LISTED,
  numberLines,
  type PlainContext,
  parseListNumber,
  type ViewState,
  waitUntilDone,
} from './plain-context.ts';
import {speechText} from './speech-text.ts';

/** Leads the user through an overlay until it is closed. */
export async function askOverlay(plain: PlainContext, overlay: Overlay): Promise<void> {
  const {prompt} = overlay.model;
  const open = (): boolean => plain.context.overlays.stack.getState().includes(overlay);
  const close = (): void => overlay.close();
  if (prompt === undefined) {
    close();
    plain.say(`${overlay.title()} is available only in the console.`);
  } else if (prompt.kind === 'change') await askChange(plain, prompt, open, close);
  else if (prompt.kind === 'menu') await askMenu(plain, prompt, open, close);
  else if (prompt.kind === 'choose') await askChoice(plain, prompt, open, close);
  else if (prompt.kind === 'line') await askLine(plain, prompt, close);
  else if (prompt.kind === 'secret') await askSecretLine(plain, prompt, close);
  else if (prompt.kind === 'changeLog') {
    await waitUntilDone(plain, prompt.whenReady());
    close();
    listChanges(plain, prompt);
  } else {
    await waitUntilDone(plain, prompt.whenReady?.());
    close();
    plain.say(`${prompt.title()}:`);
    plain.print(...prompt.lines().map(line => line.trimEnd()));
  }
}

/** Reads the first page of the change log; its numbers then open and undo changes. */
function listChanges(plain: PlainContext, prompt: ChangeLogPrompt): void {
  const view = plain.context.navigation.current.getState();
  const state = view && plain.viewStates.get(view);
  const choices = prompt.records().map(record => () => prompt.open(record));
  const log: ListedChanges = {prompt, page: 0, choices};
  if (state) {
    state.choices = choices;
    state.changeLog = log;
  }
  readChanges(plain, log);
}

/** Reads a page of the change log. */
function readChanges(plain: PlainContext, {prompt, page}: ListedChanges): void {
  const records = prompt.records();
  const first = page * MAX_LISTED;
  const pages = Math.ceil(records.length / MAX_LISTED);
  const note = prompt.note();
  plain.say(`${prompt.title()}:${pages > 1 ? ` page ${page + 1} of ${pages}` : ''}`);
  const lines = records.slice(first, first + MAX_LISTED).map(record => prompt.line(record).trim());
  plain.print(...numberLines(lines, first), ...(note === undefined ? [] : [note]));
  if (records.length === 0) return;
  const more = page + 1 < pages ? ' Type next for more changes.' : '';
  plain.say(`Type undo and a number to undo a change: undo ${first + 1}.${more}`);
}

/** The change log, if it was the last list that was read out: numbers refer to its entries. */
export const listedChanges = ({changeLog, choices}: ViewState): ListedChanges | undefined =>
  changeLog !== undefined && changeLog.choices === choices ? changeLog : undefined;

/** Reads the next or the previous page of the change log; the view itself isn't read again. */
export function turnLogPage(plain: PlainContext, state: ViewState, by: number): false {
  const log = listedChanges(state);
  if (log === undefined) return false;
  const page = log.page + by;
  if (page < 0 || page * MAX_LISTED >= log.choices.length)
    plain.say(by > 0 ? 'This is the last page.' : 'This is the first page.');
  else {
    log.page = page;
    readChanges(plain, log);
  }
  return false;
}

type PromptOf<K extends PromptRequest['kind']> = Extract<PromptRequest, {kind: K}>;

/** Finds an item by its number, or by a part of its name that is unique. */
function findItem<T>(
  plain: PlainContext,
  typed: string,
  items: readonly T[],
  nameOf: (item: T) => string,
): T | undefined {
  const place = parseListNumber(typed, items.length);
  if (place !== undefined) return items[place];
  const wanted = typed.toLowerCase();
  const names = items.map(item => withoutEllipsis(nameOf(item).toLowerCase()));
  const fitting = (test: (name: string) => boolean): readonly T[] =>
    items.filter((_, index) => test(names[index] ?? ''));
  const [found = []] = [
    fitting(name => name === wanted),
    fitting(name => name.startsWith(wanted)),
    fitting(name => name.includes(wanted)),
  ].filter(some => some.length > 0);
  if (found.length === 1) return found[0];
  plain.say(
    found.length === 0
      ? `No entry ${typed}. Type a number or a name of the list.`
      : `More than one entry has ${typed}. Type its number.`,
  );
  return undefined;
}

async function askMenu(
  plain: PlainContext,
  {title, items, take}: PromptOf<'menu'>,
  open: () => boolean,
  close: () => void,
): Promise<void> {
  // A switch shows its state after its name.
  const nameOf = ({text}: MenuItem): string =>
    text.replace(/^\[(x| )\] (.*)/, (_, on: string, name: string) => `${name}, ${on === 'x' ? 'on' : 'off'}`);
  const line = (item: MenuItem, shared: string | undefined): string => {
    const {detail, unless} = item;
    const reason = unless === undefined ? '' : unless === shared ? '; not now' : `; not now: ${unless}`;
    return `${[nameOf(item), speechText(detail ?? '')].filter(Boolean).join(', ')}${reason}`;
  };
  // After an answer that names no entry, the list isn't repeated: the prompt says what it takes.
  let shown: readonly MenuItem[] | undefined;
  while (open()) {
    if (shown === undefined) {
      shown = items();
      const shared = sharedReason(shown);
      const note = shared === undefined ? [] : [`Not now: ${shared}${/[.!?]$/.test(shared) ? '' : '.'}`];
      plain.say(`${title}:`, ...note, ...numberLines(shown.map(item => line(item, shared))));
    }
    const typed = await askTrimmed(plain, 'Number or name, enter goes back: ');
    if (typed === '') return close();
    const item = findItem(plain, typed, shown, nameOf);
    if (item === undefined) continue;
    shown = undefined;
    await waitUntilDone(plain, take(item));
  }
}

async function askChoice(
  plain: PlainContext,
  {title, choices, nothing, take, accept}: PromptOf<'choose'>,
  open: () => boolean,
  close: () => void,
): Promise<void> {
  const line = ({lead, text, detail, unless, on}: Choice): string =>
    `${[lead, text, speechText(detail ?? ''), on === 'some' ? 'chosen for some' : on ? 'chosen' : ''].filter(Boolean).join(', ')}${unless === undefined ? '' : `; not now: ${unless}`}`;
  let query = '';
  let listed: readonly Choice[] | undefined;
  while (open()) {
    if (listed === undefined) {
      const all = choices(query);
      listed = all.slice(0, MAX_LISTED);
      plain.say(`${title()}:`, ...(all.length === 0 ? [nothing(query)] : numberLines(listed.map(line))));
      if (all.length > listed.length)
        plain.say(`${all.length - listed.length} more. Type a part of the name to narrow the list.`);
    }
    const typed = await askTrimmed(
      plain,
      accept ? 'Number, name, or done: ' : 'Number or part of a name, enter goes back: ',
    );
    if (typed === '') return close();
    if (typed === 'done' && accept) return waitUntilDone(plain, accept());
    const place = parseListNumber(typed, listed.length);
    const exact = choices(typed).filter(({text}) => text.toLowerCase() === typed.toLowerCase());
    const choice = place === undefined ? (exact.length === 1 ? exact[0] : undefined) : listed[place];
    query = choice ? '' : typed;
    listed = undefined;
    if (choice) await waitUntilDone(plain, take(choice));
  }
}

async function askLine(
  plain: PlainContext,
  {title, name, initial, note, take}: PromptOf<'line'>,
  close: () => void,
): Promise<void> {
  plain.say(`${title}. ${note}`);
  for (;;) {
    const typed = await askTrimmed(plain, `${name}${initial === '' ? '' : ` [${initial}]`}, .cancel cancels: `);
    if (parseDirection(typed) === 'leave' || (typed === '' && initial === '')) return close();
    const problem = await take(typed || initial);
    if (problem === undefined) return close();
    plain.say(problem);
  }
}

async function askSecretLine(
  plain: PlainContext,
  {title, name, note, take}: PromptOf<'secret'>,
  close: () => void,
): Promise<void> {
  plain.announcer.announce();
  plain.say(`${title}. ${note}`);
  for (;;) {
    const typed = await plain.askSecret(`${name}, hidden while you type, enter cancels: `);
    if (typed === undefined) throw new InputEnded();
    const text = typed.trim();
    if (text === '' || parseDirection(text) === 'leave') return close();
    const problem = take(text);
    if (problem === undefined) return;
    plain.say(problem);
  }
}
