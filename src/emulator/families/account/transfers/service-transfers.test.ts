import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../../testing/test-account.ts';
import {Configs, Instances} from '../../instances/instance-kinds.ts';
import {type TransferInstance, Transfers} from '../account-kinds.ts';
import {transferObstacle} from './transfer-obstacles.ts';

const {serviceTransfers, entityTransfers, events} = contract.account;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const offer = (...computes: number[]) => account.call(serviceTransfers.create, {body: {entities: {computes}}});
const at = ({token}: {token: string}) => ({params: {token}});
const stateOf = async (transfer: {token: string}) => (await account.ok(serviceTransfers.get, at(transfer))).status;

const parcel: TransferInstance = {
  label: 'gateway',
  region: 'eu-central',
  type: 'g6-nanode-1',
  image: 'compute/debian12',
};
const uuid = '11111111-2222-4333-8444-555555555555';

/** An offer that another account made. */
function receive(label = parcel.label) {
  const doc = {
    token: uuid,
    status: 'pending',
    created: '2026-01-15T11:00:00',
    updated: '2026-01-15T11:00:00',
    expiry: '2026-01-16T11:00:00',
    is_sender: false,
    entities: {computes: [99_999]},
  };
  const hidden = {parcels: [{...parcel, label}]};
  account.db.transaction(() => account.db.insert(Transfers, () => doc, {hidden}));
  return doc;
}

describe('service transfers', () => {
  it('rule 358: name instances, and have a UUID as their token', async () => {
    const {id} = await createEmptyInstance(account);
    const {body, status} = await offer(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      status: 'pending',
      created: '2026-01-15T12:00:00',
      updated: '2026-01-15T12:00:00',
      expiry: '2026-01-16T12:00:00',
      is_sender: true,
      entities: {computes: [id]},
    });
    expect(await account.ok(serviceTransfers.get, at(body))).toEqual(body);
    expect((await account.ok(serviceTransfers.list, {filter: {status: 'pending', is_sender: true}})).data).toEqual([
      body,
    ]);
    expect((await offer()).fields).toEqual(['entities.computes']);
    expect((await offer(1)).fields).toEqual(['entities.computes.0']);
    expect((await account.call(serviceTransfers.create, {body: {}})).fields).toEqual(['entities']);
    const other = await createEmptyInstance(account);
    expect((await offer(other.id, other.id)).fields).toEqual(['entities.computes.1']);
    // Another transfer has this instance already.
    expect((await offer(id)).fields).toEqual(['entities.computes.0']);
  });

  it('rules 357, 358: answer under their deprecated name with a deprecation warning', async () => {
    const {id} = await createEmptyInstance(account);
    const response = await account.call(entityTransfers.create, {body: {entities: {computes: [id]}}});
    expect(response.status).toBe(299);
    const warnings = [{title: 'Deprecated endpoint', details: expect.stringContaining('entity-transfers')}];
    expect(response.body).toMatchObject({status: 'pending', entities: {computes: [id]}, warnings});
    const {token} = response.body;
    for (const call of [
      () => account.call(entityTransfers.list),
      () => account.call(entityTransfers.get, at({token})),
      () => account.call(entityTransfers.delete, at({token})),
    ])
      expect(await call()).toMatchObject({status: 299, body: {warnings}});
    expect((await account.call(entityTransfers.accept, at({token}))).status).toBe(400);
    receive();
    expect(await account.call(entityTransfers.accept, at({token: uuid}))).toMatchObject({
      status: 299,
      body: {warnings},
    });
    expect(await stateOf({token})).toBe('cancelled');
  });

  it('are forbidden for restricted users', async () => {
    const {id} = await createEmptyInstance(account);
    const token = account.tokenFor('clerk', {granted: {global: {account_access: 'read_write'}, entities: {}}});
    const body = {entities: {computes: [id]}};
    expect((await account.call(serviceTransfers.create, {token, body})).status).toBe(403);
    expect((await account.call(serviceTransfers.list, {token})).status).toBe(403);
  });

  it('become stale after a day', async () => {
    const {body} = await offer((await createEmptyInstance(account)).id);
    account.pass(24 * 3600 - 1);
    expect(await stateOf(body)).toBe('pending');
    account.pass(1);
    expect(await stateOf(body)).toBe('stale');
    expect((await account.call(serviceTransfers.delete, at(body))).status).toBe(400);
    const {data} = await account.ok(events.list);
    expect(data[0]).toMatchObject({action: 'entity_transfer_stale', entity: {label: body.token}});
  });

  it("can be canceled while they are pending, and can't be accepted by the account that made them", async () => {
    const {body} = await offer((await createEmptyInstance(account)).id);
    expect((await account.call(serviceTransfers.accept, at(body))).fieldErrors[0]?.reason).toContain('created it');
    expect(await account.ok(serviceTransfers.delete, at(body))).toEqual({});
    expect(await stateOf(body)).toBe('cancelled');
    account.pass(24 * 3600);
    expect(await stateOf(body)).toBe('cancelled');
    for (const call of [serviceTransfers.delete, serviceTransfers.accept])
      expect((await account.call(call, at(body))).status).toBe(400);
    expect((await account.call(serviceTransfers.accept, at({token: uuid}))).status).toBe(404);
  });

  it('accept only instances without volumes, NodeBalancers and other ties', async () => {
    const instance = await createTestInstance(account, {private_ip: true});
    const {id, ipv4} = instance;
    const ties = () => {
      const doc = account.db.get(Instances, id);
      return doc ? transferObstacle(account.db, doc) : [];
    };
    expect(ties()).toEqual([]);
    const volume = await account.ok(contract.volumes.create, {body: {label: 'tied', region: 'us-east'}});
    const [config] = account.db.all(Configs, id);
    account.pass(60);
    await account.ok(contract.volumes.attach, {params: {volumeId: volume.id}, body: {compute_id: id}});
    const balancer = await account.ok(contract.nodebalancers.create, {body: {region: 'us-east'}});
    const port = await account.ok(contract.nodebalancers.configs.create, {
      params: {nodeBalancerId: balancer.id},
      body: {port: 80},
    });
    await account.ok(contract.nodebalancers.configs.nodes.create, {
      params: {nodeBalancerId: balancer.id, configId: port.id},
      body: {label: 'node', address: ipv4[1] ?? ''},
    });
    await account.ok(contract.account.settings.enableManaged);
    await account.ok(contract.managed.services.create, {
      body: {label: 'watch', service_type: 'tcp', address: `${ipv4[0]}:22`, timeout: 10},
    });
    await account.ok(contract.instances.configs.update, {
      params: {computeId: id, configId: config?.id ?? 0},
      body: {interfaces: [{purpose: 'vlan', label: 'back'}]},
    });
    expect(ties()).toEqual(['a NodeBalancer', 'a VLAN', 'a monitored service', 'a Volume']);
    const {ok} = account;
    const rules = {inbound_policy: 'DROP', outbound_policy: 'ACCEPT'} as const;
    await ok(contract.networking.firewalls.create, {body: {label: 'wall', rules, devices: {computes: [id]}}});
    await ok(contract.networking.ipv6.ranges.create, {body: {compute_id: id, prefix_length: 64}});
    const neighbour = await createTestInstance(account);
    await ok(contract.networking.ips.share, {body: {compute_id: neighbour.id, ips: [ipv4[0] ?? '']}});
    expect(ties()).toEqual([
      'a NodeBalancer',
      'a firewall',
      'a VLAN',
      'a monitored service',
      'a Volume',
      'a shared address',
      'an IPv6 range',
    ]);
    expect(transferObstacle(account.db, neighbour)).toEqual(['a shared address']);
    const response = await offer(id);
    expect(response.fieldErrors).toEqual([
      {
        field: 'entities.computes.0',
        reason: expect.stringMatching(/tied to a NodeBalancer, a firewall, .*an IPv6 range$/),
      },
    ]);
  });

  it('add instances of other accounts when they are accepted', async () => {
    const before = await createEmptyInstance(account, {label: 'gateway'});
    const doc = receive();
    expect((await account.call(serviceTransfers.delete, at(doc))).status).toBe(400);
    expect(await account.ok(serviceTransfers.accept, at(doc))).toEqual({});
    expect(await stateOf(doc)).toBe('accepted');
    account.pass(60);
    const {status, entities} = await account.ok(serviceTransfers.get, at(doc));
    expect(status).toBe('completed');
    const [id = 0] = entities.computes;
    const instance = await account.ok(contract.instances.get, {params: {computeId: id}});
    // A label is unique on its account.
    expect(instance).toMatchObject({label: `gateway-${id}`, status: 'offline', region: 'eu-central'});
    expect(instance.ipv4).toHaveLength(1);
    expect(before.id).not.toBe(id);
    await account.ok(contract.instances.boot, {params: {computeId: id}, body: {}});
    account.pass(60);
    expect((await account.ok(contract.instances.get, {params: {computeId: id}})).status).toBe('running');
  });
});
