/** Kubernetes clusters: pools and nodes, credentials, and the resources that remain after a deletion. */
import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openToday = (
  view: 'kube.clusters' | 'instances' = 'kube.clusters',
  size: readonly [number, number] = [150, 46],
): Promise<TestConsole> => openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size, view});

test('a cluster shows its pools, its nodes with their instances, and its access list', async () => {
  const screen = await openToday();
  screen.expectText('Kubernetes clusters  2');
  screen.expectRow('shop', 'us-east', '1.32');
  await screen.moveTo('shop');
  await screen.press('enter');
  await screen.advance(5_000);
  screen.expectText(/1\.33 is available/);
  await screen.press('2');
  screen.expectRow('web', 'g6-standard-2');
  screen.expectRow('jobs', 'g6-standard-4');
  await screen.press('3');
  screen.expectRow('3401-', 'ready');
  await screen.press('enter');
  screen.expectText('kube1201-3401-');
  await screen.press('esc');
  await screen.press('4');
  screen.expectText('203.0.113.0/24');
});

test('a kubeconfig is masked until it is revealed', async () => {
  const screen = await openToday();
  await screen.moveTo('shop');
  await screen.press('enter', '6');
  screen.expectText('v shows it');
  screen.expectNoText('kind: Config');
  await screen.press('v');
  screen.expectText('kind: Config');
});

test('a kubeconfig is saved to a file that only the user may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-kube-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const screen = await openToday();
  await screen.moveTo('shop');
  await screen.press('enter', '6', 'c', 'f');
  screen.expectText('shop-kubeconfig.yaml');
  await screen.press('ctrl-u');
  await screen.type(join(folder, 'shop.yaml'));
  await screen.press('enter');
  screen.expectText('readable only by you');
  expect(readFileSync(join(folder, 'shop.yaml'), 'utf8')).toMatch(/^apiVersion: v1\nkind: Config\n/);
  expect(statSync(join(folder, 'shop.yaml')).mode & 0o777).toBe(0o600);
});

test('deleting a cluster names deleted and remaining resources, and needs the cluster’s label', async () => {
  const screen = await openToday();
  await screen.moveTo('shop');
  await screen.press('x');
  screen.expectText('2 node pools will be deleted with it: web, jobs');
  screen.expectText('5 instances will be deleted with it');
  screen.expectText(/1 NodeBalancer will stay, and be billed/);
  screen.expectText('Volumes that the cluster created stay');
  await screen.confirm('shop');
  screen.expectRequest('DELETE /v4/kube/clusters/1201');
});

test('a cluster is upgraded by one version, which can’t be undone', async () => {
  const screen = await openToday();
  await screen.moveTo('sandbox');
  await screen.press('U');
  screen.expectText(/Version +1\.31 → 1\.32/);
  screen.expectText('Kubernetes is upgraded from 1.31 to 1.32, and can’t be downgraded.');
  screen.expectText('Can’t be undone.');
  await screen.confirm();
  screen.expectRequest('PUT /v4/kube/clusters/1202', {k8s_version: '1.32'});
  await screen.press('u');
  screen.expectText(/The last change, .*sandbox, can’t be undone\./);
});

test('bug: a cluster could be upgraded only after its detail was open', async () => {
  const screen = await openToday('kube.clusters', [80, 24]);
  await screen.moveTo('sandbox');
  await screen.press('U');
  screen.expectText(/Version +1\.31 → 1\.32/);
});

test('an instance of a cluster names its cluster, and warns before it is deleted', async () => {
  const screen = await openToday('instances');
  await screen.moveTo('kube1201-3401');
  await screen.press('enter');
  await screen.advance(5_000);
  screen.expectText(/Kubernetes cluster +shop/);
  await screen.press('x');
  screen.expectText('The instance is a node of the Kubernetes cluster shop, which will replace it.');
});

test('bug: the preview of a new cluster had numbers without a meaning', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const pools = ['--node-pools', '{"type":"g6-standard-2","count":3,"autoscaler":{"enabled":true,"min":1,"max":5}}'];
  const place = ['--label', 'lab', '--region', 'us-east', '--k8s-version', '1.33'];
  const {out} = await line.run(['do', 'kube.clusters.create', ...place, ...pools, '--dry-run']);
  expect(out).toMatch(/^ {2}Node pool 1: Standard 4 GB 3 nodes/m);
  const domain = ['--domain', 'lab.example', '--type', 'master', '--soa-email', 'ops@lab.example', '--ttl-sec', '0'];
  expect((await line.run(['do', 'domains.create', ...domain, '--dry-run'])).out).toMatch(
    /^ {2}TTL: by default: 1 day$/m,
  );
  await line.close();
});

test('commands read the kubeconfig, resize a pool and recycle a node', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const config = await line.run(['get', 'kube.clusters.kubeconfig', 'shop']);
  expect(config.out).toMatch(/^apiVersion: v1\nkind: Config\n/);
  const resized = await line.run(['do', 'kube.clusters.pools.update', 'shop', 'web', '--count', '4', '--yes']);
  expect(resized).toMatchObject({code: 0});
  const nodes = await line.run(['get', 'kube.clusters.nodes', 'shop', '--output', 'name']);
  const ids = nodes.out.trim().split('\n');
  expect(ids).toHaveLength(6);
  const id = ids[0]?.split('/').at(-1) ?? '';
  expect(await line.run(['do', 'kube.clusters.nodes.recycle', 'shop', id, '--yes'])).toMatchObject({code: 0});
  const refused = await line.run(['do', 'kube.clusters.update', 'sandbox', '--k8s-version', '1.33', '--yes']);
  expect(refused.code).not.toBe(0);
  await line.close();
});

test('bug: the note and the JSON of a new pool with an autoscaler had different costs', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const create = ['do', 'kube.clusters.pools.create', 'shop', '--type', 'g6-standard-1', '--count', '2', '--dry-run'];
  const scaler = ['--autoscaler.enabled', '--autoscaler.min', '1', '--autoscaler.max', '90'];
  const {monthlyDifference, maxMonthlyDifference, notes} = JSON.parse(
    (await line.run([...create, ...scaler, '--json'])).out,
  );
  expect(maxMonthlyDifference).toBeCloseTo(monthlyDifference * 45, 6);
  const [now, max] = [monthlyDifference, maxMonthlyDifference].map(amount => amount.toFixed(2));
  const highest = Number(max).toLocaleString('en-US', {minimumFractionDigits: 2});
  expect(notes).toContain(`Cost: +$${now}/mo now, up to $${highest}/mo for 90 nodes, billed from creation.`);
  const preview = (await line.run([...create, ...scaler])).out;
  expect(preview).toContain(`+$${now}/mo now, up to $${highest}/mo`);
  // The name alone would be that of the pool.
  expect(preview).toMatch(/^ {2}Autoscaler enabled: yes$/m);
  await line.close();
});

test('bug: a larger pool had the focus on its send button, and its preview only the new total', async () => {
  const screen = await openToday();
  await screen.moveTo('shop');
  await screen.press('enter');
  await screen.advance(5_000);
  await screen.press('2');
  await screen.moveTo('web');
  await screen.press('e', 'ctrl-u');
  await screen.type('4');
  await screen.press('ctrl-o');
  screen.expectText('Cost: +$20.00/mo. The pool then costs $80.00/mo.');
  screen.expectText('[Cancel]');
});

test('bug: an autoscaler that may add nodes had the focus on its send button', async () => {
  const screen = await openToday();
  await screen.moveTo('shop');
  await screen.press('enter');
  await screen.advance(5_000);
  await screen.press('2');
  await screen.moveTo('web');
  await screen.press('e', 'tab', ' ', 'tab', 'tab');
  await screen.type('9');
  await screen.press('ctrl-o');
  screen.expectText('Cost: $0.00/mo now, up to $120.00/mo.');
  screen.expectText('[Cancel]');
});

test('labels of a node pool are typed as lines', async () => {
  const screen = await openToday();
  await screen.moveTo('shop');
  await screen.press('enter', '2');
  await screen.moveTo('jobs');
  await screen.press('e', 'tab', 'tab', 'tab', 'tab', 'enter');
  await screen.type('fast');
  await screen.press('ctrl-o');
  screen.expectText('“fast” must have a name and a value, like role=web');
  await screen.type('=yes');
  await screen.press('ctrl-o');
  screen.expectText('role=jobs → role=jobs, fast=yes');
  await screen.confirm();
  screen.expectRequest('PUT /v4/kube/clusters/1201/pools/3402', {labels: {role: 'jobs', fast: 'yes'}});
});

test('commands take labels as names with values', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const change = (...labels: readonly string[]) =>
    line.run(['do', 'kube.clusters.pools.update', 'shop', 'web', ...labels.flatMap(one => ['--labels', one]), '--yes']);
  const read = async (): Promise<unknown> => {
    const {out} = await line.run(['get', 'kube.clusters.pools', 'shop', 'web', '--json']);
    const value = JSON.parse(out) as {readonly labels: unknown} | readonly {readonly labels: unknown}[];
    return ('labels' in value ? value : value[0])?.labels;
  };
  expect(await change('role=web,tier=1')).toMatchObject({code: 0});
  expect(await read()).toEqual({role: 'web', tier: '1'});
  expect(await change('role=db', 'zone=b')).toMatchObject({code: 0});
  expect(await read()).toEqual({role: 'db', zone: 'b'});
  expect((await change('fast')).err).toContain('--labels: “fast” must have a name and a value, like role=web');
  expect(await change('{}')).toMatchObject({code: 0});
  expect(await read()).toEqual({});
  await line.close();
});

test('the list of clusters reports an API without Kubernetes', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'kube.clusters'});
  screen.expectText('Your provider’s API has no Kubernetes clusters.');
});

test('bug: nodes that another program added stayed “not ready” until a key was pressed', async () => {
  const screen = await openToday();
  await screen.moveTo('sandbox');
  await screen.press('enter');
  await screen.advance(5_000);
  await screen.press('3');
  screen.expectRow('Kubernetes nodes', '2');
  await addNodes(screen);
  await screen.advance(300_000);
  screen.expectNoText('not ready');
});

test('bug: a pool stayed “not ready” after its tab was closed and opened again', async () => {
  const screen = await openToday('kube.clusters', [80, 24]);
  await screen.moveTo('sandbox');
  await screen.press('enter');
  await screen.advance(5_000);
  await screen.press('2');
  await addNodes(screen);
  await screen.press('1');
  await screen.advance(240_000);
  await screen.press('2');
  await screen.advance(10_000);
  screen.expectNoText('not ready');
});

/** Another program adds nodes to the pool of sandbox; waits until the screen shows that they aren't ready. */
async function addNodes({account, ...screen}: TestConsole): Promise<void> {
  const {data} = (await account.call('GET /v4/kube/clusters/1202/pools')) as {data: {id: number}[]};
  await account.call(`PUT /v4/kube/clusters/1202/pools/${data[0]?.id}`, {count: 4});
  for (let step = 0; step < 20 && !screen.text().includes('not ready'); step++) await screen.advance(1000);
  screen.expectText('not ready');
}

test('enabling the access list of a cluster without an address warns, and selects Cancel', async () => {
  const screen = await openToday();
  await screen.moveTo('sandbox');
  await screen.press('enter', '4', 'e', 'space', 'ctrl-o');
  screen.expectText('No address is listed. The control plane refuses every connection.');
  screen.expectText(/\[Cancel\] +Edit sandbox/);
  screen.expectNoText('Edit disabled');
});

test('an address with an error in the access list of a cluster is refused in the form', async () => {
  const screen = await openToday();
  await screen.moveTo('sandbox');
  await screen.press('enter', '4', 'e', 'down');
  await screen.type('203.0.113.300');
  await screen.press('ctrl-o');
  screen.expectText('must be an IPv4 address or range');
  screen.expectNoChanges();
});

test('a command refuses an access list of a cluster with an address that has an error', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const addresses = ['--acl.addresses.ipv4', '203.0.113.300'];
  const {code, err} = await line.run([
    'do',
    'kube.clusters.controlPlaneAcl.update',
    'sandbox',
    ...addresses,
    '--dry-run',
  ]);
  expect(err).toContain('must be an IPv4 address or range');
  expect(code).not.toBe(0);
  const shown = await line.run([
    ...['do', 'kube.clusters.controlPlaneAcl.update', 'sandbox', '--acl.addresses.ipv4', '203.0.113.3', '--dry-run'],
  ]);
  expect(shown.out).not.toContain('(disabled)');
  await line.close();
});
