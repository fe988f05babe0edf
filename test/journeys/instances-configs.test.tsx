import {expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

/** The detail of an instance at one of its tabs, with the cursor in the list there. */
async function openAt(screen: LiveScreen, label: string, tab: string): Promise<void> {
  await screen.expectText('Instances  42');
  await screen.filter(label);
  await screen.press(tab);
}

test('a profile: what stands in a slot is picked by name, and what cannot be taken says why', async () => {
  const screen = await openLive({columns: 120, rows: 44});
  await openAt(screen, 'web-01', '2');
  await screen.expectText('My Debian 12 Disk Profile');
  await screen.press('e');
  await screen.expectText('─ Edit: My Debian 12 Disk Profile');
  await screen.expectText(/sda +Debian 12 Disk ▾ +disk · 79.5 GB/);
  await screen.press('tab', 'tab', 'tab', 'enter');
  await screen.expectText('Volume · 320 GB · not attached');
  await screen.expectText(/Debian 12 Disk +in sda already/);
  await screen.expectText(/vol-db +attached to db-01/);
  await screen.type('crm-archive');
  await screen.press('enter');
  await screen.expectText(/sdc +crm-archive-2014 ▾/);
  await screen.press('ctrl-o');
  await screen.expectText(/PUT \/v4\/compute\/instances\/101\/configs/);
  await screen.expectText(/Devices sdc +Volume uploads → crm-archive-2014|Devices sdc +uploads → crm-archive-2014/);
  expect(screen.text()).not.toContain('Devices sda');
  await screen.press('enter');
  await screen.expectText('▌ My Debian 12 Disk Profile');
  await screen.press('enter');
  await screen.expectText(/sdc +Volume crm-archive-2014/);
  await screen.close();
});

test('interfaces are entries: added, changed, moved, taken out; what the API refuses stands beside its field', async () => {
  const screen = await openLive({columns: 120, rows: 44});
  await openAt(screen, 'web-01', '2');
  await screen.expectText('My Debian 12 Disk Profile');
  await screen.press('e');
  await screen.expectText('+ add an interface');
  for (let step = 0; !screen.text().includes('▌  + add an interface'); step++) {
    if (step > 40) throw new Error(screen.text());
    await screen.press('tab');
  }
  await screen.press('enter');
  await screen.expectText('─ Interfaces: interface 1 of 1 ─');
  // Left as it was, it is not there; accepted, it is.
  await screen.press('esc');
  await screen.expectText('▌  + add an interface');
  await screen.press('enter', 'tab', 'enter');
  await screen.expectText(/1 +public/);
  await screen.press('n');
  await screen.expectText('─ Interfaces: interface 2 of 2 ─');
  await screen.type('vlan');
  await screen.press('enter', 'tab');
  await screen.type('10.0.0.300');
  await screen.press('ctrl-o');
  await screen.expectText(/2 +VLAN/);
  await screen.press('ctrl-o');
  await screen.expectText(/✗ Address: must be/);
  expect(screen.text()).toMatch(/▌ +2 +VLAN/);
  // It opens where it is wrong.
  await screen.press('enter', 'ctrl-u');
  await screen.type('10.0.0.3/24');
  await screen.press('shift-tab');
  await screen.type('backend');
  await screen.press('ctrl-o');
  await screen.expectText(/2 +VLAN +backend +10.0.0.3\/24/);
  await screen.press('K');
  await screen.expectText(/▌ +1 +VLAN +backend/);
  await screen.press('J', 'ctrl-o');
  await screen.expectText(/Interfaces 2 +VLAN backend 10.0.0.3\/24/);
  await screen.press('esc', 'x');
  await screen.expectText(/▌ +1 +public/);
  expect(screen.text()).not.toContain('backend');
  await screen.close();
});
