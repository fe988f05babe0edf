import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {parseSettings} from './parse-settings.ts';
import {cacheSettings, loadCachedSettings} from './settings-cache.ts';

const text =
  'default_profile: home\nprofiles:\n  - name: home\n    base_url: https://api.example.com/v4\n    token: {env: A_TOKEN}\n';

function createCacheFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-reading-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return {env: {XDG_CACHE_HOME: folder}, file: join(folder, 'skydeck', 'settings-named.json')};
}

test('returns equal settings for the same text and program, from a private file', async () => {
  const {env, file} = createCacheFolder();
  const {settings, mistakes} = parseSettings(text);
  expect(mistakes).toEqual([]);
  const options = {env, hasNames: true, program: 'one'};
  expect(await loadCachedSettings(text, options)).toBeUndefined();
  await cacheSettings(text, settings, options);
  expect(JSON.stringify(await loadCachedSettings(text, options))).toBe(JSON.stringify(settings));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('returns no settings for another text or program, unchecked names, or a damaged file', async () => {
  const {env, file} = createCacheFolder();
  const options = {env, hasNames: true, program: 'one'};
  await cacheSettings(text, parseSettings(text).settings, options);
  expect(await loadCachedSettings(`${text} `, options)).toBeUndefined();
  expect(await loadCachedSettings(text, {...options, program: 'two'})).toBeUndefined();
  expect(await loadCachedSettings(text, {...options, hasNames: false})).toBeUndefined();
  writeFileSync(file, '{"program":"one","text":');
  expect(await loadCachedSettings(text, options)).toBeUndefined();
});
