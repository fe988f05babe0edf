/**
 * Addresses beside the API that answers contain: the upload address of an image, pre-signed URLs. Tools use them
 * unchanged,
 * without a token; the address itself is the permission.
 */
import type {IncomingMessage} from 'node:http';
import type {Engine, WireResponse} from '../engine.ts';

export interface RawRequest {
  readonly engine: Engine;
  readonly incoming: IncomingMessage;
  readonly method: string;
  /** Rest of the path behind the prefix, still encoded. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

export type RawHandler = (request: RawRequest) => Promise<WireResponse>;

const rawHandlers = new Map<string, RawHandler>();

/** Serves everything below `/name/`. Answers the path, to be put behind the origin of a call. */
export function registerRawHandler(name: string, handler: RawHandler): `/${string}/` {
  const prefix = `/${name}/` as const;
  if (rawHandlers.has(prefix)) throw new Error(`two handlers serve ${prefix}`);
  rawHandlers.set(prefix, handler);
  return prefix;
}

/** Handler of a path, and the rest of the path. */
export function findRawHandler(path: string): {handler: RawHandler; rest: string} | undefined {
  const prefix = /^\/[^/]+\//.exec(path)?.[0] ?? '';
  const handler = rawHandlers.get(prefix);
  return handler && {handler, rest: path.slice(prefix.length)};
}
