/** The commands that read the history of an account. */
import {Option} from 'commander';
import {type ChangeFormat, changeFormats} from '../history/changes.ts';
import {type CommandProgram, outputOption, withAccount} from './command-program.ts';

interface ChangeFlags {
  readonly json?: true;
  readonly output?: ChangeFormat;
}

const recordHelp = `
The console, monitor and get --watch record the lists that they follow. The setting "history: off" stops it. Times
without a zone are UTC. Nothing is requested from the API.
`;

export function addHistoryCommands(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('history')
    .argument('<type>', 'resource type, such as instances or volumes')
    .argument('[ids...]', 'ID or label, after that of the parent if the type has one')
    .description('Show how the fields of a resource changed, when, and by whom')
    .addOption(new Option('--json', 'Print JSON'))
    .addOption(outputOption(changeFormats))
    .addHelpText(
      'after',
      `${recordHelp}\nExamples:\n  skydeck history instances web-01\n  skydeck history volumes 4400 --json\n`,
    )
    .action((name: string, ids: string[], {json, output = json ? 'json' : 'table'}: ChangeFlags) =>
      withAccount(command, async account =>
        (await import('../history/changes.ts')).printHistory(account, {name, ids}, output, context),
      ),
    );
  program
    .command('since')
    .argument('<time>', "length of time or an instant: 14h, 2d, 15:00, 'yesterday 15:00'")
    .description('Show all changes of the account since a time')
    .addOption(new Option('--json', 'Print JSON'))
    .addOption(outputOption(changeFormats))
    .addHelpText(
      'after',
      `${recordHelp}\nExamples:\n  skydeck since 14h\n  skydeck since 'yesterday 15:00' --json | jq .summary\n`,
    )
    .action((time: string, {json, output = json ? 'json' : 'table'}: ChangeFlags) =>
      withAccount(command, async account =>
        (await import('../history/changes.ts')).printSince(account, time, output, context),
      ),
    );
}
