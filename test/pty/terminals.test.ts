/** Every kind of terminal that people have: the console starts, paints, answers a key, and leaves it as it was. */
import {beforeAll, expect, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {openPty, skydeck} from '../support/pty.ts';

/** The term, and what else such a terminal sets. */
const terms = [
  {term: 'xterm', set: {TERM: 'xterm'}},
  {term: 'xterm in truecolor', set: {TERM: 'xterm-256color', COLORTERM: 'truecolor'}},
  {term: 'linux', set: {TERM: 'linux'}, poor: true},
  {term: 'screen', set: {TERM: 'screen', STY: '1.pts'}},
  {term: 'tmux', set: {TERM: 'tmux-256color', TMUX: '/nowhere,1,0'}},
];

interface Wish {
  readonly wish: string;
  readonly args: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
  /** Nothing beyond ASCII may be shown. */
  readonly poor?: true;
}

/** The settings that users ask of any of them. */
const wishes: readonly Wish[] = [
  {wish: 'as it is', args: []},
  {wish: 'with the mouse', args: ['--mouse']},
  {wish: 'NO_COLOR', args: [], set: {NO_COLOR: '1'}},
  {wish: '--ascii', args: ['--ascii'], poor: true},
  {wish: 'no UTF-8', args: [], set: {LANG: 'C'}, poor: true},
  {wish: 'all of it at once', args: ['--mouse', '--low-bandwidth'], set: {LANG: 'POSIX', NO_COLOR: '1'}, poor: true},
];

/** `npm run torture` tries every combination; the suite tries each terminal and each setting at least once. */
const isMet = (term: number, wish: number): boolean =>
  process.env.SKYDECK_TORTURE !== undefined || (term + wish) % terms.length === 0;

const matrix = terms.flatMap(({term, set, poor = false}, row) =>
  wishes
    .filter((_, column) => isMet(row, column))
    .map(wish => ({
      term,
      wish: wish.wish,
      args: wish.args,
      env: {...set, ...wish.set},
      colors: !wish.set?.NO_COLOR,
      ascii: poor || wish.poor === true,
    })),
);

let account: RunningEmulator;
beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  return () => account.close();
});

const open = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  openPty(skydeck(['--base-url', account.url, '--view', 'volumes', ...args]), {
    columns: 100,
    rows: 30,
    env: {SKYDECK_TOKEN: account.token, ...env},
  });

test.each(matrix)('the console starts, paints and ends in $term, $wish', async ({env, args, colors, ascii}) => {
  const pty = open(args, env);
  await pty.until(/Volumes +18/, 'the list');
  pty.press('?');
  await pty.until(/Keys of this screen/, 'the keys');
  pty.press('esc');
  await pty.until(screen => !/Keys of this screen/.test(screen), 'the keys are gone');
  pty.press('/');
  pty.type('batch');
  await pty.until(/\d of 18/, 'the filter');
  expect(pty.text().split('\n')).toHaveLength(30);
  expect(/\x1b\[[\d;]*(3[0-7]|38|48|4[0-7]|9[0-7])[;\d]*m/.test(pty.output())).toBe(colors);
  if (ascii) expect(strangersIn(pty.text())).toEqual([]);
  pty.press('enter', 'ctrl-c');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
});

/** Characters that a terminal without UTF-8 shows as several others. */
const strangersIn = (text: string): string[] => [...new Set(text.match(/[^\x20-\x7e\n]/g) ?? [])];

test.each(['dumb', ''])('TERM=%s: the overview is printed as text', async TERM => {
  const pty = openPty(['env', `TERM=${TERM}`, ...skydeck(['--base-url', account.url])], {
    env: {SKYDECK_TOKEN: account.token},
  });
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.output()).toContain(`skydeck: this terminal cannot place its cursor (TERM=${TERM})`);
  expect(pty.text()).toMatch(/^Databases +2/m);
  expect(pty.output()).not.toContain('\x1b');
});

test('TERM=dumb, ACCESSIBLE=1: plain mode asks for a password without showing it', async () => {
  const pty = open(['--view', 'instances', '--filter', 'zzz'], {TERM: 'dumb', ACCESSIBLE: '1'});
  for (const [question, typed] of [
    ['instances>', 'new'],
    ['Label:', 'aloud-1'],
    ['Region, required', 'us-east'],
    ['Plan, required', 'g6-nanode-1'],
    ['Image, ', 'debian12'],
    ['Root password, required', 'Secret.word.9'],
    ['SSH keys, ', '.preview'],
  ] as const) {
    await pty.until(new RegExp(`${question}[^\\n]*\\s*$`), question);
    pty.type(`${typed}\r`);
  }
  await pty.until(/Send it\?[^\n]*:\s*$/, 'the confirmation');
  expect(pty.output()).not.toContain('Secret');
  expect(pty.output()).not.toContain('\x1b');
  // The first key closes the change, the second one the program.
  pty.press('ctrl-c');
  await pty.until(/Canceled\. Nothing more was sent\.\s+instances>\s*$/, 'the main question');
  pty.press('ctrl-c');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
});
