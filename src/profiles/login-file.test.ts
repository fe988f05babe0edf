import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openLoginFile} from './login-file.ts';

test('of two consoles that read a damaged login, one reports its new name and the other has no login', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-login-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const consoles = [1, 2].map(() => openLoginFile('prod', {XDG_STATE_HOME: folder}));
  const path = consoles[0]?.path ?? '';
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  writeFileSync(path, '{', {mode: 0o600});
  const results = await Promise.all(consoles.map(file => file.read().catch((error: Error) => error.message)));
  expect(results).toHaveLength(2);
  expect(results).toContain(undefined);
  expect(results).toContainEqual(expect.stringContaining(`renamed to prod.login.json.damaged-`));
});
