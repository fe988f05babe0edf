/**
 * The fast path of reading: checks if a value needs repair.
 *
 * Checks are compiled once per field. Nearly every value passes, so they make no copies and record no paths; if a check
 * fails, `repair.ts` walks the value again and reports the problem.
 */
import type {Field, ObjectField} from '../schema/field.ts';
import {isRecord} from '../schema/json.ts';

export type Check = (value: unknown) => boolean;

/** True for a field with fields or entries of its own, which may not be missing. */
export const isStructure = (field: Field): boolean =>
  field.kind === 'list' ||
  field.kind === 'object' ||
  (field.kind === 'either' && field.options.every(option => isStructure(option)));

const checks = new WeakMap<Field, Check>();

export function compiledCheckOf(field: Field): Check {
  const cached = checks.get(field);
  if (cached) return cached;
  const check = compile(field);
  checks.set(field, check);
  return check;
}

/** The `typeof` of a scalar, if no other check is needed. */
function scalarType(field: Field): 'string' | 'number' | 'boolean' | undefined {
  switch (field.kind) {
    case 'text':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'flag':
      return 'boolean';
    case 'choice':
      return typeof field.values[0] === 'number' ? 'number' : 'string';
    default:
      return undefined;
  }
}

function compile(field: Field): Check {
  const nullable = field.facts.nullable === true;
  switch (field.kind) {
    case 'list': {
      const item = compiledCheckOf(field.item);
      return value => (Array.isArray(value) ? value.every(item) : nullable && value === null);
    }
    case 'object':
      return compileObject(field, nullable);
    case 'either': {
      const options = field.options.map(compiledCheckOf);
      return value => (value === null && nullable) || options.some(option => option(value));
    }
    case 'free':
    case 'binary':
      return () => true;
    default: {
      const type = scalarType(field);
      return value => typeof value === type || value === null || value === undefined;
    }
  }
}

/**
 * Walks the keys of the value instead of the names of the fields: the engine walks the keys of objects of one shape
 * quickly, while a lookup by changing names takes three times as long. Lists and objects must all be present, so they
 * are counted.
 */
function compileObject(field: ObjectField, nullable: boolean): Check {
  const scalars = new Map<string, string>();
  const structures = new Map<string, Check>();
  /** Fields that may be missing: those of more than one kind, which readers don't walk into, and undocumented ones. */
  const optional = new Map<string, Check>();
  for (const [name, inner] of Object.entries(field.fields)) {
    const type = scalarType(inner);
    if (type) scalars.set(name, type);
    else if (isStructure(inner) && !inner.facts.undocumented) structures.set(name, compiledCheckOf(inner));
    else if (isStructure(inner)) optional.set(name, compiledCheckOf(inner));
    else if (inner.kind === 'either') optional.set(name, compiledCheckOf(inner));
  }
  return value => {
    if (!isRecord(value)) return nullable && value === null;
    let missing = structures.size;
    for (const name in value) {
      const found = value[name];
      const type = scalars.get(name);
      if (type !== undefined) {
        if (typeof found !== type && found !== null && found !== undefined) return false;
        continue;
      }
      const check = structures.get(name);
      if (check === undefined) {
        if (optional.get(name)?.(found) === false) return false;
        continue;
      }
      if (!check(found)) return false;
      missing--;
    }
    return missing === 0;
  };
}
