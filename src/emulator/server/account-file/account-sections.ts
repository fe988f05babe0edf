/** The sections of an account file: each is a list of resources, written as the bodies that create them. */
import {contract} from '../../../contract/index.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {JsonObject} from '../../engine/http/json.ts';

/** Children of a resource, in a list inside it. */
export interface ChildSection {
  readonly name: string;
  readonly create: Endpoint;
  readonly list: Endpoint;
  /** Parameter of the path that holds the ID of the parent. */
  readonly parent: string;
  readonly fields: readonly string[];
}

export interface AccountSection {
  readonly name: string;
  readonly create: Endpoint;
  readonly list: Endpoint;
  /** Field by which other parts refer to a resource. */
  readonly label: string;
  /** Fields that name a resource of another section, by its label: path in the body → section. */
  readonly references?: Readonly<Record<string, string>>;
  readonly children?: ChildSection;
  /** Fields that an export has, in their order. */
  readonly fields: readonly string[];
  /** Fields that the file may leave out although the API requires them. */
  readonly optional?: readonly string[];
  /** Completes the body before it is sent. */
  readonly complete?: (body: JsonObject) => JsonObject;
  /** Fields of an export that the response has elsewhere; undefined for a resource that the file can't describe. */
  readonly read?: (row: JsonObject) => JsonObject | undefined;
}

/** Default root password of an instance in a file. An emulated instance has no login. */
const defaultRootPassword = 'emulated-Instance-1';

const isPrivateAddress = (address: unknown): boolean => typeof address === 'string' && address.startsWith('192.168.');

/** The private IPv4 address of an instance. */
export const privateAddressOf = ({ipv4}: JsonObject): string | undefined =>
  Array.isArray(ipv4) ? (ipv4.find(isPrivateAddress) as string | undefined) : undefined;

const {profile, stackscripts, instances, volumes, nodebalancers, domains, networking, databases, objectStorage} =
  contract;

const databaseFields = [
  'label',
  'region',
  'type',
  'engine',
  'cluster_size',
  'replication_type',
  'encrypted',
  'allow_list',
];
/** Requests have the version in `engine`, responses in a field of its own. */
const readDatabase = ({engine, version}: JsonObject): JsonObject => ({engine: `${engine}/${version}`});

/** Sections in the order of creation: resources that others refer to come first. */
export const accountSections: readonly AccountSection[] = [
  {
    name: 'ssh_keys',
    create: profile.sshKeys.create,
    list: profile.sshKeys.list,
    label: 'label',
    fields: ['label', 'ssh_key'],
  },
  {
    name: 'stackscripts',
    create: stackscripts.create,
    list: stackscripts.list,
    label: 'label',
    fields: ['label', 'description', 'images', 'is_public', 'rev_note', 'script'],
    read: ({mine}) => (mine === true ? {} : undefined),
  },
  {
    name: 'instances',
    create: instances.create,
    list: instances.list,
    label: 'label',
    references: {stackscript_id: 'stackscripts'},
    fields: ['label', 'region', 'type', 'image', 'tags', 'group', 'private_ip', 'backups_enabled', 'booted'],
    optional: ['root_pass'],
    complete: body => (body.image === undefined ? body : {root_pass: defaultRootPassword, ...body}),
    // The cluster creates the instances of its nodes.
    read: row =>
      typeof row.kube_cluster_id === 'number'
        ? undefined
        : {
            private_ip: privateAddressOf(row) === undefined ? undefined : true,
            backups_enabled: (row.backups as JsonObject | undefined)?.enabled === true ? true : undefined,
            booted: row.status === 'offline' ? false : undefined,
          },
  },
  {
    name: 'volumes',
    create: volumes.create,
    list: volumes.list,
    label: 'label',
    references: {compute_id: 'instances'},
    fields: ['label', 'region', 'size', 'tags', 'compute_id'],
  },
  {
    name: 'nodebalancers',
    create: nodebalancers.create,
    list: nodebalancers.list,
    label: 'label',
    fields: ['label', 'region', 'client_conn_throttle', 'tags', 'configs'],
  },
  {
    name: 'firewalls',
    create: networking.firewalls.create,
    list: networking.firewalls.list,
    label: 'label',
    references: {'devices.computes': 'instances', 'devices.nodebalancers': 'nodebalancers'},
    fields: ['label', 'rules', 'tags', 'devices'],
  },
  {
    name: 'domains',
    create: domains.create,
    list: domains.list,
    label: 'domain',
    fields: [
      'domain',
      'type',
      'soa_email',
      'description',
      'status',
      'tags',
      'group',
      'master_ips',
      'axfr_ips',
      'ttl_sec',
      'refresh_sec',
      'retry_sec',
      'expire_sec',
    ],
    children: {
      name: 'records',
      create: domains.records.create,
      list: domains.records.list,
      parent: 'domainId',
      fields: ['type', 'name', 'target', 'priority', 'weight', 'port', 'service', 'protocol', 'tag', 'ttl_sec'],
    },
  },
  {
    name: 'mysql_databases',
    create: databases.mysql.create,
    list: databases.mysql.list,
    label: 'label',
    fields: databaseFields,
    read: readDatabase,
  },
  {
    name: 'postgresql_databases',
    create: databases.postgresql.create,
    list: databases.postgresql.list,
    label: 'label',
    fields: [...databaseFields, 'replication_commit_type'],
    read: readDatabase,
  },
  {
    name: 'buckets',
    create: objectStorage.buckets.create,
    list: objectStorage.buckets.list,
    label: 'label',
    fields: ['label', 'cluster'],
  },
];

/** Kinds of grants, and the section whose labels they name. */
export const grantSections: Readonly<Record<string, string>> = {
  compute: 'instances',
  volume: 'volumes',
  nodebalancer: 'nodebalancers',
  domain: 'domains',
  stackscript: 'stackscripts',
  firewall: 'firewalls',
};

/** A token of the owner or of another user. */
export interface FileToken {
  readonly token: string;
  readonly scopes?: string;
  readonly label?: string;
  readonly expiry?: string;
}

export interface FileUser {
  readonly username: string;
  readonly email: string;
  readonly restricted?: boolean;
  readonly grants?: Readonly<Record<string, unknown>>;
  readonly tokens?: readonly FileToken[];
}
