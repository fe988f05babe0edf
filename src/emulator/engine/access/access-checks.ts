/**
 * Permission of an actor to make a call: scopes of the token, then grants of the user (D1 §5).
 *
 * All checks here derive from the endpoint's definition. A handler checks only facts that the definition lacks, such
 * as the instance that a volume is attached to.
 */
import {
  type AccessLevel,
  authOf,
  type Endpoint,
  type GlobalGrant,
  isMutation,
} from '../../../contract/schema/endpoint.ts';
import {forbidden} from '../http/refusal.ts';
import type {GrantKind} from '../storage/kind.ts';
import type {Actor} from './actors.ts';

/** Kind of grant by the name in a path, a body or an access rule. */
const grantKinds: Readonly<Record<string, GrantKind>> = {
  compute: 'compute',
  instance: 'compute',
  volume: 'volume',
  domain: 'domain',
  nodeBalancer: 'nodebalancer',
  nodebalancer: 'nodebalancer',
  image: 'image',
  stackscript: 'stackscript',
};

/** Operations of the account area that any user of the account may read. */
const openOperations = new Set(['account.notifications.list', 'account.transfer.get', 'account.settings.get']);

/** @throws Refusal 403 when the token lacks a scope. */
export function checkScopes(endpoint: Endpoint, actor: Actor): void {
  if (authOf(endpoint) === 'none') return;
  const missing = (endpoint.spec.scopes ?? []).filter(scope => !actor.scopes.has(scope));
  if (missing.length > 0)
    throw forbidden(`Your OAuth token is not authorized to use this endpoint: ${missing.join(', ')}.`);
}

/** @throws Refusal 403 when the user lacks a grant that the endpoint and its path require. */
export function checkGrants(endpoint: Endpoint, actor: Actor, params: Readonly<Record<string, unknown>>): void {
  if (!actor.isRestricted || authOf(endpoint) === 'none') return;
  const {access} = endpoint.spec;
  if (access?.level === 'unrestricted') throw forbidden('Unauthorized: this is for unrestricted users only.');
  if (access?.grants && !access.grants.some(grant => hasGlobal(actor, grant))) throw forbidden();
  const level = access?.level ?? (isMutation(endpoint) ? 'read_write' : 'read_only');
  if (endpoint.id.startsWith('account.') && endpoint.spec.scopes?.some(scope => scope.startsWith('account:'))) {
    if (!openOperations.has(endpoint.id) && !access?.grants && !hasGlobal(actor, `account_access:${level}`))
      throw forbidden();
  }
  for (const [name, value] of Object.entries(params)) {
    const subject = subjectOf(endpoint, name);
    if (subject) requireGrant(actor, subject.kind, value as number | string, access?.entities?.[subject.rule] ?? level);
  }
}

/** @throws Refusal 403 when the user lacks a grant on an entity that the body names. */
export function checkBodyGrants(endpoint: Endpoint, actor: Actor, body: unknown): void {
  const entities = endpoint.spec.access?.entities;
  if (!actor.isRestricted || !entities || typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const rule = name === 'compute_id' ? 'instance' : name.replace(/_id$/, '');
    const grant = grantKinds[rule];
    const level = entities[rule];
    if (grant && level && typeof value === 'number') requireGrant(actor, grant, value, level);
  }
}

/** @throws Refusal 403 without the permission. */
export function requireGrant(actor: Actor, kind: GrantKind, id: number | string, level: AccessLevel): void {
  if (!hasGrant(actor, kind, id, level)) throw forbidden();
}

export function hasGrant(actor: Actor, kind: GrantKind, id: number | string, level: AccessLevel): boolean {
  if (!actor.isRestricted) return true;
  // Every user can read public images; private ones are granted by the number behind the slash.
  if (kind === 'image' && !String(id).startsWith('private/')) return level === 'read_only';
  const grantedLevel = actor.granted.entities[kind]?.[String(id).replace('private/', '')];
  return grantedLevel === 'read_write' || (grantedLevel === 'read_only' && level === 'read_only');
}

export function hasGlobal(actor: Actor, grant: GlobalGrant): boolean {
  if (!actor.isRestricted) return true;
  const {global} = actor.granted;
  if (grant === 'account_access:read_only') return global.account_access != null;
  if (grant === 'account_access:read_write') return global.account_access === 'read_write';
  return global[grant] === true;
}

function subjectOf(endpoint: Endpoint, param: string): {kind: GrantKind; rule: string} | undefined {
  // Longview clients and OAuth clients are both called clientId; only the former can be granted.
  if (param === 'clientId')
    return endpoint.id.startsWith('longview.') ? {kind: 'longview', rule: 'longview'} : undefined;
  // Every user can read public StackScripts; the handler knows which scripts are public.
  if (endpoint.id === 'stackscripts.get') return undefined;
  const name = param.replace(/Id$/, '');
  const grant = name === param ? undefined : grantKinds[name];
  return grant && {kind: grant, rule: name === 'compute' ? 'instance' : name};
}
