/**
 * The fields that the API of today adds to responses, for `--dialect today`.
 *
 * Objects are stored as in the documents. Values from requests are stored separately, and take precedence over values
 * that are derived from the object.
 */

import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Field} from '../../../contract/schema/field.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import {mapItems} from '../../../contract/schema/response-items.ts';
import {Users} from '../../engine/access/actors.ts';
import type {JsonObject} from '../../engine/http/json.ts';
import type {Store} from '../../engine/storage/store.ts';
import {hashText} from '../../engine/time/random.ts';
import {firstCopies, sharingOf} from '../images/sharing-kinds.ts';
import {bootInterfacesOf} from '../instances/interfaces/boot-interfaces.ts';
import {rulesVersion} from '../networking/firewall-history.ts';
import {FirewallDevices} from '../networking/network-kinds.ts';
import {instanceGroup, maxGroups, maxMembers} from '../placement/placement-kinds.ts';
import {todaysCapabilities} from './today-capabilities.ts';

/** The capabilities of a region or an account. */
const servicesOf = (capabilities: unknown) => todaysCapabilities(Array.isArray(capabilities) ? capabilities : []);

/** The added fields of an object, by the name of its model. */
type Additions = (object: JsonObject, db: Store) => JsonObject;

const numberOf = ({id}: JsonObject): number => (typeof id === 'number' ? id : 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const databaseAdditions: Additions = ({id, hosts, created, cluster_size, engine}) => ({
  fork: null,
  members: isRecord(hosts) && typeof hosts.primary === 'string' ? {[hosts.primary]: 'primary'} : {},
  oldest_restore_time: created,
  platform: 'rdbms-default',
  total_disk_size_gb: 15 * (typeof cluster_size === 'number' ? cluster_size : 1),
  used_disk_size_gb: numberOf({id}) % 9,
  port: engine === 'mysql' ? 3306 : 5432,
});
const engineAdditions: Additions = (cluster, db) => ({
  ...databaseAdditions(cluster, db),
  port: cluster.port,
  engine_config: {},
  private_network: null,
});

const additions: Readonly<Record<string, Additions>> = {
  Account: ({capabilities}) => ({billing_source: 'compute', capabilities: servicesOf(capabilities)}),
  AccountSettings: () => ({
    interfaces_for_new_computes: 'legacy_config_default_but_compute_allowed',
    maintenance_policy: 'compute/migrate',
  }),
  AccountTransfer: ({quota}) => ({
    region_transfers: [{id: 'ap-south', billable: 0, quota: Math.round(Number(quota) / 10), used: 12}],
  }),
  Bucket: ({cluster}) => ({endpoint_type: 'E1', s3_endpoint: `${textOf(cluster) || 'us-east-1'}.storage.example.com`}),
  Database: databaseAdditions,
  DatabaseUpdates: () => ({pending: []}),
  Disk: () => ({disk_encryption: 'enabled'}),
  Event: () => ({details: null}),
  Firewall: ({id, rules}, db) => ({
    // An old version keeps its own number.
    rules: {version: rulesVersion(db, numberOf({id})), ...(isRecord(rules) ? rules : {})},
    entities: db.all(FirewallDevices, numberOf({id})).map(({entity}) => ({parent_entity: null, ...entity})),
  }),
  FirewallRule: ({protocol}): JsonObject => (protocol === 'IPENCAP' ? {ports: null} : {}),
  FirewallRules: ({inbound, outbound, inbound_policy, outbound_policy}) => ({
    fingerprint: hashText(JSON.stringify([inbound, outbound, inbound_policy, outbound_policy]))
      .toString(16)
      .padStart(8, '0'),
  }),
  Grants: () => ({database: [], firewall: [], vpc: []}),
  Image: ({id, is_public, size}, db) => ({
    capabilities: is_public === true ? ['cloud-init'] : [],
    ...sharingOf(db, textOf(id)),
    regions: is_public === true ? [] : firstCopies,
    tags: [],
    total_size: size,
  }),
  Instance: (object, db) => ({
    capabilities: ['SMTP Enabled'],
    disk_encryption: 'enabled',
    has_user_data: numberOf(object) % 5 === 0,
    interface_generation: 'legacy_config',
    kube_cluster_id: null,
    maintenance_policy: 'compute/migrate',
    placement_group: instanceGroup(db, numberOf(object)),
  }),
  InstanceBackup: ({status}) => ({available: status === 'successful'}),
  InstanceConfig: ({id, interfaces}, db) => ({
    interfaces: bootInterfacesOf(db, {id: numberOf({id}), interfaces: Array.isArray(interfaces) ? interfaces : []}),
  }),
  Invoice: () => ({billing_source: 'compute'}),
  InvoiceItem: () => ({region: null}),
  IpAddress: () => ({interface_id: null, vpc_nat_1_1: null}),
  Login: () => ({status: 'successful'}),
  Maintenance: ({when}) => ({
    not_before: when,
    start_time: when,
    complete_time: null,
    description: 'Scheduled Maintenance',
    maintenance_policy_set: 'compute/migrate',
    source: 'platform',
  }),
  MongoDatabase: engineAdditions,
  MysqlDatabase: engineAdditions,
  NodeBalancer: () => ({kube_cluster: null, type: 'common'}),
  NodeBalancerConfig: ({protocol}): JsonObject =>
    protocol === 'udp' ? {udp_check_port: 80, udp_session_timeout: 16} : {},
  NodeBalancerNode: () => ({vpc_config_id: null}),
  ObjectStorageKey: () => ({
    regions: [{id: 'us-east', endpoint_type: 'E1', s3_endpoint: 'us-east-1.storage.example.com'}],
  }),
  PostgresDatabase: engineAdditions,
  Region: ({id, capabilities}) => ({
    capabilities: servicesOf(capabilities),
    monitors: {alerts: ['Managed Databases'], metrics: id === 'us-east' ? ['Managed Databases'] : []},
    placement_group_limits: {
      maximum_pgs_per_customer: maxGroups,
      maximum_computes_per_pg: maxMembers,
      maximum_computes_per_flexible_pg: maxMembers,
    },
    site_type: 'core',
  }),
  SupportTicket: () => ({severity: 'low'}),
  User: ({username}, db) => ({
    last_login: null,
    password_created: db.byKey(Users, textOf(username))?.hidden.passwordCreated ?? null,
    verified_phone_number: null,
    user_type: textOf(username) === '' ? undefined : 'default',
  }),
  Volume: ({status}) => ({encryption: 'disabled', io_ready: status === 'active'}),
};

/** Fields of the documents whose values differ in the API of today. */
const computed: Readonly<Record<string, readonly string[]>> = {
  Account: ['capabilities'],
  Firewall: ['rules'],
  InstanceConfig: ['interfaces'],
  Region: ['capabilities'],
};

function withAdditions(field: Field, value: unknown, db: Store): unknown {
  if (field.kind === 'list' && Array.isArray(value)) return value.map(entry => withAdditions(field.item, entry, db));
  if (field.kind !== 'object' || !isRecord(value)) return value;
  const object = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const innerField = field.fields[name];
      return [name, innerField ? withAdditions(innerField, inner, db) : inner];
    }),
  );
  const added = additions[field.name ?? '']?.(object, db);
  if (!added) return object;
  const own = Object.entries(object).filter(([name]) => !computed[field.name ?? '']?.includes(name));
  return {...added, ...Object.fromEntries(own)};
}

/** Adds today's fields to the response of an operation. */
export const addTodaysFields = (endpoint: Endpoint, body: unknown, db: Store): unknown =>
  mapItems(endpoint, body, (field, item) => withAdditions(field, item, db));
