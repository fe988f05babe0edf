/** The names of the operations of the API, as `skydeck do` and the guards accept them. */
import {families, findFamily} from '../../families/registry.ts';

let actionNames: ReadonlyMap<string, readonly string[]> | undefined;

/** All names of an operation: its ID, and those of the actions that send it, such as `tickets.create`. */
export function operationNames(id: string): readonly string[] {
  actionNames ??= collectActionNames();
  return [id, ...(actionNames.get(id) ?? [])];
}

function collectActionNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const family of families) {
    const groups = findFamily(family.name)?.id === family.id ? [family.id, family.name.toLowerCase()] : [family.id];
    for (const [name, {operation}] of Object.entries(family.actions))
      names.set(operation, [...(names.get(operation) ?? []), ...groups.map(group => `${group}.${name}`)]);
  }
  return names;
}
