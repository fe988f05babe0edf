/** Typed values survive `kill -9`, in a form and in a reply to a ticket. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import type {Pty} from '../support/pty.ts';
import {makeFolder, quitConsole, startConsole} from '../support/torture-console.ts';

let account: RunningEmulator;
beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
});
afterAll(() => account.close());

/** Waits until the file of drafts has these words: less than a second after the last key. */
async function written(home: string, typed: string): Promise<void> {
  const state = join(home, 'skydeck');
  const texts = () =>
    existsSync(state)
      ? readdirSync(state)
          .filter(name => name.endsWith('.drafts.json'))
          .map(name => readFileSync(join(state, name), 'utf8'))
      : [];
  while (!texts().some(text => text.includes(typed))) await setImmediate();
}

interface Typing {
  readonly view: string;
  /** A text that is on the screen before the first key. */
  readonly there: RegExp;
  readonly text: string;
  /** Opens the form or the field for the text. */
  readonly goes: (pty: Pty) => Promise<void>;
}

const typings: readonly (readonly [string, Typing])[] = [
  [
    'a form',
    {
      view: 'volumes',
      there: /batch-scratch-free/,
      text: 'half-typed-volume',
      async goes(pty) {
        pty.press('n');
        await pty.until(/─ New volume ─/);
      },
    },
  ],
  [
    'a reply to a ticket',
    {
      view: 'tickets',
      there: /Mail in is not answering/,
      text: 'half-typed-reply',
      async goes(pty) {
        pty.press('r');
        await pty.until(/─ Reply: /);
      },
    },
  ],
];

test.each(typings)('text typed into %s survives kill -9', {timeout: 45_000}, async (_, {view, there, text, goes}) => {
  const home = makeFolder();
  const pty = startConsole(account, {home, view});
  await pty.until(there);
  await goes(pty);
  pty.type(text);
  await pty.until(screen => screen.includes(text), 'what was typed');
  await written(home, text);
  pty.kill('SIGKILL');
  await pty.exit;
  const again = startConsole(account, {home, view});
  await again.until(there);
  await goes(again);
  await again.until(screen => screen.includes(text), 'what was typed before');
  expect(again.text()).toContain('This was typed');
  again.press('esc');
  await again.until(screen => !screen.includes('This was typed'), 'the form is closed');
  await quitConsole(again);
});
