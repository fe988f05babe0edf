/** Builds the body of a form's request. */
import {isFromResponseAt} from '../../../contract/reading/echoed-values.ts';
import {originalOf} from '../../../contract/reading/originals.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Field} from '../../../contract/schema/field.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import type {AnyAction, AnyRow, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {isObject} from '../../../families/shape/json-object.ts';
import {valueAt, withValue} from '../../core/dotted-paths.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import type {FormInput} from './field-specs.ts';
import type {FieldValues, FormAction, FormValues} from './form-values.ts';

export interface BodyInput {
  readonly action: FormAction;
  readonly formValues: FormValues;
  readonly row: AnyRow | undefined;
  readonly params: PathParams;
}

export interface FormBody {
  readonly body: FieldValues | undefined;
  readonly differs: boolean;
}

export function buildBody({action, formValues, row, params}: BodyInput, endpoint: Endpoint): FormBody {
  if (action.requestBody && row) return {body: action.requestBody({row, params}), differs: true};
  return endpoint.method === 'PUT' ? editBody(formValues, row, endpoint) : newBody(formValues, endpoint);
}

/** Values that the API returned, in the shape of the body: an edit sends them back unchanged. */
export function returnedValues(
  formValues: FormValues,
  row: AnyRow | undefined,
  endpoint: Endpoint,
): readonly FieldValues[] {
  const {restored} = formValues;
  if (endpoint.method !== 'PUT' || !row) return restored;
  let read = originalOf(row) as FieldValues;
  for (const input of formValues.leafInputs())
    if (!input.isAuxiliary && !input.path.includes('.')) read = withValue(read, input.path, formValues.rowValue(input));
  return [read, ...restored];
}

interface RuleInput {
  readonly body: FieldValues | undefined;
  readonly row: AnyRow | undefined;
  readonly lookup: Lookup;
  readonly params: PathParams;
  readonly originalValues: readonly FieldValues[];
}

/**
 * Problems from rules between fields that the body breaks, except rules that the row already broke when it was read.
 */
export function ruleProblems(
  {problems}: Pick<AnyAction, 'problems'>,
  {body = {}, row, lookup, params, originalValues}: RuleInput,
): readonly FieldError[] {
  const context = {row, lookup, params};
  const found = problems?.({...context, body}) ?? [];
  if (found.length === 0) return found;
  const before = originalValues.flatMap(values => {
    const sameValues = Object.fromEntries(Object.keys(body).map(name => [name, values[name]]));
    return problems?.({...context, body: sameValues}) ?? [];
  });
  return found.filter(
    problem => !before.some(earlier => jsonEqual(earlier, problem)) && !isReadEntry(problem, body, originalValues),
  );
}

/** True if a problem is about a list entry that the API itself returned, even if the entry moved. */
function isReadEntry({field}: FieldError, body: FieldValues, originalValues: readonly FieldValues[]): boolean {
  const path = field?.split('.') ?? [];
  return path.some(part => /^\d+$/.test(part)) && isFromResponseAt(originalValues, body, path);
}

/** The value that clears a field: null if the API accepts it; otherwise the unchanged value. */
function emptyValueFor(field: Field | undefined, value: unknown): unknown {
  if (field?.facts.nullable) return null;
  return field?.kind === 'text' && field.facts.acceptedValues?.includes('') ? '' : value;
}

const rootField = (path: string): string => path.split('.')[0] ?? path;
const isSent = ({isAuxiliary, spec}: FormInput): boolean => !isAuxiliary && spec.input !== 'file';

function newBody(formValues: FormValues, {spec}: Endpoint): FormBody {
  const values = formValues.values();
  let body: FieldValues = {};
  for (const input of formValues.leafInputs()) {
    const {path} = input;
    if (!isSent(input) || !formValues.isShown(input, values)) continue;
    const value = valueAt(values, path);
    if (value === undefined || (value === null && !formValues.isTyped(path))) continue;
    body = withValue(body, path, formValues.isTyped(path) ? sentValue(formValues, input, value, values) : value);
  }
  for (const [path, value] of formValues.extraValues()) body = withValue(body, path, value);
  if (!spec.body) return {body: undefined, differs: true};
  // An optional body is omitted when it is empty.
  return {body: spec.bodyOptional && Object.keys(body).length === 0 ? undefined : body, differs: true};
}

/**
 * Builds the body of an edit from the fields that differ from the row, so that an edit preserves changes that others
 * made meanwhile. The API replaces objects and lists as a whole, so one that differs is sent whole: its unchanged
 * parts, including those without an input, are sent as they were read.
 */
function editBody(formValues: FormValues, row: AnyRow | undefined, {spec}: Endpoint): FormBody {
  const values = formValues.values();
  const {untouched} = formValues;
  const valuesBefore = untouched.values();
  const changedNames = new Set<string>();
  let body: FieldValues = {};
  for (const {path} of formValues.leafInputs()) {
    const head = rootField(path);
    const currentValue = originalOf(row?.[head]);
    if (path !== head && isObject(currentValue)) body = {...body, [head]: currentValue};
  }
  for (const input of formValues.leafInputs()) {
    const {path} = input;
    if (!isSent(input)) continue;
    const before = formValues.rowValue(input) ?? null;
    if (!formValues.isShown(input, values)) {
      // The value is removed when the choice that shows its input changes. A value that was already hidden stays as it
      // was read.
      if (untouched.isShown(input, valuesBefore)) body = withValue(body, path, undefined);
      continue;
    }
    let value = valueAt(values, path);
    // A cleared value is sent as empty, if the API accepts that.
    const isEmptied = (value === undefined || value === '') && before !== null && before !== '';
    if (isEmptied) value = emptyValueFor(formValues.field(path), value);
    if (jsonEqual(value ?? null, before)) continue;
    changedNames.add(rootField(path));
    const isLeftOut = value === null && !formValues.isTyped(path);
    body = withValue(body, path, isLeftOut ? undefined : sentValue(formValues, input, value, values));
  }
  for (const [path, value] of formValues.extraValues()) {
    body = withValue(body, path, value);
    changedNames.add(rootField(path));
  }
  if (!spec.body) {
    // A file always counts as a difference.
    const hasFile = formValues.leafInputs().some(({spec: inputSpec}) => inputSpec.input === 'file');
    return {body: undefined, differs: hasFile || formValues.leafInputs().length === 0};
  }
  const editedBody = Object.fromEntries(Object.entries(body).filter(([name]) => changedNames.has(name)));
  return {body: editedBody, differs: changedNames.size > 0};
}

/** The value to send for a typed value: text in the API's format, and only the visible fields of entries. */
export function sentValue(formValues: FormValues, input: FormInput, value: unknown, values: FieldValues): unknown {
  const {normalize} = input.spec;
  const normalized = (text: unknown): unknown =>
    typeof text === 'string' && normalize ? normalize(text, formValues.formContext().lookup.now) : text;
  if (typeof value === 'string') return normalized(value);
  if (input.spec.input === 'lines' && Array.isArray(value)) return normalize ? value.map(normalized) : value;
  if (input.spec.input !== 'rows' || !Array.isArray(value)) return value;
  const currentValue = formValues.rowValue(input);
  const before: readonly unknown[] = Array.isArray(currentValue) ? currentValue : [];
  const {untouched} = formValues;
  const valuesBefore = untouched.values();
  /** True if an entry was read with this value in a hidden field. */
  const wasHidden = (at: string, inner: unknown): boolean =>
    before.some((entry, index) => {
      const [hiddenInput] = untouched.entry(input, index).filter(({path}) => path === `${input.path}.${index}.${at}`);
      return (
        hiddenInput !== undefined &&
        jsonEqual(valueAt(entry, at), inner) &&
        !untouched.isShown(hiddenInput, valuesBefore)
      );
    });
  return value.map((entry: unknown, index) => {
    // A value that isn't an object stays unchanged; the contract refuses it.
    if (!isObject(entry) || before.some(item => jsonEqual(item, entry))) return entry;
    let result = entry;
    for (const inner of formValues.entry(input, index)) {
      if (inner.spec.input === 'group') continue;
      const at = inner.path.slice(`${input.path}.${index}.`.length);
      const innerValue = valueAt(result, at);
      if (innerValue === undefined) continue;
      if (formValues.isShown(inner, values))
        result = withValue(result, at, sentValue(formValues, inner, innerValue, values));
      else if (!wasHidden(at, innerValue)) result = withValue(result, at, undefined);
    }
    return result;
  });
}
