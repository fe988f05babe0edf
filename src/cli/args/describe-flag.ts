/** Texts about flags: the usage and the description of each, for help and documents. */
import type {Field} from '../../contract/schema/field.ts';
import type {AnyAction} from '../../families/shape/define-family.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {boundsOf} from '../../store/changes/form/field-specs.ts';
import {type FieldFlag, flagNameOf, inputOf, isNested, referencedFamily} from './action-flags.ts';

const valueNouns: Readonly<Record<Field['kind'], string>> = {
  text: 'TEXT',
  integer: 'NUMBER',
  number: 'NUMBER',
  flag: '',
  choice: 'WORD',
  list: 'LIST',
  object: 'JSON',
  free: 'JSON',
  either: 'VALUE',
  binary: 'FILE',
};

/** The usage of a flag: `--compute-id NUMBER`, `--[no-]booted`. */
export function flagUsage({name, field, pairs}: FieldFlag): string {
  if (field.kind === 'flag') return `--[no-]${name}`;
  if (pairs) return `--${name} NAME=VALUE`;
  return `--${name} ${field.kind === 'list' && isNested(field.item) ? 'JSON' : valueNouns[field.kind]}`;
}

/** True when an action can't be sent without the flag. */
export const isRequiredFlag = ({field, input}: FieldFlag): boolean =>
  field.facts.required === true || (input !== undefined && !input.optional);

const abbreviations = /\b(?:id|ip|ips|ssl|ssh|ttl|url|usd)\b/g;

/** A title for a field that the console doesn't ask for: `devices.sda.disk_id` is "Disk ID of sda". */
function titleOf(path: string): string {
  const [leaf = '', parent] = path.split('.').reverse();
  const title = leaf
    .replaceAll('_', ' ')
    .replaceAll(abbreviations, word => word.toUpperCase())
    .replaceAll('nodebalancer', 'NodeBalancer');
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${parent ? ` of ${parent.replaceAll('_', ' ')}` : ''}`;
}

/** Nested objects are shown to this depth. */
const maxShapeDepth = 3;

/** The shape of a JSON value: `{"address": TEXT, "weight": NUMBER}`; undefined if the flag doesn't accept JSON. */
function jsonShape(field: Field): string | undefined {
  if (field.kind === 'list') return isNested(field.item) ? jsonShape(field.item) : undefined;
  if (field.kind === 'free') return 'any JSON object';
  return field.kind === 'object' ? shapeOf(field, 1) : undefined;
}

function shapeOf(field: Field, depth: number): string {
  if (field.kind === 'list') return `[${shapeOf(field.item, depth)}, …]`;
  if (field.kind === 'flag') return 'true|false';
  if (field.kind === 'choice') return field.values.map(value => JSON.stringify(value)).join('|');
  if (field.kind !== 'object') return valueNouns[field.kind];
  const entries = Object.entries(field.fields).filter(([, {facts}]) => !facts.readOnly);
  if (entries.length === 0 || depth > maxShapeDepth) return '{…}';
  const parts = entries.map(([name, inner]) => `"${name}": ${shapeOf(inner, depth + 1)}`);
  return `{${parts.join(', ')}}`;
}

/** The description of a flag in one line: title, required or not, bounds, choices, default. */
export function describeFlag(
  flag: FieldFlag,
  action: AnyAction,
  identifiers: Identifiers = contractIdentifiers,
): string {
  const {field, input: kind, choices, unit, amends, description} = flag;
  const input = inputOf(flag, action);
  if (amends) return description ?? '';
  const bounds = boundsOf(field, other => `--${flagNameOf(identifiers.fieldName(other))}`, unit, {
    display: value => identifiers.value(field, value),
  });
  const parts = [
    input?.title ?? titleOf(flag.path),
    isRequiredFlag(flag) ? 'required' : undefined,
    choices && `one of ${choices.join(', ')}`,
    unit && !bounds?.includes(unit) && `in ${unit}`,
    bounds,
    referencedFamily(flag, action) && (field.kind === 'list' ? 'IDs or labels' : 'an ID or a label'),
    flag.pairs ? 'several with commas; {} removes all' : jsonShape(field),
    input?.help,
    description,
    kind && (kind.isSaveTarget ? '- writes to stdout' : '- reads from stdin'),
  ];
  return parts.filter(Boolean).join(' · ');
}
