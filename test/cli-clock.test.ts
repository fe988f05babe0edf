/** Commands on a machine whose clock is wrong: times count by the API's clock. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openTestAccount} from '../src/emulator/testing/test-account.ts';
import {openCommandLine} from './support/cli.ts';

/** A demo account, whose clock the test moves away from this machine's clock. */
async function openMoved(days = 40) {
  const line = await openCommandLine();
  onTestFinished(() => line.close());
  line.account.pass(days * 86_400);
  return line;
}

test('bug: the ages of rows counted by this machine’s clock', async () => {
  const line = await openMoved();
  await line.run(['do', 'volumes.update', 'metrics', '--tags', 'fresh', '--yes']);
  const {out} = await line.run([
    'get',
    'events',
    '--filter',
    'action:volume_update',
    '--columns',
    'when',
    '--no-headers',
  ]);
  expect(out.split('\n')[0]?.trim()).toMatch(/^(?:now|\d+s)$/);
});

test('bug: a filter by age compared with this machine’s clock', async () => {
  const line = await openMoved();
  const {out} = await line.run(['get', 'volumes', '--filter', 'age<30d', '--no-headers']);
  expect(out).toBe('');
});

test('bug: a filter by age that the API applies omitted rows, if the clocks differ by days', async () => {
  const line = await openMoved();
  const count = async (...words: readonly string[]) =>
    (await line.run(['get', 'tickets', ...words, '--ndjson'])).out.split('\n').length;
  const all = await count();
  const sorted = await count('--filter', 'age<60d', '--sort', 'opened');
  expect(sorted).toBeGreaterThan(1);
  expect(sorted).toBeLessThan(all);
  expect(await count('--filter', 'age<60d')).toBe(sorted);
});

test('doctor shows a large difference of the clocks in its largest unit', async () => {
  const line = await openMoved();
  const {out} = await line.run(['doctor']);
  expect(out).toMatch(/clock +\d+[dy] (?:ahead of|behind) the API's/);
});

test('a filter by age over several profiles counts by the clock of each account', async () => {
  const line = await openMoved();
  const other = await openTestAccount({accounts: 'demo'});
  onTestFinished(() => other.close());
  const profiles = [
    `{name: moved, base_url: '${line.account.url}', token: {env: MOVED}}`,
    `{name: other, base_url: '${other.url}', token: {env: OTHER}}`,
  ];
  const settings = join(line.folder, 'config.yaml');
  writeFileSync(settings, `profiles: [${profiles.join(', ')}]\n`);
  const env = {SKYDECK_CONFIG: settings, SKYDECK_BASE_URL: '', MOVED: line.account.token, OTHER: other.token};
  const run = (...words: readonly string[]) => line.run(['--profile', 'moved,other', 'get', 'volumes', ...words], env);
  for (const format of [['--no-headers'], ['--ndjson']]) {
    const {out} = await run('--filter', 'age<30d', ...format);
    expect(out).not.toBe('');
    expect(out).not.toContain('moved');
  }
});
