/**
 * Addresses beside the API that answers contain: the upload address of an image, pre-signed URLs. Tools use them
 * unchanged, without a token; the address itself is the permission.
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

/** The region in a signature of version 4: `Credential=KEY/20260401/us-east-1/s3/aws4_request`. */
const signedRegion = /^AWS4-HMAC-SHA256 Credential=[^/,\s]+\/\d{8}\/([a-z0-9-]+)\/s3\//;

/**
 * Handler of a path, and the rest of the path. S3 clients that know only a host and no path, such as s3cmd, are told by
 * their signature, which names the cluster.
 */
export function findRawHandler(path: string, authorization = ''): {handler: RawHandler; rest: string} | undefined {
  const prefix = /^\/[^/]+\//.exec(path)?.[0] ?? '';
  const handler = rawHandlers.get(prefix);
  if (handler) return {handler, rest: path.slice(prefix.length)};
  const region = signedRegion.exec(authorization)?.[1];
  const signed = region === undefined ? undefined : rawHandlers.get('/s3/');
  return signed && {handler: signed, rest: `${region}${path}`};
}
