/** `skydeck api`: one request as typed. */
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {auditPath, parseRecords} from '../src/store/changes/audit-log.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
const run = (...words: string[]) => line.run(['api', ...words]);

/** The address of a server that answers every request in the same way. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
}

const volumes = () => line.account.ok(contract.volumes.list, {query: {page_size: 100}});
const changeLog = ({url}: {readonly url: string} = line.account) =>
  parseRecords(readFileSync(join(line.folder, 'skydeck', auditPath(addressProfile({url}))), 'utf8'));

it('prints the answer of the API unchanged', async () => {
  const {data} = await volumes();
  const id = data[0]?.id;
  const {code, out} = await run('GET', `/volumes/${id}`);
  expect([code, JSON.parse(out)]).toEqual([0, data[0]]);
  expect((await run('get', `volumes/${id}`)).out).toBe(out);
  expect((await run('GET', `/v4/volumes/${id}`)).out).toBe(out);
});

it('takes query parameters in the path and as flags', async () => {
  const page = JSON.parse((await run('GET', '/account/events?page_size=25', '--query', 'page=2')).out);
  expect(Object.keys(page)).toEqual(['data', 'page', 'pages', 'results']);
  expect([page.data.length, page.page]).toEqual([25, 2]);
});

it('reads all pages with --all, and prints their items as one list', async () => {
  const {results} = await line.account.ok(contract.account.events.list, {query: {page_size: 25}});
  const items = JSON.parse((await run('GET', '/account/events', '--query', 'page_size=25', '--all')).out) as {
    id: number;
  }[];
  expect(results).toBeGreaterThan(50);
  expect(new Set(items.map(({id}) => id)).size).toBe(results);
});

it('follows the markers of a listing with --all', async () => {
  const path = '/object-storage/buckets/us-east-1/acme-site/object-list';
  const names = async (pageSize: number) => {
    const {out} = await run('GET', path, '--query', `page_size=${pageSize}`, '--all');
    return (JSON.parse(out) as {name: string}[]).map(({name}) => name);
  };
  const whole = await names(100);
  expect(await names(25)).toEqual(whole);
  expect(whole.length).toBeGreaterThan(100);
});

it('refuses --all for an answer that isn’t a list', async () => {
  expect(await run('GET', '/account', '--all')).toMatchObject({
    code: 2,
    out: '',
    err: 'skydeck: GET /account isn’t a list. Leave out --all\n',
  });
});

it('sends a change only with --yes, and logs it before and after the request', async () => {
  const id = (await volumes()).data[0]?.id;
  const words = ['PUT', `/volumes/${id}`, '--data', '{"label": "raw-label"}'];
  expect(await run(...words)).toEqual({
    code: 2,
    out: '',
    err: `skydeck: PUT /volumes/${id} changes the account. Pass --yes to send it, or --dry-run to see it.\n`,
  });
  const {code, out} = await run(...words, '--yes');
  expect([code, JSON.parse(out).label]).toEqual([0, 'raw-label']);
  const [sending, done] = changeLog().slice(-2);
  expect(sending).toMatchObject({outcome: 'sending', method: 'PUT', path: `/v4/volumes/${id}`});
  expect(done).toMatchObject({
    outcome: 'done',
    operation: 'volumes.update',
    status: 200,
    changes: [{path: 'label', after: 'raw-label'}],
  });
});

it('logs a change before the request leaves', async () => {
  const logged: (string | undefined)[] = [];
  const url = await startServer((_, response) => {
    logged.push(changeLog({url}).at(-1)?.outcome);
    response.end('{}');
  });
  const words = ['PUT', '/volumes/1', '--data', '{"label": "raw-label"}', '--yes'];
  expect((await line.run(['api', ...words], {SKYDECK_BASE_URL: url})).code).toBe(0);
  expect(logged).toEqual(['sending']);
  expect(changeLog({url}).at(-1)?.outcome).toBe('done');
});

it('keeps secrets out of the change log', async () => {
  await run('POST', '/compute/instances', '--data', '{"root_pass": "correct horse battery"}', '--yes');
  expect(changeLog().slice(-2)).toMatchObject([{path: '/v4/compute/instances'}, {operation: 'instances.create'}]);
  expect(JSON.stringify(changeLog())).not.toContain('correct horse');
});

it('reads the body from a file or from stdin', async () => {
  const file = join(line.folder, 'body.json');
  writeFileSync(file, '{"label": "from-file"}\n');
  expect((await run('POST', '/tags', '--data', `@${file}`, '--dry-run')).out).toContain('"from-file"');
  const piped = await line.run(
    ['api', 'POST', '/tags', '--data', '-', '--dry-run'],
    {},
    {stdin: async () => '{"label": "piped"}'},
  );
  expect(piped.out).toContain('"piped"');
});

it('shows the request with --dry-run and sends nothing', async () => {
  const {url} = line.account;
  const words = ['POST', '/tags', '--data', '{"label": "never-made"}', '--dry-run'];
  expect(await run(...words)).toEqual({code: 0, out: `POST ${url}/tags\n{\n  "label": "never-made"\n}\n`, err: ''});
  expect((await run(...words, '--curl')).out).toBe(
    `curl -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"label":"never-made"}' '${url}/tags'\n`,
  );
  expect((await run('GET', '/tags', '--all')).out).not.toContain('never-made');
});

it('sends no change on a read-only profile', async () => {
  const {code, err} = await line.run(['--read-only', 'api', 'DELETE', '/tags/prod', '--yes']);
  expect([code, err]).toEqual([
    1,
    `skydeck: The profile ${addressProfile(line.account)} is read-only. DELETE /tags/prod was not sent.\n`,
  ]);
});

it('translates the path and the body to the spelling of the provider, and prints the answer unchanged', async () => {
  const seen: {url: string | undefined; body: string}[] = [];
  const url = await startServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({url: request.url, body});
    response.writeHead(200, {'content-type': 'application/json'}).end('{"acme_id": 7}');
  });
  const env = {SKYDECK_BASE_URL: url, SKYDECK_BRAND: 'acme'};
  const attach = (field: string) =>
    line.run(['api', 'POST', '/volumes/1/attach', '--data', `{"${field}": 7}`, '--yes'], env);
  const {out} = await attach('compute_id');
  await attach('acme_id');
  await line.run(['api', 'GET', '/compute/instances'], env);
  await line.run(['api', 'GET', '/acme/instances'], env);
  expect(JSON.parse(out)).toEqual({acme_id: 7});
  expect(seen).toEqual([
    {url: '/v4/volumes/1/attach', body: '{"acme_id":7}'},
    {url: '/v4/volumes/1/attach', body: '{"acme_id":7}'},
    {url: '/v4/acme/instances', body: ''},
    {url: '/v4/acme/instances', body: ''},
  ]);
});

it.each([
  [['PATCH', '/volumes'], '"PATCH" isn’t a method of the API'],
  [['GET', 'https://example.com/v4/volumes'], 'it has a host'],
  [['GET', '//example.com/volumes'], 'it has a host'],
  [['GET', '/volumes/../account'], 'it has . or ..'],
  [['GET', '/volumes/%2e%2e/account'], 'it has . or ..'],
  [['DELETE', '/tags/', '--yes'], 'a part is empty'],
  [['GET', '/volumes/1 2'], 'it has a space, # or \\'],
  [['GET', '/volumes/%zz'], 'has an invalid % sequence'],
  [['GET', '/volumes', '--query', 'page'], '--query takes NAME=VALUE, not "page"'],
  [['GET', '/volumes?page=1', '--query', 'page=2'], 'The query parameter page is given twice'],
  [['GET', '/volumes?page=2', '--all'], '--all reads every page'],
  [['GET', '/volumes', '--data', '{}'], 'GET takes no --data'],
  [['POST', '/tags', '--data', '[1]', '--yes'], '--data takes a JSON object'],
  [['POST', '/tags', '--data', 'x', '--yes'], '--data takes JSON: x'],
  [['POST', '/tags', '--data', '{}', '--all', '--yes'], '--all works only with GET'],
  [['GET', '/tags', '--curl'], '--curl needs --dry-run'],
])('bad input is refused in one line before anything is sent: %j', async (words, message) => {
  const {code, out, err} = await run(...words);
  expect([code, out, err.split('\n').length]).toEqual([2, '', 2]);
  expect(err).toContain(message);
});

it('names a path or a resource that doesn’t exist', async () => {
  expect(await run('GET', '/nosuch')).toMatchObject({
    code: 1,
    err: 'skydeck: GET /nosuch: not found (HTTP 404). Check the path.\n',
  });
  expect(await run('GET', '/volumes/1')).toMatchObject({
    code: 1,
    err: 'skydeck: GET /volumes/1: not found (HTTP 404). Check the ID.\n',
  });
});

it('an HTML page in place of the API ends with one line', async () => {
  const url = await startServer((_, response) => {
    response.writeHead(200, {'content-type': 'text/html'}).end('<html>Sign in</html>');
  });
  const {code, out, err} = await line.run(['api', 'GET', '/volumes'], {SKYDECK_BASE_URL: url});
  expect([code, out, err.split('\n').length]).toEqual([1, '', 2]);
  expect(err).toContain('text/html instead of JSON');
});

it('reports that a change without an answer may have been carried out, and logs it as unknown', async () => {
  const url = await startServer(request => request.socket.destroy());
  const {code, err} = await line.run(['api', 'POST', '/tags', '--data', '{"label":"lost"}', '--yes'], {
    SKYDECK_BASE_URL: url,
  });
  expect(code).toBe(1);
  expect(err).toContain('The request may have been carried out. Check before you send it again.');
  expect(changeLog({url}).at(-1)).toMatchObject({outcome: 'unknown', operation: 'tags.create'});
});
