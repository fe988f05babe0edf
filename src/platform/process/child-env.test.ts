import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {fetchToken} from '../../profiles/fetch-token.ts';
import {loadSettings} from '../../profiles/load-settings.ts';
import {runForeground} from './foreground-child.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-child-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Writes its environment and its arguments to the file of its first argument, and prints a token. */
const script =
  'require("node:fs").writeFileSync(process.argv[1], JSON.stringify([process.env, process.argv])); console.log("t0ken")';
const canaries = (file: string) => readFileSync(file, 'utf8').match(/canary-\w+/g);

test('environment variables that hold a token aren’t passed to child processes', async () => {
  for (const name of ['SKYDECK_TOKEN', 'WORK_TOKEN', 'EDITOR_THEME']) vi.stubEnv(name, `canary-${name}`);
  expect(await fetchToken({env: 'WORK_TOKEN'}, process.env)).toBe('canary-WORK_TOKEN');
  const seen = join(folder, 'seen');
  expect(await runForeground([process.execPath, '-e', script, seen])).toEqual({status: 0});
  expect(canaries(seen)).toEqual(['canary-EDITOR_THEME']);
});

test('a token command receives no token of the environment, of another profile or of a login', async () => {
  for (const name of ['SKYDECK_TOKEN', 'OTHER_TOKEN', 'CLIENT_SECRET', 'VAULT_ADDR'])
    vi.stubEnv(name, `canary-${name}`);
  const seen = join(folder, 'seen');
  mkdirSync(join(folder, 'skydeck'));
  writeFileSync(
    join(folder, 'skydeck', 'config.yaml'),
    `profiles:
  - name: vault
    base_url: https://one.example.com
    token: {command: ${JSON.stringify([process.execPath, '-e', script, seen])}}
  - name: other
    base_url: https://two.example.com
    token: {env: OTHER_TOKEN}
  - name: desk
    base_url: https://three.example.com
    token: {login: {url: https://login.example.com, client_id: x, secret: {env: CLIENT_SECRET}}}
`,
  );
  const {settings, mistakes} = await loadSettings({XDG_CONFIG_HOME: folder});
  expect(mistakes).toEqual([]);
  const [vault] = settings.profiles;
  const source = vault?.token;
  if (!source || 'login' in source) throw new Error('the profile has another token');
  expect(await fetchToken(source, process.env)).toBe('t0ken');
  expect(canaries(seen)).toEqual(['canary-VAULT_ADDR']);
});
