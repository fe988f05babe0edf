/**
 * Finds the endpoint for a path.
 *
 * The path is used as sent: only a trailing slash and double slashes are normalized, so `..` is an ordinary name. IDs
 * with a slash are accepted unencoded (`private/15`) and encoded (`private%2F15`), also in the middle of a path.
 */
import type {Endpoint, Method} from '../../../contract/schema/endpoint.ts';
import {endpointsOf, type Group} from '../../../contract/schema/family.ts';

/** Path parameters whose values may contain a slash (D1 §4.3, D2 §4.2, D3 §4.1). */
const slashParams = new Set(['imageId', 'kernelId', 'engineId']);

interface Node {
  readonly literals: Map<string, Node>;
  param: Node | undefined;
  /** True if the parameter of this segment may contain a slash. */
  canHaveSlash: boolean;
  readonly endpoints: Map<Method, Endpoint>;
}

const apiRoots: readonly string[] = ['v4', 'v4beta'];
const metricsRoots: readonly string[] = ['v2beta'];

const node = (): Node => ({literals: new Map(), param: undefined, canHaveSlash: false, endpoints: new Map()});

export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string | number>>;
}

export type RouteResult = Match | {readonly allow: readonly Method[]} | undefined;

export class Routes {
  readonly #root = node();

  constructor(groups: Group) {
    for (const endpoint of endpointsOf(groups)) this.#add(endpoint);
  }

  /** The endpoint on a host, or the allowed methods of the path; undefined for an unknown path. */
  find(method: string, path: string, host?: Endpoint['spec']['host']): RouteResult {
    const segments = segmentsOf(path);
    const roots = host === undefined ? apiRoots : metricsRoots;
    if (!segments || !roots.includes(segments[0] ?? '')) return undefined;
    const candidates = [...matches(this.#root, segments.slice(1), [])];
    for (const {at, values} of candidates) {
      const endpoint = at.endpoints.get(method as Method);
      const params = endpoint?.spec.host === host && endpoint && paramsOf(endpoint, values);
      if (params) return {endpoint, params};
    }
    const endpoints = candidates.flatMap(({at}) => [...at.endpoints.values()]).filter(({spec}) => spec.host === host);
    const allow = [...new Set(endpoints.map(endpoint => endpoint.method))];
    // The method is right and the ID is malformed: that is an unknown ID (404), not a wrong method (405).
    return allow.length > 0 && !allow.includes(method as Method) ? {allow} : undefined;
  }

  #add(endpoint: Endpoint): void {
    let at = this.#root;
    for (const segment of endpoint.path.split('/').filter(Boolean)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name) {
        at.param ??= node();
        at.canHaveSlash ||= slashParams.has(name);
        at = at.param;
      } else {
        const next = at.literals.get(segment) ?? node();
        at.literals.set(segment, next);
        at = next;
      }
    }
    at.endpoints.set(endpoint.method, endpoint);
  }
}

function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    // A path with broken percent-encoding is unknown.
    return undefined;
  }
}

interface PartialMatch {
  readonly at: Node;
  readonly values: readonly string[];
}

/** Literal segments take precedence over parameters: `sshkey` in `/managed/credentials/sshkey` is not an ID. */
function* matches(at: Node, segments: readonly string[], values: readonly string[]): Generator<PartialMatch> {
  const [first, second] = segments;
  if (first === undefined) {
    if (at.endpoints.size > 0) yield {at, values};
    return;
  }
  const literal = at.literals.get(first);
  if (literal) yield* matches(literal, segments.slice(1), values);
  if (!at.param) return;
  yield* matches(at.param, segments.slice(1), [...values, first]);
  if (at.canHaveSlash && second !== undefined)
    yield* matches(at.param, segments.slice(2), [...values, `${first}/${second}`]);
}

function paramsOf(endpoint: Endpoint, values: readonly string[]): Match['params'] | undefined {
  const params: Record<string, string | number> = {};
  for (const [index, [name, type]] of Object.entries(endpoint.params).entries()) {
    const value = values[index] ?? '';
    // Leading zeros are allowed, as in the month 07.
    if (type === 'integer' && !/^\d{1,15}$/.test(value)) return undefined;
    params[name] = type === 'integer' ? Number(value) : value;
  }
  return params;
}
