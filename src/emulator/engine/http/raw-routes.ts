/**
 * Routes outside of the API, whose URLs are in responses: the upload URL of an image, pre-signed URLs. Tools use these
 * URLs unchanged, without a token; the URL itself is the credential.
 */
import type {IncomingMessage} from 'node:http';
import type {Engine, WireResponse} from '../engine.ts';

export interface RawRequest {
  readonly engine: Engine;
  readonly incoming: IncomingMessage;
  readonly method: string;
  /** Path after the prefix, still encoded. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

export type RawHandler = (request: RawRequest) => Promise<WireResponse>;

const rawHandlers = new Map<string, RawHandler>();

/** Registers a handler for all paths below `/name/`. Returns that path, which callers append to an origin. */
export function registerRawHandler(name: string, handler: RawHandler): `/${string}/` {
  const prefix = `/${name}/` as const;
  if (rawHandlers.has(prefix)) throw new Error(`two handlers serve ${prefix}`);
  rawHandlers.set(prefix, handler);
  return prefix;
}

/** The region in a signature of version 4: `Credential=KEY/20260401/us-east-1/s3/aws4_request`. */
const signedRegion = /^AWS4-HMAC-SHA256 Credential=[^/,\s]+\/\d{8}\/([a-z0-9-]+)\/s3\//;

/**
 * Finds the handler of a path, and the rest of the path. S3 clients that accept only a host and no path, such as s3cmd,
 * are recognized by their signature, which names the cluster.
 */
export function findRawHandler(path: string, authorization = ''): {handler: RawHandler; rest: string} | undefined {
  const prefix = /^\/[^/]+\//.exec(path)?.[0] ?? '';
  const handler = rawHandlers.get(prefix);
  if (handler) return {handler, rest: path.slice(prefix.length)};
  const region = signedRegion.exec(authorization)?.[1];
  const signed = region === undefined ? undefined : rawHandlers.get('/s3/');
  return signed && {handler: signed, rest: `${region}${path}`};
}
