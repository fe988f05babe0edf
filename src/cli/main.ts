/** The commands for scripts: the console's families and words, without a screen. */
import {Command, CommanderError, Option} from 'commander';
import {settingsFile} from '../platform/files/xdg-paths.ts';
import {invalidRequestTimeout, parseRequestTimeout} from '../platform/text/duration.ts';
import {printableJson} from '../platform/text/pretty-json.ts';
import type {OpenedAccount} from '../store/account/open-account.ts';
import {helpFor, helpWords, resourceTypes, unknownCommandError} from './args/help.ts';
import {get} from './commands/get.ts';
import type {GetOptions} from './commands/get-options.ts';
import {overviewText, readOverview} from './commands/overview.ts';
import type {AddFlags} from './commands/profile-add.ts';
import {createCommandLog} from './io/command-log.ts';
import {exitCodes, exitHelp, failureText} from './io/exit-codes.ts';
import {jsonStderr} from './io/json-messages.ts';
import {
  type AccountsWithSettings,
  allIdentifiers,
  type CommandContext,
  identifiersFor,
  openAccount,
  openAccounts,
  UsageError,
} from './io/open-account.ts';
import {type Format, formats} from './io/print-rows.ts';
import {safeOutput} from './io/safe-output.ts';

interface AccountFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo?: true;
  readonly readOnly?: true;
  readonly log?: string;
  /** Milliseconds. */
  readonly requestTimeout?: number;
}

interface GetFlags {
  readonly json?: true;
  readonly ndjson?: true;
  readonly markdown?: true;
  readonly csv?: true;
  readonly table?: true;
  readonly filter?: string;
  readonly columns?: string;
  readonly sort?: string;
  readonly all?: true;
  readonly query?: string[];
}

const getHelp = `
Examples:
  skydeck get instances --filter 'status:running tag:web' --columns label,ipv4
  skydeck get volumes data-01 --json          by label
  skydeck get volumes 4400 data-01 --json     several, by ID and label
  skydeck get domains.records example.com     the records of one domain
  skydeck get instances.stats 123 --json      other read operations
  skydeck get instances --profile prod,lab    several profiles in one list
  skydeck get objects us-east-1 logs --query prefix=2026/ --ndjson
`;

type SetExitCode = (code: number) => void;

/** @returns the exit code; see `exitCodes` */
export async function runCommand(argv: readonly string[], rawContext: CommandContext): Promise<number> {
  let code: number = exitCodes.done;
  const commandLog = createCommandLog();
  const context = {...jsonStderr(() => asksForJson(program), safeOutput(rawContext)), log: commandLog.log};
  const program = buildProgram(context, result => {
    code = result;
  });
  program.hook('preAction', () => commandLog.open(program.opts<AccountFlags>().log));
  try {
    await program.parseAsync(argv, {from: 'user'});
    return code;
  } catch (error) {
    // Commander has printed its message; help and version are no failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    context.err(`skydeck: ${failureText(error)}\n`);
    code = error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
    return code;
  } finally {
    await commandLog.close(code);
  }
}

/** Judged by the parsed part of the line: elsewhere the same text may be a value, or an ID. */
function asksForJson({args, commands}: Command): boolean {
  const command = commands.find(candidate => candidate.name() === args[0]);
  // The flags of an action have their own parser, and those of an unknown command have none.
  if (!command || command.name() === 'do')
    return args.some((word, at) => (word === '--json' || word === '--ndjson') && !args.slice(0, at).includes('--'));
  return [command, ...command.commands].some(candidate => {
    const {json, ndjson} = candidate.opts<Pick<GetFlags, 'json' | 'ndjson'>>();
    return json ?? ndjson ?? false;
  });
}

function buildProgram(context: CommandContext, setExitCode: SetExitCode): Command {
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

  const accountRequest = () => {
    const {requestTimeout: requestTimeoutMs, ...flags} = program.opts<AccountFlags>();
    return {...flags, requestTimeoutMs};
  };
  /** Runs, and ends the sessions and connections of the accounts in every case. */
  const runAndClose = async (accounts: readonly OpenedAccount[], run: () => Promise<number>) => {
    try {
      setExitCode(await run());
    } finally {
      await Promise.all(accounts.map(account => account.close()));
    }
  };
  const withAccounts = async (run: (accounts: AccountsWithSettings) => Promise<number>) => {
    const accounts = await openAccounts(accountRequest(), context);
    await runAndClose(accounts.accounts, () => run(accounts));
  };
  const withAccount = async (run: (account: OpenedAccount) => Promise<number>) => {
    const account = await openAccount(accountRequest(), context);
    await runAndClose([account], () => run(account));
  };

  program
    .command('overview')
    .description('Show counts by state, running operations and problems')
    .option('--json', 'Print JSON')
    .option('--all', 'Read long lists to their end; 100,000 instances take minutes')
    .action(({json, all}: {json?: true; all?: true}) =>
      withAccount(async account => {
        const overviewOptions = {progress: context.progress, isWhole: all ?? false};
        const overview = await readOverview(account, Date.now, context.err, overviewOptions);
        context.out(json ? `${printableJson(overview, 2)}\n` : overviewText(overview));
        return exitCodes.done;
      }),
    );

  program
    .command('get')
    .argument('[type]', 'resource type, such as instances, volumes or events')
    .argument('[ids...]', 'IDs or labels: first the parent, if the type has one, then one or several resources')
    .usage('[options] <type> [ids...]')
    .description('List resources, show some of them, or run any other read operation')
    .addOption(
      new Option('--table', 'Print the columns of the console (default)').conflicts([
        'json',
        'ndjson',
        'csv',
        'markdown',
      ]),
    )
    .addOption(new Option('--json', 'Print the objects as JSON').conflicts(['ndjson', 'csv', 'markdown']))
    .addOption(new Option('--ndjson', 'Print one JSON object per line, as pages arrive').conflicts(['csv', 'markdown']))
    .addOption(new Option('--csv', 'Print the fields as CSV').conflicts(['markdown']))
    .option('--markdown', 'Print a Markdown table')
    .option('--filter <text>', "Filter as in the console: 'status:running size>20'")
    .option('--columns <names>', 'Comma-separated columns or fields: label,specs.memory')
    .option('--sort <column>', 'Sort by a column or field; -column for descending')
    .option('--all', 'Read long lists, such as events, to the end')
    .option('--query <name=value...>', 'Query parameters of the operation')
    .addHelpText('after', () => `${getHelp}\nResource types:\n${resourceTypes(context.columns)}\n`)
    .action((name: string | undefined, ids: string[], flags: GetFlags) => {
      if (name === undefined) throw new UsageError(`get needs a resource type:\n${resourceTypes(context.columns)}`);
      context.output?.endWithReader();
      return withAccounts(async ({accounts, settings}) => {
        const options: GetOptions = {
          format: formatOf(flags),
          filter: flags.filter,
          columns: flags.columns?.split(',').map(column => column.trim()),
          sort: flags.sort,
          all: flags.all ?? false,
          query: flags.query ?? [],
          settings,
        };
        const [account, second] = accounts;
        if (account && !second) return get(account, name, ids, options, context);
        return (await import('./commands/get-merged.ts')).getMerged(accounts, name, ids, options, context);
      });
    });
  program
    .command('do')
    .argument('[words...]')
    .usage('<type>.<action> [id...] [--field value ...], or --resume')
    .description('Change resources; do --help lists the actions')
    .allowUnknownOption()
    .action(async (words: string[]) => {
      if (words.includes('--resume')) {
        const {resumeBatch} = await import('./commands/resume-batch.ts');
        return withAccount(account => resumeBatch(account, words, context));
      }
      const [{parseDoLine}, {runAction}] = await Promise.all([import('./args/do-line.ts'), import('./commands/do.ts')]);
      const line = parseDoLine(words, await identifiersFor(program.opts<AccountFlags>(), context));
      if ('help' in line) context.out(line.help);
      else await withAccount(account => runAction(account, line, context));
    });

  program
    .command('wait')
    .argument('<type>', 'resource type, such as instances or volumes')
    .argument('<words...>', 'IDs or labels, then the condition as a filter: web-01 web-02 status:running')
    .option('--filter <text>', "Wait for all that the filter leaves at the start: --filter 'tag:web' status:running")
    .option('--timeout <time>', 'Time limit, such as 90s or 5m; exit code 124 when it passes', '5m')
    .option('--json', 'Print the resources once the condition holds')
    .description('Wait until all named resources match a filter')
    .action(async (family: string, words: string[], flags: {timeout: string; filter?: string; json?: true}) => {
      const [{wait}, {parseDuration}] = await Promise.all([import('./commands/wait.ts'), import('./io/deadline.ts')]);
      const options = {timeoutMs: parseDuration(flags.timeout), filter: flags.filter, json: flags.json ?? false};
      await withAccount(account => wait(account, family, words, options, context));
    });

  profileCommands(program, context, setExitCode);
  configCommands(program, context, setExitCode);
  loginCommands(program, context, setExitCode);

  program
    .command('doctor')
    .description('Check the settings, the connection and the token; exit code 1 if something needs a fix')
    .option('--json', 'Print JSON')
    .action(async ({json}: {json?: true}) => {
      const {doctor} = await import('./commands/doctor.ts');
      setExitCode(await doctor(program.opts<AccountFlags>(), json ?? false, context));
    });

  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('Print a completion script for commands, types, actions, flags and labels')
    .action(async (shell: string) => {
      const {completionScript} = await import('./completion/completion-scripts.ts');
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
      await (await import('./completion/complete-word.ts')).completeWords(words, context);
    });
  for (const command of program.commands) command.copyInheritedSettings(program);
  // The flags belong to the action, help included: they are parsed when the action is known.
  program.commands.find(command => command.name() === 'do')?.helpOption(false);
  return program;
}

function profileCommands(program: Command, context: CommandContext, setExitCode: SetExitCode): void {
  const profile = program.command('profile').description('Manage the profiles of the settings file');
  profile
    .command('list')
    .description('List the profiles; a star marks the default')
    .option('--json', 'Print JSON')
    .action(async ({json}: {json?: true}) => {
      setExitCode(await (await import('./commands/profiles.ts')).listProfiles(json ?? false, context));
    });
  profile
    .command('test')
    .argument('<name>')
    .description('Check that the API address and the token work')
    .action(async (name: string) => {
      setExitCode(await (await import('./commands/profiles.ts')).testProfile(name, context));
    });
  profile
    .command('add')
    .argument('[name]')
    .description('Add a profile to the settings file; asks for missing values')
    .option('--brand <word>', 'ID prefix used by your provider (for example acme in acme/debian12)')
    .option('--acronym <word>', "Your provider's acronym for its Kubernetes product")
    .option('--token-env <name>', 'Read the token from this environment variable')
    .option('--token-file <path>', 'Read the token from this file; only you may have read access')
    .option(
      '--token-command <words...>',
      'Read the token from the output of this command (no shell); must be the last flag',
    )
    .option('--login', 'Get the token from a login service; logs in immediately')
    .option('--login-url <url>', 'With --login: address of the login service, such as https://login.example.com')
    .option('--client-id <id>', 'With --login: OAuth client ID of Skydeck')
    .option(
      '--client-secret-env <name>',
      'With --login: environment variable with the client secret (confidential clients only)',
    )
    .option('--client-secret-file <path>', 'With --login: file with the client secret')
    .option('--scopes <words>', 'With --login: scopes to request; all scopes if omitted')
    .option('--redirect <url>', 'With --login: redirect URI (default http://127.0.0.1/callback, any port)')
    .option('--paste', 'With --login: log in with a browser on another machine')
    .option('--production', 'Mark the profile as production: shown in red')
    .option('--theme <name>', 'Theme of the profile')
    .option('--default', 'Make this the default profile')
    .addOption(new Option('--token <token>').hideHelp())
    .action(async (name: string | undefined, {token, ...flags}: AddFlags & {readonly token?: string}) => {
      if (token !== undefined)
        throw new UsageError(
          'Don’t pass the token on the command line: it leaks into shell history and ps. Use --token-env, --token-file or --token-command.',
        );
      const {baseUrl, readOnly} = program.opts<AccountFlags>();
      const all = {...flags, ...(baseUrl && {baseUrl}), ...(readOnly && {readOnly})};
      setExitCode(await (await import('./commands/profile-add.ts')).addProfile(name, all, context));
    });
  profile
    .command('remove')
    .argument('<name>')
    .description('Remove a profile from the settings file; the token is kept')
    .option('--yes', 'Don’t ask for confirmation')
    .action(async (name: string, {yes}: {yes?: true}) => {
      setExitCode(await (await import('./commands/profile-add.ts')).removeProfile(name, yes ?? false, context));
    });
  for (const command of profile.commands) command.copyInheritedSettings(program);
}

function loginCommands(program: Command, context: CommandContext, setExitCode: SetExitCode): void {
  const profileName = (name: string | undefined) => name ?? program.opts<AccountFlags>().profile;
  program
    .command('login')
    .argument('[profile]')
    .description('Log in through the browser, for a profile with a login service')
    .option('--paste', 'Log in with a browser on another machine, for example over ssh')
    .action(async (name: string | undefined, flags: {paste?: true}) => {
      setExitCode(await (await import('./commands/login.ts')).login(profileName(name), flags, context));
    });
  program
    .command('logout')
    .argument('[profile]')
    .description('Delete the tokens of a login, and revoke them at the login service')
    .action(async (name: string | undefined) => {
      setExitCode(await (await import('./commands/login.ts')).logout(profileName(name), context));
    });
}

function configCommands(program: Command, context: CommandContext, setExitCode: SetExitCode): void {
  const config = program.command('config').description('Show, check and edit the settings file');
  config
    .command('path')
    .description('Print the path of the settings file')
    .action(() => context.out(`${settingsFile(context.env)}\n`));
  config
    .command('check')
    .description('List mistakes with line and column; exit code 1 if there is one')
    .action(async () => {
      setExitCode(await (await import('./commands/config.ts')).checkConfig(context));
    });
  config
    .command('show')
    .description('Print the settings in effect, with defaults and without tokens')
    .option('--json', 'Print JSON')
    .action(async ({json}: {json?: true}) => {
      setExitCode(await (await import('./commands/config.ts')).showConfig(json ?? false, context));
    });
  config
    .command('edit')
    .description('Open the settings file in your editor, and check it before it is written')
    .action(async () => {
      setExitCode(await (await import('./commands/config.ts')).editConfig(context));
    });
  for (const command of config.commands) command.copyInheritedSettings(program);
}

const longFlags = ({options}: Command): string[] => options.flatMap(({long}) => (long ? [long] : []));

/** Possible words behind a command, besides those from the account. */
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

/** The help of every command, as `--help` prints it; for the documents. */
export function commandHelp(): readonly {readonly name: string; readonly help: string}[] {
  const nowhere = {startDemo: () => Promise.reject(new Error('no account')), env: {}, out() {}, err() {}};
  const program = buildProgram({...nowhere, columns: 100}, () => {});
  const commands = program.commands.filter(command => command.name() !== '__complete');
  const all = commands.flatMap(command => (command.commands.length > 0 ? [...command.commands] : [command]));
  return all.map(command => {
    const parent = command.parent && command.parent !== program ? `${command.parent.name()} ` : '';
    return {name: `${parent}${command.name()}`, help: command.helpInformation()};
  });
}

const formatOf = (flags: GetFlags): Format | undefined => formats.find(format => flags[format]);
