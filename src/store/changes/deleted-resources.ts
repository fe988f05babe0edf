/** The resources that a session deleted, and the resources that an undo created in their place. */
import type {FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import {targetKey} from './audit-log.ts';
import type {CompletedChange} from './change-subject.ts';

export class DeletedResources {
  readonly #deletedKeys = new Set<string>();
  /** The IDs of resources that were created again, by the keys of the deleted ones. */
  readonly #newIds = new Map<string, RowId>();

  add({subject, createdId}: CompletedChange, isDeletion: boolean): void {
    const {family, params, row, undoneChange} = subject;
    if (isDeletion && row) this.#deletedKeys.add(targetKey(family.id, family.key(row), params));
    if (createdId === undefined) return;
    // The ID of some resources is their name, which a new resource can reuse.
    this.#deletedKeys.delete(targetKey(family.id, createdId, params));
    const deleted = undoneChange?.change?.subject;
    if (!deleted?.row) return;
    const key = targetKey(deleted.family.id, deleted.family.key(deleted.row), deleted.params);
    if (this.#deletedKeys.has(key)) this.#newIds.set(key, createdId);
  }

  /** The current ID of a resource, which differs if an undo created it again. */
  currentId(family: FamilyId, id: RowId, params: PathParams): RowId {
    const newId = this.has(family, id, params) ? this.#newIds.get(targetKey(family, id, params)) : undefined;
    return newId === undefined ? id : this.currentId(family, newId, params);
  }

  has(family: FamilyId, id: RowId, params: PathParams): boolean {
    return this.#deletedKeys.has(targetKey(family, id, params));
  }
}
