/** Parser for the line of `skydeck do`: action, targets and fields. */

import {parseArgs} from 'node:util';
import {isRemoved} from '../../contract/wire/removed-operations.ts';
import {chargeOf} from '../../families/cost/price-changes.ts';
import {withoutEllipsis} from '../../families/format/format.ts';
import {families, findFamily} from '../../families/registry.ts';
import {shellLine} from '../../platform/text/shell-quote.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {presignedUrlText} from '../../store/changes/preview/presigned.ts';
import {UsageError} from '../io/command-errors.ts';
import {parseDuration} from '../io/deadline.ts';
import {jqRecipe, suggestion} from '../io/did-you-mean.ts';
import {exitHelp} from '../io/exit-codes.ts';
import type {PlanTarget} from '../plan/write-plan.ts';
import {actionExamples} from './action-examples.ts';
import {commandFlags, type FieldFlag, lineFlagsOf} from './action-flags.ts';
import {
  actionName,
  actionsOf,
  documentedPath,
  familyName,
  type NamedAction,
  resolveAction,
  takesManyRows,
} from './action-names.ts';
import {describeFlag, flagUsage} from './describe-flag.ts';
import {type DoFormat, parseDoFormat} from './do-format.ts';

export interface DoLine {
  readonly namedAction: NamedAction;
  /** IDs or labels, parents first; several rows to act on may follow. */
  readonly ids: readonly string[];
  /** The filter that selects the rows, instead of IDs. */
  readonly filter: string | undefined;
  /** Values by flag, in their order; a boolean for a flag without a value. */
  readonly fields: ReadonlyMap<string, readonly string[] | boolean>;
  readonly body: string | undefined;
  readonly yes: boolean;
  readonly confirm: string | undefined;
  readonly dryRun: boolean;
  readonly curl: boolean;
  /** The plan file to write instead of sending. */
  readonly plan: PlanTarget | undefined;
  /** Format of the results; undefined prints sentences. */
  readonly format: DoFormat | undefined;
  readonly wait: boolean;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

const defaultTimeout = '10m';
const defaultPlanExpiry = '24h';

/**
 * Parses the words after `do`; returns the help if they request it.
 * @throws UsageError
 */
export function parseDoLine(
  argv: readonly string[],
  identifiers: Identifiers = contractIdentifiers,
): DoLine | {readonly help: string} {
  const wantsHelp = argv.includes('--help') || argv.includes('-h');
  const {name: actionText} = findActionWord(argv);
  if (actionText === undefined) {
    if (wantsHelp) return {help: allActionsHelp()};
    throw new UsageError('do needs an action. skydeck do --help lists the actions');
  }
  const family = wantsHelp ? findFamily(actionText) : undefined;
  if (family) return {help: familyHelp(family.id)};
  const namedAction = resolveAction(actionText, identifiers);
  if (wantsHelp) return {help: actionHelp(namedAction)};
  const flags = lineFlagsOf(namedAction.endpoint, namedAction.action, identifiers);
  const {values, positionals} = parseFlags(argv, [
    ...commandOptions,
    ...flags.flatMap(({name, alias = name, field}) => {
      const option = field.kind === 'flag' ? ({type: 'boolean'} as const) : ({type: 'string', multiple: true} as const);
      return [...new Set([name, alias])].map(flag => [flag, option] as const);
    }),
  ]);
  const isSet = (name: keyof typeof commandFlags) => values[name] === true;
  const text = (name: keyof typeof commandFlags) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  if (isSet('resume') || isSet('forget') || isSet('take-over'))
    throw new UsageError('--forget and --take-over work only with --resume, and --resume takes no IDs');
  const field = flags.find(({name}) => name === 'field.timeout');
  if (field && text('timeout') !== undefined && !isSet('wait'))
    throw new UsageError('--timeout limits --wait. To set the field, use --field.timeout');
  if (isSet('curl') && !isSet('dry-run')) throw new UsageError('--curl works only with --dry-run');
  return {
    namedAction,
    ids: positionals.slice(1),
    fields: new Map(
      flags.flatMap(({name, alias}) => {
        const [value, aliasValue] = [values[name], alias === undefined ? undefined : values[alias]];
        // A flag in both spellings counts as given twice.
        const all =
          Array.isArray(value) && Array.isArray(aliasValue) ? [...value, ...aliasValue] : (value ?? aliasValue);
        return all === undefined || typeof all === 'string' ? [] : [[name, all] as const];
      }),
    ),
    filter: text('filter'),
    body: text('body'),
    yes: isSet('yes'),
    confirm: text('confirm'),
    dryRun: isSet('dry-run'),
    curl: isSet('curl'),
    plan: planTarget(text('plan'), text('plan-expires'), isSet('dry-run')),
    format: parseDoFormat({isJson: isSet('json'), output: text('output'), isDryRun: isSet('dry-run')}, namedAction),
    wait: isSet('wait'),
    timeoutMs: parseDuration(text('timeout') ?? defaultTimeout),
  };
}

/** @throws UsageError */
function planTarget(path: string | undefined, expires: string | undefined, isDryRun: boolean): PlanTarget | undefined {
  if (path === undefined) {
    if (expires !== undefined) throw new UsageError('--plan-expires works only with --plan');
    return undefined;
  }
  if (isDryRun) throw new UsageError('--plan and --dry-run both show the change. Use one of them');
  if (path.trim() === '') throw new UsageError('--plan is empty. Pass the name of a file');
  return {path, validMs: parseDuration(expires ?? defaultPlanExpiry)};
}

interface ActionWord {
  /** The first word that is neither a flag nor the value of a flag of the command. */
  readonly name: string | undefined;
  readonly others: readonly string[];
  /**
   * True if a flag of a field is before the word, which may be the value of that flag: field flags are known only when
   * the action is known.
   */
  readonly isAmbiguous: boolean;
}

export function findActionWord(argv: readonly string[]): ActionWord {
  const options = Object.fromEntries(commandOptions);
  const settings = {strict: false, allowPositionals: true, allowNegative: true, tokens: true} as const;
  const {tokens} = parseArgs({args: [...argv], options, ...settings});
  const word = tokens.find(token => token.kind === 'positional');
  const isUnknown = (name: string): boolean => !Object.hasOwn(options, name);
  return {
    name: word?.value,
    others: argv.filter((_, index) => index !== word?.index),
    isAmbiguous: tokens.some(
      token => token.kind === 'option' && isUnknown(token.name) && token.index < (word?.index ?? 0),
    ),
  };
}

type ParseOption =
  | {readonly type: 'boolean'}
  | {readonly type: 'string'; readonly multiple?: boolean; readonly short?: string};
interface ParsedFlags {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

const commandOptions: readonly (readonly [string, ParseOption])[] = Object.entries(commandFlags).map(
  ([name, flag]) => [name, {type: flag.type, ...('short' in flag && {short: flag.short})}] as const,
);

function parseFlags(argv: readonly string[], options: readonly (readonly [string, ParseOption])[]): ParsedFlags {
  try {
    const parsed = parseArgs({
      args: [...argv],
      options: Object.fromEntries(options),
      allowPositionals: true,
      allowNegative: true,
    });
    return {values: parsed.values as ParsedFlags['values'], positionals: parsed.positionals};
  } catch (error) {
    // The first sentence names the problem; the others describe how Node parses command lines.
    const message = error instanceof Error ? (error.message.split(/\. |\n/, 1)[0] ?? '') : String(error);
    const dashed = /^Option '(?:-\w, )?(--[\w.-]+)' argument is ambiguous/.exec(message)?.[1];
    if (dashed !== undefined)
      throw new UsageError(`${dashed} needs a value. Write a value that starts with a dash as ${dashed}=-…`);
    const unknown = /^Unknown option '(--?)(?:no-)?([^']+)'/.exec(message)?.slice(1).join('');
    const flags = options.map(([name]) => `--${name}`);
    throw new UsageError(unknown === undefined ? message : message + (jqRecipe(unknown) ?? suggestion(unknown, flags)));
  }
}

/**
 * @param maxWidth maximum width of the aligned left column, in cells; after a longer entry the right side follows
 * directly
 */
const alignRows = (entries: readonly (readonly [string, string])[], maxWidth = 34): string[] => {
  const width = Math.min(maxWidth, Math.max(0, ...entries.map(([left]) => left.length)));
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
};

export function usageOf(namedAction: NamedAction): string {
  const more = takesManyRows(namedAction) ? ['…'] : [];
  return ['skydeck do', actionName(namedAction), [...namedAction.idNames, ...more].join(' ').replace(/ …$/, '…')]
    .join(' ')
    .trim();
}

/** Undefined for an action that never costs more. */
export function chargeText({action, endpoint}: NamedAction): string | undefined {
  const charge = chargeOf(action.operation, action.risk, endpoint.spec.charges === true);
  if (charge === undefined) return undefined;
  return charge === 'always' ? 'This action is billed.' : 'This action can raise the monthly cost.';
}

function actionHelp(namedAction: NamedAction): string {
  const {action, endpoint, identifiers} = namedAction;
  const flags = lineFlagsOf(endpoint, action, identifiers);
  const fields = flags.map(flag => [flagUsage(flag), describeFlag(flag, action, identifiers)] as const);
  const charge = chargeText(namedAction);
  return `${[
    `${usageOf(namedAction)} [flags]`,
    '',
    `${withoutEllipsis(action.title ?? namedAction.name)}: ${endpoint.method} ${documentedPath(endpoint.path, identifiers)}`,
    ...(action.presignedRequest ? [`then ${action.presignedRequest.method} at ${presignedUrlText}`] : []),
    ...(charge === undefined ? [] : ['', charge]),
    ...(isRemoved(endpoint.id) ? ['', 'Providers of today no longer have this operation.'] : []),
    ...(fields.length > 0 ? ['', 'Fields:', ...alignRows(fields)] : []),
    '',
    'Flags:',
    ...alignRows(commandFlagRows()),
    '',
    'Examples:',
    ...examplesOf(namedAction, flags),
    '',
    exitHelp,
  ].join('\n')}\n`;
}

/** Example lines: one for the demo account and, for an action on rows, one that reads the IDs of a list. */
function examplesOf(namedAction: NamedAction, flags: readonly FieldFlag[]): string[] {
  const {family, idNames} = namedAction;
  const name = actionName(namedAction);
  const words = (actionExamples[name] ?? []).map(word => spelledFlag(word, flags));
  const firstFlag = words.findIndex(word => word.startsWith('--'));
  const fields = firstFlag < 0 ? [] : words.slice(firstFlag);
  const one = shellLine(['skydeck', 'do', name, ...words, '--dry-run']);
  if (!takesManyRows(namedAction) || idNames.length > 1) return [`  ${one}`];
  const list = `skydeck get ${familyName(family)} --filter TEXT -o name`;
  const many = shellLine(['skydeck', 'do', name, '-', ...fields, '--yes']);
  return [`  ${one}`, `  ${list} | ${many}`];
}

/** A flag of an example in the spelling of the account's provider; any other word unchanged. */
const spelledFlag = (word: string, flags: readonly FieldFlag[]): string => {
  const flag = flags.find(({name, alias}) => word === `--${name}` || word === `--${alias}`);
  return flag ? `--${flag.name}` : word;
};

export const commandFlagRows = (): [string, string][] =>
  Object.entries(commandFlags).map(([name, flag]) => [
    `${'short' in flag ? `-${flag.short}, ` : ''}--${name}${'value' in flag ? ` ${flag.value}` : ''}`,
    flag.help,
  ]);

function familyHelp(id: string): string {
  const actions = families.filter(family => family.id === id).flatMap(actionsOf);
  const lines = actions.map(
    namedAction => [usageOf(namedAction), withoutEllipsis(namedAction.action.title ?? '')] as const,
  );
  return `${[...alignRows(lines, 70), '', 'For the fields of an action: skydeck do <type>.<action> --help'].join('\n')}\n`;
}

function allActionsHelp(): string {
  const lines = families.flatMap(family => {
    const names = actionsOf(family).map(({name}) => name);
    return names.length === 0 ? [] : [[family.id, names.join(' ')] as const];
  });
  return `${[
    'Change resources: show the request, ask, then send it.',
    '',
    'Usage: skydeck do <type>.<action> [id...] [--field value ...]',
    '',
    'Resource types and actions:',
    ...alignRows(lines),
    '',
    'Flags:',
    ...alignRows(commandFlagRows()),
    '',
    'For the fields of an action: skydeck do <type>.<action> --help',
  ].join('\n')}\n`;
}
