/** Builds the path, headers and body of a request, for sending and for the preview. */

import {authOf, type Endpoint, rootOf} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import {pageSize as pageSizes} from '../../contract/schema/page.ts';
import {buildPath} from '../../contract/schema/path.ts';
import type {Brand} from '../../contract/wire/brand.ts';
import {type Filter, serializeFilter} from '../../contract/wire/filter.ts';
import {type ApiAddress, pathAt} from '../core/api-address.ts';
import {RejectedError, UnauthorizedError, UnreachableError} from '../core/errors.ts';

/** A call whose types the contract has checked. */
export interface UntypedCall {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /**
   * Values that the API returned, in the shape of the body: they are sent unchanged, even if they break the contract.
   */
  readonly originalValues?: readonly unknown[] | undefined;
  readonly filter?: object | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

export interface ServerInfo {
  readonly address: ApiAddress;
  readonly brand: Brand;
  readonly userAgent: string;
  /** Largest page size that this server accepts. */
  readonly maxPageSize: number;
}

export interface PreparedRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  /** Like `path`, with its secrets masked. */
  readonly maskedPath: string;
  /** Without the token. */
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
  readonly fieldErrors: readonly FieldError[];
}

export async function prepareRequest(
  endpoint: Endpoint,
  call: UntypedCall,
  server: ServerInfo,
): Promise<PreparedRequest> {
  const {address, brand} = server;
  const {body, fieldErrors} = await encodeBody(endpoint, call, brand);
  const query = encodeQuery(endpoint, call, server.maxPageSize);
  const params = call.params ?? {};
  // Masked, because the token of a transfer is enough to accept the transfer.
  const maskedParams = 'token' in params ? {...params, token: `${String(params.token).slice(0, 4)}...`} : params;
  const pathWith = (values: typeof params) =>
    pathAt(address, rootOf(endpoint), brand.toWire.path(buildPath<Endpoint>(endpoint, values))) + query;
  const headers: Record<string, string> = {
    accept: endpoint.spec.binary ?? 'application/json',
    'user-agent': server.userAgent,
  };
  if (!address.isLoopback) headers['accept-encoding'] = 'gzip';
  if (body) headers['content-type'] = 'application/json';
  if (call.filter && Object.keys(call.filter).length > 0)
    headers['x-filter'] = serializeFilter(brand.toWire.filter(endpoint, call.filter as Filter));
  try {
    return {endpoint, path: pathWith(params), maskedPath: pathWith(maskedParams), headers, body, fieldErrors};
  } catch (error) {
    // A path can't contain this name (`..`, or an empty one): the URL would be that of another operation.
    if (error instanceof RangeError) throw new RejectedError([{field: null, reason: error.message}], {isLocal: true});
    throw error;
  }
}

/** JSON of a checked body; undefined for a call without one. */
async function encodeBody(endpoint: Endpoint, {body: input, originalValues}: UntypedCall, brand: Brand) {
  const {spec} = endpoint;
  if (!spec.body || spec.upload || (input === undefined && spec.bodyOptional))
    return {body: undefined, fieldErrors: []};
  // Loads the validators, which a program that only reads does not need.
  const {checkRequest} = await import('../../contract/reading/check-body.ts');
  const {value, fieldErrors} = checkRequest(endpoint, input, {read: originalValues});
  return {body: Buffer.from(JSON.stringify(brand.toWire.request(endpoint, value ?? {}))), fieldErrors};
}

function encodeQuery(endpoint: Endpoint, call: UntypedCall, maxPageSize: number): string {
  const entries = Object.entries(call.query ?? {});
  const {page, unpaged} = endpoint.spec;
  if (page && !unpaged) {
    if (call.page !== undefined) entries.push(['page', call.page]);
    if (call.pageSize !== undefined)
      entries.push(['page_size', Math.min(maxPageSize, Math.max(pageSizes.min, Math.floor(call.pageSize)))]);
  }
  const entriesGiven = entries.filter(([, value]) => value !== undefined);
  return entriesGiven.length === 0
    ? ''
    : `?${entriesGiven.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** The header with the token. @throws UnreachableError if others could read the traffic */
export function bearerHeader(endpoint: Endpoint, token: string | undefined, address: ApiAddress): string | undefined {
  const auth = authOf(endpoint);
  if (!address.isPrivate) {
    if (auth === 'none') return undefined;
    throw new UnreachableError('insecure', `${address.host} would receive the token unencrypted. Use https.`);
  }
  if (token) {
    if (/^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
    throw new UnauthorizedError('token', 'The token contains spaces or invalid characters. Copy it again.');
  }
  if (auth !== 'required') return undefined;
  throw new UnauthorizedError('token', 'No token. Set SKYDECK_TOKEN, or run "skydeck profile add".', {
    needed: endpoint.spec.scopes ?? [],
  });
}

/** Placeholder of the token when a request is shown. */
export const maskedToken = 'Bearer ***';
