/**
 * Known permissions of the token and the user, so that Skydeck can refuse a request before it is sent. If a permission
 * is unknown, the request is allowed and the API decides.
 */
import type {Grants} from '../../contract/account/users.ts';
import type {AccessLevel, Endpoint, GlobalGrant} from '../../contract/schema/endpoint.ts';
import type {PathParams} from '../../families/shape/define-family.ts';
import type {Connection} from './connection.ts';
import {contractIdentifiers, type Identifiers} from './identifiers.ts';

export interface Permissions {
  /** The token's scopes; undefined until a response has reported them. */
  readonly scopes: readonly string[] | undefined;
  /** Scopes that the operation needs and the token lacks. */
  readonly lacking: readonly string[];
  /** The grants of a restricted user; undefined for all other users. */
  readonly grants: Grants | undefined;
}

/** True if the token is known to have every scope that the operation needs. */
export const hasScopesFor = (endpoint: Endpoint, connection: Connection | undefined): boolean =>
  connection?.scopes() !== undefined && connection.missingScopes(endpoint).length === 0;

type GrantKind = Exclude<keyof Grants, 'global'>;

/** The type of resource that a path parameter identifies, as grants name it. */
const grantKindOfParam: Readonly<Record<string, GrantKind>> = {
  computeId: 'compute',
  volumeId: 'volume',
  domainId: 'domain',
  nodeBalancerId: 'nodebalancer',
  imageId: 'image',
  stackscriptId: 'stackscript',
  vpcId: 'vpc',
};

/** The reason why the API would refuse the operation; undefined if no reason is known. */
export function permissionRefusal(
  endpoint: Endpoint,
  params: PathParams,
  {scopes, lacking, grants}: Permissions,
  identifiers: Identifiers = contractIdentifiers,
): string | undefined {
  const [missing] = lacking;
  if (missing !== undefined) {
    const area = missing.slice(0, missing.indexOf(':') + 1);
    const grantedScope = scopes?.find(scope => scope.startsWith(area));
    const needs = lacking.map(scope => identifiers.spell('scopes', scope)).join(' and ');
    if (grantedScope === undefined) return `this token lacks ${needs}`;
    // The first words remain where the rest is cut off.
    return `needs ${needs}; this token has ${identifiers.spell('scopes', grantedScope)}`;
  }
  return grants && grantRefusal(endpoint, params, grants, identifiers);
}

/** The refusal by the grants of a restricted user (D1 §5). */
function grantRefusal(
  endpoint: Endpoint,
  params: PathParams,
  grants: Grants,
  identifiers: Identifiers,
): string | undefined {
  const {access, scopes = []} = endpoint.spec;
  if (access?.level === 'unrestricted') return 'your user is restricted: this is for unrestricted users only';
  if (access?.grants && !access.grants.some(grant => hasGlobalGrant(grants, grant)))
    return `your user is restricted, and lacks the grant ${access.grants.map(name => identifiers.fieldName(name)).join(' or ')}`;
  const level = access?.level ?? 'read_write';
  const ofAccount = endpoint.id.startsWith('account.') && scopes.some(scope => scope.startsWith('account:'));
  if (ofAccount && !access?.grants && !hasGlobalGrant(grants, `account_access:${level}`))
    return `your user is restricted, and lacks the grant account_access:${level}`;
  for (const [name, value] of Object.entries(params)) {
    const kind = name === 'clientId' && endpoint.id.startsWith('longview.') ? 'longview' : grantKindOfParam[name];
    const rule = name === 'computeId' ? 'instance' : (kind ?? '');
    const neededLevel = access?.entities?.[rule] ?? level;
    const refusal = kind && entityGrantRefusal(grants, kind, value, neededLevel);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function entityGrantRefusal(
  grants: Grants,
  kind: GrantKind,
  id: string | number,
  neededLevel: AccessLevel,
): string | undefined {
  // Public images are visible to all users; the grant of a private image has the number after the slash.
  const number = Number(String(id).replace('private/', ''));
  // Older providers have no grants of this kind.
  const kindGrants = grants[kind];
  if (!kindGrants) return undefined;
  const grantedLevel = kindGrants.find(grant => grant.id === number)?.permissions;
  if (grantedLevel === 'read_write' || (grantedLevel === 'read_only' && neededLevel === 'read_only')) return undefined;
  return grantedLevel === 'read_only' ? 'your user may see it, and not change it' : 'your user has no grant for it';
}

function hasGlobalGrant({global}: Grants, grant: GlobalGrant): boolean {
  if (grant === 'account_access:read_only') return global.account_access !== null;
  if (grant === 'account_access:read_write') return global.account_access === 'read_write';
  // Older providers have no grants for services of today, so only the API can decide whether one is needed.
  return global[grant] ?? true;
}
