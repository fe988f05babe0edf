/** The line of `skydeck do`, read: which action, on what, with which fields. */
import {parseArgs} from 'node:util';
import {withoutEllipsis} from '../families/format.ts';
import {families, findFamily} from '../families/registry.ts';
import {signedAddress} from '../store/changes/signed.ts';
import {contractIdentifiers, type Identifiers} from '../store/identifiers.ts';
import {Usage} from './account.ts';
import {actionName, actionNamed, actionsOf, documentedPath, type NamedAction, takesSeveral} from './actions.ts';
import {exitHelp} from './exit.ts';
import {describeFlag, lineFlagsOf, ownFlags, spelling} from './flags.ts';
import {suggestion} from './suggest.ts';
import {duration} from './time.ts';

export interface DoLine {
  readonly named: NamedAction;
  /** IDs or labels, from the outside in; of what is acted on several may follow. */
  readonly ids: readonly string[];
  /** Acts on all that it leaves, in place of IDs. */
  readonly filter: string | undefined;
  /** By flag: what was given, in its order; a boolean for a flag without a value. */
  readonly fields: ReadonlyMap<string, readonly string[] | boolean>;
  readonly body: string | undefined;
  readonly yes: boolean;
  readonly confirm: string | undefined;
  readonly dryRun: boolean;
  readonly curl: boolean;
  readonly json: boolean;
  readonly wait: boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

const usual = '10m';

/** What the words after `do` mean, or the help that they ask for. @throws Usage */
export function readLine(
  argv: readonly string[],
  identifiers: Identifiers = contractIdentifiers,
): DoLine | {readonly help: string} {
  const wantsHelp = argv.includes('--help') || argv.includes('-h');
  const [typed] = argv.filter(word => !word.startsWith('-'));
  if (typed === undefined) {
    if (wantsHelp) return {help: helpOfAll()};
    throw new Usage('do needs an action: skydeck do --help lists them');
  }
  const family = wantsHelp ? findFamily(typed) : undefined;
  if (family) return {help: helpOfFamily(family.id)};
  const named = actionNamed(typed, identifiers);
  if (wantsHelp) return {help: helpOf(named)};
  const flags = lineFlagsOf(named.endpoint, named.action, identifiers);
  const {values, positionals} = parse(argv, [
    ...Object.entries(ownFlags).map(([name, {type}]) => [name, {type}] as const),
    ...flags.flatMap(({name, alias = name, field}) => {
      const option = field.kind === 'flag' ? ({type: 'boolean'} as const) : ({type: 'string', multiple: true} as const);
      return [...new Set([name, alias])].map(spelled => [spelled, option] as const);
    }),
  ]);
  const on = (name: keyof typeof ownFlags) => values[name] === true;
  const text = (name: keyof typeof ownFlags) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  if (on('resume') || on('forget') || on('take-over'))
    throw new Usage('--forget and --take-over go with --resume, and --resume with no IDs');
  const field = flags.find(({name}) => name === 'field.timeout');
  if (field && text('timeout') !== undefined && !on('wait'))
    throw new Usage('--timeout is how long --wait waits: the field is --field.timeout');
  if (on('curl') && !on('dry-run')) throw new Usage('--curl goes with --dry-run');
  return {
    named,
    ids: positionals.slice(1),
    fields: new Map(
      flags.flatMap(({name, alias}) => {
        const [given, other] = [values[name], alias === undefined ? undefined : values[alias]];
        // Given in both spellings, it is given twice.
        const all = Array.isArray(given) && Array.isArray(other) ? [...given, ...other] : (given ?? other);
        return all === undefined || typeof all === 'string' ? [] : [[name, all] as const];
      }),
    ),
    filter: text('filter'),
    body: text('body'),
    yes: on('yes'),
    confirm: text('confirm'),
    dryRun: on('dry-run'),
    curl: on('curl'),
    json: on('json'),
    wait: on('wait'),
    timeout: duration(text('timeout') ?? usual),
  };
}

type Option = {readonly type: 'boolean'} | {readonly type: 'string'; readonly multiple?: boolean};
interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

function parse(argv: readonly string[], options: readonly (readonly [string, Option])[]): Parsed {
  try {
    const parsed = parseArgs({
      args: [...argv],
      options: Object.fromEntries(options),
      allowPositionals: true,
      allowNegative: true,
    });
    return {values: parsed.values as Parsed['values'], positionals: parsed.positionals};
  } catch (error) {
    // The first sentence says what; what follows is about how Node reads command lines.
    const words = error instanceof Error ? (error.message.split(/\. |\n/, 1)[0] ?? '') : String(error);
    const dashed = /^Option '(?:-\w, )?(--[\w.-]+)' argument is ambiguous/.exec(words)?.[1];
    if (dashed !== undefined)
      throw new Usage(`${dashed} needs a value: one that begins with a dash is written ${dashed}=-…`);
    const unknown = /^Unknown option '--(?:no-)?([^']+)'/.exec(words)?.[1];
    const flags = options.map(([name]) => `--${name}`);
    throw new Usage(unknown === undefined ? words : `${words}${suggestion(`--${unknown}`, flags)}`);
  }
}

/** @param most beyond so many cells the right side begins where the left one ends */
const rows = (entries: readonly (readonly [string, string])[], most = 34): string[] => {
  const width = Math.min(most, Math.max(0, ...entries.map(([left]) => left.length)));
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
};

export function usageOf(named: NamedAction): string {
  const more = takesSeveral(named) ? ['…'] : [];
  return ['skydeck do', actionName(named), [...named.ids, ...more].join(' ').replace(/ …$/, '…')].join(' ').trim();
}

function helpOf(named: NamedAction): string {
  const {action, endpoint, identifiers} = named;
  const fields = lineFlagsOf(endpoint, action, identifiers).map(
    flag => [spelling(flag), describeFlag(flag, action, identifiers)] as const,
  );
  const billing = endpoint.spec.charges ? ['', 'This starts or raises billing.'] : [];
  return `${[
    `${usageOf(named)} [flags]`,
    '',
    `${withoutEllipsis(action.title ?? named.name)}: ${endpoint.method} ${documentedPath(endpoint.path, identifiers)}`,
    ...(action.signed ? [`then ${action.signed.method} at ${signedAddress}`] : []),
    ...billing,
    ...(fields.length > 0 ? ['', 'Fields:', ...rows(fields)] : []),
    '',
    'Flags:',
    ...rows(ownFlagRows()),
    '',
    exitHelp,
  ].join('\n')}\n`;
}

export const ownFlagRows = (): [string, string][] =>
  Object.entries(ownFlags).map(([name, flag]) => [`--${name}${'value' in flag ? ` ${flag.value}` : ''}`, flag.help]);

function helpOfFamily(id: string): string {
  const actions = families.filter(family => family.id === id).flatMap(actionsOf);
  const lines = actions.map(named => [usageOf(named), withoutEllipsis(named.action.title ?? '')] as const);
  return `${[...rows(lines, 70), '', 'skydeck do ACTION --help lists the fields of one.'].join('\n')}\n`;
}

function helpOfAll(): string {
  const lines = families.flatMap(family => {
    const names = actionsOf(family).map(({name}) => name);
    return names.length === 0 ? [] : [[family.id, names.join(' ')] as const];
  });
  return `${[
    'skydeck do FAMILY.ACTION [ID…] [--field value …]',
    '',
    'Families and their actions:',
    ...rows(lines),
    '',
    'Flags:',
    ...rows(ownFlagRows()),
    '',
    'skydeck do FAMILY.ACTION --help lists the fields of one.',
  ].join('\n')}\n`;
}
