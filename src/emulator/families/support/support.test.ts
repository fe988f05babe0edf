import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {tickets} = contract.support;
const about = {summary: 'Slow disk', description: 'It is slow since noon.'};

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const open = (body: object) => account.call(tickets.create, {body: {...about, ...body}});
const volume = async () =>
  (await account.ok(contract.volumes.create, {body: {label: `v${Math.random()}`.slice(0, 20), region: 'us-east'}})).id;

describe('tickets', () => {
  it('rule 315: have a description of 1 to 65000 and a summary of 1 to 64 characters', async () => {
    expect((await account.call(tickets.create, {body: {}})).fields).toEqual(
      expect.arrayContaining(['description', 'summary']),
    );
    expect((await open({summary: 's'.repeat(64), description: 'd'.repeat(65000)})).status).toBe(200);
    expect((await open({summary: 's'.repeat(65), description: 'd'.repeat(65001)})).fields).toHaveLength(2);
    expect((await open({summary: '', description: ''})).fields).toHaveLength(2);
  });

  it('rule 316: accept replies of 1 to 65535 characters', async () => {
    const {id} = (await open({})).body;
    const params = {ticketId: id};
    const reply = (description: string) => account.call(tickets.replies.create, {params, body: {description}});
    expect((await reply('r'.repeat(65535))).status).toBe(200);
    expect((await reply('r'.repeat(65536))).fields).toEqual(['description']);
    expect((await reply('')).fields).toEqual(['description']);
    expect((await account.ok(tickets.replies.list, {params})).data).toMatchObject([{from_compute: false}]);
  });

  it('rule 317: are about at most one resource, which must exist', async () => {
    const id = await volume();
    expect((await open({volume_id: id})).body.entity).toMatchObject({type: 'volume', id});
    expect((await open({volume_id: id, compute_id: 1})).fields).not.toEqual([]);
    expect((await open({domain_id: 4})).fields).toEqual(['domain_id']);
    expect((await open({kubecluster_id: 4})).fields).toEqual(['kubecluster_id']);
  });

  it("rule 318: about a Managed issue need Managed, and can't name another resource", async () => {
    expect((await open({managed_issue: true})).fields).toEqual(['managed_issue']);
    await account.ok(contract.account.settings.enableManaged);
    expect((await open({managed_issue: true})).status).toBe(200);
    expect((await open({managed_issue: true, volume_id: await volume()})).fields).toEqual(['volume_id']);
  });

  it('rule 319: need a region if they are about a VLAN, and reject one otherwise', async () => {
    expect((await open({vlan: 'backend'})).fields).toEqual(['region']);
    expect((await open({region: 'us-east'})).fields).toEqual(['region']);
    expect((await open({vlan: 'backend', region: 'us-east'})).status).toBe(200);
  });

  it('rule 320: list open tickets first', async () => {
    const {id} = (await open({summary: 'closed soon'})).body;
    await account.ok(tickets.close, {params: {ticketId: id}});
    await open({summary: 'after it'});
    const {data} = await account.ok(tickets.list);
    const states = data.map(({status}) => status === 'closed');
    expect(states).toEqual(states.toSorted());
    expect(data[0]?.summary).toBe('after it');
    expect(data.at(-1)?.id).toBe(id);
  });

  it('rule 321: accept attachments of ten file types', async () => {
    const {id} = (await open({})).body;
    const attach = async (name: string, content = 'x') => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const init = {method: 'POST', headers: {Authorization: `Bearer ${account.token}`}, body: form};
      return (await account.raw(`/v4/support/tickets/${id}/attachments`, init)).status;
    };
    for (const end of ['gif', 'jpg', 'jpeg', 'pjpg', 'pjpeg', 'tif', 'tiff', 'png', 'pdf', 'TXT'])
      expect(await attach(`a.${end}`)).toBe(200);
    for (const name of ['a.exe', 'a.png.sh', 'png', 'a\x1b[31m.png', 'a\tb.png']) expect(await attach(name)).toBe(400);
    expect(await attach('empty.txt', '')).toBe(400);
    expect((await account.ok(tickets.get, {params: {ticketId: id}})).attachments).toHaveLength(10);
  });

  it('rule 322: can be closed once, and are reopened by a reply', async () => {
    const {id} = (await open({})).body;
    const params = {ticketId: id};
    expect(await account.ok(tickets.close, {params})).toEqual({});
    expect(await account.ok(tickets.get, {params})).toMatchObject({status: 'closed', closed: expect.any(String)});
    expect((await account.call(tickets.close, {params})).status).toBe(400);
    await account.ok(tickets.replies.create, {params, body: {description: 'Still slow.'}});
    expect(await account.ok(tickets.get, {params})).toMatchObject({status: 'open', closed: null});
  });

  it('get a reply from support after two minutes, unless they are closed', async () => {
    const {id} = (await open({})).body;
    const closing = (await open({})).body.id;
    await account.ok(tickets.close, {params: {ticketId: closing}});
    account.pass(120);
    const {data} = await account.ok(tickets.replies.list, {params: {ticketId: id}});
    expect(data).toMatchObject([{from_compute: true, created_by: 'support'}]);
    expect(await account.ok(tickets.get, {params: {ticketId: id}})).toMatchObject({
      status: 'open',
      updated_by: 'support',
    });
    expect((await account.ok(tickets.replies.list, {params: {ticketId: closing}})).data).toEqual([]);
  });

  it('rule 366: with an unknown ID are not found', async () => {
    expect((await account.call(tickets.get, {params: {ticketId: 1}})).status).toBe(404);
    expect((await account.call(tickets.replies.list, {params: {ticketId: 1}})).status).toBe(404);
  });
});

it('bug: creating a ticket in the demo account failed because of a duplicate ID', async () => {
  const demo = await openTestAccount({accounts: 'demo'});
  try {
    const before = (await demo.ok(tickets.list)).data.map(({id}) => id);
    const created: number[] = [];
    for (let count = 0; count < 5; count++) created.push((await demo.ok(tickets.create, {body: about})).id);
    expect(new Set([...before, ...created]).size).toBe(before.length + 5);
  } finally {
    await demo.close();
  }
});
