/** Grants: permissions of a restricted user, global ones and for single objects. */
import type {Grant, Grants} from '../../../../contract/account/users.ts';
import type {Contract} from '../../../../contract/index.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import type {GrantedAccess} from '../../../engine/access/actors.ts';
import type {FieldErrors} from '../../../engine/http/refusal.ts';
import type {GrantKind, Kind} from '../../../engine/storage/kind.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {Domains} from '../../domains/domain-kinds.ts';
import {Images} from '../../images/image-kinds.ts';
import {Instances} from '../../instances/instance-kinds.ts';
import {LongviewClients} from '../../longview.ts';
import {NodeBalancers} from '../../nodebalancers/nodebalancer-kinds.ts';
import {StackScripts} from '../../stackscripts/stackscript-kinds.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';

type GrantsRequest = RequestBody<Contract['account']['users']['grants']['update']>;

interface GrantSource {
  readonly kind: Kind;
  readonly id?: string;
  readonly label?: string;
  readonly where?: string;
}

/** Sources of the entities of each kind; public images and other users' StackScripts need no grant. */
const sources: Readonly<Record<GrantKind, GrantSource>> = {
  compute: {kind: Instances},
  domain: {kind: Domains, label: 'domain'},
  nodebalancer: {kind: NodeBalancers},
  image: {kind: Images, id: `CAST(substr(key, 9) AS INTEGER)`, where: `key LIKE 'private/%'`},
  longview: {kind: LongviewClients},
  stackscript: {kind: StackScripts, where: `json_extract(doc, '$.mine')`},
  volume: {kind: Volumes},
};
const kinds = Object.keys(sources) as GrantKind[];

function grantableEntities(
  db: Store,
  {kind, id = 'id', label = 'label', where = '1'}: GrantSource,
): {id: number; label: string}[] {
  return db.many(
    `SELECT ${id} AS id, json_extract(doc, '$.${label}') AS label FROM entity WHERE kind='${kind.name}' AND ${where} ORDER BY 1`,
  );
}

/** All grants of a user; `isComplete` also lists the objects that the user can't access. */
export function grantsOf(db: Store, {global, entities}: GrantedAccess, {isComplete}: {isComplete: boolean}): Grants {
  const listOf = (kind: GrantKind): Grant[] => {
    const levels = entities[kind] ?? {};
    if (!isComplete && Object.keys(levels).length === 0) return [];
    const all = grantableEntities(db, sources[kind]).map(({id, label}) => ({
      id,
      permissions: levels[id] ?? null,
      label,
    }));
    return isComplete ? all : all.filter(({permissions}) => permissions !== null);
  };
  return {
    global: {
      add_compute: global.add_compute ?? false,
      add_longview: global.add_longview ?? false,
      longview_subscription: global.longview_subscription ?? false,
      account_access: global.account_access ?? null,
      cancel_account: global.cancel_account ?? false,
      add_domains: global.add_domains ?? false,
      add_stackscripts: global.add_stackscripts ?? false,
      add_nodebalancers: global.add_nodebalancers ?? false,
      add_images: global.add_images ?? false,
      add_volumes: global.add_volumes ?? false,
      add_firewalls: global.add_firewalls ?? false,
      add_databases: global.add_databases ?? false,
    },
    compute: listOf('compute'),
    domain: listOf('domain'),
    nodebalancer: listOf('nodebalancer'),
    image: listOf('image'),
    longview: listOf('longview'),
    stackscript: listOf('stackscript'),
    volume: listOf('volume'),
  };
}

/** Grants after a change; grants that the request lacks stay unchanged. */
export function applyGrants(
  db: Store,
  before: GrantedAccess,
  request: GrantsRequest,
  fieldErrors: FieldErrors,
): GrantedAccess {
  const changes = kinds.map(kind => {
    const entries = request[kind];
    const levels = {...before.entities[kind]};
    if (!entries || entries.length === 0) return [kind, levels] as const;
    const entityIds = new Set(grantableEntities(db, sources[kind]).map(({id}) => id));
    for (const [index, {id, permissions}] of entries.entries()) {
      if (id === undefined || !entityIds.has(id)) fieldErrors.add('is not on this account', `${kind}.${index}.id`);
      else if (permissions === null) delete levels[id];
      else if (permissions !== undefined) levels[id] = permissions;
    }
    return [kind, levels] as const;
  });
  return {global: {...before.global, ...request.global}, entities: Object.fromEntries(changes)};
}
