/** Menus, choosers, prompts and texts, asked in words. */
import {withoutEllipsis} from '../../families/format/format.ts';
import type {Overlay} from '../context/overlay-stack.ts';
import type {Choice, MenuItem, PromptRequest} from '../context/prompt-types.ts';
import {sharedReason} from '../models/menu.ts';
import {askChange} from './change.ts';
import {parseDirection} from './field.ts';
import {InputEnded} from './line-io.ts';
import {
  askTrimmed,
  MAX_LISTED,
  numberLines,
  type PlainContext,
  parseListNumber,
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
  else {
    await waitUntilDone(plain, prompt.whenReady?.());
    close();
    plain.say(`${prompt.title()}:`);
    plain.print(...prompt.lines().map(line => line.trimEnd()));
  }
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
    if (typed === 'done' && accept) return accept();
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
