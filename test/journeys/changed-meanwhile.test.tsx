/** Edits of a resource that another program changes at the same time. */
import {expect, test} from 'vitest';
import type {Destination} from '../../src/ui/context/navigation.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

interface Listed {
  readonly data: readonly {readonly id: number; readonly label: string; readonly rules?: unknown}[];
}

/** The resource of a list, as another program reads it. */
async function find(screen: TestConsole, path: string, label: string): Promise<Listed['data'][number]> {
  const {data} = (await screen.account.call(`GET /v4/${path}`)) as Listed;
  const found = data.find(item => item.label === label);
  if (found === undefined) throw new Error(`no ${label} in ${path}`);
  return found;
}

/** The form of a volume with another label, as far as its preview. */
async function previewLabel(): Promise<{screen: TestConsole; id: number}> {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'volumes'});
  await screen.moveTo('batch-scratch-free');
  const {id} = await find(screen, 'volumes', 'batch-scratch-free');
  await screen.press('e', 'ctrl-u');
  await screen.type('mine');
  await screen.press('ctrl-o');
  screen.expectText(/Label +batch-scratch-free → mine/);
  return {screen, id};
}

test('bug: an edit overwrote a value that another program changed while the preview was open', async () => {
  const {screen, id} = await previewLabel();
  await screen.account.call(`PUT /v4/volumes/${id}`, {label: 'theirs'});
  await screen.press('y');
  screen.expectText('Label changed meanwhile, so nothing was sent');
  expect(screen.changes()).toEqual([]);
});

test('after another program’s change, the form has the typed values and the new ones beside them', async () => {
  const {screen, id} = await previewLabel();
  await screen.account.call(`PUT /v4/volumes/${id}`, {label: 'theirs'});
  await screen.press('y', 'esc', 'e', 'ctrl-o');
  screen.expectText(/Label +theirs → mine/);
  await screen.press('y');
  screen.expectRequest(`PUT /v4/volumes/${id}`, {label: 'mine'});
});

test('an edit is sent if another program changed another value of the resource', async () => {
  const {screen, id} = await previewLabel();
  await screen.account.call(`PUT /v4/volumes/${id}`, {tags: ['theirs']});
  await screen.press('y');
  screen.expectRequest(`PUT /v4/volumes/${id}`, {label: 'mine'});
});

/** The preview without the only rule of a firewall. */
async function previewRemoval(): Promise<{screen: TestConsole; id: number; addTheirRule: () => Promise<unknown>}> {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'networking.firewalls'});
  const {id} = await find(screen, 'networking/firewalls', 'databases');
  await screen.moveTo('databases');
  await screen.press('enter', '2');
  screen.expectText(/in 1 +accept +TCP 3306/);
  const rules = (await account.call(`GET /v4/networking/firewalls/${id}/rules`)) as {inbound: readonly object[]};
  const theirs = {protocol: 'TCP', ports: '22', action: 'ACCEPT', label: 'theirs', addresses: {ipv4: ['192.0.2.0/24']}};
  const addTheirRule = async () => {
    const now = (await account.call(`GET /v4/networking/firewalls/${id}/rules`)) as {inbound: readonly object[]};
    return account.call(`PUT /v4/networking/firewalls/${id}/rules`, {inbound: [...now.inbound, theirs]});
  };
  expect(rules.inbound).toHaveLength(1);
  await screen.press('x');
  screen.expectText(/Inbound rule 1 .* → nothing/);
  return {screen, id, addTheirRule};
}

test('bug: an edit of a firewall removed a rule that another program added while the preview was open', async () => {
  const {screen, addTheirRule} = await previewRemoval();
  await addTheirRule();
  await screen.confirm();
  screen.expectText('Inbound rules changed meanwhile, so nothing was sent');
  expect(screen.changes()).toEqual([]);
});

test('bug: an undo removed a rule that another program added to the firewall', async () => {
  const {screen, addTheirRule} = await previewRemoval();
  await screen.confirm();
  await screen.advance(3000);
  await addTheirRule();
  await screen.press('u');
  screen.expectText('▲ Changed since then: Inbound rules');
  expect(screen.focusedButton()).toBe('Cancel');
});

/** The preview that adds the firewall “databases” to those of an instance or a NodeBalancer. */
async function previewFirewalls(
  owner: {readonly path: string; readonly label: string},
  view: (id: number) => Destination,
): Promise<{screen: TestConsole; path: string; theirs: number}> {
  const account = openAccount({accounts: 'demo', dialect: 'today'});
  const list = await openConsole({account, size: [120, 40]});
  const {id} = await find(list, owner.path, owner.label);
  const screen = await openConsole({account, size: [120, 40], view: view(id)});
  await screen.press('n', 'enter');
  await screen.type('databases');
  await screen.press('space', 'enter', 'ctrl-o');
  screen.expectText('These firewalls are added: databases.');
  const theirs = (await account.call('POST /v4/networking/firewalls', {
    label: 'theirs',
    rules: {inbound_policy: 'DROP', outbound_policy: 'ACCEPT'},
  })) as {id: number};
  return {screen, path: `/v4/${owner.path}/${id}/firewalls`, theirs: theirs.id};
}

test('bug: “Set firewalls…” of an instance removed a firewall that another program added while the preview was open', async () => {
  const {screen, path, theirs} = await previewFirewalls({path: 'compute/instances', label: 'web-01'}, computeId => ({
    family: 'instances.firewalls',
    params: {computeId},
  }));
  await screen.account.call(`PUT ${path}`, {firewall_ids: [theirs]});
  await screen.press('y');
  screen.expectText('Firewalls changed meanwhile, so nothing was sent');
  expect(screen.changes()).toEqual([]);
});

test('the firewalls of a NodeBalancer are sent if no other program changed them', async () => {
  const {screen, path} = await previewFirewalls({path: 'nodebalancers', label: 'front'}, nodeBalancerId => ({
    family: 'nodebalancers.firewalls',
    params: {nodeBalancerId},
  }));
  await screen.press('y');
  screen.expectRequest(`PUT ${path}`);
});
