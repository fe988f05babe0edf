/** VPCs and their subnets, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {Vpc, VpcSubnet} from '../../../contract/resources/vpcs.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Instances} from '../instances/instance-kinds.ts';
import {Regions} from '../regions.ts';
import {offersVpcs} from '../today/today-capabilities.ts';
import {rangeProblem} from './subnet-ranges.ts';
import {instancesIn, type VpcInterface, vpcAddresses, vpcInterfaces} from './vpc-interfaces.ts';
import {type StoredSubnet, type StoredVpc, Subnets, subnetEntity, Vpcs, vpcEntity} from './vpc-kinds.ts';

type Endpoints = Contract['vpcs'];

const presentSubnet = (subnet: StoredSubnet, interfaces: readonly VpcInterface[]): VpcSubnet => ({
  ...subnet,
  computes: instancesIn(subnet.id, interfaces),
});

const presentVpc = (db: Store, vpc: StoredVpc, interfaces = vpcInterfaces(db)): Vpc => ({
  ...vpc,
  subnets: db.all(Subnets, vpc.id).map(subnet => presentSubnet(subnet, interfaces)),
});

interface SubnetPlace {
  readonly vpcId: number;
  readonly vpcSubnetId: number;
}

/** @throws Refusal 404 for a subnet that the VPC in the path does not have */
function subnetAt(db: Store, {vpcId, vpcSubnetId}: SubnetPlace): StoredSubnet {
  const row = db.row(Subnets, vpcSubnetId);
  if (row?.parent !== vpcId) throw notFound();
  return row.doc;
}

function addSubnet(
  work: UnitOfWork,
  vpc: number,
  {label, ipv4}: {readonly label: string; readonly ipv4: string},
): StoredSubnet {
  const created = formatTimestamp(work.now);
  const subnet = work.db.insert(Subnets, id => ({id, label, ipv4, created, updated: created}), {parent: vpc});
  work.emit({action: 'subnet_create', entity: subnetEntity(vpc, subnet)});
  return subnet;
}

/** @throws Refusal 400 while an interface is in one of the subnets */
function refuseUsed(db: Store, subnets: readonly StoredSubnet[]): void {
  const interfaces = vpcInterfaces(db);
  for (const {id, label} of subnets) {
    const used = interfaces.find(({subnet}) => subnet === id);
    if (!used) continue;
    const instance = db.get(Instances, used.instance)?.label ?? used.instance;
    throw badRequest(`The subnet ${label} is used by an interface of ${instance}.`);
  }
}

function removeSubnet(work: UnitOfWork, vpc: number, subnet: StoredSubnet): void {
  work.db.remove(Subnets, subnet.id);
  work.emit({action: 'subnet_delete', entity: subnetEntity(vpc, subnet)});
}

const subnets: Handlers<Endpoints['subnets']> = {
  list(call) {
    const {id} = call.find(Vpcs, call.params.vpcId);
    const interfaces = vpcInterfaces(call.db);
    return call.pageOf(call.db.all(Subnets, id).map(subnet => presentSubnet(subnet, interfaces)));
  },

  create(call) {
    const {db, body} = call;
    const vpc = call.find(Vpcs, call.params.vpcId);
    const problem = rangeProblem(
      body.ipv4,
      db.all(Subnets, vpc.id).map(({ipv4}) => ipv4),
    );
    if (problem !== undefined) throw badRequest(problem, 'ipv4');
    return presentSubnet(addSubnet(call, vpc.id, body), []);
  },

  get: ({db, params}) => presentSubnet(subnetAt(db, params), vpcInterfaces(db)),

  update(call) {
    const {db, params, body} = call;
    const subnet = db.update(Subnets, subnetAt(db, params).id, body);
    call.emit({action: 'subnet_update', entity: subnetEntity(params.vpcId, subnet)});
    return presentSubnet(subnet, vpcInterfaces(db));
  },

  delete(call) {
    const subnet = subnetAt(call.db, call.params);
    refuseUsed(call.db, [subnet]);
    removeSubnet(call, call.params.vpcId, subnet);
    return {};
  },
};

export const vpcs: Handlers<Endpoints> = {
  list(call) {
    const interfaces = vpcInterfaces(call.db);
    return call.pageOf(call.db.all(Vpcs).map(vpc => presentVpc(call.db, vpc, interfaces)));
  },

  create(call) {
    const {db, body, now} = call;
    const {label, region, description = '', subnets: wanted = []} = body;
    const place = db.byKey(Regions, region);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!place, 'is not a region', 'region');
    fieldErrors.addIf(!!place && !offersVpcs(place.doc.capabilities), 'offers no VPCs', 'region');
    for (const [index, {ipv4}] of wanted.entries()) {
      const earlier = wanted.slice(0, index).map(subnet => subnet.ipv4);
      const problem = rangeProblem(ipv4, earlier);
      fieldErrors.addIf(problem !== undefined, problem ?? '', `subnets.${index}.ipv4`);
    }
    fieldErrors.throwIfAny();
    const created = formatTimestamp(now);
    const vpc = db.insert(Vpcs, id => ({id, label, description, region, created, updated: created}));
    call.emit({action: 'vpc_create', entity: vpcEntity(vpc)});
    for (const subnet of wanted) addSubnet(call, vpc.id, subnet);
    return presentVpc(db, vpc);
  },

  get: call => presentVpc(call.db, call.find(Vpcs, call.params.vpcId)),

  update(call) {
    const vpc = call.db.update(Vpcs, call.find(Vpcs, call.params.vpcId).id, call.body);
    call.emit({action: 'vpc_update', entity: vpcEntity(vpc)});
    return presentVpc(call.db, vpc);
  },

  /** Also deletes all subnets. */
  delete(call) {
    const {db} = call;
    const vpc = call.find(Vpcs, call.params.vpcId);
    const own = db.all(Subnets, vpc.id);
    refuseUsed(db, own);
    for (const subnet of own) removeSubnet(call, vpc.id, subnet);
    db.remove(Vpcs, vpc.id);
    call.emit({action: 'vpc_delete', entity: vpcEntity(vpc)});
    return {};
  },

  subnets,
  ips: {list: call => call.pageOf(vpcAddresses(call.db, call.find(Vpcs, call.params.vpcId).id))},
  allIps: {list: call => call.pageOf(vpcAddresses(call.db))},
};
