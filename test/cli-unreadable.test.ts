/** Lists with rows that cannot be read: a script can tell that it has not all of them. */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';
import {changingServer, closeServer, listen} from './support/forward.ts';

let cli: CommandLine;
let base: string;
/** Takes the ID from the first row of each page. */
const damagingServer = changingServer(
  () => cli.account.url,
  body => {
    const {data} = body as {data?: {id?: unknown}[]};
    delete data?.[0]?.id;
    return body;
  },
);
beforeAll(async () => {
  cli = await openCommandLine();
  base = `${await listen(damagingServer)}/v4`;
});
afterAll(async () => {
  await closeServer(damagingServer);
  await cli.close();
});

it.each([
  [],
  ['--json'],
  ['--ndjson'],
])('bug: get ended with 0 although rows could not be read: %o', async (...format) => {
  const whole = await cli.run(['get', 'volumes', ...format]);
  expect([whole.code, whole.err]).toEqual([0, '']);
  const {code, out, err} = await cli.run(['get', 'volumes', ...format], {SKYDECK_BASE_URL: base});
  expect(code).toBe(1);
  expect(err).toMatch(/Couldn’t read 1 of \d+ volumes\. The output is incomplete\./);
  expect(out).not.toBe('');
  expect(out.length).toBeLessThan(whole.out.length);
});

it('bug: get of several accounts ended with 0 although rows of one could not be read', async () => {
  const settings = join(cli.folder, 'two.yaml');
  const profile = (name: string, url: string) => `{name: ${name}, base_url: "${url}", token: {env: SKYDECK_TOKEN}}`;
  writeFileSync(settings, `profiles: [${profile('whole', cli.account.url)}, ${profile('broken', base)}]\n`);
  const {code, out, err} = await cli.run(['--profile', 'whole,broken', 'get', 'volumes', '--json'], {
    SKYDECK_CONFIG: settings,
  });
  expect(code).toBe(1);
  expect(err).toMatch(/broken: Couldn’t read 1 of \d+ volumes/);
  expect(err).not.toMatch(/whole:/);
  expect(JSON.parse(out).length).toBeGreaterThan(1);
});
