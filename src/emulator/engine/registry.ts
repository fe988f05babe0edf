/** Handlers by the ID of their endpoint. */
import type {Endpoint} from '../../contract/endpoint.ts';
import {type Group, isEndpoint} from '../../contract/family.ts';
import type {Handler, Handlers} from './call.ts';

export interface HandlerTable {
  readonly groups: Group;
  readonly handlers: ReadonlyMap<string, Handler<Endpoint>>;
}

/** Groups still being written may lack handlers; a group that is done is typed by `Handlers`, which lacks none. */
export type Unfinished<G> = {readonly [K in keyof G]?: G[K] extends Endpoint ? Handlers<G>[K] : Unfinished<G[K]>};

/** Lays handlers beside their endpoints. */
export function tableOf(groups: Group, handlers: object): HandlerTable {
  const found = new Map<string, Handler<Endpoint>>();
  const walk = (group: Group, beside: unknown) => {
    for (const [name, entry] of Object.entries(group)) {
      const handler = (beside as Record<string, unknown> | undefined)?.[name];
      if (!isEndpoint(entry)) walk(entry, handler);
      // The types of the registry have matched handler and endpoint; here only the names remain.
      else if (typeof handler === 'function') found.set(entry.id, handler as Handler<Endpoint>);
    }
  };
  walk(groups, handlers);
  return {groups, handlers: found};
}
