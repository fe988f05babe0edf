/** Subject of a ticket: at most one entity, which must exist (D3 §4.5). */

import type {Contract} from '../../../contract/index.ts';
import type {SupportTicket} from '../../../contract/resources/support.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {getSettings} from '../account/account-kinds.ts';
import {Domains, domainEntity} from '../domains/domain-kinds.ts';
import {Instances, instanceEntity} from '../instances/instance-kinds.ts';
import {KubeClusters} from '../kube/kube-kinds.ts';
import {LongviewClients, longviewEntity} from '../longview.ts';
import {NodeBalancers} from '../nodebalancers/nodebalancer-kinds.ts';
import {Volumes, volumeEntity} from '../volumes/volume-kinds.ts';
import {Vpcs} from '../vpcs/vpc-kinds.ts';

type TicketSubjectRequest = RequestBody<Contract['support']['tickets']['create']>;
type Entity = NonNullable<SupportTicket['entity']>;
type IdField =
  | 'compute_id'
  | 'domain_id'
  | 'kubecluster_id'
  | 'longviewclient_id'
  | 'nodebalancer_id'
  | 'volume_id'
  | 'vpc_id';

const finders: Readonly<Record<IdField, (db: Store, id: number) => Entity | undefined>> = {
  compute_id: (db, id) => entity(db.get(Instances, id), instanceEntity),
  domain_id: (db, id) => entity(db.get(Domains, id), domainEntity),
  longviewclient_id: (db, id) => entity(db.get(LongviewClients, id), longviewEntity),
  nodebalancer_id: (db, id) =>
    entity(db.get(NodeBalancers, id), ({label}) => ({id, label, type: 'nodebalancer', url: `/v4/nodebalancers/${id}`})),
  volume_id: (db, id) => entity(db.get(Volumes, id), volumeEntity),
  // Only the API of today has clusters and VPCs.
  kubecluster_id: (db, id) =>
    entity(db.get(KubeClusters, id), ({label}) => ({id, label, type: 'kubecluster', url: `/v4/kube/clusters/${id}`})),
  vpc_id: (db, id) => entity(db.get(Vpcs, id), ({label}) => ({id, label, type: 'vpc', url: `/v4/vpcs/${id}`})),
};

function entity<D>(doc: D | undefined, name: (doc: D) => Entity): Entity | undefined {
  return doc === undefined ? undefined : name(doc);
}

/** The entity of a new ticket; adds problems for conflicting fields. */
export function resolveSubject(db: Store, request: TicketSubjectRequest, fieldErrors: FieldErrors): Entity | null {
  const namedFields = (Object.keys(finders) as IdField[]).filter(field => request[field] !== undefined);
  for (const field of namedFields.slice(1)) fieldErrors.add('only one ID can be given', field);
  if (request.managed_issue) {
    for (const field of namedFields) fieldErrors.add('cannot be given with managed_issue', field);
    fieldErrors.addIf(!getSettings(db).managed, 'Managed is not enabled on this account', 'managed_issue');
  }
  fieldErrors.addIf(request.vlan !== undefined && request.region === undefined, 'is required with vlan', 'region');
  fieldErrors.addIf(
    request.region !== undefined && request.vlan === undefined,
    'can only be given with vlan',
    'region',
  );
  const [field] = namedFields;
  const id = field && request[field];
  if (!field || id === undefined) return null;
  const entity = finders[field](db, id);
  fieldErrors.addIf(!entity, 'is not on this account', field);
  return entity ?? null;
}
