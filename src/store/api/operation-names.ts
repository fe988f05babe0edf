/** The names of the operations of the API, as people type them. */
import {families, findFamily} from '../../families/registry.ts';
import {matchesOperation} from '../../profiles/guard-rules.ts';

/** The short names of resource types by their IDs: `tickets` for `support.tickets`. */
let shortNames: ReadonlyMap<string, string> | undefined;

/** The ID of an operation, and the same with the short name of its resource type: `tickets.create`. */
export function operationNames(id: string): readonly string[] {
  shortNames ??= new Map(
    families.flatMap(({id, name}) => (findFamily(name)?.id === id ? [[id, name.toLowerCase()] as const] : [])),
  );
  for (let dot = id.lastIndexOf('.'); dot > 0; dot = id.lastIndexOf('.', dot - 1)) {
    const name = shortNames.get(id.slice(0, dot));
    if (name !== undefined) return [id, `${name}${id.slice(dot)}`];
  }
  return [id];
}

/** The patterns that match none of these operations. */
export function unmatchedPatterns(patterns: readonly string[], ids: readonly string[]): readonly string[] {
  if (patterns.length === 0) return [];
  const names = ids.flatMap(operationNames);
  return patterns.filter(pattern => !names.some(name => matchesOperation(pattern, name)));
}
