// @ts-check
/**
 * Writes docs/commands.md and the pages of docs/cli from the commands, the resource types and the actions; the examples run
 * against a demo account. `--check` writes nothing and fails if a page differs.
 */

import {readdirSync, rmSync} from 'node:fs';
import {flagRows} from '../src/arguments.ts';
import {actionExamples} from '../src/cli/args/action-examples.ts';
import {lineFlagsOf} from '../src/cli/args/action-flags.ts';
import {actionName, actionsOf, familyName, idNamesOf} from '../src/cli/args/action-names.ts';
import {describeFlag, flagUsage, isRequiredFlag} from '../src/cli/args/describe-flag.ts';
import {chargeText, commandFlagRows, usageOf} from '../src/cli/args/do-line.ts';
import {exitCodeMeanings} from '../src/cli/args/help-topics.ts';
import {otherOperations, usageOfGet} from '../src/cli/args/readable-names.ts';
import {exitCodes} from '../src/cli/io/exit-codes.ts';
import {commandHelp} from '../src/cli/main.ts';
import {isRemoved} from '../src/contract/wire/removed-operations.ts';
import {nounInSentence} from '../src/families/format/nouns.ts';
import {families} from '../src/families/registry.ts';
import {shellLine} from '../src/platform/text/shell-quote.ts';
import {withDemoAccount} from './cli-docs/demo-runner.mjs';
import {getExamples, pages} from './cli-docs/pages.mjs';
import {keepDocument} from './document.mjs';

/** @typedef {(typeof families)[number]} Family */
/** @typedef {ReturnType<typeof actionsOf>[number]} NamedAction */
/** @typedef {(line: readonly string[]) => Promise<import('./cli-docs/demo-runner.mjs').Ran>} Run */

const folder = 'docs/cli';
/** The maximum number of rows that an example shows of a list, and of lines of other output. */
const maxRows = 4;
const maxLines = 24;

/** @param {string} text */
const cell = text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
/** @param {readonly (readonly string[])[]} rows @param {readonly string[]} head */
const table = (head, rows) => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map(row => `| ${row.join(' | ')} |`),
];
/** @param {string} text @param {number} max */
function firstLines(text, max) {
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => line.trimEnd());
  return lines.length > max ? [...lines.slice(0, max), '…'] : lines;
}

/** @param {string} operation */
const pageOf = operation =>
  pages
    .flatMap(page => page.families.map(family => ({page, family})))
    .filter(({family}) => operation === family || operation.startsWith(`${family}.`))
    .sort((a, b) => b.family.length - a.family.length)[0]?.page;

/** Read operations whose names share no prefix with a resource type. */
/** @type {Readonly<Record<string, string>>} */
const otherPlaces = {
  'objectStorage.transfer': 'buckets',
  'objectStorage.transfer.get': 'buckets',
  'managed.sshKey.get': 'managed',
  'managed.stats.list': 'managed',
  'managed.stats.get': 'managed',
};

/** @param {Family} family @param {Run} run */
async function readSection(family, run) {
  const names = [...new Set([family.id, ...family.aliases])].filter(name => name !== familyName(family));
  const own = family.single ? [] : [`[${idNamesOf(family, 'row').at(-1)}]`];
  const words = ['get', familyName(family), ...(getExamples[family.id] ?? [])];
  const {code, out, err} = await run(words);
  if (code !== 0) throw new Error(`skydeck ${words.join(' ')}: ${err}`);
  const isTable = !words.includes('--json');
  return [
    `## List ${nounInSentence(family.title)}`,
    '',
    '```console',
    `$ skydeck ${shellLine(words)}`,
    ...firstLines(out, isTable ? maxRows + 1 : maxLines),
    '```',
    '',
    `Usage: \`${['skydeck get', familyName(family), ...idNamesOf(family, 'list'), ...own].join(' ')}\``,
    ...(names.length > 0 ? ['', `Other names: ${names.map(name => `\`${name}\``).join(', ')}`] : []),
    '',
  ];
}

/** @param {NamedAction} named @param {Run} run */
async function actionSection(named, run) {
  const {action, endpoint} = named;
  const name = actionName(named);
  const example = actionExamples[name];
  if (!example) throw new Error(`src/cli/args/action-examples.ts has no example for ${name}`);
  const {code, out, err} = await run(['do', name, ...example, '--dry-run']);
  // The demo account has the older API, which lacks the operations of today's API.
  const output = endpoint.spec.today && code !== 0 ? '' : `${out}${err}`;
  const flags = lineFlagsOf(endpoint, action);
  /** @param {readonly import('../src/cli/args/action-flags.ts').FieldFlag[]} rows */
  const rowsOf = rows => rows.map(flag => [`\`${cell(flagUsage(flag))}\``, cell(describeFlag(flag, action))]);
  const required = flags.filter(isRequiredFlag);
  const optional = flags.filter(flag => !isRequiredFlag(flag));
  const scopes = endpoint.spec.scopes ?? [];
  const charge = chargeText(named);
  return [
    `## ${(action.title ?? named.name).replace(/…$/, '')}: \`${name}\``,
    '',
    '```console',
    `$ skydeck do ${shellLine([name, ...example])} --dry-run`,
    ...(output === '' ? [] : firstLines(output, maxLines)),
    '```',
    '',
    `Usage: \`${usageOf(named)} [flags]\``,
    '',
    [
      `Request: \`${endpoint.method} ${endpoint.path}\`.`,
      ...(isRemoved(endpoint.id) ? ['Providers of today no longer have this operation.'] : []),
      ...(endpoint.spec.today ? ['Only newer providers have this operation.'] : []),
      ...(scopes.length > 0 ? [`Scope: ${scopes.map(scope => `\`${scope}\``).join(', ')}.`] : []),
      ...(charge === undefined ? [] : [charge]),
    ].join(' '),
    '',
    ...(required.length > 0 ? [...table(['required flag', ''], rowsOf(required)), ''] : []),
    ...(optional.length > 0 ? [...table(['optional flag', ''], rowsOf(optional)), ''] : []),
  ];
}

/** @param {import('./cli-docs/pages.mjs').CliPage} page @param {Run} run */
async function pageText({slug, title, families: ids}, run) {
  const own = ids.map(id => {
    const family = families.find(candidate => candidate.id === id);
    if (!family) throw new Error(`${slug}: no resource type ${id}`);
    return family;
  });
  const actions = own.flatMap(actionsOf);
  const lines = [
    `# ${title}`,
    '',
    `For scripts that ${actions.length > 0 ? 'read or change' : 'read'} ${title.replace(/^(?:My|[A-Z](?=[a-z]+(?: |$|,)))/, word => word.toLowerCase())}. Generated by \`node scripts/generate-cli.mjs\`.`,
    'Flags of every command, exit codes and formats: [Commands](../commands.md).',
    '',
  ];
  for (const family of own) lines.push(...(await readSection(family, run)));
  const others = otherOperations.filter(({id}) => (pageOf(id)?.slug ?? otherPlaces[id]) === slug);
  if (others.length > 0)
    lines.push(
      '## Other reads',
      '',
      ...table(
        ['command', 'request'],
        others.map(endpoint => [`\`skydeck ${usageOfGet(endpoint)}\``, `\`${endpoint.method} ${endpoint.path}\``]),
      ),
      '',
    );
  for (const named of actions) lines.push(...(await actionSection(named, run)));
  return `${lines.join('\n').trimEnd()}\n`;
}

const typesSection = () => [
  '## Resource types',
  '',
  ...table(
    ['page', 'types and actions'],
    pages.map(({slug, title, families: ids}) => {
      const own = families.filter(({id}) => ids.includes(id));
      const first = own.flatMap(family => (family === own[0] ? actionsOf(family) : [])).map(({name}) => name);
      // An action of another resource type on the page has its full name.
      const others = own.slice(1).flatMap(actionsOf);
      const actions = [...first, ...others.filter(({name}) => !first.includes(name)).map(actionName)];
      const words = [
        `get ${own.map(familyName).join(', ')}`,
        ...(actions.length > 0 ? [`do ${[...new Set(actions)].join(', ')}`] : []),
      ];
      return [`[${title}](cli/${slug}.md)`, words.join('; ')];
    }),
  ),
  '',
];

const exitCodesSection = () => [
  '## Exit codes',
  '',
  ...table(
    ['code', 'meaning'],
    Object.entries(exitCodeMeanings).map(([name, meaning]) => [
      `${exitCodes[/** @type {keyof typeof exitCodes} */ (name)]}`,
      meaning,
    ]),
  ),
  '',
];

const accountSection = () => [
  '## Account',
  '',
  'Every command needs an account. Skydeck takes the first of these:',
  '',
  ...table(
    ['source', ''],
    [
      ['`--demo`', 'the demo account; starts and ends with the command'],
      ['`--profile NAME`', 'a profile of the [settings](settings.md#profiles)'],
      ['`--base-url URL`', 'an API address; the token comes from `SKYDECK_TOKEN`'],
      ['`SKYDECK_BASE_URL`', 'the same, from the environment'],
      ['default profile', 'the profile that `skydeck profile list` marks with a star'],
    ],
  ),
  '',
  'Without an account, a command exits with 2. So does a command with `SKYDECK_TOKEN` but without a base URL, and a command whose settings file is missing or has a mistake in its profiles.',
  '',
];

const flagsSection = () => [
  '## Flags of every command',
  '',
  '`--profile`, `--base-url`, `--demo`, `--read-only`, `--request-timeout` and `--log` work anywhere on the command line.',
  '',
  ...table(
    ['flag', ''],
    flagRows.map(([flag, help]) => [`\`${flag}\``, cell(help)]),
  ),
  '',
  'A request ends after 60 s without an answer, or after the time of `--request-timeout`. Then it is not repeated, and the command exits with 1. A change without an answer may have been made: Skydeck reads the resource to find out. `--timeout` is another limit: how long `wait` and `do --wait` wait for the result.',
  '',
];

const idsSection = () => [
  '## IDs and labels',
  '',
  'Use a label instead of an ID if only one resource has the label.',
  '',
  ...table(
    ['resource', 'examples'],
    [
      ['instance, volume and most others', '`123`, `web-01`'],
      ['NodeBalancer config', 'the port: `443` or `:443`'],
      ['NodeBalancer node', 'the label, or the address: `192.168.148.2:80`'],
      ['DNS record', '`www`, `"A www"`, `"MX @ mail.example.org"`'],
      ['bucket', '`us-east-1/acme-site`'],
    ],
  ),
  '',
  'With an [ID prefix](settings.md#id-prefix), commands print identifiers as your provider spells them. Commands accept both spellings, and flags follow: with the prefix `acme`, `--compute-id` is also `--acme-id`.',
  '',
];

const outputSection = () => [
  '## Output',
  '',
  '- Results go to stdout, everything else to stderr. Output is the same for a terminal and a pipe: no colors, no spinner.',
  '- With `--json` or `--ndjson` and without a terminal, errors and notes are JSON objects on stderr: `{"error": …}`, `{"note": …}`.',
  '- `--output FORMAT`, or `-o FORMAT`, works with `get`, `do`, `api`, `wait`, `overview`, `cost`, `waste`, `history` and `since`. The flags `--json`, `--ndjson`, `--csv`, `--table` and `--markdown` mean the same.',
  '- `-o name` prints the ID of each resource, one a line, as `get`, `do` and `wait` take it. `-o yaml` has the same values as `-o json`.',
  '- `do -o name` prints the IDs of the resources that were created, changed or deleted, or already were in the requested state. Actions that return a secret or no resource refuse `-o name`, and so does `--dry-run`.',
  '- `--columns label,specs.memory` selects fields and columns of the console in every format but `name`. A nested field has a dot. In JSON and CSV, a price is a number of US dollars, and a column with a time has the API’s time. `--no-headers` leaves out the first line of a table or CSV.',
  '- `--filter` sends what the API can compare as `X-Filter`, such as `region:us-east` or `size>20`, and compares the rest itself. The result is the same. `--ndjson` prints rows as they arrive, in constant memory.',
  '- `get --json` prints the data of the API. Control characters and characters that change the direction of text are escaped (`\\u009b`).',
  '- `--csv` follows RFC 4180, with lines that end in a line feed. No command prints an escape sequence from the API.',
  '- `get … | head -1` exits with 0. Every other command finishes its work first, so `do … | head -1` sends all its changes.',
  '- If the output can’t be written, for example on a full disk, the command exits with 1.',
  '- `--log FILE` appends every request as a JSON line: path, status, duration, attempt and error, then the exit code. The console and plain mode add the name of every change of state. The file has no secrets, and only you can read it.',
  '',
];

const changesSection = () => [
  '## Changes',
  '',
  '`skydeck do` shows the request, asks, and sends it. It applies the rules of the console: an action that the console dims is refused with the same reason.',
  '',
  ...table(
    ['flag', ''],
    commandFlagRows().map(([flag, help]) => [`\`${flag}\``, cell(help)]),
  ),
  '',
];

const batchesSection = () => [
  '**Fields.** Each field of the request has a flag.',
  '',
  ...table(
    ['value', 'meaning'],
    [
      ['`--tags web,prod` or `--tags web --tags prod`', 'a list; replaces the current values'],
      ['`--add-tags`, `--remove-tags`', 'add or remove values of a list'],
      ['`--tags null`', 'clear a field'],
      ['`--label ""`', 'clear a text; refused if the field is required'],
      ['`--script @setup.sh`, `--script -`', 'read a file, or stdin, as UTF-8; the last line break is removed'],
      ['`--size 2GB`', 'a number with a unit, which Skydeck converts; without a unit, that of the flag'],
      ['`--label @@web`', 'a text that starts with an at sign'],
    ],
  ),
  '',
  '**Dry run.** `--dry-run` checks everything that sending checks, prints the request, each field before and after, the impact, and the `--confirm` that sending needs. `--dry-run --json` prints `label`, `body`, `changes` (`title`, `before`, `after`), `notes`, `confirm`, and for a change that is billed `monthlyDifference` (US dollars a month, `null` if a price is unknown); with an autoscaler also `maxMonthlyDifference`, for the highest number of nodes.',
  '',
  '**Nothing to do.** An edit without a difference, a boot of a running instance and a detach of a detached volume exit with 0, so a script can run twice.',
  '',
  '**Batches.** Several IDs, `-`, or `--filter` make a batch. `-` reads IDs or labels from standard input, one a line:',
  '',
  '```sh',
  "skydeck get volumes --filter 'tag:web' -o name | skydeck do volumes.update - --add-tags prod --yes",
  '```',
  '',
  '`wait` takes `-` as well. If no IDs come, `do` sends nothing and exits with 0, and `wait` exits with 1. In a batch, Skydeck checks all changes, asks once, and prints a result for each resource. `--confirm` takes the number of resources. A value that doesn’t match is refused, and nothing is sent, even if the change needs no confirmation. With `--json` the result is a list of `id`, `label`, `ok`, and `answer` or `failure`. With `--wait`, a resource is printed as it is at the end of the wait. Resources that can’t be changed are skipped: with IDs the exit code is 1, with a filter Skydeck names them.',
  '',
  '**Interrupted batches.** Skydeck records a batch while it runs. `skydeck do --resume` asks again and sends the remaining requests. Requests without an answer are named, and not sent again. Secrets are not recorded: pass their flags again. `--resume --forget` discards the batch. The console resumes the same batches with `:resume`.',
  '',
];

const watchSection = () => [
  '## Watch a list',
  '',
  '`get TYPE --watch` prints the list, and then a line for each change. It follows the events of the account, at most 15 s late.',
  '',
  '```console',
  '$ skydeck get instances --watch',
  "$ skydeck get volumes --watch --filter 'tag:prod' --ndjson --columns id,label,status",
  '$ skydeck get instances web-01 web-02 --watch --for 10m',
  '```',
  '',
  ...table(
    ['kind', 'meaning'],
    [
      ['`listed`', 'in the list at the start'],
      ['`added`', 'created, or matches the filter now'],
      ['`changed`', 'a printed value is different'],
      ['`removed`', 'deleted, or no longer matches the filter'],
    ],
  ),
  '',
  '- With `--ndjson`, a line is an object with `time`, `kind` and `row`.',
  '- It ends with 130 on ctrl-c, with 0 after the time of `--for` or when its reader closes the pipe, and with 1 when the token ends. An outage is reported once on stderr.',
  '- To wait for a state, use [`wait`](#skydeck-wait). To watch the whole account, use [`monitor`](monitor.md).',
  '',
];

const rawSection = () => [
  '## Any request',
  '',
  '`skydeck api METHOD PATH` sends one request and prints the answer as JSON, as the API sent it. Use it for what `get` and `do` don’t cover.',
  '',
  '```console',
  '$ skydeck api GET /volumes --query page_size=25',
  '$ skydeck api GET /domains --all',
  `$ skydeck api PUT /volumes/4400 --data '{"label": "data-02"}' --yes`,
  '$ skydeck api POST /domains --data @domain.json --dry-run',
  '```',
  '',
  '- The path starts below the API version: `/volumes` is `/v4/volumes`. `/v4beta/volumes` names another version. Both spellings of the [ID prefix](settings.md#id-prefix) work, in the path and in the body.',
  '- `--all` reads all pages and prints the items as one list.',
  '- POST, PUT and DELETE need `--yes`. A read-only profile and [guards](guards.md) refuse them. They are in the change log before they are sent.',
  '- The body isn’t checked, and the change can’t be undone with `u`. `do` checks, previews and undoes.',
  '- Exit codes are those of all commands: 1 for a refusal of the API, 2 for a line that can’t be sent.',
  '',
];

function indexText() {
  const lines = [
    '# Commands',
    '',
    'For everyone who runs Skydeck in a shell, a script or a CI job. Generated by `node scripts/generate-cli.mjs`.',
    '',
    '```console',
    "$ skydeck get instances --filter 'status:offline' --columns label,ipv4",
    '$ skydeck do volumes.attach data --compute-id web-01 --yes --wait',
    '$ skydeck do instances.delete web-01 --yes --confirm web-01',
    "$ skydeck do instances.reboot --filter 'tag=web status:running' --yes --wait",
    '$ skydeck do volumes.update data-01 data-02 --add-tags prod --remove-tags staging --yes',
    '$ skydeck do instances.boot 123 --dry-run --curl',
    '$ skydeck wait instances web-01 status:running --timeout 10m',
    '$ skydeck get instances --watch --ndjson',
    '$ skydeck api GET /domains --all',
    '```',
    '',
    ...typesSection(),
    ...exitCodesSection(),
    ...accountSection(),
    ...flagsSection(),
    ...idsSection(),
    ...outputSection(),
    ...changesSection(),
    ...batchesSection(),
    ...watchSection(),
    ...rawSection(),
  ];
  for (const {name, help} of commandHelp())
    if (name !== 'do' && name !== 'help') lines.push(`## skydeck ${name}`, '', '```', help.trimEnd(), '```', '');
  return `${lines.join('\n').trimEnd()}\n`;
}

const assigned = pages.flatMap(page => page.families);
const missing = families.filter(({id}) => !assigned.includes(id)).map(({id}) => id);
if (missing.length > 0) throw new Error(`scripts/cli-docs/pages.mjs has no page for ${missing.join(', ')}`);

keepDocument('docs/commands.md', indexText());
const texts = new Map();
// Some resource types are in the API of today only.
const todays = new Set(families.filter(({today}) => today).map(({id}) => /** @type {string} */ (id)));
for (const dialect of /** @type {const} */ (['documents', 'today']))
  await withDemoAccount(dialect, async run => {
    for (const page of pages)
      if (page.families.some(id => todays.has(id)) === (dialect === 'today'))
        texts.set(page.slug, await pageText(page, run));
  });
for (const [slug, text] of texts) keepDocument(`${folder}/${slug}.md`, text);
for (const file of readdirSync(folder))
  if (!texts.has(file.replace(/\.md$/, ''))) {
    if (process.argv.includes('--check')) throw new Error(`${folder}/${file} belongs to no page`);
    rmSync(`${folder}/${file}`);
  }
