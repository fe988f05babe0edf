/** Warnings in the API's responses, which every command prints once and separately from its output. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';
import {changingServer, closeServer, listen} from './support/forward.ts';

const warnings = [{title: 'Deprecated endpoint', details: 'it goes away'}];
let cli: CommandLine;
let base: string;
const warningServer = changingServer(
  () => cli.account.url,
  body => ({...body, warnings}),
);
beforeAll(async () => {
  cli = await openCommandLine();
  base = `${await listen(warningServer)}/v4`;
});
afterAll(async () => {
  await closeServer(warningServer);
  await cli.close();
});

it.each([
  [['overview'], /^Instances +42 /m],
  [['cost'], /^Run rate /m],
  [['waste'], /^5 of 5 checks done\.$/m],
  [['get', 'volumes'], /^vol-db /m],
  [['wait', 'instances', 'web-01', 'status:running'], /^$/],
  [['do', 'volumes.update', 'vol-db', '--tags', 'told', '--yes'], /done/],
])('%s: prints the warning once', async (line, words) => {
  const {code, out, err} = await cli.run(line, {SKYDECK_BASE_URL: base});
  expect([code, out]).toEqual([0, expect.stringMatching(words)]);
  expect(err.match(/The API reports: /g)).toEqual(['The API reports: ']);
  expect(err).toContain('The API reports: Deprecated endpoint: it goes away\n');
});

it('doctor and profile test report the warning', async () => {
  const doctor = await cli.run(['doctor', '--json'], {SKYDECK_BASE_URL: base});
  expect([doctor.code, doctor.err]).toEqual([0, '']);
  expect(JSON.parse(doctor.out)).toContainEqual(
    expect.objectContaining({state: 'attention', words: 'The API reports: Deprecated endpoint: it goes away'}),
  );
  const settings = join(cli.folder, 'warned.yaml');
  writeFileSync(settings, `profiles: [{name: warned, base_url: "${base}", token: {env: SKYDECK_TOKEN}}]\n`);
  expect(await cli.run(['profile', 'test', 'warned'], {SKYDECK_CONFIG: settings})).toEqual({
    code: 0,
    out: 'warned: logged in as acme\n',
    err: 'The API reports: Deprecated endpoint: it goes away\n',
  });
});
