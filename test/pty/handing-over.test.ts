/** The terminal is lent to other programs and restored afterwards, in every case. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openPty} from '../support/pty.ts';

const folder = mkdtempSync(join(tmpdir(), 'skydeck-fixture-'));
const program = join(folder, 'console.mjs');

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'fixtures/handing-over.tsx'),
    platform: 'node',
    resolve: {alias: {'react-devtools-core': 'node:process'}},
    transform: {
      target: 'node22',
      define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
    },
  });
  await bundle.write({file: program, format: 'esm', codeSplitting: false});
  await bundle.close();
});

afterAll(() => rmSync(folder, {recursive: true, force: true}));

async function open(argv: readonly [string, ...string[]] = [process.execPath, program]) {
  const pty = openPty(argv, {columns: 60, rows: 15});
  await pty.until(/console ready/);
  return pty;
}

describe('a child process', () => {
  test('has the terminal to itself and receives every key, and the console is intact afterwards', async () => {
    const pty = await open();
    expect(pty.modesLeftOn()).toEqual(
      expect.arrayContaining(['alternate screen', 'bracketed paste', 'focus reporting', 'hidden cursor', 'mouse']),
    );
    pty.press('e');
    await pty.until(/child ready/);
    expect(pty.modesLeftOn()).toEqual([]);
    for (let line = 0; line < 20; line++) pty.type(`line ${line}\r`);
    await pty.until(/console ready/);
    for (let line = 0; line < 20; line++) expect(pty.output()).toContain(`<line ${line}>`);
    expect(pty.text()).toContain('pressed e');
    pty.press('j');
    await pty.until(/pressed j/);
    expect(pty.text()).not.toContain('line');
    pty.press('q');
    expect(await pty.exit).toEqual({code: 0, signal: undefined});
  });

  test('that fails returns the terminal to the console, too', async () => {
    const pty = await open();
    pty.press('f');
    await pty.until(/failed: no editor/);
    pty.press('j');
    await pty.until(/pressed j/);
  });
});

describe('ctrl-z', () => {
  const job = (then: string): [string, ...string[]] => [
    'bash',
    '-c',
    `set -m; ${process.execPath} ${program}; echo "stopped with $?"; ${then}`,
  ];

  test('stops the job with a restored terminal, and fg brings the console back', async () => {
    const pty = await open(job('read answer; fg; echo "ended with $?"'));
    pty.press('j');
    await pty.until(/pressed j/);
    pty.press('ctrl-z');
    await pty.until(/stopped with 1\d\d/);
    expect(pty.modesLeftOn()).toEqual([]);
    pty.type('\r');
    await pty.until(/console ready.*pressed ctrl-z/s);
    pty.press('k');
    await pty.until(/pressed k/);
    pty.press('q');
    await pty.until(/ended with 0/);
  });

  test('sent as a signal from another process stops the job as well', async () => {
    const pty = await open(job('read answer'));
    const [child = ''] = readFileSync(`/proc/${pty.pid}/task/${pty.pid}/children`, 'utf8').trim().split(' ');
    process.kill(Number(child), 'SIGTSTP');
    await pty.until(/stopped with 1\d\d/);
    expect(pty.modesLeftOn()).toEqual([]);
  });
});

describe('the console restores the terminal and keeps the printed text when it is ended', () => {
  test.each([
    ['q', 0, /after the console/],
    ['c', 1, /crashed: thrown while rendering/],
    ['t', 1, /thrown in a handler/],
    ['r', 1, /rejected and forgotten/],
    ['n', 3, /^\s*$/],
  ])('by %s', async (key, code, printed) => {
    const pty = await open();
    pty.press('T');
    await pty.until(/pressed T/);
    pty.press(key);
    expect(await pty.exit).toEqual({code, signal: undefined});
    expect(pty.modesLeftOn()).toEqual([]);
    const [onScreen = '', ...afterwards] = pty.output().split('\x1b[?1049l');
    expect(onScreen).toContain('console ready');
    expect(afterwards.join('').replaceAll(/\x1b\[\?25h/g, '')).toMatch(printed);
    expect(pty.output()).toContain('\x1b[23;2t');
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('by %s', async signal => {
    const pty = await open();
    pty.kill(signal);
    expect(await pty.exit).toMatchObject({signal});
    expect(pty.modesLeftOn()).toEqual([]);
    expect(pty.text()).not.toContain('console ready');
  });
});
