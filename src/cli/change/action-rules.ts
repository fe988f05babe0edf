/**
 * Rules that depend on the account or on a catalog: a command refuses a change for the same reasons that disable an
 * action in the console, before any request is sent, also with `--dry-run`.
 */
import type {FieldError} from '../../contract/schema/field-error.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, Family, FormContext, PathParams} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {isNotFound} from '../../store/api/failure-text.ts';
import type {Change} from '../../store/changes/change.ts';
import {isAmendment} from '../../store/changes/form/list-amendment.ts';
import {withValue} from '../../store/core/dotted-paths.ts';
import {jsonEqual} from '../../store/core/json-equal.ts';
import type {Session} from '../../store/session/session.ts';
import {type FieldFlag, flagsOf, inputOf} from '../args/action-flags.ts';
import type {NamedAction} from '../args/action-names.ts';
import type {FieldValueMap} from '../args/field-values.ts';
import {suggestion, suggestionOrAll} from '../io/did-you-mean.ts';
import {createRowCache, type RowSource, resolveLookups} from '../read/command-lookup.ts';
import {readOne, rowListOf} from '../read/read-lists.ts';

export interface RuleContext {
  readonly namedAction: NamedAction;
  readonly source: RowSource;
  readonly row: AnyRow | undefined;
  readonly params: PathParams;
}

/** The reason why the row is already in the desired state: "is already running". */
export const alreadyDoneReason = (
  {namedAction: {action}, source, row, params}: RuleContext,
  values: FieldValueMap,
): Promise<string | undefined> =>
  resolveLookups([source], () => action.already?.({row, lookup: source.cache.lookup, params, body: bodyFrom(values)}));

/** The reason why the action can't be done now, after reading all rows that the rule needs. */
export const unavailableReason = ({
  namedAction: {action},
  source,
  row,
  params,
}: RuleContext): Promise<string | undefined> =>
  resolveLookups([source], () => action.unless?.({row, lookup: source.cache.lookup, params}));

/**
 * The reason why a guard or a permission refuses the action, after reading the resources in the path of the request.
 */
export const guardedReason = (
  {namedAction: {action}, source, row, params}: RuleContext,
  session: Pick<Session, 'operationRefusal'>,
): Promise<string | undefined> =>
  resolveLookups([source], () =>
    session.operationRefusal(action.operation, {...params, ...(row && action.rowParams?.(row))}, source.cache.lookup),
  );

/**
 * Problems that rules between fields find when all rows that they need are read, without the problems that the form has
 * already reported.
 */
export async function crossFieldProblems(
  {namedAction: {action}, source, row, params}: RuleContext,
  body: unknown,
): Promise<readonly FieldError[]> {
  const {lookup} = source.cache;
  const context = {row, lookup, params, body: body ?? {}};
  const {lookup: emptyLookup} = createRowCache({identifiers: source.connection.identifiers}, () => lookup.now);
  const formProblems = action.problems?.({...context, lookup: emptyLookup}) ?? [];
  const fieldErrors = (await resolveLookups([source], () => action.problems?.(context))) ?? [];
  return fieldErrors.filter(problem => !formProblems.some(formProblem => jsonEqual(formProblem, problem)));
}

export interface ValueProblem {
  readonly message: string;
  /** True if the resource in the value doesn't exist; otherwise the state of the resource doesn't allow the change. */
  readonly isMistake: boolean;
}

/**
 * Problems of a field's value: a resource that doesn't exist, a value that doesn't fit, and a name that is already
 * used.
 */
export async function valueProblems(
  ruleContext: RuleContext,
  values: FieldValueMap,
  change: Pick<Change, 'getState'>,
): Promise<readonly ValueProblem[]> {
  const {endpoint, action, identifiers} = ruleContext.namedAction;
  const problems: ValueProblem[] = [];
  for (const flag of flagsOf(endpoint, action, identifiers)) {
    problems.push(...(await questionProblems(ruleContext, flag, values, change)));
    const value = values.get(flag.path);
    if (value === undefined || value === null || value === '') continue;
    problems.push(
      ...(await choiceProblems(ruleContext, flag, value, change)),
      ...(await duplicateNameProblem(ruleContext, flag, value)),
    );
  }
  return problems;
}

/** The context for the callbacks of the form's inputs. */
function formContextOf({source, row, params}: RuleContext, change: Pick<Change, 'getState'>): FormContext<AnyRow> {
  const values = currentValues(change);
  return {row, lookup: source.cache.lookup, params, values, formValues: values};
}

async function choiceProblems(
  ruleContext: RuleContext,
  flag: FieldFlag,
  value: unknown,
  change: Pick<Change, 'getState'>,
): Promise<readonly ValueProblem[]> {
  const {namedAction, source} = ruleContext;
  const input = inputOf(flag, namedAction.action);
  if (input?.family === undefined || input.input === 'tags') return [];
  const formContext = formContextOf(ruleContext, change);
  const params = input.params ? input.params(formContext) : {};
  if (!params) return [];
  const family = familyOf(input.family);
  const problems: ValueProblem[] = [];
  for (const id of isAmendment(value) ? value.adds : Array.isArray(value) ? value : [value]) {
    const candidate = await candidateOf(source, family, params, id);
    if (candidate === undefined) continue;
    if (candidate === 'missing') {
      const idText = sanitize(spelledId(source, family, id));
      const message = `--${flag.name}: no ${family.one} ${idText}${await nearestHint(source, family, params, idText)}`;
      // An unknown word is a typing error; a number may be the ID of a deleted resource.
      problems.push({message, isMistake: typeof id === 'string'});
      continue;
    }
    const reason = await resolveLookups([source], () => input.unless?.({...formContext, candidate}));
    if (reason !== undefined)
      problems.push({message: `--${flag.name} ${sanitize(family.label(candidate))}: ${reason}`, isMistake: false});
  }
  return problems;
}

/** Questions of the chosen StackScript without an answer or with one that isn't offered, and answers without a question. */
async function questionProblems(
  ruleContext: RuleContext,
  {name, path}: FieldFlag,
  values: FieldValueMap,
  change: Pick<Change, 'getState'>,
): Promise<readonly ValueProblem[]> {
  const {namedAction, source} = ruleContext;
  const input = inputOf({path}, namedAction.action);
  const {inputs} = input ?? {};
  if (input?.input !== 'group' || typeof inputs !== 'function') return [];
  const questions = await resolveLookups([source], () => inputs(formContextOf(ruleContext, change)));
  const questionKeys = Object.keys(questions);
  if (questionKeys.length === 0) return [];
  const answeredKeys = new Set(
    [...values.keys()].flatMap(key => (key.startsWith(`${path}.`) ? [key.slice(path.length + 1)] : [])),
  );
  const missing = Object.entries(questions).filter(([key, {required}]) => required === true && !answeredKeys.has(key));
  const unknownKeys = [...answeredKeys].filter(key => !questionKeys.includes(key));
  const wrong = Object.entries(questions).flatMap(([key, {values: offered}]) => {
    const answer = values.get(`${path}.${key}`);
    if (!Array.isArray(offered) || typeof answer !== 'string' || offered.includes(answer)) return [];
    return [`--${name}: ${sanitize(key)} must be one of ${sanitize(offered.join(', '))}`];
  });
  return [
    ...wrong,
    ...missing.map(([key, {title}]) => `--${name}: ${sanitize(key)} is required (${sanitize(title)})`),
    ...unknownKeys.map(key => `--${name}: no question ${sanitize(key)}${suggestionOrAll(key, questionKeys)}`),
  ].map(message => ({message, isMistake: true}));
}

/** The current row of the value; undefined if this token can't read it. */
async function candidateOf(
  {connection, cache}: RowSource,
  family: Family,
  params: PathParams,
  id: unknown,
): Promise<AnyRow | 'missing' | undefined> {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const cachedRow = cache.lookup.find(family.id, id, params);
  if (cachedRow) return cachedRow;
  try {
    const row = await readOne(connection, family, {params, id: String(id)});
    cache.addRow(family, id, row, params);
    return row ?? 'missing';
  } catch (error) {
    return isNotFound(error) ? 'missing' : undefined;
  }
}

/** An ID in the provider's spelling. */
const spelledId = ({connection: {identifiers}}: RowSource, {identifier}: Family, id: unknown): string =>
  identifier === undefined ? String(id) : identifiers.spell(identifier, String(id));

async function nearestHint(
  {connection}: RowSource,
  family: Family,
  params: PathParams,
  idText: string,
): Promise<string> {
  try {
    const rows = await rowListOf(connection, family, params).firstPages();
    return suggestion(
      idText,
      rows.map(row => family.idText(row, connection.identifiers)),
    );
  } catch {
    return '';
  }
}

/** Problems of a name that must be unique in the account. */
async function duplicateNameProblem(
  {namedAction, source, row, params}: RuleContext,
  flag: FieldFlag,
  value: unknown,
): Promise<readonly ValueProblem[]> {
  const {family} = namedAction;
  if (flag.path !== family.unique || typeof value !== 'string') return [];
  const rows = await rowListOf(source.connection, family, params)
    .withLabel(value)
    .catch(() => undefined);
  const isTaken = rows?.some(other => row === undefined || family.key(other) !== family.key(row)) ?? false;
  return isTaken
    ? [{message: `--${flag.name} "${sanitize(value)}" is taken by another ${family.one}`, isMistake: false}]
    : [];
}

/** The current values of all fields. */
const currentValues = (change: Pick<Change, 'getState'>): Readonly<Record<string, unknown>> =>
  change
    .getState()
    .fields.reduce<Readonly<Record<string, unknown>>>(
      (values, {path, value}) => (value === undefined ? values : withValue(values, path, value)),
      {},
    );

const bodyFrom = (values: FieldValueMap): AnyRow =>
  [...values].reduce<AnyRow>((body, [path, value]) => (value === undefined ? body : withValue(body, path, value)), {});
