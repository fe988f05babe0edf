/** Lists with rows that cannot be read: a script can tell that it has not all of them. */

import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
let base: string;
/** Passes everything on, and takes the ID from the first row of each page. */
const damagingServer = createServer(async (request, response) => {
  request.resume();
  const {host: _, ...headers} = request.headers;
  const answer = await fetch(`${new URL(cli.account.url).origin}${request.url}`, {
    headers: headers as Record<string, string>,
  });
  const body = (await answer.json()) as {data?: {id?: unknown}[]};
  delete body.data?.[0]?.id;
  response.writeHead(answer.status, {'content-type': 'application/json'}).end(JSON.stringify(body));
});
beforeAll(async () => {
  cli = await openCommandLine();
  await new Promise<void>(resolve => damagingServer.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(damagingServer.address() as AddressInfo).port}/v4`;
});
afterAll(async () => {
  damagingServer.close();
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
