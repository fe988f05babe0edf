/**
 * A defect in the middle of work: the terminal is restored, typed values are kept, and one private report names the
 * cause.
 */
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startEmulatorProcess} from '../support/emulator-process.ts';
import {openPty, skydeck} from '../support/pty.ts';

/** Breaks the program in the middle of its work, as a defect would. */
const DEFECT = (how: string) => `data:text/javascript,${encodeURIComponent(`process.on('SIGURG', () => { ${how} });`)}`;

const SECRET = 'canary-hunter2';

const ways = {
  thrown: `throw new TypeError('bad text "${SECRET}" in Bearer ${SECRET}', {cause: new Error('"${SECRET}"')})`,
  'rejected and awaited by nobody': `Promise.reject(Object.assign(new Error('\\'${SECRET}\\''), {input: '${SECRET}'}))`,
};

test.each(Object.entries(ways))(
  'an error that is %s restores the terminal, and leaves a private report and the draft',
  {timeout: 60_000},
  async (_, how) => {
    const {url, token} = await startEmulatorProcess('--accounts', 'demo');
    const argv = skydeck(['--base-url', url, '--view', 'volumes'], ['--import', DEFECT(how)]);
    const pty = openPty(argv, {columns: 120, rows: 40, env: {SKYDECK_TOKEN: token}});
    await pty.until(/Volumes +18/);
    pty.press('j', 'n');
    await pty.until(/─ New volume/);
    pty.type('typed-and-private');
    await pty.until(/typed-and-private/);
    pty.kill('SIGURG');
    expect((await pty.exit).code).toBe(70);
    expect(pty.modesLeftOn()).toEqual([]);

    const folder = join(pty.home, '.local/state/skydeck');
    const kept = readdirSync(folder);
    const reports = kept.filter(name => name.startsWith('crash-'));
    expect(reports).toHaveLength(1);
    const path = join(folder, reports[0] ?? '');
    // The line with the path is on the shell's screen.
    expect(pty.text().replaceAll('\n', '')).toContain(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const report = readFileSync(path, 'utf8');
    expect(report).toMatch(/^skydeck \d+\.\d+\.\d+, /);
    expect(report).toMatch(/\n\s+at /);
    expect(report).toContain('view volumes');
    expect(report).toContain('key j: ');
    expect(report).toContain('over the screen: ');
    for (const private_ of [SECRET, token, 'typed-and-private']) expect(report).not.toContain(private_);
    expect(pty.output()).not.toContain(SECRET);

    // The snapshot may have the data that caused the crash, so the next start must not read it.
    const snapshots = kept
      .filter(name => name.includes('snapshot.json'))
      .map(name => name.replace(/damaged-.*/, 'damaged'));
    expect(snapshots).toEqual([expect.stringMatching(/\.snapshot\.json\.damaged$/)]);

    const drafts = kept
      .filter(name => name.endsWith('drafts.json'))
      .map(name => readFileSync(join(folder, name), 'utf8'));
    expect(drafts.join()).toContain('typed-and-private');
  },
);

test('certificate verification can’t be switched off, which a message explains', {timeout: 60_000}, async () => {
  const {url, token} = await startEmulatorProcess('--accounts', 'empty');
  const env = {SKYDECK_TOKEN: token, NODE_TLS_REJECT_UNAUTHORIZED: '0'};
  const pty = openPty(skydeck(['--base-url', url]), {columns: 120, rows: 40, env});
  await pty.until(/NODE_TLS_REJECT_UNAUTHORIZED=0 is not obeyed/);
  pty.press('ctrl-c');
  expect((await pty.exit).code).toBe(0);
  expect(pty.output()).not.toContain('insecure');
});
