import {expect, onTestFinished, test} from 'vitest';
import {openAccount} from '../../../test/harness/account.ts';
import {openScreen} from '../../../test/support/screen.ts';
import {families} from '../../families/registry.ts';
import {createSession} from '../../store/session/create-session.ts';
import {openTerminal} from '../terminal/index.ts';
import {mountTerminal} from '../terminal/ink/index.ts';
import type {AccountSession} from './account-session.ts';
import {App} from './app.tsx';
import {createConsole} from './create-console.ts';
import {openScreenHost} from './screen-host.tsx';

function openConsole() {
  const account = openAccount();
  const {clock} = account;
  const screen = openScreen({columns: 120, rows: 30, isBusy: account.isBusy});
  const open = (key: number, name: string): AccountSession => {
    const profile = {name, production: false, readOnly: false};
    const session = createSession({families, connect: account.connect(), clock, random: () => 0.5, profile});
    const context = createConsole({session, families, profile, clock, onQuit: () => {}});
    return {key, session, context, close: () => session.close()};
  };
  const {stdin, stdout, host} = screen;
  const options = {stdin, stdout, host, colors: 'truecolor', hasUnicode: true} as const;
  return {account, screen, open, options};
}

test('keys typed before the mount reach the mounted console', async () => {
  const {account, screen, open, options} = openConsole();
  const {context, close} = open(1, 'demo');
  const terminal = openTerminal(options);
  screen.stdin.push('?', 'utf8');
  await screen.settle();
  const press = context.press.bind(context);
  const pressed: string[] = [];
  context.press = stroke => {
    pressed.push(stroke.key);
    expect(context.terminal.compositor).toBe(terminal.compositor);
    press(stroke);
  };
  const ink = mountTerminal(<App context={context} />, terminal);
  onTestFinished(async () => {
    ink.unmount();
    await ink.exited;
    await close();
    account.close();
  });
  await screen.expectText('─ Keys');
  expect(pressed).toEqual(['?']);
});

test('a console shows one account after another, and restores the terminal when it closes', async () => {
  const {account, screen, open, options} = openConsole();
  const [first, second] = [open(1, 'first'), open(2, 'second')];
  const host = openScreenHost(first, options);
  await screen.expectText('web-01');
  expect(screen.row(0)).toContain('first');
  host.show(second);
  await screen.expectText('second');
  await screen.press('j');
  expect(screen.text()).toMatch(/▌ *web-01/);
  expect(screen.row(0)).not.toContain('first');
  host.close();
  await host.exited;
  expect(screen.stdin.isRaw).toBe(false);
  await first.close();
  await second.close();
  account.close();
});
