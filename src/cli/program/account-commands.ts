/** The commands that read or change an account. */
import {Option} from 'commander';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {resourceTypes} from '../args/help.ts';
import {get} from '../commands/get.ts';
import type {GetOptions} from '../commands/get-options.ts';
import {overviewText, readOverview} from '../commands/overview.ts';
import type {WatchOptions} from '../commands/watch.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {identifiersFor} from '../io/open-account.ts';
import {formatFlags, formats, type OutputFormat, valueFormats, valueWriter} from '../io/print-rows.ts';
import type {ResourceArguments} from '../read/place-args.ts';
import {accountFlagsOf, type CommandProgram, outputOption, withAccount, withAccounts} from './command-program.ts';
import {addCostCommands} from './cost-commands.ts';
import {addHistoryCommands} from './history-commands.ts';
import {addMcp} from './mcp-command.ts';
import {addPlan} from './plan-commands.ts';
import {addRun} from './run-command.ts';

export interface GetFlags {
  readonly json?: true;
  readonly ndjson?: true;
  readonly markdown?: true;
  readonly csv?: true;
  readonly table?: true;
  readonly output?: OutputFormat;
  readonly headers: boolean;
  readonly filter?: string;
  readonly columns?: string;
  readonly sort?: string;
  readonly all?: true;
  readonly watch?: true;
  readonly for?: string;
  readonly cursor?: string;
  readonly query?: string[];
  readonly at?: string;
}

const getHelp = `
Examples:
  skydeck get instances --filter 'status:running tag:web' --columns label,ipv4
  skydeck get volumes data-01 --json          by label
  skydeck get volumes 4400 data-01 --json     several, by ID and label
  skydeck get domains.records example.com     the records of one domain
  skydeck get instances.stats 123 --json      other read operations
  skydeck get instances --watch --ndjson      a line for each change
  skydeck get instances --profile prod,lab    several profiles in one list
  skydeck get instances --at 'yesterday 15:00'   as recorded, see docs/history.md
  skydeck get objects us-east-1 logs --query prefix=2026/ --ndjson
`;

export function addAccountCommands(command: CommandProgram): void {
  addOverview(command);
  addCostCommands(command);
  addHistoryCommands(command);
  addGet(command);
  addDo(command);
  addPlan(command);
  addWait(command);
  addApi(command);
  addRun(command);
  addMcp(command);
}

interface OverviewFlags {
  readonly json?: true;
  readonly output?: 'table' | 'json' | 'yaml';
  readonly all?: true;
}

function addOverview(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('overview')
    .description('Show counts by state, running operations and problems')
    .option('--json', 'Print JSON')
    .addOption(outputOption(['table', 'json', 'yaml']))
    .option('--all', 'Read long lists to their end; 100,000 instances take minutes')
    .action(({json, output = json ? 'json' : 'table', all}: OverviewFlags) =>
      withAccount(command, async account => {
        const overviewOptions = {progress: context.progress, isWhole: all ?? false};
        const overview = await readOverview(account, Date.now, context.err, overviewOptions);
        context.out(output === 'table' ? overviewText(overview) : (await valueWriter(output))(overview));
        return exitCodes.done;
      }),
    );
}

function addGet(command: CommandProgram): void {
  const {program, context} = command;
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
    .addOption(outputOption(formats))
    .option('--no-headers', 'Print a table or CSV without its first line')
    .option('--filter <text>', "Filter as in the console: 'status:running size>20'")
    .option('--columns <names>', 'Comma-separated columns or fields: label,specs.memory')
    .option('--sort <column>', 'Sort by a column or field; -column for descending')
    .option('--all', 'Read long lists, such as events, to the end')
    .option('--watch', 'Print the list, then a line for each change, until ctrl-c')
    .option('--cursor <file>', 'With --watch --ndjson: continue after the last line of the previous run')
    .option('--for <time>', 'With --watch: end after this time, such as 90s or 5m')
    .option('--at <time>', "Show the rows as recorded at a time: 2h ago, 'yesterday 15:00'")
    .option('--query <name=value...>', 'Query parameters of the operation')
    .addHelpText('after', () => `${getHelp}\nResource types:\n${resourceTypes(context.columns)}\n`)
    .action((name: string | undefined, ids: string[], flags: GetFlags) => {
      if (name === undefined) throw new UsageError(`get needs a resource type:\n${resourceTypes(context.columns)}`);
      context.output?.endWithReader();
      return withAccounts(command, async ({accounts, settings}) => {
        const options: GetOptions = {
          format: formatOf(flags),
          hasHeaders: flags.headers,
          filter: flags.filter,
          columns: flags.columns?.split(',').map(column => column.trim()),
          sort: flags.sort,
          all: flags.all ?? false,
          query: flags.query ?? [],
          settings,
        };
        const [account, second] = accounts;
        if (flags.at !== undefined) {
          if (flags.watch || flags.all) throw new UsageError('--at works without --watch and --all');
          return printPast(accounts, {name, ids}, {...options, at: flags.at}, context);
        }
        if (flags.watch)
          return watch(
            accounts,
            {name, ids},
            {...options, ...(await watchLimit(flags)), cursor: flags.cursor},
            context,
          );
        if (flags.cursor !== undefined) throw new UsageError('--cursor needs --watch --ndjson');
        if (flags.for !== undefined) throw new UsageError('--for needs --watch');
        if (account && !second) return get(account, {name, ids}, options, context);
        return (await import('../commands/get-merged.ts')).getMerged(accounts, {name, ids}, options, context);
      });
    });
}

async function watchLimit({for: limit}: GetFlags): Promise<Pick<WatchOptions, 'forMs'>> {
  const {parseDuration} = await import('../io/deadline.ts');
  return {forMs: limit === undefined ? undefined : parseDuration(limit)};
}

async function printPast(
  [account, second]: readonly OpenedAccount[],
  resource: ResourceArguments,
  options: GetOptions & {readonly at: string},
  context: CommandContext,
): Promise<number> {
  if (!account || second) throw new UsageError('--at needs a single account. Use one profile');
  return (await import('../history/get-past.ts')).getPast(account, resource, options, context);
}

async function watch(
  [account, second]: readonly OpenedAccount[],
  resource: ResourceArguments,
  options: WatchOptions,
  context: CommandContext,
): Promise<number> {
  if (!account || second) throw new UsageError('--watch needs a single account. Use one profile');
  return (await import('../commands/watch.ts')).watchRows(account, resource, options, context);
}

function addDo(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('do')
    .argument('[words...]')
    .usage('<type>.<action> [id...] [--field value ...], or --resume')
    .description('Change resources; do --help lists the actions')
    .allowUnknownOption()
    .action(async (words: string[]) => {
      if (words.includes('--resume')) {
        const {resumeBatch} = await import('../saved/resume-batch.ts');
        return withAccount(command, account => resumeBatch(account, words, context));
      }
      const [{parseDoLine}, {runAction}] = await Promise.all([
        import('../args/do-line.ts'),
        import('../commands/do.ts'),
      ]);
      const line = parseDoLine(words, await identifiersFor(accountFlagsOf(program), context));
      if ('help' in line) context.out(line.help);
      else await withAccount(command, account => runAction(account, line, context));
    });
}

interface WaitFlags {
  readonly timeout: string;
  readonly filter?: string;
  readonly all?: true;
  readonly json?: true;
  readonly output?: (typeof valueFormats)[number];
}

function addWait(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('wait')
    .usage('[options] <type> [ids...] <condition>')
    .argument('<type>', 'resource type, such as instances or volumes')
    .argument(
      '[words...]',
      'IDs or labels, then the condition as a filter: web-01 web-02 status:running; - reads the IDs from stdin',
    )
    .option('--filter <text>', "Wait for all that the filter leaves at the start: --filter 'tag:web' status:running")
    .option('--all', 'Wait for all resources of the list: --all status:running')
    .option('--timeout <time>', 'Time limit, such as 90s or 5m; exit code 124 when it passes', '5m')
    .option('--json', 'Print the resources as JSON once the condition holds')
    .addOption(outputOption(valueFormats))
    .description('Wait until all named resources match a filter')
    .addHelpText('after', waitHelp)
    .action(async (name: string, words: string[], flags: WaitFlags) => {
      const [{wait}, {parseDuration}] = await Promise.all([import('../commands/wait.ts'), import('../io/deadline.ts')]);
      const {timeout, filter, all = false, json, output = json && 'json'} = flags;
      const options = {timeoutMs: parseDuration(timeout), filter, all, format: output};
      await withAccount(command, account => wait(account, {name, words}, options, context));
    });
}

const waitHelp = `
Examples:
  skydeck wait instances web-01 web-02 status:running --timeout 10m
  skydeck wait instances --filter 'tag:web' status:running
  skydeck wait instances.disks web-01 --all status:ready
  skydeck get volumes --filter 'tag:web' -o name | skydeck wait volumes - status:active
`;

const apiHelp = `
Examples:
  skydeck api GET /volumes --query page_size=25
  skydeck api GET /domains --all
  skydeck api PUT /volumes/4400 --data '{"label": "data-02"}' --yes
  skydeck api POST /domains --data @domain.json --dry-run
`;

interface ApiFlags {
  readonly data?: string;
  readonly query?: string[];
  readonly all?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly curl?: true;
  readonly output?: (typeof valueFormats)[number];
}

function addApi(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('api')
    .argument('<method>', 'GET, POST, PUT or DELETE')
    .argument('<path>', 'path of the API, such as /volumes or /v4beta/volumes')
    .description('Send one request to the API and print the answer as JSON')
    .option('--data <json>', 'Body as a JSON object; @FILE reads a file, - reads stdin')
    .option('--query <name=value...>', 'Query parameters')
    .option('--all', 'Read all pages and print the items as one list')
    .addOption(outputOption(valueFormats))
    .option('--yes', 'Send a request that changes the account')
    .option('--dry-run', 'Print the request without sending it')
    .option('--curl', 'With --dry-run: print the request as a curl command, the token as $TOKEN')
    .addHelpText('after', apiHelp)
    .action(async (method: string, path: string, flags: ApiFlags) => {
      const {callApi} = await import('../commands/api.ts');
      const {data, query = [], all = false, yes = false, dryRun = false, curl = false, output = 'json'} = flags;
      const options = {data, query, all, yes, dryRun, curl, format: output};
      await withAccount(command, account => callApi(account, [method, path], options, context));
    });
}

const formatOf = (flags: GetFlags): OutputFormat | undefined =>
  flags.output ?? formatFlags.find(format => flags[format]);
