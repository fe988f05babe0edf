/**
 * Tolerant reading: an item is readable even if a server adds, omits or renames a field.
 *
 * A clean value is returned unchanged, the same object, after one pass of compiled checks. Only the parts that break
 * the contract are repaired, in a copy, and reported. Missing lists and objects become empty ones, because screens walk
 * through them. A scalar of the wrong type is converted if its meaning is certain, and otherwise becomes null. Missing
 * scalars and nulls are not mismatches: providers leave out many fields.
 */

import {keyOf, type Model, type Read} from '../schema/field.ts';
import {isRecord} from '../schema/json.ts';
import type {Page} from '../schema/page.ts';
import {compiledCheckOf} from './compiled-checks.ts';
import {joinPath} from './field-path.ts';
import {droppedEntry, type FieldMismatch, MismatchCollector, repair, repairList} from './repair.ts';
import {markRepaired} from './repair-marks.ts';

export type {FieldMismatch as Mismatch} from './repair.ts';

export interface ReadResult<T> {
  readonly value: T;
  readonly mismatches: readonly FieldMismatch[];
  /** True for an unusable item: the value isn't an object, or its key is missing. */
  readonly isUnreadable: boolean;
}

export interface PageReadResult<T> {
  readonly page: Page<T>;
  readonly mismatches: readonly FieldMismatch[];
  /** Unusable items, as received. */
  readonly unreadable: readonly unknown[];
  /** True when the response has no list; the empty page then doesn't mean that the list is empty. */
  readonly isUnreadable: boolean;
}

const noMismatches: readonly FieldMismatch[] = [];

/** Reads one item. */
export function read<M extends Model>(model: M, value: unknown): ReadResult<Read<M>> {
  const usable = hasKey(model, value);
  if (usable && compiledCheckOf(model)(value))
    return {value: value as Read<M>, mismatches: noMismatches, isUnreadable: false};
  const log = new MismatchCollector();
  const repaired = repair(model, value, '', log);
  const isUnreadable = !isRecord(value) || !hasKey(model, repaired);
  const key = keyOf(model) ?? '';
  if (isRecord(value) && isUnreadable) log.add(key, 'a key', value[key]);
  if (log.entries.length > 0) markRepaired(repaired);
  return {value: repaired as Read<M>, mismatches: log.entries, isUnreadable};
}

/** Reads a page: its envelope and every item. */
export function readPage<M extends Model>(model: M, body: unknown): PageReadResult<Read<M>> {
  const log = new MismatchCollector();
  const envelope = isRecord(body) ? body : {};
  if (!Array.isArray(envelope.data)) {
    if (isRecord(body)) log.add('data', 'a list', body.data);
    else log.add('', 'a page', body);
    return {
      page: {data: [], page: 1, pages: 1, results: 0},
      mismatches: log.entries,
      unreadable: [],
      isUnreadable: true,
    };
  }

  const isClean = compiledCheckOf(model);
  if (
    countNames.every(name => isCount(name, envelope[name])) &&
    envelope.data.every(item => hasKey(model, item) && isClean(item))
  )
    return {page: envelope as unknown as Page<Read<M>>, mismatches: noMismatches, unreadable: [], isUnreadable: false};

  const unreadable: unknown[] = [];
  const data = repairList(envelope.data, (item, index) => {
    const {value, mismatches, isUnreadable} = read(model, item);
    for (const {path, reason} of mismatches) log.note(joinPath(`data.${index}`, path), reason);
    if (isUnreadable) unreadable.push(item);
    return isUnreadable ? droppedEntry : value;
  });
  const counts = countNames.map(name => {
    const entry = envelope[name];
    if (isCount(name, entry)) return [name, entry] as const;
    log.add(name, 'a count', entry);
    return [name, name === 'results' ? data.length : 1] as const;
  });
  const page = {...envelope, ...Object.fromEntries(counts), data};
  return {page: page as unknown as Page<Read<M>>, mismatches: log.entries, unreadable, isUnreadable: false};
}

const countNames = ['page', 'pages', 'results'] as const;
const isCount = (name: (typeof countNames)[number], value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= (name === 'results' ? 0 : 1);

function hasKey(model: Model, value: unknown): boolean {
  const key = keyOf(model);
  if (key === undefined) return true;
  const entry = isRecord(value) ? value[key] : undefined;
  return typeof entry === 'string' ? entry !== '' : typeof entry === 'number' && Number.isFinite(entry);
}
