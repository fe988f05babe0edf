/** The instrument that the other tests here rely on. */
import {existsSync} from 'node:fs';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {openPty} from '../support/pty.ts';

const shell = (script: string, options = {}) => openPty(['sh', '-c', script], options);

describe('until', () => {
  test('waits for a pattern or a condition', async () => {
    const pty = shell('read line; echo "got $line"; read line; echo "then $line"');
    pty.type('one\n');
    await pty.until(/got one/);
    pty.type('two\n');
    expect(await pty.until(screen => screen.includes('then two'))).toContain('got one');
  });

  test('fails at once and shows the screen if the program ends without a match', async () => {
    const pty = shell('echo this instead; exit 3');
    await expect(pty.until(/that/, 'that')).rejects.toThrow(
      /^that: the program ended with 3; the screen was\n\+-+\+\n\|this instead +\|\n/,
    );
  });
});

describe('the end of a program', () => {
  test('has the exit code, after the last output is on the screen', async () => {
    const pty = shell('seq 1 3000; exit 7');
    expect(await pty.exit).toEqual({code: 7, signal: undefined});
    expect(pty.text()).toContain('3000');
  });

  test('has the signal', async () => {
    const pty = shell('echo ready; exec sleep 60');
    await pty.until(/ready/);
    pty.kill('SIGHUP');
    expect(await pty.exit).toEqual({code: 0, signal: 'SIGHUP'});
  });
});

test('keys are sent as a keyboard sends them', async () => {
  const pty = shell('stty raw -echo; echo ready; head -c 12 | od -An -c; stty sane');
  await pty.until(/ready/);
  pty.press('j', 'enter', 'esc', 'up', 'ctrl-d', 'alt-x', 'shift-tab');
  expect(await pty.until(/033 +\[ +Z/)).toMatch(/j +\\r +033 +033 +\[ +A 004 +033 +x +033 +\[ +Z/);
});

test('a resize reaches the program', async () => {
  const pty = shell('trap "stty size; exit" WINCH; echo ready; while :; do read line; done', {columns: 80, rows: 24});
  await pty.until(/ready/);
  pty.resize({columns: 100, rows: 30});
  await pty.until(/^30 100$/m);
});

test('the program has a bare environment and a home folder of its own, which is deleted afterwards', async () => {
  let home = '';
  // The hooks of a test run in reverse order, so this one runs after the end of the program.
  onTestFinished(() => expect(existsSync(home)).toBe(false));
  vi.stubEnv('SKYDECK_TOKEN', 'of the person who runs the tests');
  const pty = shell('env | sort; exit', {env: {LC_ALL: 'C'}});
  home = pty.home;
  await pty.exit;
  expect(pty.text()).toContain(`HOME=${pty.home}`);
  expect(pty.text()).toContain('LC_ALL=C');
  expect(pty.text()).not.toMatch(/SKYDECK|CI=|NODE_OPTIONS|VITEST/);
  expect(existsSync(pty.home)).toBe(true);
});

test.each([
  ['\\033[?1049h', 'alternate screen', '\\033[?1049l'],
  ['\\033[?25l', 'hidden cursor', '\\033[?25h'],
  ['\\033[?7l', 'no line wrap', '\\033[?7h'],
  ['\\033[?2004h', 'bracketed paste', '\\033[?2004l'],
  ['\\033[?1000h', 'mouse', '\\033[?1000l'],
  ['\\033[?1006h', 'mouse encoding', '\\033[?1006l'],
  ['\\033[?1004h', 'focus reporting', '\\033[?1004l'],
  ['\\033[?2026h', 'synchronised update', '\\033[?2026l'],
  ['\\033[>1u', 'kitty keyboard', '\\033[<u'],
  ['\\033=', 'application keypad', '\\033>'],
  ['\\033[?4711h', 'private mode 4711', '\\033[?4711l'],
])('the mode that %s switches on counts as left on until it is switched off', async (on, name, off) => {
  const left = shell(`printf '${on}'`);
  await left.exit;
  expect(left.modesLeftOn()).toEqual([name]);
  const restored = shell(`printf '${on}'; printf '${off}'`);
  await restored.exit;
  expect(restored.modesLeftOn()).toEqual([]);
});
