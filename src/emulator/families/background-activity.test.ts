import {expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {openTestAccount} from '../testing/test-account.ts';
import {Instances} from './instances/instance-kinds.ts';

const {account: accountApi, instances} = contract;

it('the demo account gets new events within seconds, on the batch-* resources only', async () => {
  const demo = await openTestAccount({accounts: 'demo', backgroundActivity: true});
  const [last] = (await demo.ok(accountApi.events.list)).data;
  const since = async () => (await demo.ok(accountApi.events.list, {filter: {id: {'+gt': last?.id ?? 0}}})).data;
  const labels = (await demo.ok(instances.list)).data.filter(({label}) => !label.startsWith('batch-'));
  demo.pass(20);
  expect((await since()).length).toBeGreaterThan(0);
  demo.pass(3600);
  const events = await since();
  expect(events.length).toBeGreaterThan(30);
  for (const {entity} of events)
    if (entity?.type === 'compute' || entity?.type === 'volume') expect(entity.label).toMatch(/^batch-/);
  for (const {id, status} of labels)
    if (status === 'running' || status === 'offline') expect(demo.db.get(Instances, id)?.status).toBe(status);
  expect(new Set(events.map(({action}) => action)).size).toBeGreaterThan(4);
  await demo.close();
});

it('no background action changes the unattached volume batch-scratch-free, which guides attach', async () => {
  const demo = await openTestAccount({accounts: 'demo', backgroundActivity: true});
  demo.pass(4 * 3600);
  const {data} = await demo.ok(contract.volumes.list, {filter: {label: 'batch-scratch-free'}});
  expect(data).toMatchObject([{status: 'active', size: 20, compute_id: null}]);
  const {data: scratch} = await demo.ok(contract.volumes.list, {filter: {label: {'+contains': 'batch-scratch-'}}});
  expect(scratch.some(({size}) => size > 20)).toBe(true);
  await demo.close();
});

it('an account without background activity gets no new instance events', async () => {
  const quiet = await openTestAccount({accounts: 'demo'});
  quiet.pass(300);
  const [last] = (await quiet.ok(accountApi.events.list)).data;
  quiet.pass(3600);
  const {data} = await quiet.ok(accountApi.events.list, {filter: {id: {'+gt': last?.id ?? 0}}});
  expect(data.filter(({entity}) => entity?.type === 'compute')).toEqual([]);
  await quiet.close();
});

it('background activity pauses while the clock is advanced by a month, and resumes afterwards', async () => {
  const demo = await openTestAccount({accounts: 'demo', backgroundActivity: true});
  demo.pass(20);
  const ids = async () => (await demo.ok(accountApi.events.list, {query: {page_size: 25}})).data[0]?.id ?? 0;
  const before = await ids();
  await demo.raw('/_emulator/clock', {method: 'POST', body: JSON.stringify({advance: 30 * 24 * 3600})});
  const {results} = await demo.ok(accountApi.events.list, {filter: {id: {'+gt': before}, 'entity.type': 'compute'}});
  expect(results).toBeLessThan(200);
  const after = await ids();
  demo.pass(3600);
  expect(await ids()).toBeGreaterThan(after + 30);
  await demo.close();
});
