import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {parseQuestions} from './script-questions.ts';

const {stackscripts} = contract;

let account: TestAccount;
let image: string;
beforeAll(async () => {
  account = await openTestAccount();
  image = (await account.ok(contract.images.list)).data.find(({is_public}) => is_public)?.id ?? '';
});
afterAll(() => account.close());

const good = () => ({label: 'setup', script: '#!/bin/sh\necho hello', images: [image]});
const make = (body: object = {}) => account.ok(stackscripts.create, {body: {...good(), ...body}});
const at = ({id}: {id: number}) => ({stackscriptId: String(id)});

describe('StackScripts', () => {
  it('rule 191: need images, a label and a script, and have no required field on update', async () => {
    expect((await account.call(stackscripts.create, {body: {}})).fields).toEqual(
      expect.arrayContaining(['images', 'label', 'script']),
    );
    const resource = await make();
    expect(await account.ok(stackscripts.update, {params: at(resource)})).toMatchObject({label: 'setup'});
  });

  it('rule 192: have labels of 3 to 128 characters', async () => {
    await make({label: 'l'.repeat(128)});
    for (const label of ['ll', 'l'.repeat(129)])
      expect((await account.call(stackscripts.create, {body: {...good(), label}})).fields).toEqual(['label']);
  });

  it("rule 193: can't become private again after they are public", async () => {
    const resource = await make({is_public: true});
    const response = await account.call(stackscripts.update, {params: at(resource), body: {is_public: false}});
    expect(response.fields).toEqual(['is_public']);
    expect((await account.ok(stackscripts.get, {params: at(resource)})).is_public).toBe(true);
  });

  it('rule 194: can be deleted while they are private', async () => {
    const open = await make({is_public: true});
    const closed = await make();
    expect((await account.call(stackscripts.delete, {params: at(open)})).status).toBe(400);
    expect(await account.ok(stackscripts.delete, {params: at(closed)})).toEqual({});
    expect((await account.call(stackscripts.get, {params: at(closed)})).status).toBe(404);
  });

  it('rules 195, 196: show their script only to tokens with stackscripts:read_only', async () => {
    const resource = await make();
    expect((await account.ok(stackscripts.get, {params: at(resource)})).script).toContain('hello');
    expect((await account.call(stackscripts.get, {params: at(resource), token: null})).status).toBe(401);
    const token = account.tokenFor('nobody', {scopes: 'domains:read_only'});
    expect((await account.call(stackscripts.get, {params: at(resource), token})).status).toBe(403);
    expect((await account.call(stackscripts.get, {params: {stackscriptId: 'x'}})).status).toBe(404);
  });

  it('rule 28: without a token, the list has public StackScripts only', async () => {
    const closed = await make({label: 'closed one'});
    const open = await make({label: 'open one', is_public: true});
    const ids = (await account.ok(stackscripts.list, {token: null})).data.map(({id}) => id);
    expect(ids).toContain(open.id);
    expect(ids).not.toContain(closed.id);
    const mine = await account.ok(stackscripts.list, {filter: {mine: true}});
    expect(mine.data.every(script => script.mine)).toBe(true);
    expect(mine.results).toBeGreaterThan(1);
  });

  it('read their fields from the UDF tags in the script', async () => {
    const script =
      '#!/bin/sh\n# <UDF name="db" label="Database" oneOf="mysql,postgres" default="mysql" example="mysql" />\n# <udf name="host" label="Host">';
    const resource = await make({script});
    expect(resource.user_defined_fields).toEqual([
      {name: 'db', label: 'Database', example: 'mysql', oneOf: 'mysql,postgres', default: 'mysql'},
      {name: 'host', label: 'Host', example: ''},
    ]);
    expect(parseQuestions('#!/bin/sh\n# <UDF label="no name"/>')).toEqual([]);
  });

  it('need public images, and a script that starts with an interpreter', async () => {
    expect(
      (await account.call(stackscripts.create, {body: {...good(), images: ['private/1'], script: 'echo'}})).fields,
    ).toEqual(['images.0', 'script']);
    expect((await account.call(stackscripts.create, {body: {...good(), images: []}})).fields).toEqual(['images']);
  });

  it('of other users can be read, but not changed', async () => {
    const {data} = await account.ok(stackscripts.list, {filter: {mine: false}});
    const other = data[0];
    if (!other) throw new Error('the catalogue is empty');
    expect((await account.call(stackscripts.update, {params: at(other), body: {label: 'mine now'}})).status).toBe(403);
    expect((await account.call(stackscripts.delete, {params: at(other)})).status).toBe(403);
  });

  it('create an event for each change', async () => {
    const resource = await make({label: 'told'});
    await account.ok(stackscripts.update, {params: at(resource), body: {script: '#!/bin/sh\necho again'}});
    await account.ok(stackscripts.update, {params: at(resource), body: {is_public: true}});
    const {data} = await account.ok(contract.account.events.list, {
      filter: {'entity.type': 'stackscript', 'entity.id': resource.id},
    });
    expect(data.map(({action}) => action)).toEqual([
      'stackscript_publicize',
      'stackscript_revise',
      'stackscript_create',
    ]);
  });
});
