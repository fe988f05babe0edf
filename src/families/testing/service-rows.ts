/** For tests: one plausible row of every family of services, to be varied. */
import type {
  Database,
  DatabaseBackup,
  DatabaseEngine,
  DatabaseType,
  MongoDatabase,
  MysqlDatabase,
  PostgresDatabase,
} from '../../contract/databases/models.ts';
import type {Domain, DomainRecord} from '../../contract/resources/domains.ts';
import type {
  NodeBalancer,
  NodeBalancerConfig,
  NodeBalancerNode,
  NodeBalancerVpc,
} from '../../contract/resources/nodebalancers.ts';
import type {
  Bucket,
  BucketObject,
  ObjectStorageCluster,
  ObjectStorageKey,
} from '../../contract/resources/object-storage.ts';
import type {StackScript} from '../../contract/resources/stackscripts.ts';

export const stackscript = (facts: Partial<StackScript> = {}): StackScript => ({
  id: 501,
  username: 'wsmith',
  user_gravatar_id: 'a445b305abda30ebc766bc7fda037c37',
  label: 'acme base',
  description: 'What every machine begins with',
  images: ['compute/debian12'],
  deployments_total: 61,
  deployments_active: 7,
  is_public: false,
  created: '2025-01-01T00:00:00',
  updated: '2026-02-26T12:00:00',
  rev_note: 'Works again',
  script: '#!/bin/bash\necho hello\n',
  user_defined_fields: [{label: 'Role', name: 'role', example: 'web', oneOf: 'web,db', manyOf: '', default: 'web'}],
  mine: true,
  ...facts,
});

export const domain = (facts: Partial<Domain> = {}): Domain => ({
  id: 801,
  type: 'master',
  domain: 'acme.example',
  group: null,
  status: 'active',
  description: 'The main zone',
  soa_email: 'hostmaster@acme.example',
  retry_sec: 0,
  master_ips: [],
  axfr_ips: [],
  expire_sec: 0,
  refresh_sec: 0,
  ttl_sec: 3600,
  tags: ['prod'],
  ...facts,
});

export const record = (facts: Partial<DomainRecord> = {}): DomainRecord => ({
  id: 9101,
  type: 'A',
  name: 'www',
  target: '192.0.2.10',
  priority: 0,
  weight: 0,
  port: 0,
  service: null,
  protocol: null,
  ttl_sec: 300,
  tag: null,
  created: '2026-01-01T00:00:00',
  updated: '2026-02-26T12:00:00',
  ...facts,
});

export const nodebalancer = (facts: Partial<NodeBalancer> = {}): NodeBalancer => ({
  id: 1201,
  label: 'front',
  region: 'us-east',
  hostname: '192.0.2.200.ip.compute.example',
  ipv4: '192.0.2.200',
  ipv6: '2001:db8::b:1',
  created: '2025-01-01T00:00:00',
  updated: '2026-02-26T12:00:00',
  client_conn_throttle: 0,
  transfer: {in: 310.5, out: 1645.2, total: 1955.7},
  tags: ['prod'],
  ...facts,
});

export const nodebalancerConfig = (facts: Partial<NodeBalancerConfig> = {}): NodeBalancerConfig => ({
  id: 1301,
  port: 443,
  protocol: 'https',
  algorithm: 'roundrobin',
  stickiness: 'http_cookie',
  check: 'http',
  check_interval: 5,
  check_timeout: 3,
  check_attempts: 2,
  check_path: '/health',
  check_body: '',
  check_passive: true,
  proxy_protocol: 'none',
  cipher_suite: 'recommended',
  nodebalancer_id: 1201,
  ssl_commonname: 'www.acme.example',
  ssl_fingerprint: '00:01:02:03',
  ssl_cert: '<REDACTED>',
  ssl_key: '<REDACTED>',
  nodes_status: {up: 3, down: 0},
  ...facts,
});

export const nodebalancerVpc = (facts: Partial<NodeBalancerVpc> = {}): NodeBalancerVpc => ({
  id: 61,
  nodebalancer_id: 4101,
  vpc_id: 3,
  subnet_id: 7,
  ipv4_range: '10.0.0.16/30',
  ipv4_range_auto_assign: true,
  ...facts,
});

export const nodebalancerNode = (facts: Partial<NodeBalancerNode> = {}): NodeBalancerNode => ({
  id: 1401,
  address: '192.168.130.4:80',
  label: 'web-01',
  status: 'UP',
  weight: 100,
  mode: 'accept',
  config_id: 1301,
  nodebalancer_id: 1201,
  ...facts,
});

const weekly = {frequency: 'weekly', duration: 3, hour_of_day: 20, day_of_week: 1, week_of_month: null} as const;

const cluster = {
  id: 2201,
  label: 'shop',
  type: 'g6-standard-2',
  version: '8.0.26',
  region: 'us-east',
  status: 'active',
  encrypted: true,
  allow_list: ['192.0.2.0/24', '198.51.100.7/32'],
  cluster_size: 3,
  hosts: {primary: 'primary.databases.example', secondary: 'private.databases.example'},
  created: '2025-02-14T12:00:00',
  updated: '2026-02-26T12:00:00',
  updates: weekly,
} as const;

export const database = (facts: Partial<Database> = {}): Database => ({
  ...cluster,
  engine: 'mysql',
  instance_uri: '/v4/databases/mysql/instances/2201',
  ...facts,
});

export const mysqlDatabase = (facts: Partial<MysqlDatabase> = {}): MysqlDatabase => ({
  ...cluster,
  engine: 'mysql',
  ssl_connection: true,
  port: 3306,
  replication_type: 'semi_synch',
  ...facts,
});

export const postgresDatabase = (facts: Partial<PostgresDatabase> = {}): PostgresDatabase => ({
  ...cluster,
  engine: 'postgresql',
  version: '13.2',
  ssl_connection: true,
  port: 5432,
  replication_type: 'semi_synch',
  replication_commit_type: 'on',
  ...facts,
});

export const mongoDatabase = (facts: Partial<MongoDatabase> = {}): MongoDatabase => ({
  ...cluster,
  engine: 'mongodb',
  version: '4.4.10',
  ssl_connection: true,
  port: 27017,
  peers: ['a.databases.example', 'b.databases.example'],
  replica_set: 'events',
  compression_type: 'snappy',
  storage_engine: 'wiredtiger',
  ...facts,
});

export const databaseBackup = (facts: Partial<DatabaseBackup> = {}): DatabaseBackup => ({
  id: 33001,
  type: 'auto',
  label: 'auto-2026-02-26',
  created: '2026-02-26T00:00:00',
  ...facts,
});

export const databaseEngine = (facts: Partial<DatabaseEngine> = {}): DatabaseEngine => ({
  id: 'mysql/8.0.26',
  engine: 'mysql',
  version: '8.0.26',
  ...facts,
});

const prices = [
  {quantity: 1, price: {hourly: 0.09, monthly: 60}},
  {quantity: 3, price: {hourly: 0.27, monthly: 180}},
] as const;

export const databaseType = (facts: Partial<DatabaseType> = {}): DatabaseType => ({
  id: 'g6-standard-2',
  label: 'DBaaS - Standard 4 GB',
  engines: {mysql: prices, postgresql: prices, mongodb: prices},
  memory: 4096,
  disk: 81920,
  vcpus: 2,
  deprecated: false,
  class: 'standard',
  ...facts,
});

export const bucket = (facts: Partial<Bucket> = {}): Bucket => ({
  created: '2026-01-19T12:00:00',
  cluster: 'us-east-1',
  label: 'acme-site',
  hostname: 'acme-site.us-east-1.objects.example',
  size: 1_200_000,
  objects: 42,
  ...facts,
});

export const storedObject = (facts: Partial<BucketObject> = {}): BucketObject => ({
  name: 'img/logo.png',
  etag: '9a0364b9e99bb480dd25e1f0284c8555',
  last_modified: '2026-02-26T12:00:00',
  owner: 'e3b0c442',
  size: 4096,
  next_marker: null,
  is_truncated: false,
  ...facts,
});

export const storageKey = (facts: Partial<ObjectStorageKey> = {}): ObjectStorageKey => ({
  id: 71,
  label: 'deploy',
  access_key: 'KVAKUTGBA4WTR2NSJQ81',
  secret_key: '[REDACTED]',
  limited: true,
  bucket_access: [{cluster: 'us-east-1', bucket_name: 'acme-site', permissions: 'read_write'}],
  ...facts,
});

export const storageCluster = (facts: Partial<ObjectStorageCluster> = {}): ObjectStorageCluster => ({
  id: 'us-east-1',
  domain: 'us-east-1.objects.example',
  status: 'available',
  region: 'us-east',
  static_site_domain: 'website-us-east-1.objects.example',
  ...facts,
});
