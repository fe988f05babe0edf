/** Beta programs, agreements, services by region and child accounts, in the dialect of today. */
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {account: endpoints, betas, regions} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterAll(() => account.close());

it('an account joins a beta program once, and only one that is open to all', async () => {
  const programs = (await account.ok(betas.list)).data;
  const enrolledIds = async () => (await account.ok(endpoints.betas.list)).data.map(({id}) => id);
  expect(await enrolledIds()).toEqual(['log-export']);
  const join = (id: string) => account.call(endpoints.betas.enroll, {body: {id}});
  const invited = programs.find(program => program.greenlight_only);
  expect((await join(invited?.id ?? '')).fields).toEqual(['id']);
  expect((await join('log-export')).fields).toEqual(['id']);
  expect((await join('nothing')).fields).toEqual(['id']);
  const answer = await join('metrics');
  expect(answer).toMatchObject({status: 200, body: {}});
  expect(await enrolledIds()).toEqual(['log-export', 'metrics']);
  const enrolled = await account.ok(endpoints.betas.get, {params: {betaId: 'metrics'}});
  const program = await account.ok(betas.get, {params: {betaId: 'metrics'}});
  expect(enrolled).toMatchObject({label: program.label, started: program.started});
  expect((await account.call(endpoints.betas.get, {params: {betaId: 'edge'}})).status).toBe(404);
});

it('agreements can be accepted one by one, and never declined', async () => {
  const {accept, get} = endpoints.agreements;
  const before = await account.ok(get);
  expect(before.billing_agreement).toBe(false);
  const refused = await account.call(accept, {body: {billing_agreement: true, eu_model: false}});
  expect(refused).toMatchObject({status: 400, fields: ['eu_model']});
  expect(await account.call(accept, {body: {}})).toMatchObject({
    status: 400,
    body: {errors: [{reason: 'At least one agreement must be accepted'}]},
  });
  expect(await account.ok(get)).toEqual(before);
  expect(await account.ok(accept, {body: {billing_agreement: true}})).toEqual({});
  expect(await account.ok(accept, {body: {eu_model: true}})).toEqual({});
  expect(await account.ok(get)).toEqual({...before, billing_agreement: true, eu_model: true});
});

it('each region lists its services, and the services that only other regions have', async () => {
  const rows = (await account.ok(endpoints.availability.list)).data;
  const all = (await account.ok(regions.list)).data;
  expect(rows.map(({region}) => region)).toEqual(all.map(({id}) => id));
  for (const {region, available, unavailable} of rows) {
    expect([...available].sort()).toEqual([...(all.find(({id}) => id === region)?.capabilities ?? [])].sort());
    expect(unavailable.filter(service => available.includes(service))).toEqual([]);
  }
  expect(rows.some(({unavailable}) => unavailable.length > 0)).toBe(true);
  const [first] = rows;
  expect(await account.ok(endpoints.availability.get, {params: {regionId: first?.region ?? ''}})).toEqual(first);
  expect((await account.call(endpoints.availability.get, {params: {regionId: 'nowhere'}})).status).toBe(404);
});

it('a child account answers a token of its proxy user, and no list repeats the token', async () => {
  const {list, get, token} = endpoints.childAccounts;
  const children = (await account.ok(list)).data;
  expect(children.map(({company}) => company)).toEqual(['North Shop', 'South Shop']);
  const params = {euuId: children[0]?.euuid ?? ''};
  expect(await account.ok(get, {params})).toEqual(children[0]);
  const first = await account.ok(token, {params});
  expect(first.token).toMatch(/^[\da-f]{64}$/);
  expect(Date.parse(first.expiry) - Date.parse(first.created)).toBe(15 * 60 * 1000);
  expect((await account.ok(token, {params})).token).not.toBe(first.token);
  expect(JSON.stringify(await account.ok(list))).not.toContain(first.token);
  expect((await account.call(token, {params: {euuId: 'unknown'}})).status).toBe(404);
});

it('a restricted user without the grant sees no child account', async () => {
  const without = account.tokenFor('narrow', {granted: {global: {}, entities: {}}});
  expect((await account.call(endpoints.childAccounts.list, {token: without})).status).toBe(403);
  const granted = account.tokenFor('wide', {granted: {global: {child_account_access: true}, entities: {}}});
  expect((await account.call(endpoints.childAccounts.list, {token: granted})).status).toBe(200);
});

it('an older API has no beta programs, child accounts and availability lists', async () => {
  const older = await openTestAccount({accounts: 'demo'});
  const statuses = await Promise.all(
    [betas.list, endpoints.betas.list, endpoints.childAccounts.list, endpoints.availability.list].map(
      async endpoint => (await older.call(endpoint)).status,
    ),
  );
  await older.close();
  expect(statuses).toEqual([404, 404, 404, 404]);
});
