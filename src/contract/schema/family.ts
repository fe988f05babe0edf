/** A family of endpoints: actions by name, and groups of actions below them. */
import type {Endpoint} from './endpoint.ts';

export interface Group {
  readonly [name: string]: Endpoint | Group;
}

export const isEndpoint = (entry: Endpoint | Group): entry is Endpoint => 'method' in entry && 'spec' in entry;

/** Gives every endpoint an ID from its position: `instances.configs.create`. */
export function family<const G extends Group>(name: string, group: G): G {
  const entries = Object.entries(group).map(([key, entry]) => {
    const id = `${name}.${key}`;
    return [key, isEndpoint(entry) ? {...entry, id} : family(id, entry)];
  });
  return Object.fromEntries(entries) as G;
}

/** Every endpoint below a group, in the order of the documents. */
export function* endpointsOf(group: Group): Generator<Endpoint> {
  for (const entry of Object.values(group)) {
    if (isEndpoint(entry)) yield entry;
    else yield* endpointsOf(entry);
  }
}
