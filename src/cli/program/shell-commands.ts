/** The commands for shells, and help. */
import type {Command} from 'commander';
import {helpFor, helpWords, unknownCommandError} from '../args/help.ts';
import {allIdentifiers} from '../io/open-account.ts';
import type {CommandProgram} from './command-program.ts';

export function addShellCommands({program, context}: CommandProgram): void {
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('Print a completion script for commands, types, actions, flags and labels')
    .action(async (shell: string) => {
      const {completionScript} = await import('../completion/completion-scripts.ts');
      const programs = (await context.programs?.()) ?? [];
      const others = programs.map(entry => ({...entry, words: []}));
      const commands = [...completedCommands(program), ...others];
      const identifiers = await allIdentifiers(context.env);
      context.out(completionScript(shell, commands, longFlags(program), identifiers));
    });
  program
    .command('help')
    .argument('[words...]', 'a command, a resource type, an action, exit-codes or filters')
    .description('Show help for a command, a resource type, an action or a topic')
    .action(async (words: string[]) => context.out(await helpFor(program, words)));
  program.on('command:*', (words: string[]) => {
    throw unknownCommandError(
      words,
      program.commands.map(command => command.name()),
    );
  });
  program
    .command('__complete', {hidden: true})
    .argument('[words...]')
    .action(async (words: string[]) => {
      await (await import('../completion/complete-word.ts')).completeWords(words, context);
    });
}

const longFlags = ({options}: Command): string[] => options.flatMap(({long}) => (long ? [long] : []));

/** The possible words after a command, except names from the account. */
function completionWords(command: Command, commands: Command['commands']): readonly string[] {
  if (command.name() === 'completion') return ['bash', 'zsh', 'fish'];
  const names = (of: Command['commands']) => of.map(command => command.name()).filter(name => name !== '__complete');
  return command.name() === 'help' ? helpWords(names(commands)) : names(command.commands);
}

const completedCommands = ({commands}: Command) =>
  commands
    .filter(command => command.name() !== '__complete')
    .map(command => ({
      name: command.name(),
      flags: longFlags(command),
      words: completionWords(command, commands),
    }));
