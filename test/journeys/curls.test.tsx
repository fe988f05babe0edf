import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('the curl lines of a change to many are those of all of them, and nothing is sent for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-curls-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openLive({columns: 130, rows: 45, initialDestination: {family: 'instances'}, folder});
  await screen.expectText('Instances  42');
  await screen.filter('web-0');
  await screen.press(' ', ' ', ' ', 'O');
  await screen.expectText(/for \d Instances/);
  const count = Number(/for (\d) Instances/.exec(screen.text())?.[1]);
  expect(count).toBeGreaterThan(1);
  expect(screen.text()).toContain('Can’t be undone. Running processes stop when the reboot');
  await screen.press('w');
  await screen.expectGlimpse('saved as');
  const [name = ''] = readdirSync(folder);
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(count);
  expect(new Set(lines).size).toBe(count);
  for (const line of lines) expect(line).toMatch(/^curl -X POST .*\/reboot'$/);
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.close();
});
