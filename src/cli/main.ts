/** The commands for scripts, with the families of the console but without a screen. */
import {Command, CommanderError, Option} from 'commander';
import {invalidRequestTimeout, parseRequestTimeout} from '../platform/text/duration.ts';
import type {CommandContext} from './io/command-context.ts';
import {UsageError} from './io/command-errors.ts';
import {createCommandLog} from './io/command-log.ts';
import {exitCodes, exitHelp, failureText} from './io/exit-codes.ts';
import {jsonStderr} from './io/json-messages.ts';
import {safeOutput} from './io/safe-output.ts';
import {addAccountCommands, type GetFlags} from './program/account-commands.ts';
import {accountFlagsOf, type CommandProgram} from './program/command-program.ts';
import {addExportCommands} from './program/export-commands.ts';
import {addSettingsCommands} from './program/settings-commands.ts';
import {addShellCommands} from './program/shell-commands.ts';
import {nameCommandsInErrors} from './program/usage-errors.ts';

/** @returns the exit code; see `exitCodes` */
export async function runCommand(argv: readonly string[], rawContext: CommandContext): Promise<number> {
  let code: number = exitCodes.done;
  const commandLog = createCommandLog();
  const context = {...jsonStderr(() => asksForJson(program), safeOutput(rawContext)), log: commandLog.log};
  const program = buildProgram(context, result => {
    code = result;
  });
  program.hook('preAction', () => commandLog.open(accountFlagsOf(program).log));
  try {
    await program.parseAsync(argv, {from: 'user'});
  } catch (error) {
    // Commander has already printed its message; help and version are not failures.
    if (error instanceof CommanderError) code = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    else {
      context.err(`skydeck: ${failureText(error)}\n`);
      code = error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
    }
  }
  return commandLog.close(code, context.err);
}

/** Only the parsed part of the line counts: in other places the same text may be a value, or an ID. */
function asksForJson({args, commands}: Command): boolean {
  const command = commands.find(candidate => candidate.name() === args[0]);
  // An action has a separate parser for its flags, and an unknown command has no parser.
  if (!command || command.name() === 'do')
    return args.some((_, at) => isJsonFlag(args, at) && !args.slice(0, at).includes('--'));
  return [command, ...command.commands].some(candidate => {
    const {json, ndjson, output} = candidate.opts<Pick<GetFlags, 'json' | 'ndjson' | 'output'>>();
    return (json ?? ndjson ?? false) || output === 'json' || output === 'ndjson';
  });
}

/** True for `--json`, and for `--output json` in each of its spellings. */
const isJsonFlag = (args: readonly string[], at: number): boolean =>
  /^(?:--|--output=|-o)(?:nd)?json$/.test(args[at] ?? '') ||
  (/^(?:-o|--output)$/.test(args[at] ?? '') && /^(?:nd)?json$/.test(args[at + 1] ?? ''));

function buildProgram(context: CommandContext, setExitCode: CommandProgram['setExitCode']): Command {
  const program = new Command('skydeck')
    .description('The terminal console for your cloud account. Opens the console when no command is given.')
    .option('--profile <name>', 'Profile to use (comma-separate several for get)')
    .option('--base-url <url>', 'API address, instead of a profile; reads the token from SKYDECK_TOKEN')
    .option('--demo', 'Use the built-in demo account')
    .option('--read-only', 'Block all changes')
    .option('--log <file>', 'Write every request to a log, without secrets')
    .addOption(
      new Option('--request-timeout <time>', 'Time limit of each request, such as 10s').argParser(text => {
        const timeoutMs = parseRequestTimeout(text);
        if (timeoutMs === undefined) throw new UsageError(invalidRequestTimeout(text));
        return timeoutMs;
      }),
    )
    .exitOverride()
    .configureOutput({
      writeOut: context.out,
      writeErr: context.err,
      // The first line of every failure starts with the same prefix.
      outputError: (text, write) => write(text.replace(/^error: /, 'skydeck: ')),
      getOutHelpWidth: () => context.columns ?? 100,
    })
    .showSuggestionAfterError()
    .helpCommand(false)
    .helpOption('-h, --help', 'Show this help')
    .addHelpText('afterAll', `\n${exitHelp}\n`);

  const command: CommandProgram = {program, context, setExitCode};
  addAccountCommands(command);
  addExportCommands(command);
  addSettingsCommands(command);
  addShellCommands(command);
  for (const added of program.commands) added.copyInheritedSettings(program);
  nameCommandsInErrors(program);
  // The flags depend on the action, including help: they are parsed when the action is known.
  program.commands.find(added => added.name() === 'do')?.helpOption(false);
  return program;
}

/** The help of every command, as `--help` prints it; for the documents. */
export function commandHelp(): readonly {readonly name: string; readonly help: string}[] {
  const emptyContext = {startDemo: () => Promise.reject(new Error('no account')), env: {}, out() {}, err() {}};
  const program = buildProgram({...emptyContext, columns: 100}, () => {});
  const commands = program.commands.filter(command => command.name() !== '__complete');
  const all = commands.flatMap(command => (command.commands.length > 0 ? [...command.commands] : [command]));
  return all.map(command => {
    const parent = command.parent && command.parent !== program ? `${command.parent.name()} ` : '';
    return {name: `${parent}${command.name()}`, help: command.helpInformation()};
  });
}
