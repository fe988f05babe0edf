/** `skydeck help WORD…`, and suggestions for a line whose first word isn't a command. */
import type {Command} from 'commander';
import {families, findFamily} from '../../families/registry.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import {UsageError} from '../io/command-errors.ts';
import {actionName, actionsOf, allActions, familyName, idNamesOf} from './action-names.ts';
import {helpTopics} from './help-topics.ts';

/** Verbs of other tools for reading a list, and for reading one resource with all its fields. */
const listVerbs = ['list', 'ls'];
const detailVerbs = ['show', 'view', 'describe', 'inspect'];

/** Commands of other tools that have another name. */
const otherNames: Readonly<Record<string, string>> = {
  apply: 'skydeck plan apply <file>',
  audit: 'skydeck since <time>, or :audit in the console',
  exec: 'skydeck run <command> <instance>',
  logs: 'skydeck get events',
  metrics: 'skydeck export metrics',
  ssh: 'skydeck run <command> <instance>',
  undo: 'the key u in the console',
  whoami: 'skydeck get profile',
};

/** Programs other than the commands. */
const otherPrograms = ['monitor', 'emulator'];

/** The name of every resource type, in lines of this width. */
export function resourceTypes(columns = 98): string {
  const lines: string[] = [];
  let line = ' ';
  for (const name of new Set(families.map(familyName))) {
    if (line.length + name.length + 1 > columns) {
      lines.push(line);
      line = ' ';
    }
    line += ` ${name}`;
  }
  return [...lines, line].join('\n');
}

/** The first words that `skydeck help` accepts; an action follows `help do`. */
export const helpWords = (commands: readonly string[]): readonly string[] => [
  ...new Set([...commands, ...otherPrograms, ...Object.keys(helpTopics), ...families.map(familyName)]),
];

/** The error for a line that doesn't start with a command, with a suggestion. */
export function unknownCommandError(
  [word = '', ...moreWords]: readonly string[],
  commands: readonly string[],
): UsageError {
  return new UsageError(`Unknown command "${word}"${suggestedCommand(word, moreWords, commands)}`);
}

function suggestedCommand(word: string, moreWords: readonly string[], commands: readonly string[]): string {
  const verb = word.toLowerCase();
  const family = findFamily(word);
  const next = moreWords.map(findFamily).find(family => family !== undefined);
  const resource = next ? familyName(next) : '<type>';
  if (!next && Object.hasOwn(otherNames, verb)) return `. Use ${otherNames[verb]}`;
  if (verb === 'watch') return `. Use skydeck get ${resource} --watch`;
  if (family) return `. Use skydeck get ${familyName(family)}`;
  if (listVerbs.includes(verb)) return `. Use skydeck get ${resource}`;
  if (detailVerbs.includes(verb)) return `. Use skydeck get ${resource} <id> -o yaml`;
  const actions = (next ? actionsOf(next) : allActions()).filter(({name}) => name.toLowerCase() === verb);
  const [action, ...otherActions] = actions;
  if (action && !next && otherActions.length === 0) return `. Use skydeck do ${actionName(action)}`;
  if (action) return `. Use skydeck do ${resource}.${action.name}`;
  if (verb === 'status') return next ? `. Use skydeck get ${resource}` : '. Use skydeck overview';
  const suggestions = nearestNames(word, [...commands, ...otherPrograms]);
  return suggestions.length > 0 ? `. Did you mean ${suggestions.join(' or ')}?` : '. skydeck --help lists the commands';
}

/** @throws UsageError for unknown words */
export async function helpFor(program: Command, words: readonly string[]): Promise<string> {
  const [word, ...moreWords] = words;
  if (word === undefined) return helpText(program);
  const topic = Object.hasOwn(helpTopics, word) ? helpTopics[word] : undefined;
  if (topic) return `${topic()}\n`;
  const {parseDoLine} = await import('./do-line.ts');
  const doHelp = (text: string): string => {
    const line = parseDoLine([text, '--help']);
    return 'help' in line ? line.help : '';
  };
  if (word === 'do') return moreWords[0] === undefined ? allActionsHelp(parseDoLine) : doHelp(moreWords[0]);
  const command = program.commands.find(candidate => candidate.name() === word);
  const below = command?.commands.find(candidate => candidate.name() === moreWords[0]);
  if (command) return helpText(below ?? command);
  const family = findFamily(word);
  if (family) {
    const get = ['skydeck get', familyName(family), ...idNamesOf(family, 'row').map(name => `[${name}]`)].join(' ');
    return [get, doHelp(word)].join('\n');
  }
  // Only names of actions contain a period; for an unknown name, the error is that of `do`.
  if (word.includes('.')) return doHelp(word);
  throw unknownCommandError(
    words,
    program.commands.map(candidate => candidate.name()),
  );
}

type ParseDoLine = typeof import('./do-line.ts').parseDoLine;

function allActionsHelp(parseDoLine: ParseDoLine): string {
  const line = parseDoLine(['--help']);
  return 'help' in line ? line.help : '';
}

/** Help as `--help` prints it, including the texts that are appended. */
function helpText(command: Command): string {
  let text = '';
  const configured = command.configureOutput();
  command.configureOutput({writeOut: more => (text += more)});
  command.outputHelp();
  command.configureOutput(configured);
  return text;
}
