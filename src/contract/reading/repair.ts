/** The slow path of reading: repairs a value that breaks the contract, and reports the problems. */

import type {Field, ObjectField} from '../schema/field.ts';
import {isRecord} from '../schema/json.ts';
import {compiledCheckOf, isStructure} from './compiled-checks.ts';
import {joinPath} from './field-path.ts';
import {setOriginal} from './originals.ts';

export interface FieldMismatch {
  /**
   * Path of the problem, as in `errors[].field`: `backups.schedule.day`, `disks.0.size`; empty for the value itself.
   */
  readonly path: string;
  /** Expected value, and the value found instead. */
  readonly reason: string;
}

/** Maximum, because a provider may break the contract in every row. */
const maxMismatches = 100;

export class MismatchCollector {
  readonly entries: FieldMismatch[] = [];
  add(path: string, expected: string, value: unknown) {
    this.note(path, `expected ${expected}, found ${describe(value)}`);
  }
  note(path: string, reason: string) {
    if (this.entries.length < maxMismatches) this.entries.push({path, reason});
  }
}

/** A short description of a value, without its parts. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  // Removes control characters and bidi overrides, because logs are shown in terminals.
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40).replace(/[\p{Cc}\p{Cf}]/gu, '')) : String(value);
}

/** Placeholder of a dropped entry, removed when the list is complete. */
export const droppedEntry = Symbol('dropped');

export function repair(field: Field, value: unknown, path: string, log: MismatchCollector): unknown {
  if (!isStructure(field)) return scalar(field, value, path, log);
  const absent = value === undefined || value === null;
  if (absent && field.facts.nullable) return null;
  if (field.kind === 'either') return repair(bestOption(field.options, value), value, path, log);
  if (field.kind === 'list') {
    if (!Array.isArray(value)) {
      if (!absent) log.add(path, 'a list', value);
      return [];
    }
    return repairList(value, (item, index) => repairEntry(field.item, item, joinPath(path, index), log));
  }
  if (field.kind !== 'object') return value;
  // A missing list or object inside an item is added without a report; a missing item is reported.
  if (!isRecord(value) && (!absent || path === '')) log.add(path, 'an object', value);
  return repairObject(field, isRecord(value) ? value : {}, path, log);
}

function repairObject(
  field: ObjectField,
  value: Record<string, unknown>,
  path: string,
  log: MismatchCollector,
): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const [name, inner] of Object.entries(field.fields)) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    // Only documented lists and objects are added: responses of an older server don't have the others.
    if (found === undefined && inner.facts.undocumented) continue;
    const repaired = repair(inner, found, joinPath(path, name), log);
    if (repaired === found) continue;
    copy ??= {...value};
    copy[name] = repaired;
  }
  if (copy) setOriginal(copy, value);
  return copy ?? value;
}

/**
 * Repairs an entry of a list. An entry that should be an object or a list is dropped; a wrong scalar keeps its place, as
 * in a series.
 */
function repairEntry(item: Field, value: unknown, path: string, log: MismatchCollector): unknown {
  const fits = item.kind === 'list' ? Array.isArray(value) : item.kind !== 'object' || isRecord(value);
  if (fits || (value === null && item.facts.nullable)) return repair(item, value, path, log) ?? null;
  log.add(path, item.kind === 'list' ? 'a list' : 'an object', value);
  return droppedEntry;
}

export function repairList(list: readonly unknown[], repairItem: (item: unknown, index: number) => unknown) {
  const repaired = list.map(repairItem);
  if (repaired.every((item, index) => item === list[index])) return list;
  const entries = repaired.filter(item => item !== droppedEntry);
  setOriginal(entries, list);
  return entries;
}

/** The option that matches the value best: by its kind, then by the number of common fields. */
export function bestOption(options: readonly Field[], value: unknown): Field {
  const score = (option: Field) => {
    if (option.kind === 'list') return Array.isArray(value) ? 1 : -1;
    if (option.kind !== 'object' || !isRecord(value)) return -1;
    return Object.keys(option.fields).filter(name => Object.hasOwn(value, name)).length;
  };
  const [best] = [...options].sort((a, b) => score(b) - score(a));
  return best as Field;
}

function scalar(field: Field, value: unknown, path: string, log: MismatchCollector): unknown {
  if (value === undefined || value === null || compiledCheckOf(field)(value)) return value;
  const {expected, convert} = scalars[field.kind === 'choice' ? typeof field.values[0] : field.kind] ?? anyScalar;
  // A text may be a password, and reports are logged; other wrong values can't be secrets.
  if (field.kind === 'text') log.note(path, `expected ${expected}, found ${kindOf(value)}`);
  else log.add(path, expected, value);
  return convert(value) ?? null;
}

const kindOf = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? 'true or false' : describe(value);

interface Scalar {
  readonly expected: string;
  readonly convert: (value: unknown) => unknown;
}

/** A number that survives the conversion to text and back unchanged. */
const toNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : undefined;
const toText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
const toFlag = (value: unknown) => {
  if (value === 1 || value === 'true') return true;
  return value === 0 || value === 'false' ? false : undefined;
};

const anyScalar: Scalar = {expected: 'a number or text', convert: toText};
const scalars: Readonly<Record<string, Scalar>> = {
  text: {expected: 'text', convert: toText},
  string: {expected: 'text', convert: toText},
  integer: {expected: 'a number', convert: toNumber},
  number: {expected: 'a number', convert: toNumber},
  flag: {expected: 'true or false', convert: toFlag},
};
