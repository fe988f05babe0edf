/** Handlers by the ID of their endpoint. */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {type Group, isEndpoint} from '../../../contract/schema/family.ts';
import type {Handler} from '../call.ts';

export interface HandlerTable {
  readonly groups: Group;
  readonly handlers: ReadonlyMap<string, Handler<Endpoint>>;
}

/** Maps the ID of each endpoint to its handler. The types guarantee a handler for every endpoint. */
export function buildHandlerTable(groups: Group, handlers: object): HandlerTable {
  const handlerById = new Map<string, Handler<Endpoint>>();
  const visit = (group: Group, implementation: unknown) => {
    for (const [name, entry] of Object.entries(group)) {
      const handler = (implementation as Record<string, unknown> | undefined)?.[name];
      if (!isEndpoint(entry)) visit(entry, handler);
      // The cast is safe: the types of `handlers` match each handler to its endpoint.
      else handlerById.set(entry.id, handler as Handler<Endpoint>);
    }
  };
  visit(groups, handlers);
  return {groups, handlers: handlerById};
}
