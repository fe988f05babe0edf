/** Topics of `skydeck help` about all commands: exit codes, filters and guards. */
import {exitCodes} from '../io/exit-codes.ts';

type ExitCodeName = keyof typeof exitCodes;

/** The meaning of each exit code; for `skydeck help exit-codes`, the manual and docs/cli. */
export const exitCodeMeanings: Readonly<Record<ExitCodeName, string>> = {
  done: 'Done, or nothing to do.',
  failed: 'Failed, refused or not found. With get: some rows could not be read; the others are printed.',
  usage: 'Invalid usage, or --yes or --confirm is missing. Nothing was sent.',
  found: 'monitor --exit-on matched.',
  timeout: 'Timed out.',
  interrupted: 'Interrupted with ctrl-c.',
};

const exitCodesTopic = (): string =>
  [
    'Exit codes of all commands:',
    '',
    ...Object.entries(exitCodeMeanings).map(
      ([name, meaning]) => `  ${String(exitCodes[name as ExitCodeName]).padEnd(5)}${meaning}`,
    ),
    '',
    'Errors go to stderr. With --json or --ndjson and without a terminal, each error is one JSON object.',
    'skydeck --plain exits with 1 when its input ends at a question.',
  ].join('\n');

/** Terms of the filter language with the rows that each matches; docs/filters.md has the whole grammar. */
const filterTerms: readonly (readonly [string, string])[] = [
  ['web', 'rows with this text in a column, label, ID, state or tag'],
  ['status:off', 'rows whose field contains the text'],
  ['status:offline,booting', 'rows whose field matches one of the values'],
  ['label=web-01', 'rows whose field is exactly this; != for all others'],
  ["'size>100GB'", 'rows whose value is more; also >= < <='],
  ['!tag:prod', 'rows that the term without ! does not keep'],
  ['label:"my disk"', 'quotes keep spaces and commas together'],
  ['backed_up:none', 'rows without a value'],
];

const filterValues: readonly (readonly [string, string])[] = [
  ['age, created, updated', '30d, 36h, 1h30m, 2026-11-01'],
  ['expires', '7d; also keeps rows that have expired'],
  ['ram, disk, size', '8GB, 512MB'],
  ['price', '$20, 12.50'],
  ['ttl', '300s, 1h'],
  ['cpu', '80%'],
];

const indented = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  rows.map(([term, meaning]) => `  ${term.padEnd(24)}${meaning}`);

const filtersTopic = (): string =>
  [
    "A filter is one or more terms, separated by spaces: --filter 'tag:prod age>30d ram>=8GB'",
    'A row must match all terms. Upper and lower case are the same.',
    '',
    'Terms:',
    ...indented(filterTerms),
    '',
    'Values:',
    ...indented(filterValues),
    '',
    'A field is a column, or any field of get --json, such as specs.memory.',
    'A comparison without a unit where the unit is unclear is refused, with an example.',
    'Quote the filter in a shell: < > ! and $ have a meaning of their own.',
    'All of the language: docs/filters.md',
  ].join('\n');

const guardsTopic = (): string =>
  [
    'Guards are limits in the settings, or in a team file, that refuse changes. A guard can only refuse, never allow.',
    '',
    '  guards:',
    '    protected_tags: [prod-db]      # resources with this tag can’t be changed or deleted',
    '    freeze:                        # no changes in this time',
    '      - {from: Fri 18:00, to: Mon 08:00, time_zone: Europe/Berlin}',
    '    max_resources: 10              # per change',
    '    max_monthly_increase: 200      # US dollars per change',
    '    never: [account.cancel, "*.delete"]',
    '  guards_file: /etc/skydeck/guards.yaml',
    '',
    'They apply to the console, plain mode, do, do --resume and api. Nothing is sent, and the exit code is 1.',
    'skydeck doctor lists the guards of a profile, and skydeck config check finds mistakes.',
    'All of them: docs/guards.md',
  ].join('\n');

/** Topics by name. */
export const helpTopics: Readonly<Record<string, () => string>> = {
  'exit-codes': exitCodesTopic,
  filters: filtersTopic,
  guards: guardsTopic,
};
