/** The bytes of objects: written, read and removed, with the counts of their bucket. */
import {createHash} from 'node:crypto';
import type {StoredRow} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {getAccount} from '../account/account-kinds.ts';
import {type Acl, type ObjectBytes, Objects, objectAt, type StoredObject, updateObjectCount} from './storage-kinds.ts';

/** Maximum size of one upload; the bytes are stored in the emulator's database. */
export const maxObjectBytes = 16 * 1024 ** 2;

export const md5 = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex');

export interface NewObject {
  readonly name: string;
  readonly type?: string | undefined;
  readonly acl?: Acl | undefined;
  readonly bytes: Buffer;
  /** Default: the MD5 of the bytes. */
  readonly etag?: string | undefined;
  /** Metadata of the user, by lower-case name. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Replaces an object of this name. */
export function putObject(db: Store, bucket: number, now: number, written: NewObject): StoredObject {
  const {name, type, acl = 'private', bytes, etag = md5(bytes), metadata} = written;
  removeObject(db, bucket, name);
  const object = {
    name,
    etag,
    last_modified: formatTimestamp(now),
    owner: getAccount(db).euuid,
    size: bytes.length,
    type: type || 'application/octet-stream',
    acl,
  };
  const hidden = {bytes: bytes.toString('base64'), ...(metadata && Object.keys(metadata).length > 0 && {metadata})};
  db.insert(Objects, () => object, {parent: bucket, hidden});
  updateObjectCount(db, bucket, 1, bytes.length);
  return object;
}

/** Removes an object; succeeds if it doesn't exist (D1 §4.2 r4). */
export function removeObject(db: Store, bucket: number, name: string): void {
  const row = objectAt(db, bucket, name);
  if (!row) return;
  db.remove(Objects, row.id);
  updateObjectCount(db, bucket, -1, -row.doc.size);
}

/** The bytes of an object; those of a seeded object are its name, repeated up to its size. */
export const objectBytes = ({doc: {name, size}, hidden}: StoredRow<StoredObject, ObjectBytes>): Buffer =>
  hidden?.bytes === undefined ? Buffer.alloc(size, `${name}\n`) : Buffer.from(hidden.bytes, 'base64');
