/** Keys of rows that may be written to files and sent to receivers. */
import {createHash} from 'node:crypto';
import type {AnyRow, Family, Lookup} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {visibleId} from '../../store/core/secret-fields.ts';

/** The number of characters of a hash, enough to distinguish secret IDs. */
const hashLength = 12;

/** The ID of a row; for a secret ID, such as the token of a service transfer, its hash. */
export function storedKey(family: Family, row: AnyRow): string {
  const id = visibleId(family, row);
  if (id !== undefined) return String(id);
  return `hash:${createHash('sha256')
    .update(String(family.key(row)))
    .digest('hex')
    .slice(0, hashLength)}`;
}

/** The label of a row, which may repeat a secret ID. */
export const storedLabel = (family: Family, row: AnyRow, lookup: Lookup): string =>
  sanitize(visibleId(family, row) === undefined ? family.one : family.label(row, lookup));
