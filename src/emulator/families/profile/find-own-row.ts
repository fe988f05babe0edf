/** Entities below a profile belong to one user; those of other users do not exist for the caller. */

import {notFound} from '../../engine/http/refusal.ts';
import type {Kind, StoredRow} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';

interface Caller {
  readonly db: Store;
  readonly actor: {readonly uid: number};
}

/** @throws Refusal 404 for entities of other users */
export function findOwnRow<D extends object, H extends object>(
  {db, actor}: Caller,
  kind: Kind<D, H>,
  id: number,
): StoredRow<D, H> {
  const row = db.row(kind, id);
  if (row?.parent !== actor.uid) throw notFound();
  return row;
}
