/** Scopes of a token: a level for each area, written as `compute:read_only volumes:read_write`; `*` means all. */

/** The areas of the API with their content, named by the titles of resource types (D1 §1, D2 §1, D3 §1). */
export const scopeAreas = {
  account: 'Billing, Users, Tickets, Tags',
  compute: 'Instances',
  databases: 'Databases',
  domains: 'Domains, Records',
  events: 'Events',
  firewall: 'Firewalls',
  images: 'Images',
  ips: 'IP addresses',
  longview: 'Longview clients',
  maintenance: 'Maintenance',
  nodebalancers: 'NodeBalancers',
  object_storage: 'Buckets, Objects, Access keys',
  stackscripts: 'StackScripts',
  volumes: 'Volumes',
} as const;

/** Areas that only today's API has. */
export const todayScopeAreas = {
  child_account: 'Child accounts',
  kube: 'Kubernetes clusters',
  monitor: 'Alert definitions, Alert channels, Dashboards',
  placement: 'Placement groups',
  vpc: 'VPCs',
} as const;

/** Areas without changing operations. */
const readOnlyAreas: ReadonlySet<string> = new Set(['maintenance']);

export type ScopeLevel = 'read_only' | 'read_write';
export const scopeLevelWords: Readonly<Record<ScopeLevel, string>> = {read_only: 'see', read_write: 'see and change'};

/** An area with its level. An area without a level is kept unchanged, because Skydeck may not know it. */
export interface ParsedScope {
  readonly area: string;
  readonly level: string;
}

export const allScopes = '*';
export const hasAllScopes = (scopes: string): boolean => scopes.split(/[\s,]+/).includes(allScopes);

export const parseScopes = (scopes: string): readonly ParsedScope[] =>
  scopes
    .split(/[\s,]+/)
    .filter(part => part !== '' && part !== allScopes)
    .map(part => {
      const [area = '', level = ''] = part.split(':');
      return {area, level};
    });

export const formatScopes = (scopes: readonly ParsedScope[]): string =>
  scopes.map(({area, level}) => (level === '' ? area : `${area}:${level}`)).join(' ');

/** Cycles through no access, read, and read and write, as far as the area has these levels. */
export function withNextLevel(scopes: readonly ParsedScope[], area: string): readonly ParsedScope[] {
  const now = scopes.find(scope => scope.area === area);
  if (now === undefined) return [...scopes, {area, level: 'read_only'}];
  if (now.level === 'read_only' && !readOnlyAreas.has(area))
    return scopes.map(scope => (scope === now ? {area, level: 'read_write'} : scope));
  return scopes.filter(scope => scope !== now);
}
