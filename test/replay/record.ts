/** Makes a recording: reads an account through every reading operation of the contract, and changes nothing. */

import {type ApiAddress, parseAddress, pathAt} from '../../src/client/core/api-address.ts';
import {type Endpoint, limitOf, rootOf} from '../../src/contract/schema/endpoint.ts';
import {isRecord} from '../../src/contract/schema/json.ts';
import {rateLimitSizes} from '../../src/contract/schema/limits.ts';
import {buildPath} from '../../src/contract/schema/path.ts';
import {brand as brandFor} from '../../src/contract/wire/brand.ts';
import {placesOf, type Row, reading, rowsOf, type Values} from '../contract/places.ts';
import {Masks} from './masks.ts';
import type {Recorded} from './recording.ts';

export interface RecordOptions {
  /** Over plain HTTP, only on loopback. */
  readonly baseUrl: string;
  readonly token: string;
  /** The provider's ID prefix. */
  readonly brand?: string | undefined;
  readonly acronym?: string | undefined;
  /** The number of rows of each list whose details and lists are read; default 2. */
  readonly rows?: number | undefined;
  /** Pages of each list; default 3. */
  readonly pages?: number | undefined;
  /** Default 3000. */
  readonly maxRequests?: number | undefined;
  /** Waits so many milliseconds between two requests. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly tell?: ((line: string) => void) | undefined;
  /** Sends a request; default: over the network. */
  readonly send?: ((target: string, request: RequestInit) => Promise<Response>) | undefined;
}

/** Masks secrets in the recording; names, addresses and texts of people are not masked. */
export async function record(options: RecordOptions): Promise<readonly Recorded[]> {
  const recorder = new Recorder(options);
  for (const endpoint of reading) await recorder.walk(endpoint);
  return recorder.answers();
}

/** Stands for the address of the API in the recording. */
const neutralOrigin = 'https://api.example.com';
const [objects, objectAccess] = ['objectStorage.objects.list', 'objectStorage.objects.acl.get'];
const keptHeaders = ['content-type', 'x-oauth-scopes', 'x-accepted-oauth-scopes', 'deprecation', 'sunset'];
const pageLength = 100;
const maxBytes = 16 * 2 ** 20;
const timeoutMs = 60_000;
const maxAttempts = 4;
const defaultRetryAfterSeconds = 30;

class Recorder {
  readonly #options: RecordOptions;
  readonly #address: ApiAddress;
  readonly #brand;
  readonly #masks = new Masks();
  readonly #answers: Recorded[] = [];
  /** The responses in the contract's spelling: the pages of a list, or a single response. */
  readonly #read = new Map<string, readonly unknown[]>();
  readonly #walked = new Set<string>();
  #requests = 0;

  constructor(options: RecordOptions) {
    this.#options = options;
    this.#address = parseAddress(options.baseUrl);
    if (!this.#address.isPrivate) throw new RangeError('The token may not travel over plain HTTP: use https.');
    this.#brand = brandFor(options.brand, {acronym: options.acronym, apiHost: this.#address.host});
    this.#masks.add(options.token);
  }

  answers(): readonly Recorded[] {
    return this.#masks.sweep(this.#answers);
  }

  async walk(endpoint: Endpoint): Promise<void> {
    const {rows = 2, tell} = this.#options;
    const before = this.#answers.length;
    for await (const params of placesOf(endpoint, this.#list, {}, rows))
      for (const query of await this.#queriesOf(endpoint, params)) await this.#answersOf(endpoint, params, query);
    tell?.(`${endpoint.id}: ${this.#answers.length - before}`);
  }

  readonly #list = async (id: string, params: Values): Promise<readonly Row[]> => {
    const endpoint = reading.find(candidate => candidate.id === id);
    return endpoint ? (await this.#answersOf(endpoint, params)).flatMap(rowsOf) : [];
  };

  /** The queries of an operation whose answer without a query is empty, or not the one that clients use. */
  async #queriesOf({id}: Endpoint, params: Values): Promise<readonly Values[]> {
    if (id !== objects && id !== objectAccess) return [{}];
    const {rows = 2} = this.#options;
    const listing = reading.find(candidate => candidate.id === objects);
    const top = {delimiter: '/', prefix: ''};
    const read = listing ? await this.#answersOf(listing, params, top) : [];
    const names = read.flatMap(rowsOf).map(({name}) => String(name));
    const [folders, files] = [true, false].map(isFolder =>
      names.filter(name => name.endsWith('/') === isFolder).slice(0, rows),
    );
    if (id === objectAccess) return (files ?? []).map(name => ({name}));
    return [top, ...(folders ?? []).map(prefix => ({...top, prefix}))];
  }

  /** Reads an operation once, all its pages up to the limit. */
  async #answersOf(endpoint: Endpoint, params: Values, query: Values = {}): Promise<readonly unknown[]> {
    const key = `${endpoint.id} ${JSON.stringify([params, query])}`;
    const known = this.#read.get(key);
    if (known) return known;
    const read: unknown[] = [];
    this.#read.set(key, read);
    const path = this.#brand.toWire.path(buildPath(endpoint, params as never));
    const maxPages = endpoint.spec.page ? (this.#options.pages ?? 3) : 1;
    for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page++) {
      const paging = endpoint.spec.page ? {page, page_size: pageLength} : {};
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries({...query, ...paging})) search.set(name, `${value}`);
      const body = await this.#ask(endpoint, search.size > 0 ? `${path}?${search}` : path);
      if (body === undefined) break;
      if (isRecord(body) && typeof body.pages === 'number') pages = body.pages;
      read.push(this.#brand.toNeutral.response(endpoint, body));
    }
    return read;
  }

  /** Sends one request and keeps its answer. @returns the body of a success, where it is JSON */
  async #ask(endpoint: Endpoint, path: string): Promise<unknown> {
    const {token, pause, send = fetch} = this.#options;
    const target = pathAt(this.#address, rootOf(endpoint), path);
    if (this.#walked.has(target)) return undefined;
    this.#walked.add(target);
    const {requests, seconds} = rateLimitSizes[limitOf(endpoint)];
    for (let attempt = 1; ; attempt++) {
      if (++this.#requests > (this.#options.maxRequests ?? 3000))
        throw new RangeError(`The recording stopped after ${this.#requests - 1} requests: raise --requests.`);
      // Half of the rate limit, because other programs use the same account.
      await pause((2000 * seconds) / requests);
      const response = await send(`${this.#address.origin}${target}`, {
        headers: {authorization: `Bearer ${token}`},
        // The token goes to no other address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = await bytesOf(response, target);
      if (response.status === 429 && attempt < maxAttempts) {
        const after = Number(response.headers.get('retry-after') ?? defaultRetryAfterSeconds);
        await pause(1000 * (Number.isFinite(after) ? Math.min(Math.max(after, 1), 300) : defaultRetryAfterSeconds));
        continue;
      }
      if (response.status === 401) throw new RangeError('The API refused the token.');
      return this.#keep(endpoint, target, response, bytes);
    }
  }

  #keep(endpoint: Endpoint, target: string, {status, ok, headers}: Response, bytes: Buffer): unknown {
    const kept = Object.fromEntries([...headers].filter(([name]) => keptHeaders.includes(name)));
    const version = target.slice(this.#address.prefix.length);
    const about = {method: 'GET', path: version, status, headers: kept} as const;
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
      this.#answers.push({...about, bytes: bytes.toString('base64')});
      return undefined;
    }
    const body: unknown = JSON.parse(bytes.toString('utf8').replaceAll(this.#address.origin, neutralOrigin));
    const neutralName = (name: string) => this.#brand.toNeutral.fieldPath(name);
    this.#answers.push({...about, body: this.#masks.body(endpoint, body, neutralName)});
    return ok ? body : undefined;
  }
}

async function bytesOf(response: Response, target: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new RangeError(`The answer to ${target} is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
