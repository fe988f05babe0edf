/** Configs of an instance: devices and interfaces. */
import {test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** The form of the config of `web-01`. */
async function openConfig(): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 44],
    view: {family: 'instances', filter: 'web-01'},
  });
  await screen.press('2');
  await screen.advance(1000);
  screen.expectText('My Debian 12 Disk Profile');
  await screen.press('e');
  screen.expectText('─ Edit: My Debian 12 Disk Profile');
  return screen;
}

test('the choices of a device are names, with the reason where a disk or volume is in use', async () => {
  const screen = await openConfig();
  screen.expectText(/sda +Debian 12 Disk ▾ +disk · 79.5 GB/);
  await screen.press('tab', 'tab', 'tab', 'enter');
  screen.expectText('volume · 320 GB · not attached');
  screen.expectText(/Debian 12 Disk +already in sda/);
  screen.expectText(/vol-db +attached to db-01/);
});

test('another volume is put into a device, and the preview shows only this device', async () => {
  const screen = await openConfig();
  await screen.press('tab', 'tab', 'tab', 'enter');
  await screen.pick('crm-archive');
  screen.expectText(/sdc +crm-archive-2014 ▾/);
  await screen.press('ctrl-o');
  screen.expectText(/PUT \/v4\/compute\/instances\/101\/configs/);
  screen.expectText(/Devices sdc +Volume uploads → crm-archive-2014|Devices sdc +uploads → crm-archive-2014/);
  screen.expectNoText('Devices sda');
  await screen.press('enter');
  screen.expectRequest('PUT /v4/compute/instances/101/configs/9001', {
    devices: {sdc: {disk_id: null, volume_id: 4413}},
  });
  await screen.advance(30_000);
  screen.expectText('▌ My Debian 12 Disk Profile');
  await screen.press('enter');
  screen.expectText(/sdc +volume crm-archive-2014/);
});

/** The form of the config with the cursor on the button that adds an interface. */
async function openInterfaces(): Promise<TestConsole> {
  const screen = await openConfig();
  await screen.press('shift-tab');
  for (let step = 0; step < 40 && !screen.text().includes('▌  + add an interface'); step++) await screen.press('tab');
  screen.expectText('▌  + add an interface');
  await screen.press('enter');
  screen.expectText('─ Interfaces: interface 1 of 1 ─');
  return screen;
}

/** Adds a public interface and a VLAN whose address is invalid. */
async function addTwoInterfaces(screen: TestConsole): Promise<void> {
  await screen.press('tab', 'enter');
  screen.expectText(/1 +public/);
  await screen.press('n');
  screen.expectText('─ Interfaces: interface 2 of 2 ─');
  await screen.type('vlan');
  await screen.press('enter', 'tab', 'tab');
  await screen.type('10.0.0.300');
  await screen.press('ctrl-o');
  screen.expectText(/2 +VLAN/);
}

/** Corrects the address, and names the VLAN. */
async function correctInterface(screen: TestConsole): Promise<void> {
  await screen.press('ctrl-o', 'enter', 'ctrl-u');
  await screen.type('10.0.0.3/24');
  await screen.press('shift-tab');
  await screen.type('backend');
  await screen.press('ctrl-o');
  screen.expectText(/2 +VLAN +backend +10.0.0.3\/24/);
}

test('an interface is not added if its form is closed with esc before anything was typed', async () => {
  const screen = await openInterfaces();
  await screen.press('esc');
  screen.expectText('▌  + add an interface');
  screen.expectNoText(/▌? +1 +public/);
});

test('an invalid interface opens its field instead of the preview', async () => {
  const screen = await openInterfaces();
  await addTwoInterfaces(screen);
  await screen.press('ctrl-o');
  screen.expectText(/✗ Address: must be/);
  screen.expectText(/▌ +2 +VLAN/);
  await correctInterface(screen);
});

test('interfaces are moved, and the preview shows each of them', async () => {
  const screen = await openInterfaces();
  await addTwoInterfaces(screen);
  await correctInterface(screen);
  await screen.press('K');
  screen.expectText(/▌ +1 +VLAN +backend/);
  await screen.press('J', 'ctrl-o');
  screen.expectText(/Interface 2 +VLAN backend 10.0.0.3\/24/);
});

test('an interface is removed', async () => {
  const screen = await openInterfaces();
  await addTwoInterfaces(screen);
  await correctInterface(screen);
  await screen.press('x');
  screen.expectText(/▌ +1 +public/);
  screen.expectNoText('backend');
});
