import {expect, onTestFinished, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import type {EmulatorOptions} from '../server/start-server.ts';
import {openTestAccount} from './test-account.ts';

async function open(options: EmulatorOptions) {
  const account = await openTestAccount(options);
  onTestFinished(() => account.close());
  const tags = async () => (await account.ok(contract.tags.list)).data.map(({label}) => label);
  return {account, tags};
}

test('a new account has nothing of an earlier account that started from its own contents', async () => {
  const first = await open({seed: 701});
  await first.account.ok(contract.tags.create, {body: {label: 'mine'}});
  const contents = first.account.db.sql.serialize();
  expect(await (await open({seed: 702, contents})).tags()).toEqual(['mine']);
  expect(await (await open({seed: 702})).tags()).toEqual([]);
});
