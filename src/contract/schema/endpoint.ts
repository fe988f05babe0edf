/**
 * An endpoint: method, path, permissions, input and output, declared in one place.
 *
 * The types of path parameters, query, body and response are derived from this definition. The client, the emulator's
 * route table, the command line and the screens use these types, so they agree.
 */
import type {FreeField, Model, ObjectField, Read, Shape, Write} from './field.ts';
import type {Page} from './page.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/**
 * First path segment: `/v4`, or `/v4beta` for endpoints that may still change incompatibly (D1 §9). `/v2beta` is on the
 * host of the metrics.
 */
export type Root = 'v4' | 'v4beta' | 'v2beta';

export type ScopeArea =
  | 'account'
  | 'child_account'
  | 'compute'
  | 'databases'
  | 'domains'
  | 'events'
  | 'firewall'
  | 'images'
  | 'ips'
  | 'kube'
  | 'longview'
  | 'maintenance'
  | 'monitor'
  | 'nodebalancers'
  | 'object_storage'
  | 'placement'
  | 'stackscripts'
  | 'volumes'
  | 'vpc';
export type AccessLevel = 'read_only' | 'read_write';
export type Scope = `${ScopeArea}:${AccessLevel}`;

export type GlobalGrant =
  | 'add_compute'
  | 'add_databases'
  | 'add_domains'
  | 'add_firewalls'
  | 'add_images'
  | 'add_longview'
  | 'add_nodebalancers'
  | 'add_stackscripts'
  | 'add_volumes'
  | 'add_vpcs'
  | 'child_account_access'
  | 'longview_subscription'
  | `account_access:${AccessLevel}`;

/** Permissions that a restricted user needs besides the token's scopes (D1 §5 r4). */
export interface Access {
  /** Permission on the entity in the path; by default reading needs read_only, changing read_write. */
  readonly level?: AccessLevel | 'unrestricted';
  /** Global grants, of which one is needed. */
  readonly grants?: readonly GlobalGrant[];
  /** Permissions on the entities named in the path and the body. */
  readonly entities?: Readonly<Record<string, AccessLevel>>;
  /** Unrestricted users only, even with all scopes (D3 §4.1 r4). */
  readonly anyScope?: true;
}

/** Rate-limit classes; `limits.ts` has their sizes. */
export type LimitClass = 'general' | 'createInstance' | 'stats' | 'objectStorage' | 'openTicket' | 'acceptTransfer';

/** The facts of an endpoint. A fact that is omitted has its most frequent value. */
export interface EndpointSpec {
  readonly root?: Root;
  /**
   * Another host answers the request, at the settings' `metrics_url`. It accepts only a token of
   * `monitor.services.token`.
   */
  readonly host?: 'metrics';
  /** With a POST: the request changes nothing, like a GET. Its body holds the query. */
  readonly isReadOnly?: true;
  /** `optional`: works without a token, but returns less; `none`: needs no token. */
  readonly auth?: 'optional' | 'none';
  readonly scopes?: readonly Scope[];
  readonly access?: Access;
  readonly query?: Shape;
  readonly body?: Model | FreeField;
  /** Paths in the body that must stay empty, even if unknown fields are ignored. */
  readonly reserved?: readonly string[];
  /** With a body: the body can be omitted. */
  readonly bodyOptional?: true;
  /** Content type of a body that is not JSON. */
  readonly upload?: 'multipart/form-data' | 'image/png';
  /**
   * With a PUT whose response is not the object: the model of the object's GET. The body may also contain read-only
   * fields of this model, with the values that the GET returned.
   */
  readonly echoedModel?: Model;
  /**
   * The model of the items, if the response is a page. At most one of `page`, `responseModel`, `untypedResponse` and
   * `binary` is set. Without them, the response is `{}`.
   */
  readonly page?: Model;
  /** With `page`: the response is a bare array of all items, without an envelope and without pages. */
  readonly unpaged?: true;
  /** The model of the response, if it is one object. */
  readonly responseModel?: Model;
  /** With `responseModel`: the response may be `{}`. */
  readonly orEmpty?: true;
  /** With `responseModel`: the next part of the listing is requested by a marker, not by a page number. */
  readonly pagedBy?: 'marker';
  /** `any`: JSON without a model; `nothing`: a response without a body. */
  readonly untypedResponse?: 'any' | 'nothing';
  /** The content type of a response that is not JSON. */
  readonly binary?: string;
  /** Statuses other than 200 that carry meaning. */
  readonly otherStatuses?: readonly number[];
  /** The call starts or raises billing. */
  readonly charges?: true;
  readonly deprecated?: true;
  /** Providers have the operation; the documents don't. */
  readonly undocumented?: true;
  /** The API of today has the operation; the API of the documents and of older providers doesn't. */
  readonly today?: true;
  /** With `page`: the fields that a table shows, in their order. */
  readonly columns?: readonly string[];
  /** The documents describe the operation, but the service refuses it. */
  readonly disabled?: true;
  readonly limit?: LimitClass;
}

/** Path parameters that end in `Id` but are strings: IDs of catalogs, some with a slash (D1 §4.3, D2 §4.2). */
const textIds = [
  'imageId',
  'kernelId',
  'engineId',
  'clusterId',
  'regionId',
  'typeId',
  'subscriptionId',
  'stackscriptId',
  'objQuotaId',
  'betaId',
  'euuId',
] as const;
/** Path parameters that are integers without ending in `Id`. */
const numbers = ['year', 'month'] as const;

type NameIn<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | NameIn<Rest> : never;
/**
 * Clusters and pools of Kubernetes have numeric IDs and its nodes text IDs; elsewhere `clusterId` is a text and node
 * IDs are numbers.
 */
type KubeParam<N> = N extends 'clusterId' | 'poolId' ? number : string;
type ParamType<P extends string, N> = P extends `/kube/${string}`
  ? KubeParam<N>
  : N extends (typeof numbers)[number]
    ? number
    : N extends (typeof textIds)[number]
      ? string
      : // OAuth clients have string IDs (D3 §4.6), Longview clients integers (D3 §4.3); both are called clientId.
        P extends `/account/oauth-clients/${string}`
        ? string
        : N extends `${string}Id`
          ? number
          : string;

type ParamKind = 'integer' | 'string';
const kindOf = (path: string, name: string): ParamKind => {
  if (path.startsWith('/kube/')) return name === 'clusterId' || name === 'poolId' ? 'integer' : 'string';
  if ((numbers as readonly string[]).includes(name)) return 'integer';
  if ((textIds as readonly string[]).includes(name)) return 'string';
  if (path.startsWith('/account/oauth-clients/')) return 'string';
  return name.endsWith('Id') ? 'integer' : 'string';
};

export interface Endpoint<P extends string = string, S extends EndpointSpec = EndpointSpec, M extends Method = Method> {
  /** `family.group.action`: the name of this operation in every layer. */
  readonly id: string;
  readonly method: M;
  /** Relative to the root, spelled as in the documents. */
  readonly path: P;
  readonly params: Readonly<Record<string, ParamKind>>;
  readonly spec: S;
}

/** A fact that `EndpointSpec` doesn't declare is a type error, also if it comes from a shared constant. */
type NoOtherFacts<S> = {readonly [K in Exclude<keyof S, keyof EndpointSpec>]: never};

const verb =
  <M extends Method>(method: M) =>
  <P extends string, const S extends EndpointSpec>(path: P, spec: S & NoOtherFacts<S>): Endpoint<P, S, M> => {
    const params: Record<string, ParamKind> = {};
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) if (name) params[name] = kindOf(path, name);
    return {id: '', method, path, params, spec};
  };

export const get = verb('GET');
export const post = verb('POST');
export const put = verb('PUT');
/** `delete` is a reserved word. */
export const del = verb('DELETE');

/** Values of the path parameters, by name. */
export type Params<E extends Endpoint> =
  E extends Endpoint<infer P, EndpointSpec> ? {readonly [N in NameIn<P>]: ParamType<P, N>} : never;

/** Query parameters besides the paging ones. */
export type Query<E extends Endpoint> = E['spec'] extends {readonly query: infer Q extends Shape}
  ? Write<ObjectField<Q>>
  : Record<never, never>;

/** Type of the request body; `undefined` for a call without one. */
export type RequestBody<E extends Endpoint> = E['spec'] extends {readonly body: infer B extends Model | FreeField}
  ? Write<B>
  : undefined;

/** Type of the response: the envelope for a page, `{}` for an empty response. */
export type ResponseBody<E extends Endpoint> = E['spec'] extends {readonly page: infer M extends Model}
  ? Page<Read<M>>
  : E['spec'] extends {readonly responseModel: infer M extends Model}
    ? E['spec'] extends {readonly orEmpty: true}
      ? Read<M> | Record<string, never>
      : Read<M>
    : E['spec'] extends {readonly binary: string}
      ? Uint8Array
      : E['spec'] extends {readonly untypedResponse: 'any'}
        ? unknown
        : Record<string, never>;

/** The item of a page. */
export type PageItem<E extends Endpoint> = E['spec'] extends {readonly page: infer M extends Model} ? Read<M> : never;

/** An operation that changes nothing. */
export type ReadingEndpoint = {readonly method: 'GET'} | {readonly spec: {readonly isReadOnly: true}};

export const authOf = (endpoint: Endpoint): 'required' | 'optional' | 'none' => endpoint.spec.auth ?? 'required';
export const rootOf = (endpoint: Endpoint): Root => endpoint.spec.root ?? 'v4';
export const limitOf = (endpoint: Endpoint): LimitClass => endpoint.spec.limit ?? 'general';
/**
 * True when the request can change anything: read-only profiles refuse such requests, and Skydeck never repeats them
 * without checking their result.
 */
export const isMutation = ({method, spec}: Endpoint): boolean => method !== 'GET' && spec.isReadOnly !== true;

/** Names of the filterable fields of a list; nested ones as dotted paths (`entity.type`). */
export function filterable(endpoint: Endpoint): string[] {
  const names: string[] = [];
  const visit = (fields: Shape, prefix: string) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.facts.filterable) names.push(prefix + name);
      if (field.kind === 'object') visit(field.fields, `${prefix}${name}.`);
    }
  };
  const {page, unpaged} = endpoint.spec;
  if (page && !unpaged) visit(page.fields, '');
  return names;
}
