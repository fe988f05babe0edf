// @ts-check
/**
 * Pages of docs/cli: which resource types each one is about.
 * @typedef {{readonly slug: string, readonly title: string, readonly families: readonly string[]}} CliPage
 */

/** @type {readonly CliPage[]} */
export const pages = [
  {
    slug: 'instances',
    title: 'Instances',
    families: ['instances', 'instances.volumes', 'instances.firewalls', 'instances.nodebalancers'],
  },
  {slug: 'configs', title: 'Configs', families: ['instances.configs']},
  {slug: 'disks', title: 'Disks', families: ['instances.disks']},
  {slug: 'backups', title: 'Backups', families: ['instances.backups']},
  {
    slug: 'interfaces',
    title: 'Interfaces of an instance',
    families: [
      ...['instances.interfaces', 'instances.interfaces.settings'],
      ...['instances.interfaces.history', 'instances.interfaces.firewalls'],
    ],
  },
  {slug: 'instance-ips', title: 'IP addresses of an instance', families: ['instances.ips']},
  {slug: 'images', title: 'Images', families: ['images', 'images.imageSharegroups']},
  {
    slug: 'share-groups',
    title: 'Share groups of images',
    families: ['images.sharegroups', 'images.sharegroups.images', 'images.sharegroups.members'],
  },
  {
    slug: 'shared-images',
    title: 'Images that other accounts share',
    families: ['images.sharegroups.tokens', 'images.sharegroups.tokens.sharegroup.images'],
  },
  {slug: 'stackscripts', title: 'StackScripts', families: ['stackscripts']},
  {slug: 'plans', title: 'Plans, kernels and regions', families: ['types', 'kernels', 'regions']},
  {slug: 'volumes', title: 'Volumes', families: ['volumes']},
  {
    slug: 'buckets',
    title: 'Buckets',
    families: ['objectStorage.buckets', 'objectStorage.clusters', 'objectStorage.quotas', 'objectStorage.endpoints'],
  },
  {slug: 'objects', title: 'Objects', families: ['objectStorage.objects']},
  {slug: 'access-keys', title: 'Access keys', families: ['objectStorage.keys']},
  {slug: 'domains', title: 'Domains', families: ['domains']},
  {slug: 'records', title: 'DNS records', families: ['domains.records']},
  {slug: 'nodebalancers', title: 'NodeBalancers', families: ['nodebalancers']},
  {
    slug: 'nodebalancer-configs',
    title: 'NodeBalancer configs and nodes',
    families: ['nodebalancers.configs', 'nodebalancers.configs.nodes'],
  },
  {
    slug: 'firewalls',
    title: 'Firewalls',
    families: ['networking.firewalls', 'networking.firewalls.rules', 'networking.firewalls.devices'],
  },
  {
    slug: 'ips',
    title: 'IP addresses, ranges and VLANs',
    families: ['networking.ips', 'networking.ipv6.ranges', 'networking.ipv6.pools', 'networking.vlans'],
  },
  {slug: 'placement-groups', title: 'Placement groups', families: ['placement.groups']},
  {slug: 'kubernetes', title: 'Kubernetes clusters', families: ['kube.clusters', 'kube.clusters.controlPlaneAcl']},
  {
    slug: 'node-pools',
    title: 'Node pools and nodes',
    families: ['kube.clusters.pools', 'kube.clusters.nodes'],
  },
  {
    slug: 'kubernetes-versions',
    title: 'Kubernetes versions and prices',
    families: ['kube.versions', 'kube.tiers.versions', 'kube.types'],
  },
  {slug: 'vpcs', title: 'VPCs and subnets', families: ['vpcs', 'vpcs.subnets', 'vpcs.ips', 'vpcs.allIps']},
  {slug: 'databases', title: 'Databases', families: ['databases.instances', 'databases.engines', 'databases.types']},
  {slug: 'mysql', title: 'MySQL databases', families: ['databases.mysql', 'databases.mysql.backups']},
  {
    slug: 'postgresql',
    title: 'PostgreSQL databases',
    families: ['databases.postgresql', 'databases.postgresql.backups'],
  },
  {slug: 'mongodb', title: 'MongoDB databases', families: ['databases.mongodb', 'databases.mongodb.backups']},
  {
    slug: 'longview',
    title: 'Longview',
    families: ['longview.clients', 'longview.plan', 'longview.subscriptions'],
  },
  {
    slug: 'managed',
    title: 'Managed',
    families: [
      ...['managed.services', 'managed.issues', 'managed.contacts'],
      ...['managed.credentials', 'managed.computeSettings'],
    ],
  },
  {slug: 'tickets', title: 'Tickets', families: ['support.tickets', 'support.tickets.replies']},
  {
    slug: 'events',
    title: 'Events, notifications and maintenance',
    families: ['account.events', 'account.notifications', 'account.maintenance'],
  },
  {
    slug: 'billing',
    title: 'Account and billing',
    families: [
      ...['account', 'account.invoices', 'account.invoices.items', 'account.payments'],
      ...['account.paymentMethods', 'account.settings'],
    ],
  },
  {
    slug: 'users',
    title: 'Users, grants and logins',
    families: ['account.users', 'account.users.grants', 'account.logins'],
  },
  {slug: 'oauth-clients', title: 'OAuth clients', families: ['account.oauthClients']},
  {slug: 'transfers', title: 'Service transfers', families: ['account.serviceTransfers', 'account.entityTransfers']},
  {
    slug: 'profile',
    title: 'My profile',
    families: [...['profile', 'profile.apps', 'profile.devices', 'profile.logins', 'profile.securityQuestions']],
  },
  {slug: 'tokens', title: 'Tokens', families: ['profile.tokens']},
  {slug: 'ssh-keys', title: 'SSH keys', families: ['profile.sshKeys']},
  {slug: 'tags', title: 'Tags', families: ['tags', 'tags.objects']},
  {
    slug: 'prices',
    title: 'Prices, plan availability and maintenance policies',
    families: [
      ...['volumes.types', 'objectStorage.types', 'nodebalancers.types', 'longview.types', 'networkTransfer.prices'],
      ...['regions.availability', 'maintenance.policies'],
    ],
  },
];

/** IDs that `get` needs for lists below another resource, and flags that keep an example narrow. */
/** @type {Readonly<Record<string, readonly string[]>>} */
export const getExamples = {
  instances: ['--filter', 'tag:web'],
  'instances.configs': ['web-01'],
  'instances.disks': ['web-01'],
  'instances.backups': ['db-01'],
  'instances.volumes': ['web-01'],
  'instances.ips': ['web-01'],
  'instances.firewalls': ['web-01'],
  'instances.nodebalancers': ['web-01'],
  'instances.interfaces': ['batch-11'],
  'instances.interfaces.settings': ['batch-11'],
  'instances.interfaces.history': ['batch-11', '--columns', 'interface_id,version,created'],
  'instances.interfaces.firewalls': ['batch-11', 'public'],
  images: ['--filter', 'vendor:debian'],
  'images.imageSharegroups': ['private/15015'],
  'images.sharegroups.images': ['partners'],
  'images.sharegroups.members': ['partners'],
  'images.sharegroups.tokens.sharegroup.images': ['7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e01'],
  stackscripts: ['--columns', 'label,is_public,deployments_active,deployments_total,updated'],
  volumes: ['--filter', 'region:us-east'],
  'objectStorage.objects': ['us-east-1', 'acme-site'],
  domains: ['--filter', 'tag:shop'],
  'domains.records': ['acme-infra.example', '--filter', 'type:A'],
  'nodebalancers.configs': ['front'],
  'nodebalancers.configs.nodes': ['front', '80'],
  'networking.firewalls.rules': ['web'],
  'networking.firewalls.devices': ['web'],
  'networking.ips': ['--filter', 'region:eu-west'],
  'kube.clusters.pools': ['shop'],
  'kube.clusters.nodes': ['shop'],
  'kube.clusters.controlPlaneAcl': ['shop'],
  'kube.tiers.versions': ['standard'],
  'vpcs.subnets': ['production'],
  'vpcs.ips': ['production'],
  'databases.mysql.backups': ['shop-mysql'],
  'databases.postgresql.backups': ['orders'],
  'databases.mongodb.backups': ['events-mongo'],
  'support.tickets.replies': ['98300', '--columns', 'id,created_by,created'],
  'account.notifications': ['--columns', 'severity,label'],
  'account.events': ['--columns', 'id,action,username,status'],
  'account.invoices.items': ['71024'],
  'account.users.grants': ['intern', '--json'],
  'managed.computeSettings': ['--filter', 'label:web'],
  'tags.objects': ['prod'],
};
