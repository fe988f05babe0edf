/**
 * Usage of entities that are billed by the hour.
 *
 * An existing entity is billed from its document. Before an entity is removed, or a field that determines its price
 * changes, its usage until then is recorded here, so that it is billed too (D1 §4.1 r6, D2 §4.1 r1).
 */
import {parseTimestamp} from '../time/clock.ts';
import {defineKind, type Kind} from './kind.ts';
import type {Statements} from './statements.ts';

/** A value that a price depends on. */
export type RateInput = string | number | null;

/** A period of usage at one price; times are in seconds since 1970. */
export interface UsageSpan {
  readonly kind: string;
  /** ID of the entity. */
  readonly of: number;
  readonly born: number;
  readonly from: number;
  readonly to: number;
  /** The values of the metered fields, in their order. */
  readonly rates: readonly RateInput[];
}

/** `thing` identifies the entity: its kind and ID. */
export const UsageSpans = defineKind<UsageSpan & {readonly thing: string}>('used_span', {columns: {key: 'thing'}});

/** Time of creation; 0 for the account's own entities, which always exist. */
const createdSecondsOf = (doc: object): number =>
  'created' in doc && typeof doc.created === 'string' ? Math.floor(parseTimestamp(doc.created) / 1000) : 0;

const ratesOf = (metered: readonly string[], doc: object): RateInput[] =>
  metered.map(path => {
    let value: unknown = doc;
    for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
    // SQLite reads JSON booleans as numbers.
    if (typeof value === 'boolean') return value ? 1 : 0;
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  });

/** True when the new document changes the price. */
export function isRepriced({meteredFields: metered}: Kind, before: object, after: object): boolean {
  if (!metered) return false;
  return JSON.stringify(ratesOf(metered, before)) !== JSON.stringify(ratesOf(metered, after));
}

interface UsageQuery {
  readonly kind: Kind;
  /** ID of the entity. */
  readonly id: number;
  /** The document with the old price. */
  readonly before: object;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The usage of an entity at its old price since the last record; undefined without usage. */
export function unbilledUsage(
  statements: Statements,
  {kind: {name, meteredFields: metered}, id, before, now}: UsageQuery,
): (UsageSpan & {readonly thing: string}) | undefined {
  if (!metered) return undefined;
  const resource = `${name}:${id}`;
  const last = statements.one<{last: number | null}>(
    `SELECT max(json_extract(doc, '$.to')) AS last FROM entity WHERE kind='${UsageSpans.name}' AND key=?`,
    resource,
  )?.last;
  const born = createdSecondsOf(before);
  const from = Math.max(born, last ?? 0);
  const to = Math.floor(now / 1000);
  return to > from ? {thing: resource, kind: name, of: id, born, from, to, rates: ratesOf(metered, before)} : undefined;
}
