/** The path parameters of possible calls, from the lists of an account. */

import {contract} from '../../src/contract/index.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';

export type Values = Readonly<Record<string, string | number>>;
export type Row = Readonly<Record<string, unknown>>;

/** Reads all rows of a list operation, by its ID. */
export type ReadList = (id: string, params: Values) => Promise<readonly Row[]>;

export const reading = [...endpointsOf(contract)].filter(({method}) => method === 'GET');

/** Lists that do not stand at the path before the parameter, and the member of a row that holds the value. */
const sources: readonly {
  readonly under: string;
  readonly name: string;
  readonly list: string;
  readonly take: (row: Row) => unknown;
  /** Rows that come first: their answers have content. */
  readonly prefers?: (row: Row) => unknown;
}[] = [
  {under: '/longview/', name: 'clientId', list: 'longview.clients.list', take: ({id}) => id},
  {
    under: '/account/oauth-clients/',
    name: 'clientId',
    list: 'account.oauthClients.list',
    take: row => (row.thumbnail_url ? row.id : undefined),
  },
  {under: '/compute/instances/', name: 'backupId', list: 'instances.backups.list', take: ({id}) => id},
  {under: '/databases/mongodb/', name: 'instanceId', list: 'databases.mongodb.list', take: ({id}) => id},
  {under: '/databases/mysql/', name: 'instanceId', list: 'databases.mysql.list', take: ({id}) => id},
  {under: '/databases/postgresql/', name: 'instanceId', list: 'databases.postgresql.list', take: ({id}) => id},
  {under: '/object-storage/clusters/', name: 'clusterId', list: 'objectStorage.clusters.list', take: ({id}) => id},
  {
    under: '/object-storage/',
    name: 'clusterId',
    list: 'objectStorage.buckets.list',
    // A client that finds one of them empty asks with the other.
    take: ({cluster, region}) => [cluster, region].filter(Boolean),
  },
  {under: '/object-storage/', name: 'bucket', list: 'objectStorage.buckets.listInCluster', take: ({label}) => label},
  {under: '/compute/instances/', name: 'address', list: 'instances.ips.list', take: ({address}) => address},
  {
    under: '/compute/instances/{computeId}/interfaces',
    name: 'computeId',
    list: 'instances.list',
    take: row => (row.interface_generation === 'compute' ? row.id : undefined),
  },
  {
    under: '/compute/instances/{computeId}/interfaces',
    name: 'interfaceId',
    list: 'instances.interfaces.list',
    take: ({id}) => id,
  },
  {under: '/networking/ips/', name: 'address', list: 'networking.ips.list', take: ({address}) => address},
  {
    under: '/account/users/',
    name: 'username',
    list: 'account.users.list',
    take: ({username}) => username,
    // The grants of other users are answered with 204.
    prefers: ({restricted}) => restricted,
  },
  {under: '/account/entity-transfers/', name: 'token', list: 'account.entityTransfers.list', take: ({token}) => token},
  {
    under: '/account/service-transfers/',
    name: 'token',
    list: 'account.serviceTransfers.list',
    take: ({token}) => token,
  },
  {
    under: '/kube/',
    name: 'nodeId',
    list: 'kube.clusters.pools.list',
    take: ({nodes}) => (nodes as readonly Row[]).map(({id}) => id),
  },
  {under: '/kube/versions/', name: 'version', list: 'kube.versions.list', take: ({id}) => id},
  {under: '/kube/tiers/', name: 'version', list: 'kube.tiers.versions.list', take: ({id}) => id},
  {
    under: '/images/sharegroups/{sharegroupId}/members/',
    name: 'tokenUuid',
    list: 'images.sharegroups.members.list',
    take: ({token_uuid: uuid}) => uuid,
  },
  {
    under: '/images/sharegroups/tokens/',
    name: 'tokenUuid',
    list: 'images.sharegroups.tokens.list',
    take: ({token_uuid: uuid, status}) => (status === 'active' ? uuid : undefined),
  },
  {
    under: '/object-storage/quotas/',
    name: 'objQuotaId',
    list: 'objectStorage.quotas.list',
    take: ({quota_id: id}) => id,
  },
  {under: '/account/child-accounts/', name: 'euuId', list: 'account.childAccounts.list', take: ({euuid}) => euuid},
  {under: '/account/availability/', name: 'regionId', list: 'account.availability.list', take: ({region}) => region},
  {
    under: '/networking/firewalls/templates/',
    name: 'slug',
    list: 'networking.firewalls.templates.list',
    take: ({slug}) => slug,
  },
  {
    under: '/networking/firewalls/',
    name: 'version',
    list: 'networking.firewalls.history.get',
    take: ({rules}) => (rules as Row).version,
  },
  {under: '/vpcs/', name: 'vpcSubnetId', list: 'vpcs.subnets.list', take: ({id}) => id},
  {
    under: '/monitor/',
    name: 'serviceType',
    list: 'monitor.services.list',
    take: ({service_type}) => service_type,
  },
  {under: '/tags/', name: 'label', list: 'tags.list', take: ({label}) => label},
  {under: '/networking/ipv6/', name: 'range', list: 'networking.ipv6.ranges.list', take: ({range}) => range},
];

/** The rows of a page, or of one of the lists that are objects. */
export function rowsOf(answer: unknown): readonly Row[] {
  if (Array.isArray(answer)) return answer as readonly Row[];
  const {data, automatic, snapshot, ipv4, interfaces} = answer as {
    data?: readonly Row[];
    interfaces?: readonly Row[];
    automatic?: readonly Row[];
    snapshot?: Record<string, Row | null>;
    ipv4?: {public: readonly Row[]; private: readonly Row[]};
  };
  if (data) return data;
  if (interfaces) return interfaces;
  if (ipv4) return [...ipv4.public, ...ipv4.private];
  return [...(automatic ?? []), ...Object.values(snapshot ?? {}).filter(row => row !== null)];
}

/**
 * Every set of path parameters that a call can have, parameter after parameter.
 * @param maxValues of each parameter, so many of the first
 */
export async function* placesOf(
  endpoint: Endpoint,
  readList: ReadList,
  found: Values = {},
  maxValues = Number.POSITIVE_INFINITY,
): AsyncGenerator<Values> {
  const name = Object.keys(endpoint.params).find(candidate => found[candidate] === undefined);
  if (name === undefined) yield found;
  else
    for (const value of (await valuesOf(endpoint, name, readList, found)).slice(0, maxValues))
      yield* placesOf(endpoint, readList, {...found, [name]: value}, maxValues);
}

async function valuesOf(endpoint: Endpoint, name: string, readList: ReadList, found: Values) {
  if (name === 'year') return [2026];
  if (name === 'month') return [1];
  if (name === 'tier') return ['standard', 'enterprise'];
  const source = sources.find(candidate => candidate.name === name && endpoint.path.startsWith(candidate.under));
  const prefix = endpoint.path.slice(0, endpoint.path.indexOf(`/{${name}}`));
  const parent = reading.find(candidate => candidate.path.replace(/\/$/, '') === prefix && candidate.spec.page);
  const list = reading.find(({id}) => id === (source?.list ?? parent?.id));
  if (!list) return [];
  const params = Object.fromEntries(
    Object.keys(list.params).flatMap(key => (found[key] === undefined ? [] : [[key, found[key]]])),
  ) as Values;
  const rows = await readList(list.id, params);
  const sorted = source?.prefers ? [...rows.filter(source.prefers), ...rows] : rows;
  const values = sorted.flatMap(source?.take ?? ((row: Row) => row.id)).filter(value => value !== undefined);
  return [...new Set(values)] as (string | number)[];
}
