/** Changes as curl lines. */
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openConsole} from '../harness/console.ts';

test('a batch is saved as one curl line per instance, and nothing is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-curls-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openConsole({size: [130, 45], view: 'instances', folder});
  await screen.filter('web-0');
  await screen.press(' ', ' ', ' ', 'O');
  screen.expectText('for 3 instances');
  screen.expectText('Can’t be undone. Running processes stop when the reboot');
  await screen.press('w');
  screen.expectRecentText('saved as');
  const [name = ''] = readdirSync(folder);
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(3);
  for (const line of lines) expect(line).toMatch(/^curl -X POST .*\/reboot'$/);
  screen.expectNoChanges();
  expect(screen.focusedButton()).toBe('Cancel');
});
