/** NodeBalancers: ports and backends in one tree, and the actions on each of them. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

async function openFront() {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'nodebalancers'});
  screen.expectText(/NodeBalancers {2}3 · .*1 no ports/);
  await screen.filter('front');
  await screen.press('enter');
  screen.expectText(/ 8443 +TCP.*\n.*web-01.*web-03/s);
  return screen;
}

test('every port has its backends below it, and can be folded', async () => {
  const screen = await openFront();
  screen.expectText(/▾ +(?:▌ )?80 +HTTP +▲ some down.*\n.*web-01 +● up +accept +192\.168/);
  screen.expectText(/web-spare +✗ down +backup/);
  await screen.moveTo('some down');
  await screen.press('space');
  screen.expectText(/▸ ▌ 80 +HTTP +▲ some down.*\n.*▾ +8443/);
  screen.expectNoText('web-spare');
  await screen.press('space');
  screen.expectText('web-spare');
  // From a backend the port above it is folded, and has the cursor then.
  await screen.moveTo('web-spare');
  await screen.press('space');
  expect(screen.bar()).toMatch(/^▌ +80 +HTTP/);
  await screen.press('z');
  screen.expectNoText('web-01');
  await screen.press('z');
  screen.expectText('web-spare');
});

test('a narrow tree keeps the addresses, and an empty one offers to create the first config', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [60, 30], view: 'nodebalancers'});
  screen.expectText(/NodeBalancers {2}3/);
  await screen.moveTo('front');
  await screen.press('enter');
  screen.expectText(/LABEL +STATUS +ADDRESS/);
  await screen.press('esc');
  await screen.moveTo('launch-2027');
  await screen.press('enter');
  screen.expectText('No NodeBalancer configs.');
  screen.expectText(/n +New config…/);
});

test('a drained backend keeps the cursor, and undo lets it accept traffic again', async () => {
  const screen = await openFront();
  await screen.moveTo('web-03');
  await screen.press('D');
  screen.expectText(/Mode +accept → drain/);
  screen.expectText('The node keeps open connections and receives no new ones.');
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/web-03 +● up +drain/);
  expect(screen.bar()).toContain('web-03');
  await screen.press('u');
  screen.expectText(/Mode +drain → accept/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/web-03 +● up +accept/);
});

test('a new backend is created from a port or from another backend', async () => {
  const screen = await openFront();
  await screen.moveTo('some down');
  await screen.press('N');
  screen.expectText('New node');
  await screen.type('web-04');
  await screen.press('tab');
  await screen.type('192.168.148.9:80');
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/nodebalancers\/\d+\/configs\/\d+\/nodes/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/web-04 .*192\.168\.148\.9:80/);
  await screen.moveTo('web-04');
  await screen.press('n');
  screen.expectText('New node');
});

test('bug: the private address of a backend could not be chosen from a list', async () => {
  const screen = await openFront();
  await screen.moveTo('some down');
  await screen.press('N');
  await screen.type('web-04');
  await screen.press('tab');
  screen.expectFooter(/enter choose/);
  await screen.press('enter');
  screen.expectText(/web-01 .*192\.168\./);
  screen.expectText(/ in eu-\w+/);
  await screen.pick('web-01');
  screen.expectText(/▌Address \*? +192\.168\.\d+\.\d+:80/);
  expect(screen.footer()).not.toContain('enter choose');
  // The port can be typed over.
  await screen.press('backspace', 'backspace');
  await screen.type('8080');
  await screen.press('ctrl-o', 'enter');
  await screen.advance(3000);
  screen.expectText(/web-04 .*192\.168\.\d+\.\d+:8080/);
});

test('the overview counts backends that are down before their list is opened', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 60],
    view: {page: 'overview'},
  });
  screen.expectText(/NodeBalancers +3(?=.*✗ 1 all down)(?=.*▲ 1 some down).*○ 1 no ports/);
  screen.expectText(/NodeBalancer api-eu all down/);
});

test('a NodeBalancer is “reading” until its ports are read, and “unknown” if they can’t be read', async () => {
  const account = openAccount({accounts: 'demo'});
  const {data} = (await account.call('GET /v4/nodebalancers')) as {data: {id: number}[]};
  const release = data.map(({id}) =>
    account.holdNext(`GET /v4/nodebalancers/${id}/configs`, 403, {errors: [{reason: 'Unauthorized'}]}),
  );
  const screen = await openConsole({account, size: [120, 50], view: {page: 'overview'}});
  screen.expectText(/NodeBalancers +3 +\? 3 reading/);
  for (const answer of release) answer();
  await screen.settle();
  screen.expectText(/NodeBalancers +3 .*3 unknown/);
  screen.expectNoText('reading ');
});

/** The form of a new NodeBalancer with the cursor on the line that adds a port. */
async function openCreation(): Promise<TestConsole> {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'nodebalancers'});
  await screen.press('n');
  screen.expectText('─ New NodeBalancer');
  for (let step = 0; step < 20 && !screen.text().includes('▌  + add a port'); step++) await screen.press('tab');
  await screen.press('enter');
  screen.expectText('port 1 of 1');
  return screen;
}

/** Types a port and adds a node, whose form stays open. */
async function addNode(screen: TestConsole, label: string): Promise<void> {
  await screen.type('7071');
  await screen.press('shift-tab', 'shift-tab', 'enter');
  screen.expectText('Nodes: node 1 of 1');
  await screen.type(label);
}

test('bug: esc in a new port of a new NodeBalancer discarded the port and its nodes', async () => {
  const screen = await openCreation();
  await addNode(screen, 'node-one');
  await screen.press('esc');
  screen.expectText('port 1 of 1');
  screen.expectText(/▌ +1 +node-one/);
  await screen.press('esc');
  screen.expectText(/▌ +1 +7071 +none +1 /);
  await screen.press('esc');
  const [draft] = screen.session.draftStore.getState();
  expect(draft?.values).toMatchObject({configs: [{port: 7071, nodes: [{label: 'node-one'}]}]});
});

test('a new port or node is not added if nothing was typed in it', async () => {
  const screen = await openCreation();
  await screen.press('shift-tab', 'shift-tab', 'enter');
  screen.expectText('Nodes: node 1 of 1');
  await screen.press('esc');
  screen.expectText('▌  + add a node');
  await screen.press('esc');
  screen.expectText('▌  + add a port');
});
