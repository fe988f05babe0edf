/** The flags of an action: one for each body field of the contract, with the name of the field. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {binary, choice, type Field} from '../../contract/schema/field.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyAction, AnyInput, Family} from '../../families/shape/define-family.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {choicesOf, inputsOf, unitOf} from '../../store/changes/form/field-specs.ts';
import {type Amendment, isAmendment} from '../../store/changes/form/list-amendment.ts';
import {parseNumber} from '../../store/changes/form/parse-number.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestion} from '../io/did-you-mean.ts';
import {parseJson, parsePairs, readContent, type Stdin} from './flag-content.ts';

export interface FieldFlag {
  /** The name without the dashes: `backups.schedule.window`. */
  readonly name: string;
  /** The name in the contract's spelling, if the provider's spelling differs. */
  readonly alias?: string | undefined;
  /** Dotted path in the body: `backups.schedule.window`. */
  readonly path: string;
  readonly field: Field;
  /** For a flag with a file: the requirements of the file. */
  readonly input?: AnyInput;
  /** Values that the form offers; the API may accept further values. */
  readonly choices?: readonly (string | number)[] | undefined;
  /** The unit of a number, which the form shows beside it. */
  readonly unit?: string | undefined;
  /** True if the field only helps to fill in other fields, and is not sent itself. */
  readonly leads?: true;
  /** True if the value consists of names with texts: `role=web`. */
  readonly pairs?: true;
  /** Set if the flag adds entries to a list or removes them, and leaves the other entries unchanged. */
  readonly amends?: keyof Amendment;
  /** The effect on existing values, if it isn't obvious. */
  readonly description?: string;
}

/** Flags of the command itself; a field with the name of one of them gets the flag `field.NAME`. */
export const commandFlags = {
  yes: {type: 'boolean', help: 'Send without asking; required when stdin is not a terminal'},
  confirm: {
    type: 'string',
    value: 'LABEL',
    help: 'The label of the resource, or the number of resources; a destructive change needs it',
  },
  'dry-run': {type: 'boolean', help: 'Print the request and its changes without sending anything'},
  curl: {type: 'boolean', help: 'With --dry-run: print the request as a curl command, the token as $TOKEN'},
  plan: {type: 'string', value: 'FILE', help: 'Write the preview to a plan file instead of sending; see skydeck plan'},
  'plan-expires': {type: 'string', value: 'TIME', help: 'With --plan: the time it is valid, such as 8h (default 24h)'},
  json: {type: 'boolean', help: 'Print the API response as JSON'},
  output: {
    type: 'string',
    short: 'o',
    value: 'FORMAT',
    help: 'Output format: json, ndjson (an object per line) or name (the ID of each resource)',
  },
  wait: {type: 'boolean', help: 'Wait until the operation finishes'},
  timeout: {
    type: 'string',
    value: 'TIME',
    help: 'With --wait: time limit, such as 90s or 5m; exit code 124 when it passes (default 10m)',
  },
  filter: {type: 'string', value: 'TEXT', help: "Change all resources that match, instead of IDs, such as 'tag:web'"},
  body: {
    type: 'string',
    value: 'JSON',
    help: 'Fields of the request as one JSON object; @FILE reads a file, - reads stdin',
  },
  resume: {
    type: 'boolean',
    help: 'Resume an interrupted batch; sends only requests that were never sent',
  },
  'take-over': {type: 'boolean', help: 'With --resume: continue a batch whose process on another machine has ended'},
  forget: {type: 'boolean', help: 'With --resume: discard the batch; sends nothing'},
  help: {type: 'boolean', help: 'Show this help'},
} as const;
/** Flags of every command, which are valid anywhere in the line. */
const reservedNames = new Set([...Object.keys(commandFlags), 'profile', 'base-url', 'demo', 'read-only', 'log']);

const maxDepth = 5;

/** Files that aren't in the request's body: files that are sent after its response, or that are the body. */
const fileInputs = (action: AnyAction) => inputsOf(action, () => ({})).filter(({spec}) => spec.input === 'file');

/** `compute-id`, or `field.json` for a field with the name of a flag of the command. */
export function flagNameOf(path: string): string {
  const name = path.replaceAll('_', '-').toLowerCase();
  return reservedNames.has(name) ? `field.${name}` : name;
}

/** The names of a flag: the field's name in the provider's and in the contract's spelling. */
function namesOf(path: string, identifiers: Identifiers): Pick<FieldFlag, 'name' | 'alias'> {
  const [name, plain] = [flagNameOf(identifiers.fieldName(path)), flagNameOf(path)];
  return name === plain ? {name} : {name, alias: plain};
}

/**
 * Choices that only help to fill in other fields and are not sent: the lifetime of a token, the permissions of a key.
 */
const leadingChoices = ({inputs = {}}: AnyAction): readonly FieldFlag[] =>
  Object.entries(inputs).flatMap(([name, {input, values = []}]) =>
    input === 'choice'
      ? [{name: flagNameOf(name), path: name, field: choice(values), choices: values, leads: true}]
      : [],
  );

/** @param identifiers the spelling of the account's provider */
export function flagsOf(
  {spec: {body}}: Endpoint,
  action: AnyAction,
  identifiers: Identifiers = contractIdentifiers,
): readonly FieldFlag[] {
  const files: FieldFlag[] = fileInputs(action).map(({name, path, spec}) => ({
    ...namesOf(name, identifiers),
    path,
    field: binary(),
    input: spec,
  }));
  const flags = [...files, ...leadingChoices(action)];
  const walk = (fields: Readonly<Record<string, Field>>, scope: string, depth: number) => {
    for (const [key, field] of Object.entries(fields)) {
      const path = `${scope}${key}`;
      if (field.facts.readOnly || flags.some(flag => flag.path === path)) continue;
      const inner = field.kind === 'object' ? field.fields : {};
      const innerFields = Object.values(inner);
      // Only the API writes this object.
      if (innerFields.length > 0 && innerFields.every(({facts}) => facts.readOnly)) continue;
      if (depth < maxDepth && Object.keys(inner).length > 0) walk(inner, `${path}.`, depth + 1);
      else {
        const input = inputOf({path}, action);
        const choices = choicesIn(field, input)?.map(value => spelledChoice(field, value, identifiers));
        const pairs = input?.input === 'pairs' && ({pairs: true} as const);
        const unit = input?.unit ?? unitOf(field);
        flags.push({...namesOf(path, identifiers), path, field, choices, unit, ...pairs});
      }
    }
  };
  // A body that is derived from the row needs no flags.
  if (body?.kind === 'object' && !action.requestBody) walk(body.fields, '', 1);
  return flags;
}

/** True for a list whose entries are identified by their values. */
const isPlainList = ({field}: FieldFlag): boolean =>
  field.kind === 'list' && ['text', 'integer', 'number', 'choice'].includes(field.item.kind);

const amendPrefixes = {adds: 'add', removes: 'remove'} as const;

/**
 * The flags of a command line: one for every field, and for an edit the flags that add entries to a list and remove
 * them.
 */
export const lineFlagsOf = (
  endpoint: Endpoint,
  action: AnyAction,
  identifiers: Identifiers = contractIdentifiers,
): readonly FieldFlag[] =>
  flagsOf(endpoint, action, identifiers).flatMap(flag => {
    // Only the form knows the existing entries.
    const isAmendable = endpoint.method === 'PUT' && isPlainList(flag) && inputOf(flag, action) !== undefined;
    return isAmendable
      ? [{...flag, description: 'Replaces all values'}, amendingFlag(flag, 'adds'), amendingFlag(flag, 'removes')]
      : [flag];
  });

const amendingFlag = (flag: FieldFlag, amends: keyof Amendment): FieldFlag => ({
  ...flag,
  name: `${amendPrefixes[amends]}-${flag.name}`,
  alias: flag.alias && `${amendPrefixes[amends]}-${flag.alias}`,
  amends,
  description: amends === 'adds' ? 'Adds values' : 'Removes values',
});

/** The flags that set a value: "--tags", "--add-tags and --remove-tags". */
export function usedFlags(flag: FieldFlag, value: unknown): string {
  if (!isAmendment(value)) return `--${flag.name}`;
  const nonEmpty = (['adds', 'removes'] as const).filter(amends => value[amends].length > 0);
  return nonEmpty.map(amends => `--${amendingFlag(flag, amends).name}`).join(' and ');
}

/** A value of a choice, in the provider's spelling. */
const spelledChoice = (field: Field, value: string | number, identifiers: Identifiers): string | number => {
  const text = identifiers.value(field.kind === 'list' ? field.item : field, value);
  return typeof text === 'string' ? text : value;
};

const choicesIn = (field: Field, input: AnyInput | undefined) =>
  input?.values ?? choicesOf(field.kind === 'list' ? field.item : field);

export const isNested = (field: Field): boolean =>
  field.kind === 'object' || field.kind === 'free' || field.kind === 'list' || field.kind === 'either';

/** The console's input for the value of a flag. */
export const inputOf = ({path}: Pick<FieldFlag, 'path'>, action: AnyAction): AnyInput | undefined =>
  inputsOf(action, ({spec: {inputs}}) => (typeof inputs === 'object' ? inputs : {})).find(input => input.path === path)
    ?.spec;

/** The family whose rows a flag refers to by number. Rows below a parent in another flag can only be given by ID. */
export function referencedFamily(flag: FieldFlag, action: AnyAction): Family | undefined {
  const {kind} = flag.field.kind === 'list' ? flag.field.item : flag.field;
  const input = kind === 'integer' ? inputOf(flag, action) : undefined;
  return input?.family === undefined || input.params ? undefined : familyOf(input.family);
}

/**
 * The value that a text means, in upper or lower case.
 * @throws UsageError
 */
function matchChoice(values: readonly (string | number)[], text: string, {name, choices = values}: FieldFlag) {
  const folded = values.filter(value => String(value).toLowerCase() === text.toLowerCase());
  const match = folded.find(value => String(value) === text) ?? (folded.length === 1 ? folded[0] : undefined);
  if (match !== undefined) return match;
  throw new UsageError(
    `--${name} is one of ${choices.join(', ')}, not "${text}"${suggestion(text, choices.map(String))}`,
  );
}

function parseValue(field: Field, text: string, flag: FieldFlag, identifiers: Identifiers): unknown {
  if (field.facts.nullable && text === 'null') return null;
  switch (field.kind) {
    case 'integer':
    case 'number':
      // A value that isn't a number stays a text, and the contract reports the problem.
      return parseNumber(text, flag.unit);
    case 'choice':
      return matchChoice(field.values, String(identifiers.readValue(field, text)), flag);
    case 'either':
      return /^(?:-?\d+(?:\.\d+)?|true|false|null|[{["].*)$/s.test(text) ? parseJson(text, flag.name) : text;
    case 'object':
    case 'free':
      return parseJson(text, flag.name);
    default:
      return text;
  }
}

/**
 * The value of a flag's texts, in either spelling.
 * @throws UsageError
 */
export async function readValue(
  flag: FieldFlag,
  words: readonly string[],
  stdin: Stdin,
  identifiers: Identifiers = contractIdentifiers,
): Promise<unknown> {
  return identifiers.readValue(flag.field, await parseFlagValue(flag, words, stdin, identifiers));
}

async function parseFlagValue(
  flag: FieldFlag,
  texts: readonly string[],
  stdin: Stdin,
  identifiers: Identifiers,
): Promise<unknown> {
  const {name, field} = flag;
  if (flag.pairs) return parsePairs(texts, name, stdin);
  if (field.kind !== 'list') {
    const [text = '', ...more] = texts;
    if (more.length > 0) throw new UsageError(`--${name} is repeated. Pass it once`);
    return parseValue(field, (await readContent(text, name, stdin)).text, flag, identifiers);
  }
  if (field.facts.nullable && texts.length === 1 && texts[0] === 'null') return null;
  const entries: unknown[] = [];
  for (const word of texts) {
    const {text, content: read} = await readContent(word, name, stdin);
    if (text.startsWith('[')) {
      const value = parseJson(text, name);
      entries.push(...(Array.isArray(value) ? value : [value]));
    } else if (read || isNested(field.item)) entries.push(parseValue(field.item, text, flag, identifiers));
    else {
      const words = text.split(',').map(part => part.trim());
      entries.push(...words.filter(Boolean).map(part => parseValue(field.item, part, flag, identifiers)));
    }
  }
  return entries;
}

/**
 * The object of `--body` or `--data`.
 * @throws UsageError
 */
export async function parseBody(text: string, stdin: Stdin, flag = 'body'): Promise<object> {
  const value = parseJson((await readContent(text, flag, stdin)).text, flag);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`--${flag} takes a JSON object`);
  return value;
}
