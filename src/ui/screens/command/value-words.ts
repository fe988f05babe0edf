/** The values of commands of the command bar: for a command without one, or with a wrong one. */
import {splitFirstWord} from '../../../platform/text/split-first-word.ts';
import type {CommandPorts, PreferencesPort, ProfilesPort, SettingsPort} from '../../context/ports.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {type BarCommand, barCommands} from './command-list.ts';
import type {Suggestion} from './suggestion.ts';

type ValuePorts = PreferencesPort & ProfilesPort & SettingsPort;

export const commandNamed = (word: string): BarCommand | undefined =>
  barCommands.find(({name, aliases}) => name === word || aliases?.includes(word));

/** "web, db, save NAME" */
export const valuesText = (
  context: ValuePorts,
  {values, freeTextHint}: Pick<BarCommand, 'values' | 'freeTextHint'>,
): string => [...(values?.(context) ?? []), ...(freeTextHint === undefined ? [] : [freeTextHint])].join(', ');

/** "theme doesn’t take nope. Values: dark, light."; undefined if the text doesn’t start with a command with values. */
export function wrongValueText(context: ValuePorts, text: string): string | undefined {
  const [head, value = ''] = splitFirstWord(text.trimStart());
  const command = commandNamed(head);
  if (command?.values === undefined || value === '') return undefined;
  return `${command.name} doesn’t take ${value}. Values: ${valuesText(context, command)}.`;
}

/** The values that fit the typed text. */
export const argumentsOf = (
  context: CommandPorts,
  {name, values, accepts, run}: BarCommand,
  typed: string,
): readonly Suggestion[] => {
  const all = values?.(context) ?? [];
  const exact = all.filter(word => word === typed.trim());
  const fitting = exact.length > 0 ? exact : rankMatches(typed, all, word => word);
  const asTyped = accepts?.(typed.trim()) === true && exact.length === 0 ? [typed.trim()] : [];
  return [...asTyped, ...fitting].map(word => ({
    lead: name,
    text: word,
    completion: `${name} ${word}`,
    names: [],
    run: () => run(context, word),
  }));
};
