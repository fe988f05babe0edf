/** NodeBalancers: ports and backends in one tree, and what is done to either of them there. */
import {expect, test} from 'vitest';
import {nodebalancer, nodebalancerConfig} from '../../src/families/testing/service-rows.ts';
import {openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

async function openFront() {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'nodebalancers'}});
  await screen.expectText(/NodeBalancers {2}3 · .*1 no ports/);
  await screen.filter('front');
  await screen.press('enter');
  await screen.expectText(/ 8443 +TCP.*\n.*web-01.*web-03/s);
  return screen;
}

test('every port stands with its backends beneath it, and folds', async () => {
  const screen = await openFront();
  expect(screen.text()).toMatch(/▾ +(?:▌ )?80 +HTTP +▲ some down.*\n.*web-01 +● up +accept +192\.168/);
  expect(screen.text()).toMatch(/web-spare +✗ down +backup/);
  await screen.moveTo('some down');
  await screen.press('space');
  expect(screen.text()).toMatch(/▸ ▌ 80 +HTTP +▲ some down.*\n.*▾ +8443/);
  expect(screen.text()).not.toContain('web-spare');
  await screen.press('space');
  expect(screen.text()).toContain('web-spare');
  // From a backend the port above it is folded, and has the cursor then.
  await screen.moveTo('web-spare');
  await screen.press('space');
  expect(screen.bar()).toMatch(/^▌ +80 +HTTP/);
  await screen.press('z');
  expect(screen.text()).not.toContain('web-01');
  await screen.press('z');
  expect(screen.text()).toContain('web-spare');
  await screen.close();
});

test('a narrow tree keeps the addresses, and one without anything in it offers to make the first', async () => {
  const screen = await openLive({columns: 60, rows: 30, initialDestination: {family: 'nodebalancers'}});
  await screen.expectText(/NodeBalancers {2}3/);
  await screen.moveTo('front');
  await screen.press('enter');
  await screen.expectText(/LABEL +STATUS +ADDRESS/);
  await screen.press('esc');
  await screen.moveTo('launch-2027');
  await screen.press('enter');
  await screen.expectText('There are no NodeBalancer configs here.');
  await screen.expectText(/n +New config…/);
  await screen.close();
});

test('a backend is drained in the tree, the cursor stays with it, and it takes traffic again', async () => {
  const screen = await openFront();
  await screen.moveTo('web-03');
  await screen.press('D');
  await screen.expectText(/Mode +accept → drain/);
  await screen.expectText('It keeps the clients it has, and gets no new ones.');
  await screen.press('enter');
  await screen.expectText(/web-03 +● up +drain/);
  expect(screen.bar()).toContain('web-03');
  await screen.press('u');
  await screen.expectText(/Mode +drain → accept/);
  await screen.press('enter');
  await screen.expectText(/web-03 +● up +accept/);
  await screen.close();
});

test('a new backend is made where the cursor is: beside another, or of its port', async () => {
  const screen = await openFront();
  await screen.moveTo('some down');
  await screen.press('N');
  await screen.expectText('New node');
  await screen.type('web-04');
  await screen.press('tab');
  await screen.type('192.168.148.9:80');
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/nodebalancers\/\d+\/configs\/\d+\/nodes/);
  await screen.press('enter');
  await screen.expectText(/web-04 .*192\.168\.148\.9:80/);
  await screen.moveTo('web-04');
  await screen.press('n');
  await screen.expectText('New node');
  await screen.close();
});

test('the overview knows of backends that are down before their list was ever opened', async () => {
  const screen = await openLive({columns: 120, rows: 60, initialDestination: {page: 'overview'}});
  await screen.expectText(/NodeBalancers +3(?=.*✗ 1 all down)(?=.*▲ 1 some down).*○ 1 no ports/);
  await screen.expectText(/NodeBalancer api-eu all down/);
  await screen.close();
});

test('how one stands is being read until its ports are, and unknown only where they could not be', async () => {
  const screen = await openDemo({columns: 120, rows: 50, initialDestination: {page: 'overview'}});
  const {session} = screen;
  session.setRows('nodebalancers', [nodebalancer({id: 1}), nodebalancer({id: 2})]);
  await screen.expectText(/NodeBalancers +2 +\? 2 reading/);
  session.setRows('nodebalancers.configs', [nodebalancerConfig()], {}, {nodeBalancerId: 1});
  session.setRows('nodebalancers.configs', [], {phase: 'failed', complete: false}, {nodeBalancerId: 2});
  await screen.expectText(/NodeBalancers +2 .*1 unknown/);
  expect(screen.text()).not.toContain('reading ');
  await screen.close();
});
