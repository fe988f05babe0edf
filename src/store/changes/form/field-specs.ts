/** Inputs of a form with the contract's facts about them. */
import {boundText} from '../../../contract/reading/bound-text.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {type Field, unitWord} from '../../../contract/schema/field.ts';
import {formatNumber} from '../../../families/format/format.ts';
import type {AnyInput} from '../../../families/shape/define-family.ts';
import {ownProperty} from '../../../platform/text/own-property.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import {isIndex} from '../../core/dotted-paths.ts';
import {isSecretField} from '../../core/secret-fields.ts';

/** One input, independent of its group. */
export interface FormInput {
  readonly name: string;
  readonly path: string;
  readonly spec: AnyInput;
  /** The path of the sibling values, with a trailing period: the group or the entry of the input. */
  readonly scope: string;
  /** The group or list field that contains the input, and that hides it when hidden. */
  readonly within: FormInput | undefined;
  /** True for an input that only helps to choose the value of another input and is not sent. */
  readonly isAuxiliary: boolean;
}

export type InputMap = Readonly<Record<string, AnyInput>>;
/** The inputs inside a group. Inputs that depend on a chosen value are found through this function. */
export type GroupInputs = (group: FormInput) => InputMap;

interface InputPosition {
  readonly scope: string;
  readonly within: FormInput | undefined;
  readonly isAuxiliary: boolean;
}

interface ActionInputs {
  readonly inputs?: InputMap | undefined;
  readonly form?: InputMap | undefined;
}

/** All inputs in order; a group comes before its own inputs. Entries of rows come from `entryInputs`. */
export const inputsOf = (action: ActionInputs, inside: GroupInputs): readonly FormInput[] =>
  fixedInputsOf(action) ?? allInputs(action, inside);

const fixedInputs = new WeakMap<ActionInputs, readonly FormInput[] | undefined>();

/** The inputs of an action, unless a group of its form depends on values. */
function fixedInputsOf(action: ActionInputs): readonly FormInput[] | undefined {
  if (!fixedInputs.has(action)) {
    let isFixed = true;
    const all = allInputs(action, ({spec: {inputs}}) => {
      if (typeof inputs !== 'function') return inputs ?? {};
      isFixed = false;
      return {};
    });
    fixedInputs.set(action, isFixed ? all : undefined);
  }
  return fixedInputs.get(action);
}

function allInputs({inputs, form}: ActionInputs, inside: GroupInputs): readonly FormInput[] {
  return [
    ...flattenInputs(inputs, {scope: '', within: undefined, isAuxiliary: true}, inside),
    ...flattenInputs(form, {scope: '', within: undefined, isAuxiliary: false}, inside),
  ];
}

/** The inputs of one entry of rows, by its index from 0. */
export function entryInputs(rows: FormInput, index: number, inside: GroupInputs): readonly FormInput[] {
  const {inputs} = rows.spec;
  const scope = `${rows.path}.${index}.`;
  return flattenInputs(
    typeof inputs === 'function' ? undefined : inputs,
    {scope, within: rows, isAuxiliary: false},
    inside,
  );
}

function flattenInputs(entries: InputMap | undefined, place: InputPosition, inside: GroupInputs): FormInput[] {
  return Object.entries(entries ?? {}).flatMap(([name, input]) => {
    const path = `${place.scope}${name}`;
    const entry = {name, path, spec: input, ...place};
    if (input.input !== 'group') return [entry];
    return [
      entry,
      ...flattenInputs(inside(entry), {scope: `${path}.`, within: entry, isAuxiliary: place.isAuxiliary}, inside),
    ];
  });
}

/** The contract's field of a body path; in lists, the field of their entries. */
export const fieldAt = (endpoint: Endpoint | undefined, path: string): Field | undefined =>
  fieldIn(endpoint?.spec.body, path);

/** The contract's field of a path in the response to an edit, which has the shape of the body. */
export function responseFieldAt(endpoint: Endpoint | undefined, path: string): Field | undefined {
  const {echoedModel, responseModel} = endpoint?.spec ?? {};
  return endpoint?.method === 'PUT' ? fieldIn(echoedModel ?? responseModel, path) : undefined;
}

function fieldIn(model: Field | undefined, path: string): Field | undefined {
  let field = model;
  for (const name of path.split('.')) {
    if (field?.kind === 'list' && isIndex(name)) field = field.item;
    else field = field?.kind === 'object' ? ownProperty(field.fields, name) : undefined;
  }
  return field;
}

/** The contract's field of a value; for an entry of a list, the list's item. */
export const fieldOfValue = (field: Field | undefined, value: unknown): Field | undefined =>
  field?.kind === 'list' && !Array.isArray(value) ? field.item : field;

/** A value of a field, or an entry of its list, with identifiers in the provider's spelling. */
export const spelledValue = (field: Field | undefined, value: unknown, identifiers: Identifiers): unknown =>
  identifiers.value(fieldOfValue(field, value), value);

/** The unit that is shown after a field's number. */
export const unitOf = (field: Field | undefined): string | undefined => field?.facts.unit && unitWord(field.facts.unit);

/**
 * The parts of a field's description. A form omits those that it shows in another way: a mark shows that the field is
 * required, and the label of a choice shows its initial value.
 */
interface DescriptionOptions {
  readonly isRequired?: boolean;
  readonly chosen?: boolean;
  /** Formats a value for display: an identifier in the provider's spelling. */
  readonly display?: (value: unknown) => unknown;
}

/** The name of a field where its bounds are shown: its title or its flag. */
export type FieldTitles = (path: string) => string;

/**
 * "1 to 32 characters · default 20", from the contract.
 * @param titles the name of another field that this one depends on
 */
export function boundsOf(
  field: Field | undefined,
  titles: FieldTitles,
  unit = unitOf(field),
  {isRequired = false, chosen = false, display = value => value}: DescriptionOptions = {},
): string | undefined {
  if (!field) return undefined;
  const parts: (string | undefined)[] = [];
  const {facts} = field;
  if (field.kind === 'text') {
    parts.push(boundText(field.facts.min, field.facts.max, ' characters', ' character'));
    if (field.facts.requirement) parts.push(`${field.facts.pattern ? 'must' : 'should'} ${field.facts.requirement}`);
  } else if (field.kind === 'integer' || field.kind === 'number') {
    parts.push(boundText(field.facts.min, field.facts.max, unit ? ` ${unit}` : ''));
  } else if (field.kind === 'list') {
    parts.push(boundText(undefined, field.facts.maxItems, ' entries', ' entry'));
  }
  if (facts.requiredWhen && !isRequired) parts.push(`required when ${conditionText(facts.requiredWhen, titles)}`);
  if (facts.default !== undefined && !chosen) parts.push(`default ${defaultText(display(facts.default), unit)}`);
  const text = parts.filter(Boolean).join(' · ');
  return text === '' ? undefined : text;
}

/** Replaces the path at the start of a contract's condition by the title: "compute_id is absent". */
const conditionText = (condition: string, titles: FieldTitles): string =>
  condition.replace(/^[a-z_.]+(?= is )/, titles);

/** The default with the labels of the form's switches. */
function defaultText(value: unknown, unit: string | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' && unit !== undefined ? formatNumber(value) : String(value);
}

/** A family's label for a value that it doesn't offer. */
export const labelOfValue = ({otherLabels}: AnyInput, value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? otherLabels?.[value] : undefined;

/** The possible values of a choice. */
export const choicesOf = (field: Field | undefined): readonly (string | number)[] | undefined =>
  field?.kind === 'choice' ? field.values : undefined;

/** True if a part of the typed value is secret, such as the answers of security questions. */
export const holdsSecret = (input: AnyInput): boolean =>
  typeof input.inputs === 'object' &&
  Object.values(input.inputs).some(inner => inner.input === 'secret' || inner.secret === true || holdsSecret(inner));

export const isSecretInput = ({name, spec}: FormInput, field: Field | undefined): boolean =>
  spec.input === 'secret' || spec.secret === true || isSecretField(name, field);
