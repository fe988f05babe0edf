/** The contents of a bucket: by name, from a marker on, like folders if a delimiter is given (D1 §4.2 r3). */
import type {BucketObject} from '../../../contract/resources/object-storage.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Objects, type StoredObject} from './storage-kinds.ts';

export interface ObjectListQuery {
  readonly prefix?: string | undefined;
  readonly delimiter?: string | undefined;
  /** The last name of the page before. */
  readonly marker?: string | undefined;
  readonly limit: number;
}

export interface ObjectListPage {
  readonly entries: readonly Omit<BucketObject, 'next_marker' | 'is_truncated'>[];
  readonly marker: string | null;
}

/** A text that sorts after every name with this prefix. */
const endOfPrefix = (text: string): string => `${text}\u{10ffff}`;

const folder = (name: string) => ({name, etag: null, last_modified: null, owner: null, size: null});

const file = ({name, etag, last_modified, owner, size}: StoredObject) => ({name, etag, last_modified, owner, size});

export function listObjects(
  db: Store,
  bucket: number,
  {prefix = '', delimiter, marker, limit}: ObjectListQuery,
): ObjectListPage {
  const entries: ObjectListPage['entries'][number][] = [];
  const batch = limit + 1;
  let from = marker ?? '';
  // After a folder as the marker, the list continues after the folder's content.
  if (delimiter && marker?.endsWith(delimiter)) from = endOfPrefix(marker);
  for (;;) {
    const docs = db
      .many<{doc: string}>(
        `SELECT doc FROM entity WHERE kind='${Objects.name}' AND parent=? AND key>? AND key>=? AND key<? ORDER BY key LIMIT ?`,
        bucket,
        from,
        prefix,
        endOfPrefix(prefix),
        batch,
      )
      .map(({doc}) => JSON.parse(doc) as StoredObject);
    let hasSkipped = false;
    for (const object of docs) {
      if (entries.length > limit) break;
      const delimiterIndex = delimiter ? object.name.indexOf(delimiter, prefix.length) : -1;
      if (delimiterIndex < 0 || !delimiter) {
        entries.push(file(object));
        from = object.name;
        continue;
      }
      const common = object.name.slice(0, delimiterIndex + delimiter.length);
      entries.push(folder(common));
      // Skips the rest of the folder, which may have thousands of names.
      from = endOfPrefix(common);
      hasSkipped = true;
      break;
    }
    if (entries.length > limit || (!hasSkipped && docs.length < batch)) break;
  }
  const pageEntries = entries.slice(0, limit);
  return {entries: pageEntries, marker: entries.length > limit ? (pageEntries.at(-1)?.name ?? null) : null};
}
