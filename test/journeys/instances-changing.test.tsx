import {expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

/** The list with the cursor on one instance. */
async function openOn(label: string): Promise<LiveScreen> {
  const screen = await openLive({columns: 130, rows: 44});
  await screen.expectText('Instances  42');
  await screen.filter(label);
  await screen.expectText(/Instances {2}\d of 42/);
  return screen;
}

test('resizing: plans against the one there is, and old against new before anything is sent', async () => {
  const screen = await openOn('web-01');
  await screen.press('Z');
  await screen.expectText('─ Resize: web-01');
  await screen.press('enter');
  await screen.expectText(/Standard 8 GB.* 4 VCPU +160 GB +\$40.00\/mo +\+\$20.00/);
  // Plans are written with their IDs: two of them may have one label.
  await screen.expectText(/Standard 8 GB \(g6-standard-4\)/);
  await screen.expectText(/Standard 16 GB \(g6-standard-6\)/);
  await screen.expectText(/Nanode 1 GB.* 1 VCPU +25 GB +disks shrink +\$5.00\/mo +-\$15.00/);
  // What a narrow one has no columns for is said of the one under the cursor.
  await screen.resize(60, 24);
  await screen.expectText(/ 1 GB RAM · 1 VCPU · 25 GB · disks shrink ─+( \d+ of \d+ )?│\n/);
  await screen.press('down', 'down');
  await screen.expectText(/ 8 GB RAM · 4 VCPU · 160 GB ─+( \d+ of \d+ )?│\n/);
  expect(screen.text()).toMatch(/Standard 8 GB \S+ +\$40.00\/mo +\+\$20.00/);
  await screen.resize(130, 44);
  await screen.type('g6-standard-4');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/RAM +4 GB → 8 GB/);
  expect(screen.text()).toMatch(/VCPU +2 → 4/);
  expect(screen.text()).toMatch(/Disk +80 GB → 160 GB/);
  expect(screen.text()).toMatch(/Price +\$20.00\/mo → \$40.00\/mo/);
  expect(screen.text()).toContain('$20.00 more a month');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.close();
});

test('resizing without the disks: what they do not fit on is dimmed, with the numbers', async () => {
  const screen = await openOn('web-01');
  await screen.press('Z', 'tab', 'space', 'shift-tab', 'enter');
  await screen.type('nanode-1');
  await screen.expectText(/Nanode 1 GB.*its 25 GB cannot hold disks of 80 GB/);
  await screen.close();
});

test('the actions of an instance are found by typing', async () => {
  const screen = await openOn('web-01');
  await screen.press('a', '/');
  await screen.type('rescue');
  await screen.expectText('/rescue');
  expect(screen.text()).not.toContain('Shut down');
  await screen.press('enter');
  await screen.expectText('─ Rescue: web-01');
  await screen.close();
});

test('rescue opens with what the instance has, and takes another Volume by name', async () => {
  const screen = await openOn('web-01');
  await screen.press('F');
  await screen.expectText(/sda +Debian 12 Disk/);
  await screen.expectText(/sdc +uploads ▾ +Volume · 200 GB/);
  expect(screen.text()).not.toContain('sdh');
  await screen.press('tab', 'tab', 'tab');
  await screen.type('crm');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/POST \/v4\/compute\/instances\/101\/rescue/);
  await screen.expectText(/Devices sdd +crm-archive-2014/);
  await screen.press('y');
  // Our own word until the event tells how far it is, then the event's. The status itself shows at the end at most.
  await screen.expectGlimpse(/◐ booting to re/);
  await screen.expectGlimpse(/◐ booting \d+%/);
  await screen.close();
});

test('a clone names what it costs, and where it goes', async () => {
  const screen = await openOn('web-01');
  await screen.press('K');
  await screen.expectText('─ Clone: web-01');
  await screen.press('ctrl-o');
  await screen.expectText('It costs $20.00/mo, from the moment it is made.');
  expect(screen.text()).toMatch(/Region +United States|Region +us-east/);
  await screen.close();
});

test('a preview leads to a form only where there is something to choose', async () => {
  const screen = await openOn('web-01');
  await screen.press('enter', '2');
  await screen.expectText('My Debian 12 Disk Profile');
  await screen.press('O');
  await screen.expectText('web-01 is unreachable while it reboots.');
  await screen.until(() => !screen.text().includes('e options'));
  await screen.close();
});

test('a rebuild asks for an Image and a password, names what is lost, and wants the label', async () => {
  const screen = await openOn('web-01');
  await screen.press('I');
  await screen.expectText('─ Rebuild: web-01');
  await screen.expectText(/Image \* +Debian 12/);
  await screen.press('tab');
  await screen.type('correct horse battery staple');
  await screen.press('tab', 'tab', 'enter');
  await screen.type('wsm');
  await screen.expectText(/wsmith/);
  await screen.press('esc', 'ctrl-o');
  await screen.expectText('All disks and configuration profiles of web-01 are deleted, and their data with them.');
  expect(screen.text()).not.toContain('correct horse');
  await screen.type('web-01');
  await screen.press('enter');
  await screen.expectGlimpse(/◐ rebuilding/);
  await screen.close();
});

test('migrating: no region is filled in, and none is sent unless one is chosen', async () => {
  const screen = await openOn('web-01');
  await screen.press('L');
  await screen.expectText(/To region +choose ▾/);
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/compute\/instances\/\d+\/migrate/);
  expect(screen.text()).not.toMatch(/To region/);
  await screen.press('e', 'enter');
  await screen.type('eu-west');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/To region .*eu-west/);
  await screen.expectText('Its addresses change with the region.');
  await screen.close();
});

test('of several, one that is so already is left alone, though it comes first; the others are changed', async () => {
  const screen = await openOn('web-0');
  await screen.press('j', 'j', 'e', 'tab', 'tab', 'space');
  await screen.expectText(/Watchdog +\[ \] no/);
  await screen.press('ctrl-o');
  await screen.expectText(/Watchdog.*yes → no/);
  await screen.press('enter');
  await screen.expectGlimpse(/Edit web-03: done/);
  await screen.press('space', 'space', 'e', 'tab', 'space', 'space', 'ctrl-o');
  await screen.expectText('for 1 instance: web-04');
  expect(screen.text()).toContain('not web-03: it is so already');
  expect(screen.text()).toMatch(/Watchdog.*yes → no/);
  await screen.press('y');
  await screen.expectGlimpse(/Edit web-04: done/);
  await screen.close();
});

test('the first preview already leaves out what cannot be booted, for it waits to know that', async () => {
  const screen = await openLive({
    columns: 120,
    rows: 40,
    initialDestination: {family: 'instances', filter: 'status:offline'},
  });
  await screen.expectText('gpu-train-1');
  await screen.press('*', 'B');
  await screen.expectText('─ Boot:');
  await screen.expectText(/not gpu-train-1: has no configuration profile/);
  expect(screen.text()).not.toMatch(/for \d+ Instances: .*gpu-train-1/);
  // Nothing is destroyed, interrupted, charged or opened by it, also where it is done to several.
  expect(screen.focusedButton()).toBe('Boot');
  await screen.close();
});
