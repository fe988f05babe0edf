/** Messages about a command line that commander refuses, each with what to type instead. */
import type {Command} from 'commander';
import {jqRecipe, suggestionOrAll} from '../io/did-you-mean.ts';

/** A line for each command with a required argument. */
const exampleWords: Readonly<Record<string, string>> = {
  api: 'GET /volumes',
  completion: 'bash',
  history: 'instances web-01',
  'plan apply': 'resize.plan',
  'plan show': 'resize.plan',
  'plan sign': 'resize.plan',
  'profile remove': 'prod',
  'profile test': 'prod',
  'profile use': 'prod',
  run: 'uptime web-01',
  since: '14h',
  wait: 'instances web-01 status:running',
};

/** Gives each command messages that name it. */
export function nameCommandsInErrors(program: Command): void {
  for (const command of program.commands)
    for (const named of [command, ...command.commands])
      named.configureOutput({
        ...program.configureOutput(),
        outputError: (text, write) => write(`skydeck: ${usageError(text.replace(/^error: /, '').trimEnd(), named)}\n`),
      });
}

function usageError(message: string, command: Command): string {
  const name = commandName(command);
  const help = `; see skydeck ${name} --help`;
  const missing = /^missing required argument '(.+)'/.exec(message)?.[1];
  if (missing !== undefined) return `${name} needs a ${missing}, as in skydeck ${name} ${exampleWords[name]}${help}`;
  if (message.startsWith('too many arguments')) {
    const superfluous = command.args.slice(command.registeredArguments.length);
    return `${name} takes no ${superfluous.join(' ')}${help}`;
  }
  const unknownWord = /^unknown command '(.*?)'/.exec(message)?.[1];
  if (unknownWord !== undefined) {
    const names = command.commands.map(subcommand => subcommand.name());
    const hint = names.length === 1 ? `. Use skydeck ${name} ${names[0]}` : suggestionOrAll(unknownWord, names);
    return `Unknown command "${name} ${unknownWord}"${hint}`;
  }
  const [problem = '', unknownFlag = ''] = /^unknown option '([^']+)'/.exec(message) ?? [];
  if (problem === '') return message;
  const recipe = jqRecipe(unknownFlag);
  if (recipe !== undefined) return problem + recipe;
  return message === problem ? message + help : message;
}

/** `profile add` */
const commandName = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
