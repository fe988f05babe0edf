/** Sections of the API description: one per family of the contract, with a sentence about its resources. */
export const sectionDescriptions: Readonly<Record<string, string>> = {
  volumes: 'Block storage that is attached to instances.',
  objectStorage: 'Buckets, objects and access keys of Object Storage, and its clusters.',
  images: 'Images from which instances are deployed, and share groups for Images.',
  regions: 'Places in which resources are created, and the plans that they offer.',
  tags: 'Labels that group resources of different types.',
  instances: 'Virtual machines with their disks, configs, backups, addresses and statistics.',
  kernels: 'Kernels with which instances boot.',
  stackscripts: 'Scripts that run when an instance is deployed.',
  types: 'Plans of instances, with their sizes and prices.',
  domains: 'DNS zones and their records.',
  databases: 'Managed databases with their backups and credentials.',
  nodebalancers: 'Load balancers with their ports (configs) and backend nodes.',
  longview: 'Monitoring of systems by an agent.',
  managed: 'The Managed service: contacts, credentials, monitored services and issues.',
  support: 'Support tickets.',
  account: 'The account itself: users, billing, events, OAuth clients and transfers of services.',
  betas: 'Beta programs in which an account can be enrolled.',
  networking: 'IP addresses, firewalls and VLANs.',
  vpcs: 'Private networks in a region, with their subnets.',
  placement: 'Groups that place instances on the same host or on different hosts.',
  kube: 'Kubernetes clusters with their node pools.',
  maintenance: 'Policies for maintenance of hosts.',
  monitor: 'Metrics, dashboards and alerts of services.',
  networkTransfer: 'Prices of network transfer.',
  profile: 'The user to whom the token belongs: tokens, SSH keys, logins and preferences.',
};

/** The introduction, in CommonMark. */
export const introduction = [
  'Send a personal access token or an OAuth token: `Authorization: Bearer TOKEN`. An operation names the scopes that the token needs. A restricted user also needs permission for the resource: `read_only` to read it, `read_write` to change it.',
  'Lists have pages: `page` starts at 1, and a response has `data`, `page`, `pages` and `results`. `X-Filter` holds a JSON object with conditions, for example `{"+and": [{"region": "us-east"}, {"tags": "prod"}], "+order_by": "label"}`.',
  'A refused call returns `{"errors": [{"field": …, "reason": …}]}` with one entry per problem, and changes nothing.',
  'Every response announces the rate limit in `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`; a call above it is refused with 429 and `Retry-After`.',
  'Responses may have more fields and values than this description lists. Times are in UTC.',
].join('\n\n');
