import {expect, onTestFinished, test} from 'vitest';
import {openAccount} from '../../../test/harness/account.ts';
import {openScreen} from '../../../test/support/screen.ts';
import {families} from '../../families/registry.ts';
import {createSession} from '../../store/session/create-session.ts';
import {openTerminal} from '../terminal/index.ts';
import {mountTerminal} from '../terminal/ink/index.ts';
import {App} from './app.tsx';
import {type ConsoleApp, createConsole} from './create-console.ts';
import {startPreInkRenderer} from './pre-ink.ts';

/** A deck on a held terminal, as it is before Ink comes. */
async function open(size: {columns: number; rows: number}) {
  const account = openAccount();
  const {clock} = account;
  const screen = openScreen({...size, isBusy: account.isBusy});
  const {stdin, stdout, host} = screen;
  const held = openTerminal({stdin, stdout, host, colors: 'truecolor', unicode: true});
  const profile = {name: 'demo', production: false, readOnly: false};
  const session = createSession({families, connect: account.connect(), clock, random: () => 0.5, profile});
  const context: ConsoleApp = createConsole({session, families, profile, clock, onQuit: () => {}});
  const opening = startPreInkRenderer(held, context);
  onTestFinished(async () => {
    await held.close();
    await session.close();
    account.close();
  });
  await screen.settled();
  return {
    screen,
    deck: context,
    session,
    held,
    /** The bytes that Ink writes when it takes over. */
    async mount(): Promise<string> {
      await screen.settled();
      screen.takeBytes();
      opening.stopInput();
      const ink = mountTerminal(<App context={context} />, held);
      opening.deactivate();
      await ink.flushed();
      await screen.settled();
      onTestFinished(() => ink.unmount());
      return screen.takeBytes();
    },
  };
}

const sizes = [
  {columns: 80, rows: 24},
  {columns: 120, rows: 30},
  {columns: 180, rows: 45},
];

test.each(sizes)('at $columns×$rows the first screen is the one that Ink shows', async size => {
  const {screen, session, deck: context, mount} = await open(size);
  expect(screen.text()).toContain('web-01');
  session.showToast('something to know', 'attention');
  context.press({key: '?', text: '?'});
  await screen.settled();
  const before = screen.text();
  expect(before).toContain('something to know');
  // A frame that differs in nothing is not written at all.
  expect(await mount()).not.toContain('\x1b[?2026h');
  expect(screen.text()).toBe(before);
});

test('keys work before Ink is there and after, and each is heard once', async () => {
  const {screen, mount} = await open({columns: 120, rows: 30});
  await screen.press('j', 'j');
  expect(screen.text()).toMatch(/▌ *web-02/);
  await screen.press('enter');
  expect(screen.text()).not.toContain('web-03');
  await screen.press('esc');
  await mount();
  await screen.press('j');
  expect(screen.text()).toMatch(/▌ *web-03/);
});

test('a terminal that changes its size before Ink is there is painted anew', async () => {
  const {screen, mount} = await open({columns: 120, rows: 30});
  await screen.resize(80, 24);
  expect(screen.text().split('\n')).toHaveLength(24);
  expect(screen.text()).toContain('web-01');
  expect(await mount()).not.toContain('\x1b[?2026h');
});
