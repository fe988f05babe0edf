/**
 * The request of `skydeck api`: a method and a path as typed, with the operation of the contract that matches them, if
 * any.
 */
import type {Endpoint, EndpointSpec, Method, Root} from '../../contract/schema/endpoint.ts';
import {free} from '../../contract/schema/field.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestion} from '../io/did-you-mean.ts';
import {operations} from './action-names.ts';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const roots: readonly Root[] = ['v4', 'v4beta'];

export interface RawApiRequest {
  /**
   * An endpoint that sends the path as typed and returns the response unchanged: neither body nor response is checked.
   */
  readonly endpoint: Endpoint;
  /** The operation of the contract with this method and path; undefined if none matches. */
  readonly known: Endpoint | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * @param queryTexts `name=value`, in addition to the query of the path
 * @throws UsageError
 */
export function parseRawRequest(
  methodText: string,
  pathText: string,
  queryTexts: readonly string[],
  identifiers: Identifiers,
): RawApiRequest {
  const method = methods.find(name => name === methodText.toUpperCase());
  if (!method) {
    const hint = suggestion(methodText.toUpperCase(), methods) || `: there are ${methods.join(', ')}`;
    throw new UsageError(`"${methodText}" isn’t a method of the API${hint}`);
  }
  const [pathPart = '', ...queryParts] = pathText.split('?');
  const {root, segments} = parsePath(pathPart, pathText, identifiers);
  const query = parseQueryTexts([...queryParts.join('?').split('&').filter(Boolean).map(decodePart), ...queryTexts]);
  const known = matchingOperation(method, segments);
  const path = known?.path ?? `/${segments.map((_, index) => `{part${index}}`).join('/')}`;
  const params = paramsIn(path, segments) ?? {};
  const {spec} = known ?? {spec: {}};
  return {
    endpoint: {
      id: `${method} ${pathPart}`,
      method,
      path,
      params: Object.fromEntries(Object.keys(params).map(name => [name, 'string'])),
      spec: rawSpec(spec, method, root),
    },
    known,
    params,
    query,
  };
}

/** Keeps the facts about permissions and limits, so that a refusal names them; all other facts are omitted. */
function rawSpec(
  {auth, host, scopes, limit, root: ownRoot, binary}: EndpointSpec,
  method: Method,
  root: Root | undefined,
) {
  const specRoot = root ?? ownRoot;
  return {
    untypedResponse: 'any',
    ...(specRoot && {root: specRoot}),
    ...(auth && {auth}),
    ...(host && {host}),
    ...(scopes && {scopes}),
    ...(limit && {limit}),
    ...(binary !== undefined && {binary}),
    ...(method !== 'GET' && {body: free(), bodyOptional: true}),
  } satisfies EndpointSpec;
}

function parsePath(path: string, typed: string, identifiers: Identifiers) {
  const invalid = (reason: string) =>
    new UsageError(`"${typed}" isn’t a path of the API: ${reason}. Example: skydeck api GET /volumes/123`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) throw invalid('it has a host');
  if (/[\s#\\]/.test(typed)) throw invalid('it has a space, # or \\');
  const [first = '', ...rest] = path.replace(/^\//, '').split('/');
  const root = roots.find(name => name === first);
  const neutral = identifiers.readPath(`/${(root ? rest : [first, ...rest]).join('/')}`);
  const segments = neutral.slice(1).split('/').map(decodePart);
  if (segments.includes('')) throw invalid('a part is empty');
  if (segments.some(segment => /^\.{1,2}$/.test(segment))) throw invalid('it has . or ..');
  return {root, segments};
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError(`"${text}" has an invalid % sequence`);
  }
}

/** Parameters of a path template for these segments; undefined if the path doesn't match. */
function paramsIn(template: string, segments: readonly string[]): Readonly<Record<string, string>> | undefined {
  const parts = template.slice(1).split('/');
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = segments[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) params[name] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/**
 * The matching operation with the fewest parameters: `/databases/types` is a separate operation, although
 * `/databases/{engine}` also matches it.
 */
function matchingOperation(method: Method, segments: readonly string[]): Endpoint | undefined {
  const matches = [...operations.values()].filter(
    endpoint => endpoint.method === method && paramsIn(endpoint.path, segments) !== undefined,
  );
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function parseQueryTexts(texts: readonly string[]): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const text of texts) {
    const [name = '', ...rest] = text.split('=');
    if (name === '' || rest.length === 0) throw new UsageError(`--query takes NAME=VALUE, not "${text}"`);
    if (Object.hasOwn(query, name)) throw new UsageError(`The query parameter ${name} is given twice. Pass it once`);
    query[name] = rest.join('=');
  }
  return query;
}
