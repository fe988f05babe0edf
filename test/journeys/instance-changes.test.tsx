/** Changes of an instance: resize, rescue, clone, rebuild, migrate, boot. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** The list with the cursor on the first instance that the filter finds. */
async function openOn(filter: string): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [130, 44],
    view: {family: 'instances', filter},
  });
  screen.expectText(/Instances {2}\d of 42/);
  return screen;
}

test('the choices of a resize compare each plan with the current one', async () => {
  const screen = await openOn('web-01');
  await screen.press('Z');
  screen.expectText('─ Resize: web-01');
  await screen.press('enter');
  screen.expectText(/Standard 8 GB.* 4 VCPU +160 GB +\$40.00\/mo +\+\$20.00/);
  // Two plans may have the same label: each is shown with its ID.
  screen.expectText(/Standard 8 GB \(g6-standard-4\)/);
  screen.expectText(/Standard 16 GB \(g6-standard-6\)/);
  screen.expectText(/Nanode 1 GB.* 1 VCPU +25 GB +disks shrink +\$5.00\/mo +-\$15.00/);
});

test('in a narrow terminal the plan under the cursor shows the values that have no column', async () => {
  const screen = await openOn('web-01');
  await screen.press('Z', 'enter');
  await screen.resize(60, 24);
  screen.expectText(/ 1 GB RAM · 1 VCPU · 25 GB · disks shrink ─+( \d+ of \d+ )?│\n/);
  await screen.press('down', 'down');
  screen.expectText(/ 8 GB RAM · 4 VCPU · 160 GB ─+( \d+ of \d+ )?│\n/);
  screen.expectText(/Standard 8 GB \S+ +\$40.00\/mo +\+\$20.00/);
});

test('the preview of a resize shows old and new values, and the request has the plan', async () => {
  const screen = await openOn('web-01');
  await screen.press('Z', 'enter');
  await screen.pick('g6-standard-4');
  await screen.press('ctrl-o');
  screen.expectText(/RAM +4 GB → 8 GB/);
  screen.expectText(/VCPU +2 → 4/);
  screen.expectText(/Disk +80 GB → 160 GB/);
  screen.expectText(/Price +\$20.00\/mo → \$40.00\/mo/);
  screen.expectText('Cost: +$20.00/mo.');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.confirm();
  screen.expectRequest('POST /v4/compute/instances/101/resize', {type: 'g6-standard-4'});
});

test('without a resize of the disks, plans that are too small are dim with the sizes', async () => {
  const screen = await openOn('web-01');
  await screen.press('Z', 'tab', 'space', 'shift-tab', 'enter');
  await screen.type('nanode-1');
  screen.expectText(/Nanode 1 GB.*its 25 GB cannot hold disks of 80 GB/);
});

test('an action of an instance is found by typing', async () => {
  const screen = await openOn('web-01');
  await screen.press('a', '/');
  await screen.type('rescue');
  screen.expectText('/rescue');
  screen.expectNoText('Shut down');
  await screen.press('enter');
  screen.expectText('─ Rescue: web-01');
});

test('the form of a rescue starts with the devices of the instance', async () => {
  const screen = await openOn('web-01');
  await screen.press('F');
  screen.expectText(/sda +Debian 12 Disk/);
  screen.expectText(/sdc +uploads ▾ +volume · 200 GB/);
  screen.expectNoText('sdh');
});

test('a rescue takes another volume by name, and the instance boots to rescue mode', async () => {
  const screen = await openOn('web-01');
  await screen.press('F', 'tab', 'tab', 'tab');
  await screen.pick('crm');
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/compute\/instances\/101\/rescue/);
  screen.expectText(/Devices sdd +crm-archive-2014/);
  await screen.confirm();
  screen.expectRequest('POST /v4/compute/instances/101/rescue');
  screen.expectText(/◐ booting to re/);
  await screen.advance(15_000);
  screen.expectText(/◐ booting \d+%/);
});

test('the preview of a clone shows its price and region', async () => {
  const screen = await openOn('web-01');
  await screen.press('K');
  screen.expectText('─ Clone: web-01');
  await screen.press('ctrl-o');
  screen.expectText('Cost: +$20.00/mo, billed from creation.');
  screen.expectText(/Region +United States|Region +us-east/);
  screen.expectNoChanges();
});

test('a preview without options has no key for options', async () => {
  const screen = await openOn('web-01');
  await screen.press('enter', '2');
  screen.expectText('My Debian 12 Disk Profile');
  await screen.press('O');
  screen.expectText('web-01 is unreachable while it reboots.');
  screen.expectNoText('e options');
});

test('a rebuild names the disks it deletes, hides the password, and asks for the label', async () => {
  const screen = await openOn('web-01');
  await screen.press('I');
  screen.expectText('─ Rebuild: web-01');
  screen.expectText(/Image \* +Debian 12/);
  await screen.press('tab');
  await screen.type('correct horse battery staple');
  await screen.press('ctrl-o');
  screen.expectText('All disks and configs of web-01 are deleted, with all data.');
  screen.expectNoText('correct horse');
  screen.expectNoChanges();
  await screen.confirm('web-01');
  screen.expectRequest('POST /v4/compute/instances/101/rebuild', {
    image: 'compute/debian12',
    root_pass: 'correct horse battery staple',
  });
  screen.expectText(/◐ rebuilding/);
});

test('the form of a rebuild offers users with SSH keys', async () => {
  const screen = await openOn('web-01');
  await screen.press('I', 'tab', 'tab', 'tab', 'enter');
  await screen.type('wsm');
  screen.expectText(/wsmith/);
});

test('a migration sends no region unless one is chosen', async () => {
  const screen = await openOn('web-01');
  await screen.press('L');
  screen.expectText(/To region +choose ▾/);
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/compute\/instances\/\d+\/migrate/);
  screen.expectNoText(/To region/);
});

test('bug: the form of a migration told that it sends the placement group back', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [120, 40]});
  await screen.moveTo('web-01');
  await screen.press('L');
  await screen.expectText(/Placement group +choose ▾/);
  screen.expectNoText('Skydeck can’t edit');
});

test('the preview of a migration to another region warns that the addresses change', async () => {
  const screen = await openOn('web-01');
  await screen.press('L', 'enter');
  await screen.pick('eu-west');
  await screen.press('ctrl-o');
  screen.expectText(/To region .*eu-west/);
  screen.expectText('The IP addresses change.');
  await screen.confirm();
  screen.expectRequest('POST /v4/compute/instances/101/migrate', {region: 'eu-west'});
});

test('a batch leaves out an instance that has the value already, also in first place', async () => {
  const account = openAccount({accounts: 'demo'});
  await account.call('PUT /v4/compute/instances/103', {watchdog_enabled: false});
  const screen = await openConsole({account, size: [130, 44], view: {family: 'instances', filter: 'web-0'}});
  await screen.moveTo('web-03');
  await screen.press('space', 'space', 'e', 'tab', 'space', 'space', 'ctrl-o');
  screen.expectText('for 1 instance: web-04');
  screen.expectText('not web-03: already set');
  screen.expectText(/Watchdog.*yes → no/);
  await screen.confirm();
  expect(screen.changes().map(({path}) => path)).toEqual(['/v4/compute/instances/104']);
  screen.expectRecentText(/Edit web-04: done/);
});

test('the first preview of a boot leaves out instances without a config', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'instances', filter: 'status:offline'},
  });
  screen.expectText('gpu-train-1');
  await screen.press('*', 'B');
  screen.expectText('─ Boot ');
  screen.expectText(/not gpu-train-1: has no config/);
  screen.expectNoText(/for \d+ instances?: .*gpu-train-1/i);
  // A boot destroys nothing and costs nothing, also as a batch.
  expect(screen.focusedButton()).toMatch(/^Boot \d instances$/);
});
