/** The rows with a running operation, for their marks. */
import type {Event} from '../../contract/account/events.ts';
import {entityOf, entityRef} from '../../families/events/event-entities.ts';
import type {EventMeaning, FamilyId, RowId} from '../../families/shape/define-family.ts';
import type {Annotation} from '../cache/annotations.ts';
import {operationWord} from './operations.ts';

type BusyState = NonNullable<Annotation['busy']>;
/** The same object until the operation's word or progress changes. */
type BusyAnnotation = Annotation & {readonly busy: BusyState};

export class BusyRows {
  #byFamily = new Map<FamilyId, Map<string, BusyAnnotation>>();

  operationOn(family: FamilyId, id: RowId): BusyState | undefined {
    return this.annotation(family, id)?.busy;
  }

  hasAny(family: FamilyId): boolean {
    return (this.#byFamily.get(family)?.size ?? 0) > 0;
  }

  annotation(family: FamilyId, id: RowId): Annotation | undefined {
    // Called for every row that is painted: most families have no running operation.
    const rows = this.#byFamily.get(family);
    return rows?.get(String(id));
  }

  /** Updates the running operations; returns the families with a difference. */
  update(running: readonly Event[], meaning: (action: string) => EventMeaning | undefined): Set<FamilyId> {
    const next = new Map<FamilyId, Map<string, BusyAnnotation>>();
    // Newest first; an older event on the same row is ignored.
    for (const event of running) {
      const ref = entityRef(entityOf(event));
      if (!ref) continue;
      const rows = next.get(ref.family) ?? new Map<string, BusyAnnotation>();
      next.set(ref.family, rows);
      const key = String(ref.id);
      if (rows.has(key)) continue;
      const busy = {word: operationWord(event, meaning(event.action)), percent: event.percent_complete ?? undefined};
      const before = this.#byFamily.get(ref.family)?.get(key);
      const isSame = before?.busy.word === busy.word && before.busy.percent === busy.percent;
      rows.set(key, isSame ? before : {busy});
    }
    const before = this.#byFamily;
    this.#byFamily = next;
    const families = new Set([...before.keys(), ...next.keys()]);
    return new Set([...families].filter(family => !sameRows(before.get(family), next.get(family))));
  }
}

function sameRows(
  first: ReadonlyMap<string, BusyAnnotation> | undefined,
  second: ReadonlyMap<string, BusyAnnotation> | undefined,
): boolean {
  if (first?.size !== second?.size) return false;
  for (const [key, running] of first ?? []) if (second?.get(key) !== running) return false;
  return true;
}
