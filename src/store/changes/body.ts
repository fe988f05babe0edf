/** The body that a form sends. */
import {isFromResponseAt} from '../../contract/answered.ts';
import type {Endpoint} from '../../contract/endpoint.ts';
import type {Field} from '../../contract/field.ts';
import type {Problem} from '../../contract/problem.ts';
import {originalOf} from '../../contract/received.ts';
import type {AnyAction, AnyRow, Lookup, PathParams} from '../../families/define.ts';
import {equal} from '../equal.ts';
import type {FormInput} from './fields.ts';
import type {Filling, FormAction, Values} from './filling.ts';
import {isObject, valueAt, withValue} from './paths.ts';

export interface BodyParts {
  readonly action: FormAction;
  readonly filling: Filling;
  readonly row: AnyRow | undefined;
  readonly at: PathParams;
}

export interface FormBody {
  readonly body: Values | undefined;
  readonly differs: boolean;
}

export function bodyOf({action, filling, row, at}: BodyParts, endpoint: Endpoint): FormBody {
  if (action.sends && row) return {body: action.sends(row, at), differs: true};
  return endpoint.method === 'PUT' ? editBody(filling, row, endpoint) : newBody(filling, endpoint);
}

/** Values that the API answered, in the shape of the body: an edit carries them back as they are. */
export function readOf(filling: Filling, row: AnyRow | undefined, endpoint: Endpoint): readonly Values[] {
  const {restored} = filling;
  if (endpoint.method !== 'PUT' || !row) return restored;
  let read = originalOf(row) as Values;
  for (const input of filling.leaves())
    if (!input.asked && !input.path.includes('.')) read = withValue(read, input.path, filling.held(input));
  return [read, ...restored];
}

interface Refused {
  readonly body: Values | undefined;
  readonly row: AnyRow | undefined;
  readonly look: Lookup;
  readonly at: PathParams;
  readonly read: readonly Values[];
}

/** Rules between fields that the body breaks; those that were broken when it was read are no mistake of who edits it. */
export function refusalsOf(
  {refuses}: Pick<AnyAction, 'refuses'>,
  {body = {}, row, look, at, read}: Refused,
): readonly Problem[] {
  const found = refuses?.(body, row, look, at) ?? [];
  if (found.length === 0) return found;
  const before = read.flatMap(values => {
    const same = Object.fromEntries(Object.keys(body).map(name => [name, values[name]]));
    return refuses?.(same, row, look, at) ?? [];
  });
  return found.filter(problem => !before.some(known => equal(known, problem)) && !isReadEntry(problem, body, read));
}

/** Whether a problem is about an entry of a list as the API answered it: it may have moved since. */
function isReadEntry({field}: Problem, body: Values, read: readonly Values[]): boolean {
  const path = field?.split('.') ?? [];
  return path.some(part => /^\d+$/.test(part)) && isFromResponseAt(read, body, path);
}

/** How a field says that it has no value, where the API takes that; otherwise what stands there. */
function noValueOf(field: Field | undefined, value: unknown): unknown {
  if (field?.facts.nullable) return null;
  return field?.kind === 'text' && field.facts.also?.includes('') ? '' : value;
}

const headOf = (path: string): string => path.split('.')[0] ?? path;
const isSent = ({asked, input}: FormInput): boolean => !asked && input.input !== 'file';

function newBody(filling: Filling, {spec}: Endpoint): FormBody {
  const values = filling.values();
  let body: Values = {};
  for (const input of filling.leaves()) {
    const {path} = input;
    if (!isSent(input) || !filling.isShown(input, values)) continue;
    const value = valueAt(values, path);
    if (value === undefined || (value === null && !filling.isTyped(path))) continue;
    body = withValue(body, path, filling.isTyped(path) ? sentValue(filling, input, value, values) : value);
  }
  for (const [path, value] of filling.unasked()) body = withValue(body, path, value);
  if (!spec.body) return {body: undefined, differs: true};
  // A body that may be left out is left out when there is nothing in it.
  return {body: spec.bodyOptional && Object.keys(body).length === 0 ? undefined : body, differs: true};
}

/**
 * An edit sends only what differs from the row, so that it does not undo what somebody else changed meanwhile. An object
 * or a list that differs is sent whole, for the API replaces it as a whole: what was not touched of it goes back as it was
 * read, also what no input is for.
 */
function editBody(filling: Filling, row: AnyRow | undefined, {spec}: Endpoint): FormBody {
  const values = filling.values();
  const {untouched} = filling;
  const valuesBefore = untouched.values();
  const touched = new Set<string>();
  let body: Values = {};
  for (const {path} of filling.leaves()) {
    const head = headOf(path);
    const held = originalOf(row?.[head]);
    if (path !== head && isObject(held)) body = {...body, [head]: held};
  }
  for (const input of filling.leaves()) {
    const {path} = input;
    if (!isSent(input)) continue;
    const before = filling.held(input) ?? null;
    if (!filling.isShown(input, values)) {
      // It goes with the choice that hid it; what was hidden already stays as it was read.
      if (untouched.isShown(input, valuesBefore)) body = withValue(body, path, undefined);
      continue;
    }
    let value = valueAt(values, path);
    // What was emptied is said to be so, where the API takes that.
    const isEmptied = (value === undefined || value === '') && before !== null && before !== '';
    if (isEmptied) value = noValueOf(filling.field(path), value);
    if (equal(value ?? null, before)) continue;
    touched.add(headOf(path));
    const isLeftOut = value === null && !filling.isTyped(path);
    body = withValue(body, path, isLeftOut ? undefined : sentValue(filling, input, value, values));
  }
  for (const [path, value] of filling.unasked()) {
    body = withValue(body, path, value);
    touched.add(headOf(path));
  }
  if (!spec.body) {
    // A file is another one each time.
    const hasFile = filling.leaves().some(({input}) => input.input === 'file');
    return {body: undefined, differs: hasFile || filling.leaves().length === 0};
  }
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => touched.has(name)));
  return {body: kept, differs: touched.size > 0};
}

/** What is sent for what was typed: text as the API wants it, and of the entries of rows only what is shown. */
export function sentValue(filling: Filling, input: FormInput, value: unknown, values: Values): unknown {
  if (typeof value === 'string') return input.input.written?.(value) ?? value;
  if (input.input.input === 'lines' && Array.isArray(value)) {
    const {written} = input.input;
    return written ? value.map(line => (typeof line === 'string' ? written(line) : line)) : value;
  }
  if (input.input.input !== 'rows' || !Array.isArray(value)) return value;
  const held = filling.held(input);
  const before: readonly unknown[] = Array.isArray(held) ? held : [];
  const {untouched} = filling;
  const valuesBefore = untouched.values();
  /** Whether some entry was read with this value of a field that it does not show. */
  const wasHidden = (at: string, inner: unknown): boolean =>
    before.some((entry, index) => {
      const [same] = untouched.entry(input, index).filter(({path}) => path === `${input.path}.${index}.${at}`);
      return same !== undefined && equal(valueAt(entry, at), inner) && !untouched.isShown(same, valuesBefore);
    });
  return value.map((entry: unknown, index) => {
    // What is no entry at all is left for the contract to refuse.
    if (!isObject(entry) || before.some(one => equal(one, entry))) return entry;
    let kept = entry;
    for (const inner of filling.entry(input, index)) {
      if (inner.input.input === 'group') continue;
      const at = inner.path.slice(`${input.path}.${index}.`.length);
      const held = valueAt(kept, at);
      if (held === undefined) continue;
      if (filling.isShown(inner, values)) kept = withValue(kept, at, sentValue(filling, inner, held, values));
      else if (!wasHidden(at, held)) kept = withValue(kept, at, undefined);
    }
    return kept;
  });
}
