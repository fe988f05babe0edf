/** The commands for scripts: the console's families and words, without a screen. */
import {Command, CommanderError, Option} from 'commander';
import {openAccount, type Surroundings, Usage} from './account.ts';
import {exitCodes, failureText} from './exit.ts';
import {get} from './get.ts';
import {type Format, formats} from './output.ts';
import {overviewText, readOverview} from './overview.ts';

interface AccountFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo?: true;
  readonly readOnly?: true;
}

interface GetFlags {
  readonly json?: true;
  readonly ndjson?: true;
  readonly csv?: true;
  readonly table?: true;
  readonly filter?: string;
  readonly columns?: string;
  readonly sort?: string;
  readonly all?: true;
  readonly of?: string[];
}

/** @returns the exit code; see `exitCodes` */
export async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let code: number = exitCodes.done;
  const program = build(surroundings, result => {
    code = result;
  });
  try {
    await program.parseAsync(argv, {from: 'user'});
    return code;
  } catch (error) {
    // Commander has said what it had to say; help and version are no failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    surroundings.err(`skydeck: ${failureText(error)}\n`);
    return error instanceof Usage ? exitCodes.usage : exitCodes.failed;
  }
}

function build(surroundings: Surroundings, ended: (code: number) => void): Command {
  const program = new Command('skydeck')
    .description('Your cloud account, without a screen. Without a command: the console.')
    .option('--profile <name>', 'the account, as named in the settings file')
    .option('--base-url <url>', 'the API to speak to, instead of a profile; the token is in SKYDECK_TOKEN')
    .option('--demo', 'the embedded demo account')
    .option('--read-only', 'nothing can be changed')
    .exitOverride()
    .configureOutput({writeOut: surroundings.out, writeErr: surroundings.err})
    .showSuggestionAfterError();

  /** Opens the account, runs, and ends what was started for it, whatever happens. */
  const withAccount = async (run: (account: Awaited<ReturnType<typeof openAccount>>) => Promise<number>) => {
    const account = await openAccount(program.opts<AccountFlags>(), surroundings);
    try {
      ended(await run(account));
    } finally {
      await account.close();
    }
  };

  program
    .command('overview')
    .description('every family by its states, what is running, what is wrong')
    .option('--json', 'for programs')
    .action(({json}: {json?: true}) =>
      withAccount(async account => {
        const overview = await readOverview(account, Date.now);
        surroundings.out(json ? `${JSON.stringify(overview, undefined, 2)}\n` : overviewText(overview));
        return exitCodes.done;
      }),
    );

  program
    .command('get')
    .argument('<family>', 'instances, volumes, events, …')
    .argument('[id]', 'one of them')
    .description('lists of a family, or one object')
    .addOption(new Option('--table', 'what the console shows (the default)').conflicts(['json', 'ndjson', 'csv']))
    .addOption(new Option('--json', 'the objects as read').conflicts(['ndjson', 'csv']))
    .addOption(new Option('--ndjson', 'one object a line').conflicts(['csv']))
    .option('--csv', 'the fields of the objects')
    .option('--filter <text>', "as in the console: 'status:running size>20'")
    .option('--columns <names>', 'columns by name, with commas between them')
    .option('--sort <column>', 'by a column; -column for descending')
    .option('--all', 'lists without end, such as events, to their end')
    .option('--of <ids...>', 'what a child list belongs to: get configs --of 123')
    .action((family: string, id: string | undefined, flags: GetFlags) =>
      withAccount(account =>
        get(
          account,
          family,
          id,
          {
            format: formatOf(flags),
            filter: flags.filter,
            columns: flags.columns?.split(',').map(name => name.trim()),
            sort: flags.sort,
            all: flags.all ?? false,
            of: flags.of ?? [],
          },
          surroundings,
        ),
      ),
    );
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

const formatOf = (flags: GetFlags): Format => formats.find(format => flags[format]) ?? 'table';
