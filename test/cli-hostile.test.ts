/** An API whose every text holds escape sequences: no command prints one. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {monitorCommand} from '../src/cli/commands/monitor.ts';
import {event as eventRow, instance as instanceRow, volume as volumeRow} from '../src/families/testing/rows.ts';
import {bareEnv, runCommandLine} from './support/cli.ts';

/** Sets the clipboard and the window title, clears the screen, colors, turns the text around; in 7 and 8 bits. */
const hostile = 'X\x1b]52;c;UFdORUQ=\x07\x1b]0;title\x1b\\\x1b[2J\x9b31m\x90q\x9c\x7f\u202e\u2066Y';
/** Characters that a terminal may obey or be misled by; a line feed and a tab are part of the output. */
const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const instance = {
  ...instanceRow({label: `web ${hostile}`, type: hostile, region: hostile, image: hostile, group: hostile}),
  status: hostile,
  tags: [hostile, `-${hostile}`],
};
const volume = {
  ...volumeRow({id: 5, label: instance.label, region: hostile, filesystem_path: hostile}),
  tags: instance.tags,
};
const event = {
  ...eventRow({action: hostile, message: hostile, status: 'started', username: hostile, percent_complete: 4}),
  entity: {id: 101, label: hostile, type: 'compute', url: hostile},
};

let url = '';
let isRefusing = false;
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const json = (status: number, body: unknown, given: ServerResponse = response) =>
    given
      .writeHead(status, {'content-type': 'application/json', warning: `299 - "${'w\u00e9'}"`})
      .end(JSON.stringify(body));
  request.resume();
  if (isRefusing || request.method !== 'GET')
    return json(400, {
      errors: [{field: hostile, reason: hostile}, {field: 'label', reason: hostile}, {reason: hostile}],
    });
  const page = (data: unknown[]) => json(200, {data, page: 1, pages: 1, results: data.length});
  if (path.endsWith('/compute/instances/101')) return json(200, instance);
  if (path.endsWith('/compute/instances')) return page([instance]);
  if (path.endsWith('/volumes')) return page([volume]);
  if (path.endsWith('/account/events')) return page([event]);
  if (path.endsWith('/tags')) return page([...instance.tags, 'X-Y', '-X-Y'].map(label => ({label})));
  if (path.endsWith('/profile')) return json(200, {username: hostile, email: hostile});
  if (path.endsWith('/stats')) return json(200, {title: hostile, data: {cpu: [[1, 2]], text: hostile}});
  return json(404, {errors: [{reason: hostile}]});
});

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
});
afterAll(() => void server.close());

const folder = mkdtempSync(join(tmpdir(), 'skydeck-hostile-'));
afterAll(() => rmSync(folder, {recursive: true}));
const env = () => bareEnv(folder, {url, token: 'token'});

describe('no command prints an escape sequence from the API', () => {
  it.each([
    ['overview'],
    ['overview', '--json'],
    ['cost'],
    ['cost', '--csv'],
    ['waste'],
    ['waste', '--csv'],
    ['get', 'instances'],
    ['get', 'instances', '--json'],
    ['get', 'instances', '--ndjson'],
    ['get', 'instances', '--csv'],
    ['get', 'instances', '--markdown'],
    ['get', 'instances', '--columns', 'label,status,tags'],
    ['get', 'instances', '--csv', '--columns', 'label,tags'],
    ['get', 'volumes', '--csv'],
    ['get', 'events'],
    ['get', 'instances.stats', '101'],
    ['get', 'instances.stats', '101', '--json'],
    ['get', 'instances', 'web nope'],
    ['wait', 'instances', '101', 'label:zz', '--timeout', '0s'],
    ['do', 'instances.boot', '101', '--yes'],
    ['do', 'instances.boot', '101', '--dry-run'],
    ['do', 'instances.update', '101', '--label', 'other', '--yes'],
    ['do', 'instances.update', '101', '--label', 'other', '--yes', '--json'],
    ['__complete', '--', 'get', 'instances', ''],
    ['__complete', '--', 'do', 'instances.update', '101', '--tags', ''],
    ['profile', 'test', 'hostile'],
  ])('%s %s %s', async (...line) => {
    const config = join(folder, 'config.yaml');
    writeFileSync(config, `profiles: [{name: hostile, base_url: '${url}', token: {env: SKYDECK_TOKEN}}]\n`);
    let printed = '';
    for (const refusing of [false, true]) {
      isRefusing = refusing;
      const {out, err} = await runCommandLine(
        line.filter(word => word !== undefined),
        {...env(), SKYDECK_CONFIG: config},
      );
      isRefusing = false;
      printed += out + err;
      expect(out).not.toMatch(obeyed);
      expect(err).not.toMatch(obeyed);
    }
    expect(printed, 'text of the API').toMatch(/X.*Y/);
  });

  it('monitor --exit-on', async () => {
    let printed = '';
    const print = (text: string | Uint8Array) => {
      printed += text;
    };
    const code = await monitorCommand({exitOn: 'instances label:web'}, new AbortController().signal, {
      startDemo: () => Promise.reject(new Error('no demo in this test')),
      env: env(),
      out: print,
      err: print,
      columns: undefined,
    });
    expect(code).toBe(3);
    expect(printed).not.toMatch(obeyed);
    const last = printed.trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last).label, 'JSON still means what the API said').toBe(instance.label);
  });
});

it('JSON and NDJSON contain the texts of the API unchanged', async () => {
  const texts = {label: instance.label, status: hostile, tags: instance.tags};
  const {out} = await runCommandLine(['get', 'instances', '--json'], env());
  expect(JSON.parse(out)[0]).toMatchObject(texts);
  const lines = await runCommandLine(['get', 'instances', '--ndjson'], env());
  expect(JSON.parse(lines.out.split('\n')[0] ?? '')).toMatchObject(texts);
});

it('completion offers no name that would be taken for a flag', async () => {
  const {out} = await runCommandLine(['__complete', '--', 'get', 'instances', ''], env());
  expect(out).toMatch(/^101\t/);
  const tags = await runCommandLine(['__complete', '--', 'do', 'instances.update', '101', '--tags', ''], env());
  expect(tags.out).toBe('X-Y\t\n');
});
