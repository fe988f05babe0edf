/** The values of commands of the command bar: for a command without one, or with a wrong one. */
import {splitFirstWord} from '../../../platform/text/split-first-word.ts';
import type {PreferencesPort, ProfilesPort, SettingsPort} from '../../context/ports.ts';
import {type BarCommand, barCommands} from './command-list.ts';

type ValuePorts = PreferencesPort & ProfilesPort & SettingsPort;

export const commandNamed = (word: string): BarCommand | undefined =>
  barCommands.find(({name, aliases}) => name === word || aliases?.includes(word));

/** "web, db, save NAME" */
export const valuesText = (context: ValuePorts, {words, freeText}: Pick<BarCommand, 'words' | 'freeText'>): string =>
  [...(words?.(context) ?? []), ...(freeText === undefined ? [] : [freeText])].join(', ');

/** "theme doesn’t take nope. Values: dark, light."; undefined if the text doesn’t start with a command with values. */
export function wrongValueText(context: ValuePorts, text: string): string | undefined {
  const [head, value = ''] = splitFirstWord(text.trimStart());
  const command = commandNamed(head);
  if (command?.words === undefined || value === '') return undefined;
  return `${command.name} doesn’t take ${value}. Values: ${valuesText(context, command)}.`;
}
