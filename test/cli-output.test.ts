/** Output formats: the same names in all commands, and the same values in all formats. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {parse} from 'yaml';
import {printableYaml} from '../src/platform/text/printable-yaml.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
const out = async (...words: string[]) => {
  const {code, out: text, err} = await line.run(words);
  expect([code, err]).toEqual([0, '']);
  return text;
};

it.each(['json', 'ndjson', 'csv', 'table', 'markdown'])('--output %s prints the same as its flag', async format => {
  expect(await out('get', 'volumes', '-o', format)).toBe(await out('get', 'volumes', `--${format}`));
});

it.each([
  ['get', 'volumes'],
  ['get', 'volumes', 'vol-db'],
  ['get', 'volumes', '--columns', 'id,tags'],
  ['get', 'profile'],
  ['get', 'instances.stats', 'web-01'],
  ['overview'],
  ['waste'],
  ['cost'],
  ['api', 'GET', '/regions'],
  ['wait', 'volumes', 'vol-db', 'region:eu-west'],
])('--output yaml has the values of --output json: %s %s %s %s', async (...words) => {
  const line = words.filter(word => word !== undefined);
  const yaml = await out(...line, '--output', 'yaml');
  expect(yaml).not.toMatch(/^[[{]/);
  expect(parse(yaml)).toEqual(JSON.parse(await out(...line, '--output', 'json')));
});

it('--output name prints the ID of each resource as other commands take it', async () => {
  const buckets = (await out('get', 'buckets', '-o', 'name')).trim().split('\n');
  expect(buckets).toContain('us-east-1/acme-site');
  const ids = (await out('get', 'volumes', '--filter', 'tag:prod', '-o', 'name')).trim().split('\n');
  expect(ids.length).toBeGreaterThan(1);
  expect(JSON.parse(await out('get', 'volumes', ...ids, '--json')).map(({id}: {id: number}) => String(id))).toEqual(
    ids,
  );
});

it('lists unattached volumes with their instance and price as CSV and JSON', async () => {
  const words = ['get', 'volumes', 'uploads', '--columns', 'label,size,attached_to,region'];
  expect(await out(...words, '-o', 'csv')).toMatch(/^label,size,attached_to,region\r?\nuploads,/);
  expect(Object.keys(JSON.parse(await out(...words, '-o', 'json')))).toEqual([
    'label',
    'size',
    'attached_to',
    'region',
  ]);
  const {out: events} = await line.run(['get', 'account.events', '--columns', 'id,when', '-o', 'json']);
  expect(JSON.parse(events)[0].when).toMatch(/\d/);
});

it('--no-headers leaves out the first line of a table and of CSV', async () => {
  for (const format of ['table', 'csv']) {
    const whole = (await out('get', 'volumes', '-o', format, '--columns', 'label')).split('\n');
    const rows = (await out('get', 'volumes', '-o', format, '--columns', 'label', '--no-headers')).split('\n');
    expect(rows).toEqual(whole.slice(1));
  }
});

it.each([
  [['get', 'volumes', '-o', 'xml'], "argument 'xml' is invalid. Allowed choices are table, json"],
  [['get', 'volumes', '-o', 'csv', '--json'], "cannot be used with option '--json'"],
  [['get', 'volumes', '-o', 'yaml', '--columns', 'nosuch'], 'Volumes have no field "nosuch"'],
  [['get', 'volumes', '-o', 'name', '--columns', 'label'], 'not with --output name'],
  [['get', 'instances.stats', 'web-01', '-o', 'name'], '--output name work only with resource types'],
  [['overview', '-o', 'csv'], 'Allowed choices are table, json, yaml'],
])('a format that doesn’t fit is refused in one line: %j', async (words, message) => {
  const {code, out: text, err} = await line.run(words);
  expect([code, text, err.trim().split('\n').length]).toEqual([2, '', 1]);
  expect(err).toContain(message);
});

it('prints errors as JSON for --output json, as for --json', async () => {
  const {err} = await line.run(['get', 'volumes', 'nosuch', '-o', 'json']);
  expect(JSON.parse(err)).toEqual({error: 'No volume named "nosuch"'});
});

it('escapes characters in YAML that a terminal or an old reader would misread', () => {
  const value = {label: 'a\u001b[31m\u202eb', state: 'no', at: '2026-11-22', text: 'two\nlines'};
  const text = printableYaml(value);
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text).toContain('"no"');
  expect(parse(text)).toEqual(value);
});

it('completes the formats behind --output and -o', async () => {
  for (const flag of ['--output', '-o'])
    expect(await out('__complete', '--', 'get', 'volumes', flag, 'ya')).toBe('yaml\t\n');
});

it('prints the first rows of --ndjson while a later page is held back', async () => {
  const [held, firstLine] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const page = (number: number) => ({
    data: [{id: number, label: `page-${number}`}],
    page: number,
    pages: 2,
    results: 2,
  });
  const server = createServer(async (request, response) => {
    const number = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page'));
    if (number === 2) await held.promise;
    response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(page(number)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const env = {SKYDECK_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`};
  let printed = '';
  const ended = line.run(['get', 'tags', '--ndjson'], env, {
    out: text => {
      printed += String(text);
      firstLine.resolve(printed);
    },
  });
  expect(await firstLine.promise).toBe('{"id":1,"label":"page-1"}\n');
  held.resolve();
  await ended;
  expect(printed).toBe('{"id":1,"label":"page-1"}\n{"id":2,"label":"page-2"}\n');
});
