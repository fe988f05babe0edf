/** Prepares one change of a line up to its preview, or returns the reason why it has no preview. */
import {families} from '../../families/registry.ts';
import type {AnyRow, FamilyId} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import type {Change} from '../../store/changes/change.ts';
import {isAmendment} from '../../store/changes/form/list-amendment.ts';
import type {Preview} from '../../store/changes/preview/preview-content.ts';
import type {Clock} from '../../store/core/clock.ts';
import {valueAt} from '../../store/core/dotted-paths.ts';
import {jsonEqual} from '../../store/core/json-equal.ts';
import {parentLabel} from '../../store/core/parent-label.ts';
import type {Session} from '../../store/session/session.ts';
import {type FieldFlag, flagsOf, inputOf, usedFlags} from '../args/action-flags.ts';
import {actionName, type NamedAction} from '../args/action-names.ts';
import type {FieldValueMap} from '../args/field-values.ts';
import {UsageError} from '../io/command-errors.ts';
import {until} from '../io/deadline.ts';
import {type RowSource, resolveLookups} from '../read/command-lookup.ts';
import type {RowRef} from '../read/row-ref.ts';
import {
  alreadyDoneReason,
  crossFieldProblems,
  guardedReason,
  type RuleContext,
  unavailableReason,
  valueProblems,
} from './action-rules.ts';
import {outcomeText, problemLines, problemTexts} from './refusal-text.ts';

/** The maximum number of candidates to try. */
const maxChoicesTried = 10;

/** The row and the action of a change. */
export interface ChangeTarget {
  readonly row: AnyRow | undefined;
  readonly ref: RowRef;
}

export interface PrepareInput {
  readonly namedAction: NamedAction;
  readonly values: FieldValueMap;
  /** The values with which an interrupted batch started. */
  readonly resumedValues?: FieldValueMap | undefined;
  readonly session: Session;
  readonly clock: Clock;
  /** Rows that rules need; rows that are read for one change are reused for the next. */
  readonly source: RowSource;
}

/** A change that is ready to be sent. */
export interface ReadyChange extends ChangeTarget {
  readonly kind: 'ready';
  readonly change: Change;
  readonly preview: Preview;
  /** The text to type as confirmation before the change is sent. */
  readonly confirmText: string | undefined;
}
export type PrepareResult =
  | ReadyChange
  /** The row is already in the desired state, and no request is sent; `message` follows its label, or is a sentence. */
  | (ChangeTarget & {readonly kind: 'same'; readonly message: string})
  /**
   * `isMistake`: the line has values that are invalid in any account; otherwise the state of the account doesn't allow
   * the change.
   */
  | (ChangeTarget & {readonly kind: 'refused'; readonly message: string; readonly isMistake: boolean});

/**
 * Prepares a change up to its preview. The caller closes the change that it returns.
 *
 * @throws UsageError for a value that isn't part of the request
 */
export async function prepareChange(input: PrepareInput, target: ChangeTarget): Promise<PrepareResult> {
  const {namedAction, session, source, values, resumedValues = new Map()} = input;
  const {row, ref} = target;
  const ruleContext = {namedAction, source, row, params: ref.params};
  const doneReason = await alreadyDoneReason(ruleContext, new Map([...resumedValues, ...values]));
  if (doneReason !== undefined) return {...target, kind: 'same', message: doneReason};
  const {family, name} = namedAction;
  const containerLabel = row === undefined ? await containerLabelOf(ruleContext) : undefined;
  const change = session.change({family: family.id, action: name, row, params: ref.params}, {containerLabel});
  // The values of a command come only from its line, not from a draft.
  change.detachDraft();
  change.subscribe(() => {});
  let result: PrepareResult | undefined;
  try {
    result = await previewOrRefusal(input, target, change);
    return result;
  } finally {
    if (result?.kind !== 'ready') change.close();
  }
}

/** The label of the resource whose list the change applies to: of the instance whose backups it enables. */
async function containerLabelOf({namedAction: {family}, source, params}: RuleContext): Promise<string | undefined> {
  if (Object.keys(params).length === 0) return undefined;
  const host = {lookup: source.cache.lookup, findFamily: (id: FamilyId) => families.find(one => one.id === id)};
  return await resolveLookups([source], () => parentLabel(host, family, params));
}

/** Fills in the form of a change, and continues to its preview. */
async function previewOrRefusal(
  {namedAction, session, source, values: rawValues, resumedValues = new Map()}: PrepareInput,
  target: ChangeTarget,
  change: Change,
): Promise<PrepareResult> {
  const {row, ref} = target;
  const ruleContext = {namedAction, source, row, params: ref.params};
  const unchanged = (message: string): PrepareResult => ({...target, kind: 'same', message});
  const values = withoutReadValues(withoutBlanks(rawValues, namedAction, change), namedAction, row);
  if (rawValues.size > 0 && values.size + resumedValues.size === 0)
    return unchanged('is unchanged: it already has these values');
  const missing = emptyRequiredFlags(namedAction, values);
  if (missing.length > 0)
    return {
      ...target,
      kind: 'refused',
      message: missing.map(name => `${name} is required`).join('\n'),
      isMistake: true,
    };
  for (const [path, value] of [...resumedValues, ...values]) change.set(path, value);
  await change.whenReady;
  await change.toPreview();
  const {step, outcome, draft} = change.getState();
  const refusalOf = (message: string, {isMistake}: {isMistake: boolean}): PrepareResult => ({
    ...target,
    kind: 'refused',
    message,
    isMistake,
  });
  // Problems of the request are reported first. Otherwise, values that are missing in it explain why the request would
  // change nothing.
  const invalid = await invalidValues(namedAction, values, draft?.body);
  if (draft?.fieldErrors.length)
    return refusalOf([problemLines(namedAction, change), ...invalid].join('\n'), {isMistake: true});
  if (outcome) return refusalOf(outcomeText(namedAction, outcome, change), {isMistake: false});
  if (invalid.length > 0) return refusalOf(invalid.join('\n'), {isMistake: true});
  const unsentFlags = valuesNotSent(namedAction, values, row, change);
  if (unsentFlags.length > 0)
    throw new UsageError(`These flags don’t belong to this request: ${unsentFlags.join(', ')}`);
  if (step === 'form') {
    if (namedAction.endpoint.method !== 'PUT' || !row)
      return refusalOf(problemLines(namedAction, change), {isMistake: true});
    if (values.size + resumedValues.size > 0) return unchanged('is unchanged: it already has these values');
    throw new UsageError(`Nothing to change. Run "skydeck do ${actionName(namedAction)} --help" for the fields`);
  }
  const valueProblemsFound = await valueProblems(ruleContext, new Map([...resumedValues, ...values]), change);
  if (valueProblemsFound.length > 0)
    return refusalOf(valueProblemsFound.map(({message}) => message).join('\n'), {
      isMistake: valueProblemsFound.some(({isMistake}) => isMistake),
    });
  const fieldProblems = await crossFieldProblems(ruleContext, draft?.body);
  if (fieldProblems.length > 0)
    return refusalOf(problemTexts(namedAction, fieldProblems, change).join('\n'), {isMistake: true});
  const reason = (await guardedReason(ruleContext, session)) ?? (await unavailableReason(ruleContext));
  if (reason !== undefined) return refusalOf(sanitize(reason), {isMistake: false});
  // The consequences are known when the lists that they depend on are loaded.
  await until(change, ({step, preview}) => step !== 'preview' || preview?.isLoading !== true);
  const {preview, confirmText, outcome: refusal} = change.getState();
  // The loaded lists may show that the change isn't possible.
  if (refusal) return refusalOf(outcomeText(namedAction, refusal, change), {isMistake: false});
  if (!preview) throw new Error('no preview');
  return {...target, kind: 'ready', change, preview, confirmText};
}

/** Drops empty values for fields that are already empty. Other empty values count as typed, and are checked. */
function withoutBlanks(values: FieldValueMap, {action}: NamedAction, change: Change): FieldValueMap {
  const {fields} = change.getState();
  const isBlank = (path: string) => (fields.find(field => field.path === path)?.value ?? '') === '';
  return new Map(
    [...values].map(([path, value]) => {
      const isLeftOut = value === '' && inputOf({path}, action)?.blank === true && isBlank(path);
      return [path, isLeftOut ? undefined : value];
    }),
  );
}

/**
 * Drops values that the row already has. A resource that was read is a valid body for its edit, including fields that
 * the form omits or shows in another shape.
 */
function withoutReadValues(values: FieldValueMap, {endpoint}: NamedAction, row: AnyRow | undefined): FieldValueMap {
  if (endpoint.method !== 'PUT' || !row) return values;
  return new Map([...values].filter(([path, value]) => !jsonEqual(valueAt(row, path) ?? null, value)));
}

/**
 * Flags of required texts with empty values: the contract states no minimum length for names of plans, regions and the
 * like.
 */
const emptyRequiredFlags = ({endpoint, action, identifiers}: NamedAction, values: FieldValueMap): readonly string[] =>
  flagsOf(endpoint, action, identifiers).flatMap(({path, name, field}) => {
    const isEmpty = values.get(path) === '' && field.kind === 'text' && field.facts.required === true;
    return isEmpty && field.facts.min === undefined && !field.facts.acceptedValues?.includes('') ? [`--${name}`] : [];
  });

/** Values that are invalid in every request, even if another field excludes this one from the request. */
async function invalidValues(
  {endpoint, action, identifiers}: NamedAction,
  values: FieldValueMap,
  body: unknown,
): Promise<string[]> {
  const {checkField} = await import('../../contract/reading/check-body.ts');
  return flagsOf(endpoint, action, identifiers).flatMap(flag => {
    const {path, field, input} = flag;
    // The form checks a file.
    if (input || values.get(path) === undefined || valueAt(body, path) !== undefined) return [];
    const value = values.get(path);
    const problems = checkField(field, isAmendment(value) ? value.adds : value);
    return problems.map(reason => `${usedFlags(flag, value)} ${reason}`);
  });
}

/** Typed values that are missing in the request: they must not be dropped without an error. */
function valuesNotSent(
  {endpoint, action, identifiers}: NamedAction,
  values: FieldValueMap,
  row: AnyRow | undefined,
  change: Pick<Change, 'getState' | 'set'>,
): string[] {
  const flags = flagsOf(endpoint, action, identifiers);
  const {draft, fields} = change.getState();
  return [...values].flatMap(([path, value]) => {
    const sentValue = valueAt(draft?.body, path);
    if (jsonEqual(sentValue, value)) return [];
    // The API's form of a typed text: an amount with its cents.
    if (typeof value === 'string' && sentValue !== undefined && inputOf({path}, action)?.normalize) return [];
    // A file is sent beside the body, if the form has an input for it.
    if (fields.some(field => field.path === path && field.input === 'file')) return [];
    // An edit sends only values that differ from the initial values of its form, or from the row.
    const isShown = fields.some(field => field.path === path);
    if (endpoint.method === 'PUT' && (isShown || jsonEqual(valueAt(row, path) ?? null, value))) return [];
    const flag = flags.find(candidate => candidate.path === path);
    if (!flag) return [identifiers.fieldName(path)];
    if (flag.leads) return [];
    const name = usedFlags(flag, value);
    const explanation = enablingFlag(path, flags, change, identifiers) ?? conflictingFlag(path, flags, values, change);
    return [explanation === undefined ? name : `${name}, which ${explanation}`];
  });
}

/** The flag that a value requires: "goes with --method PUT". The change can't be used after this check. */
function enablingFlag(
  path: string,
  flags: readonly FieldFlag[],
  change: Pick<Change, 'getState' | 'set'>,
  identifiers: Identifiers,
): string | undefined {
  for (const {path: other, value: before, options, input} of change.getState().fields) {
    const flag = flags.find(candidate => candidate.path === other);
    const name = flag?.name;
    if (name === undefined) continue;
    const values: readonly unknown[] = input === 'toggle' ? [true, false] : (options?.map(({value}) => value) ?? []);
    const fits = values.slice(0, maxChoicesTried).find(value => {
      change.set(other, value);
      return change.getState().fields.some(field => field.path === path);
    });
    if (fits === false) return `goes with --no-${name}`;
    if (fits === true) return `goes with --${name}`;
    if (fits !== undefined) return `goes with --${name} ${String(identifiers.value(flag?.field, fits))}`;
    change.set(other, before);
  }
  return undefined;
}

/** The flag that excludes a value, with the reason: "does not go with --compute-id (…)". */
function conflictingFlag(
  path: string,
  flags: readonly FieldFlag[],
  values: FieldValueMap,
  change: Pick<Change, 'getState' | 'set'>,
): string | undefined {
  for (const {path: other, help} of change.getState().fields) {
    const name = flags.find(flag => flag.path === other)?.name;
    if (name === undefined || !values.has(other)) continue;
    change.set(other, undefined);
    const isExclusive = change.getState().fields.some(field => field.path === path);
    change.set(other, values.get(other));
    if (isExclusive) return `does not go with --${name}${help === undefined ? '' : ` (${help})`}`;
  }
  return undefined;
}
