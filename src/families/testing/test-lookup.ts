/** For tests: a lookup in the given rows, and in no others. */
import type {Event} from '../../contract/account/events.ts';
import {isEventAbout, isInProgress} from '../events/event-entities.ts';
import {familyOf} from '../registry.ts';
import type {FamilyId, KnownAction, Lookup, PathParams, Ref, RowId, RowOf} from '../shape/define-family.ts';
import {now} from './rows.ts';

interface LookupFixture {
  readonly now?: number;
  /** Lists that are loaded completely. */
  readonly lists?: {readonly [F in FamilyId]?: readonly RowOf<F>[]};
  /** Lists that could not be read. */
  readonly failed?: readonly FamilyId[];
  /** Lists that are loaded in part. */
  readonly partial?: {readonly [F in FamilyId]?: readonly RowOf<F>[]};
  /** The newest first. */
  readonly events?: readonly Event[];
  /** Resources with a change in progress. */
  readonly pending?: readonly Ref[];
  /** Events that changes by Skydeck wait for. */
  readonly expected?: readonly {readonly action: KnownAction; readonly id: RowId}[];
  /** The provider's spelling of identifiers. */
  readonly spell?: Lookup['spell'];
  readonly spelled?: Lookup['spelled'];
}

export function lookupFrom({
  now: time = now,
  lists = {},
  partial = {},
  failed = [],
  events = [],
  pending = [],
  expected = [],
  spell = (_, text) => text,
  spelled = (_, row) => row,
}: LookupFixture = {}): Lookup {
  const rows = <F extends FamilyId>(family: F): readonly RowOf<F>[] => lists[family] ?? partial[family] ?? [];
  return {
    now: time,
    rows,
    find: <F extends FamilyId>(family: F, id: RowId | null | undefined, _?: PathParams) =>
      rows(family).find(row => familyOf(family).key(row) === id),
    complete: family => lists[family] !== undefined,
    failed: family => failed.includes(family),
    pending: (family, id) => pending.some(entry => entry.family === family && entry.id === id),
    sampled: () => undefined,
    lastEvent: (type, id) => events.find(entry => isEventAbout(entry, type, id)),
    running: (type, id) => events.find(entry => isEventAbout(entry, type, id) && isInProgress(entry)),
    isExpected: (action, id) => expected.some(entry => entry.action === action && entry.id === id),
    spell,
    spelled,
  };
}
