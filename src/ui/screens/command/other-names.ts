/** Names of commands in k9s and similar programs: the same command of Skydeck, or a sentence about the way. */
import {type Keymap, pressText} from '../../../keymap/keymap.ts';
import {ownProperty} from '../../../platform/text/own-property.ts';
import type {KeymapPort, NotificationPort} from '../../context/ports.ts';
import type {Suggestion} from './suggestion.ts';

/** Commands and verbs of Skydeck with another name. */
const sameCommands: Readonly<Record<string, string>> = {
  lish: 'serial',
  pulses: 'overview',
};

/** Sentences for names without a command of Skydeck. */
const hints: Readonly<Record<string, (keymap: Keymap) => string>> = {
  describe: keymap => pressText(keymap, 'list.open', 'on a row for its detail'),
  graph: keymap => pressText(keymap, 'list.open', 'on an instance, and open its tab Stats for charts'),
  logs: () => 'Type :events for the events of the account.',
  xray: keymap => pressText(keymap, 'list.open', 'on a row: its tabs list the resources that belong to it'),
  yaml: keymap => pressText(keymap, 'list.raw', 'on a row for its JSON'),
};

/** The text with the name of Skydeck's command: `serial web-01` for `lish web-01`. */
export function withOwnName(text: string): string {
  const [, head = '', rest = ''] = /^\s*(\S*)(.*)$/s.exec(text) ?? [];
  const own = ownProperty(sameCommands, head.toLowerCase());
  return own === undefined ? text : `${own}${rest}`;
}

/** The suggestions, below the sentence if another program has the command; enter shows the sentence again. */
export function* withHint(
  {keymap, say}: KeymapPort & NotificationPort,
  text: string,
  search: Generator<void, readonly Suggestion[]>,
): Generator<void, readonly Suggestion[]> {
  const found = yield* search;
  const name = text.trim().toLowerCase();
  const hint = ownProperty(hints, name)?.(keymap);
  if (!hint || found.some(({names}) => names.includes(name))) return found;
  const sentence = `No command “${name}”. ${hint}`;
  return [{lead: 'do', text: sentence, completion: name, names: [], run: () => say(sentence, 'attention')}, ...found];
}
