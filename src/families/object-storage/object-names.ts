/** Names of objects, which hold the folders that they are in. */
import type {ListParamsOf, Lookup} from '../shape/define-family.ts';

/** Separates the folders in a name. */
export const delimiter = '/';

/** The warning about an object of the same name; none if the loaded list shows that its folder has no such object. */
export function replacementText(
  name: string,
  params: ListParamsOf<'objectStorage.objects'>,
  lookup: Lookup,
): readonly string[] {
  const names = lookup.rows('objectStorage.objects', params).map(row => row.name);
  if (names.includes(name)) return [`The object ${name} exists and is replaced.`];
  const folder = name.slice(0, name.lastIndexOf(delimiter) + 1);
  const isListed = folder === (params.prefix ?? '') && lookup.complete('objectStorage.objects', params);
  return isListed ? [] : ['If an object has this name, it is replaced.'];
}

/** Operations on the object that a pre-signed URL can allow. */
export const urlMethods: Readonly<Record<string, string>> = {GET: 'fetch', PUT: 'write', DELETE: 'delete'};
