/**
 * Differences between the documents and the responses and requests of real providers: this table has all of them.
 *
 * An emulator uses one dialect. A client understands all of them without configuration, by `normalizeResponse`.
 */

import {hasEmptyTexts, readEmptyTexts, writeEmptyTexts} from '../reading/empty-texts.ts';
import type {Endpoint} from '../schema/endpoint.ts';
import {type Group, isEndpoint} from '../schema/family.ts';
import {isRecord} from '../schema/json.ts';
import {pageSize} from '../schema/page.ts';
import {mapItems} from '../schema/response-items.ts';
import {withoutToday} from '../schema/without-today.ts';
import {isRemoved} from './removed-operations.ts';

export const dialectNames = ['documents', 'provider', 'today'] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Dialect {
  readonly pageSize: {readonly min: number; readonly max: number; readonly default: number};
  /** `errors[].field` of a problem without a field. */
  readonly absentField: 'null' | 'absent';
  /** Response to resizing a volume. */
  readonly volumeResize: 'nothing' | 'volume';
  /** Statistics of instances and of the Managed service: series at the top level, or below `data`. */
  readonly series: 'bare' | 'wrapped';
  /** Place of the next marker in a listing of objects: in each entry, or beside `data`. */
  readonly objectMarker: 'entry' | 'listing';
  /** Form of a backend node's address. */
  readonly nodeAddress: 'ip' | 'ip:port';
  /** Device slots in a config: only those that were sent, or all, with null for empty ones. */
  readonly deviceSlots: 'sent' | 'all';
  /** Response to rebuilding an instance. */
  readonly rebuild: 'instance' | 'config';
  /** Treatment of unknown body fields. */
  readonly unknownFields: 'refuse' | 'ignore';
  readonly volumeStatuses: readonly string[];
  /**
   * An empty text that stands for an absent value, such as the name of a record at the apex: refused in requests and
   * never returned, or accepted and returned.
   */
  readonly emptyTexts: 'refuse' | 'accept';
  /** `ipv6.global` of an instance's addresses: the network of its address, or the list of its ranges. */
  readonly ipv6Global: 'object' | 'list';
  /** Location of buckets and access keys: clusters only, or regions as well. */
  readonly bucketPlaces: 'clusters' | 'regions';
  /** `bucket_access` of a key that opens every bucket. */
  readonly unlimitedKey: 'empty' | 'null';
  /** A config of a NodeBalancer that is rebuilt without a node. */
  readonly rebuildWithoutNodes: 'refuse' | 'accept';
  /** Expiry of a token that never expires. */
  readonly endlessExpiry: string | null;
  /** Response to a deprecated operation: with a separate status and a warning, or without. */
  readonly deprecated: 'warned' | 'silent';
  /** Fields, values and operations that the API of today has added. */
  readonly additions: 'none' | 'today';
}

const provider: Dialect = {
  pageSize: {...pageSize, max: 500},
  absentField: 'absent',
  volumeResize: 'volume',
  series: 'wrapped',
  objectMarker: 'listing',
  nodeAddress: 'ip:port',
  deviceSlots: 'all',
  rebuild: 'config',
  unknownFields: 'ignore',
  volumeStatuses: ['creating', 'active', 'resizing', 'offline'],
  emptyTexts: 'accept',
  ipv6Global: 'list',
  bucketPlaces: 'regions',
  unlimitedKey: 'null',
  rebuildWithoutNodes: 'accept',
  endlessExpiry: '2999-12-13T00:00:00',
  deprecated: 'silent',
  additions: 'none',
};

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  documents: {
    pageSize,
    absentField: 'null',
    volumeResize: 'nothing',
    series: 'bare',
    objectMarker: 'entry',
    nodeAddress: 'ip',
    deviceSlots: 'sent',
    rebuild: 'instance',
    unknownFields: 'refuse',
    volumeStatuses: ['creating', 'active', 'resizing'],
    emptyTexts: 'refuse',
    ipv6Global: 'object',
    bucketPlaces: 'clusters',
    unlimitedKey: 'empty',
    rebuildWithoutNodes: 'refuse',
    endlessExpiry: null,
    deprecated: 'warned',
    additions: 'none',
  },
  provider,
  today: {...provider, volumeStatuses: [...provider.volumeStatuses, 'key_rotating'], additions: 'today'},
};

/** The operations of a dialect, with their fields. */
export const operationsIn = (groups: Group, {additions}: Dialect): Group =>
  additions === 'today' ? withoutRemoved(groups) : withoutToday(groups);

const withoutRemoved = (group: Group): Group =>
  Object.fromEntries(
    Object.entries(group)
      .filter(([, entry]) => !isEndpoint(entry) || !isRemoved(entry.id))
      .map(([name, entry]) => [name, isEndpoint(entry) ? entry : withoutRemoved(entry)]),
  );

/** Fields that tools filter by although the documents do not mark them. */
export const extraFilterableFields: Readonly<Record<string, readonly string[]>> = {
  'account.events.list': ['seen', 'entity.label', 'entity.url'],
  'domains.records.list': ['name', 'type', 'target'],
  'instances.configs.list': ['interfaces.label', 'interfaces.purpose', 'interfaces.ipam_address'],
  'kernels.list': ['id'],
  'networking.ips.list': ['address', 'compute_id', 'prefix', 'public', 'rdns', 'type'],
  'networking.ipv6.ranges.list': ['prefix', 'range', 'region', 'route_target'],
  'volumes.list': ['id'],
};

/** Lists that the description of the API shows in several forms: a page, a bare list, or a single object. */
const openLists: ReadonlySet<string> = new Set(['networking.firewalls.history.get']);

/** Converts a response to a page if the form of its list is open. */
export function openListPage({id}: Pick<Endpoint, 'id'>, body: unknown): unknown {
  if (!openLists.has(id) || (isRecord(body) && 'data' in body)) return body;
  const data = Array.isArray(body) ? body : isRecord(body) ? [body] : undefined;
  return data ? {data, page: 1, pages: 1, results: data.length} : body;
}

/**
 * Converts a response of any dialect to the shape of the contract; `undefined` if the response is another object, so
 * that the caller has to read the right one.
 */
export function normalizeResponse(endpoint: Endpoint, body: unknown): unknown {
  const normalizer = normalizers.get(endpoint.id);
  const normalized = normalizer && isRecord(body) ? normalizer(body) : body;
  return mapItems(endpoint, normalized, readEmptyTexts);
}

/** Converts a response of the emulator to the dialect. */
export function applyDialect(endpoint: Endpoint, body: unknown, {emptyTexts}: Dialect): unknown {
  return mapItems(endpoint, body, (field, item) => writeEmptyTexts(field, item, emptyTexts));
}

/** True when the dialects have different responses of this shape. */
export function differsByDialect({spec}: Endpoint): boolean {
  const field = spec.page ?? spec.responseModel;
  return field !== undefined && hasEmptyTexts(field);
}

type Normalizer = (body: Record<string, unknown>) => unknown;

const unwrapSeries: Normalizer = body => {
  const {data, ...rest} = body;
  return isRecord(data) ? {...rest, ...data} : body;
};

const normalizeListing: Normalizer = body => {
  const {data, next_marker, is_truncated} = body;
  if (!Array.isArray(data) || (next_marker === undefined && is_truncated === undefined)) return body;
  const paging = {next_marker: next_marker ?? null, is_truncated: is_truncated ?? typeof next_marker === 'string'};
  return {...body, data: data.map(entry => (isRecord(entry) ? {...paging, ...entry} : entry))};
};

const normalizers = new Map<string, Normalizer>([
  ['instances.stats.get', unwrapSeries],
  ['instances.stats.month', unwrapSeries],
  ['managed.stats.get', body => ('data' in body ? body : {data: body})],
  ['instances.rebuild', body => ('kernel' in body && !('specs' in body) ? undefined : body)],
  ['objectStorage.objects.list', normalizeListing],
]);
