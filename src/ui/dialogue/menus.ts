/** Menus, choosers, prompts and texts, asked in words. */
import {withoutEllipsis} from '../../families/format.ts';
import type {Asked} from '../asked.ts';
import type {Overlay} from '../overlay.ts';
import type {Choice} from '../widgets/chooser.ts';
import type {MenuItem} from '../widgets/menu.ts';
import {converse} from './change.ts';
import {wayOf} from './field.ts';
import {Ended} from './lines.ts';
import {AT_ONCE, answer, finished, numbered, placeOf, type Talk} from './talk.ts';
import {spoken} from './words.ts';

/** Leads the user through what lies over the screen, until it is closed. */
export async function ask(talk: Talk, overlay: Overlay): Promise<void> {
  const {asks} = overlay;
  const open = (): boolean => talk.deck.overlays.stack.get().includes(overlay);
  const close = (): void => overlay.close();
  if (asks === undefined) {
    close();
    talk.say(`${overlay.title()} is there on the screen of the console only.`);
  } else if (asks.kind === 'change') await converse(talk, asks, open, close);
  else if (asks.kind === 'menu') await menu(talk, asks, open, close);
  else if (asks.kind === 'choose') await choose(talk, asks, open, close);
  else if (asks.kind === 'line') await prompt(talk, asks, close);
  else if (asks.kind === 'secret') await secretLine(talk, asks, close);
  else {
    close();
    talk.say(`${asks.title()}:`, ...asks.lines().map(line => line.trimEnd()));
  }
}

type Of<K extends Asked['kind']> = Extract<Asked, {kind: K}>;

/** Takes one by its number, or by a part of its name that only one has. */
function taken<T>(talk: Talk, typed: string, items: readonly T[], nameOf: (item: T) => string): T | undefined {
  const place = placeOf(typed, items.length);
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
  talk.say(
    found.length === 0 ? `Nothing here is called ${typed}.` : `More than one is called ${typed}: choose by number.`,
  );
  return undefined;
}

async function menu(
  talk: Talk,
  {title, items, take}: Of<'menu'>,
  open: () => boolean,
  close: () => void,
): Promise<void> {
  // A switch says how it stands behind its name.
  const nameOf = ({text}: MenuItem): string =>
    text.replace(/^\[(x| )\] (.*)/, (_, on: string, name: string) => `${name}, ${on === 'x' ? 'on' : 'off'}`);
  const line = (item: MenuItem): string => {
    const {detail, unless} = item;
    return `${[nameOf(item), spoken(detail ?? '')].filter(Boolean).join(', ')}${unless === undefined ? '' : `; not now: ${unless}`}`;
  };
  while (open()) {
    const shown = items();
    talk.say(`${title}:`, ...numbered(shown.map(line)));
    const typed = await answer(talk, 'Number or name, enter goes back: ');
    if (typed === '') return close();
    const item = taken(talk, typed, shown, nameOf);
    if (item) await finished(talk, take(item));
  }
}

async function choose(
  talk: Talk,
  {title, choices, nothing, take, accept}: Of<'choose'>,
  open: () => boolean,
  close: () => void,
): Promise<void> {
  const line = ({lead, text, detail, unless, on}: Choice): string =>
    `${[lead, text, spoken(detail ?? ''), on === 'some' ? 'chosen for some' : on ? 'chosen' : ''].filter(Boolean).join(', ')}${unless === undefined ? '' : `; not now: ${unless}`}`;
  let words = '';
  let listed: readonly Choice[] | undefined;
  while (open()) {
    if (listed === undefined) {
      const all = choices(words);
      listed = all.slice(0, AT_ONCE);
      talk.say(`${title()}:`, ...(all.length === 0 ? [nothing(words)] : numbered(listed.map(line))));
      if (all.length > listed.length)
        talk.say(`${all.length - listed.length} more: type a part of the name to hear fewer.`);
    }
    const typed = await answer(
      talk,
      accept ? 'Number, name, or done: ' : 'Number or part of a name, enter goes back: ',
    );
    if (typed === '') return close();
    if (typed === 'done' && accept) return accept();
    const place = placeOf(typed, listed.length);
    const exact = choices(typed).filter(({text}) => text.toLowerCase() === typed.toLowerCase());
    const choice = place === undefined ? (exact.length === 1 ? exact[0] : undefined) : listed[place];
    words = choice ? '' : typed;
    listed = undefined;
    if (choice) await finished(talk, take(choice));
  }
}

async function prompt(talk: Talk, {title, name, initial, note, take}: Of<'line'>, close: () => void): Promise<void> {
  talk.say(`${title}. ${note}`);
  for (;;) {
    const typed = await answer(talk, `${name}${initial === '' ? '' : ` [${initial}]`}, .cancel leaves: `);
    if (wayOf(typed) === 'leave' || (typed === '' && initial === '')) return close();
    const problem = await take(typed || initial);
    if (problem === undefined) return close();
    talk.say(problem);
  }
}

async function secretLine(talk: Talk, {title, name, note, take}: Of<'secret'>, close: () => void): Promise<void> {
  talk.news.tell();
  talk.say(`${title}. ${note}`);
  const typed = await talk.askSecret(`${name}, not shown while it is typed, enter leaves: `);
  if (typed === undefined) throw new Ended();
  const text = typed.trim();
  if (text === '' || wayOf(text) === 'leave') close();
  else take(text);
}
