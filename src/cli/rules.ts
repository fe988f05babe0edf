/**
 * Rules that take a look at the account or at a catalogue: what a form of the console dims with its reason, a line is
 * refused for, before anything is sent and with `--dry-run` alike.
 */
import type {Problem} from '../contract/problem.ts';
import type {AnyRow, Family, FormContext, PathParams} from '../families/define.ts';
import {familyOf} from '../families/registry.ts';
import {sanitize} from '../platform/text/clean.ts';
import {isAmendment} from '../store/changes/amendment.ts';
import {withValue} from '../store/changes/paths.ts';
import type {Change} from '../store/changes/types.ts';
import {equal} from '../store/equal.ts';
import {isMissing} from '../store/words.ts';
import type {NamedAction} from './actions.ts';
import {type FieldFlag, flagsOf, inputOf} from './flags.ts';
import {consulting, createKnown, type Source} from './known.ts';
import type {Values} from './prepare.ts';
import {listOf, readOne} from './read.ts';
import {choice, suggestion} from './suggest.ts';

export interface Ruled {
  readonly named: NamedAction;
  readonly source: Source;
  readonly row: AnyRow | undefined;
  readonly at: PathParams;
}

/** That nothing is to be done: "is already running". */
export const alreadySo = ({named: {action}, source, row, at}: Ruled, values: Values): Promise<string | undefined> =>
  consulting([source], () => action.already?.(row, source.known.look, at, bodyFrom(values)));

/** Why it cannot be done now, by all that the rule looks at. */
export const reasonAgainst = ({named: {action}, source, row, at}: Ruled): Promise<string | undefined> =>
  consulting([source], () => action.unless?.(row, source.known.look, at));

/** What rules between fields say once all that they look at is read; what they say without that, the form has said. */
export async function brokenBetween(
  {named: {action}, source, row, at}: Ruled,
  body: unknown,
): Promise<readonly Problem[]> {
  const {look} = source.known;
  const told =
    action.refuses?.(body ?? {}, row, createKnown(() => look.now, source.connection.identifiers).look, at) ?? [];
  const found = (await consulting([source], () => action.refuses?.(body ?? {}, row, look, at))) ?? [];
  return found.filter(problem => !told.some(known => equal(known, problem)));
}

export interface Misfit {
  readonly words: string;
  /** The line names what does not exist; otherwise it exists, and is not as it would have to be. */
  readonly isMistake: boolean;
}

/** What was given for a field and cannot be taken: what does not exist, what does not fit, and a name that is taken. */
export async function misfitsOf(ruled: Ruled, values: Values, change: Pick<Change, 'get'>): Promise<readonly Misfit[]> {
  const {endpoint, action, identifiers} = ruled.named;
  const misfits: Misfit[] = [];
  for (const flag of flagsOf(endpoint, action, identifiers)) {
    misfits.push(...(await misanswered(ruled, flag, values, change)));
    const value = values.get(flag.path);
    if (value === undefined || value === null || value === '') continue;
    misfits.push(...(await unfit(ruled, flag, value, change)), ...(await taken(ruled, flag, value)));
  }
  return misfits;
}

async function unfit(
  {named: {action}, source, row, at}: Ruled,
  flag: FieldFlag,
  value: unknown,
  change: Pick<Change, 'get'>,
): Promise<readonly Misfit[]> {
  const input = inputOf(flag, action);
  if (input?.from === undefined || input.input === 'tags') return [];
  const beside = valuesOf(change);
  const around: FormContext = {at, values: beside};
  const params = input.params ? input.params(beside, row, around) : {};
  if (!params) return [];
  const family = familyOf(input.from);
  const misfits: Misfit[] = [];
  for (const id of isAmendment(value) ? value.adds : Array.isArray(value) ? value : [value]) {
    const candidate = await candidateOf(source, family, params, id);
    if (candidate === undefined) continue;
    if (candidate === 'missing') {
      const called = sanitize(spelledId(source, family, id));
      const words = `--${flag.name}: no ${family.one} ${called}${await hint(source, family, params, called)}`;
      // A word that is none is misspelled; a number may be that of a resource that is gone.
      misfits.push({words, isMistake: typeof id === 'string'});
      continue;
    }
    const {known} = source;
    const reason = await consulting([source], () => input.unless?.(candidate, beside, row, known.look, around));
    if (reason !== undefined)
      misfits.push({words: `--${flag.name} ${sanitize(family.label(candidate))}: ${reason}`, isMistake: false});
  }
  return misfits;
}

/** Questions that follow from what was chosen, those of a StackScript, and are not answered, or were never asked. */
async function misanswered(
  {named: {action}, source}: Ruled,
  {name, path}: FieldFlag,
  values: Values,
  change: Pick<Change, 'get'>,
): Promise<readonly Misfit[]> {
  const input = inputOf({path}, action);
  const {of} = input ?? {};
  if (input?.input !== 'group' || typeof of !== 'function') return [];
  const questions = await consulting([source], () => of(valuesOf(change), source.known.look));
  const asked = Object.keys(questions);
  if (asked.length === 0) return [];
  const given = new Set(
    [...values.keys()].flatMap(key => (key.startsWith(`${path}.`) ? [key.slice(path.length + 1)] : [])),
  );
  const missing = Object.entries(questions).filter(([key, {required}]) => required === true && !given.has(key));
  const unasked = [...given].filter(key => !asked.includes(key));
  return [
    ...missing.map(([key, {title}]) => `--${name}: ${sanitize(key)} is required (${sanitize(title)})`),
    ...unasked.map(key => `--${name}: no question ${sanitize(key)}${choice(key, asked)}`),
  ].map(words => ({words, isMistake: true}));
}

/** A candidate as it is now; undefined where this token cannot know. */
async function candidateOf(
  {connection, known}: Source,
  family: Family,
  at: PathParams,
  id: unknown,
): Promise<AnyRow | 'missing' | undefined> {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const found = known.look.find(family.id, id, at);
  if (found) return found;
  try {
    const row = await readOne(connection, family, {at, id: String(id)});
    known.addOne(family, id, row, at);
    return row ?? 'missing';
  } catch (error) {
    return isMissing(error) ? 'missing' : undefined;
  }
}

/** An ID as the provider spells it. */
const spelledId = ({connection: {identifiers}}: Source, {identifier}: Family, id: unknown): string =>
  identifier === undefined ? String(id) : identifiers.spell(identifier, String(id));

async function hint({connection}: Source, family: Family, at: PathParams, called: string): Promise<string> {
  try {
    const rows = await listOf(connection, family, at).some();
    return suggestion(
      called,
      rows.map(row => family.idText(row, connection.identifiers)),
    );
  } catch {
    return '';
  }
}

/** A name that no two rows of the account may have. */
async function taken({named, source, row, at}: Ruled, flag: FieldFlag, value: unknown): Promise<readonly Misfit[]> {
  const {family} = named;
  if (flag.path !== family.unique || typeof value !== 'string') return [];
  const rows = await listOf(source.connection, family, at)
    .labelled(value)
    .catch(() => undefined);
  const isTaken = rows?.some(other => row === undefined || family.key(other) !== family.key(row)) ?? false;
  return isTaken
    ? [{words: `--${flag.name} "${sanitize(value)}" is taken by another ${family.one}`, isMistake: false}]
    : [];
}

/** The values of all fields as they stand. */
const valuesOf = (change: Pick<Change, 'get'>): Readonly<Record<string, unknown>> =>
  change
    .get()
    .fields.reduce<Readonly<Record<string, unknown>>>(
      (values, {path, value}) => (value === undefined ? values : withValue(values, path, value)),
      {},
    );

const bodyFrom = (values: Values): AnyRow =>
  [...values].reduce<AnyRow>((body, [path, value]) => (value === undefined ? body : withValue(body, path, value)), {});
