/** `skydeck mcp` as an agent starts it: the built program, and the protocol's own client on its standard streams. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {beforeAll, expect, inject, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'skydeck-mcp-'));
let account: RunningEmulator;
beforeAll(async () => {
  const failure = inject('buildFailure');
  if (failure) throw new Error(`the program did not build: ${failure}`);
  account = await startEmulator({accounts: 'demo', limits: 'none'});
  return async () => {
    await account.close();
    rmSync(folder, {recursive: true, force: true});
  };
});

const env = () => ({
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_STATE_HOME: folder,
  SKYDECK_BASE_URL: account.url,
  SKYDECK_TOKEN: account.token,
});
const program = ['dist/skydeck.js', 'mcp'];

test('an agent reads the account through the built program', async () => {
  const transport = new StdioClientTransport({command: process.execPath, args: program, env: env(), stderr: 'pipe'});
  let messages = '';
  transport.stderr?.on('data', part => {
    messages += String(part);
  });
  const client = new Client({name: 'test-agent', version: '1'});
  await client.connect(transport);
  expect(client.getServerVersion()).toMatchObject({name: 'skydeck'});
  expect((await client.listTools()).tools.map(({name}) => name)).toContain('explain_action');
  const {structuredContent, isError} = await client.callTool({
    name: 'get',
    arguments: {type: 'instances', id: 'web-01'},
  });
  expect(isError).toBeUndefined();
  expect(structuredContent).toMatchObject({type: 'instances', id: 101, fields: {label: {untrusted_text: 'web-01'}}});
  await client.close();
  expect(messages).toBe('');
});

test('stdout has only protocol messages, and the program ends when its input ends', async () => {
  const child = spawn(process.execPath, program, {env: {...process.env, ...env(), SKYDECK_TOKEN: 'wrong'}});
  let out = '';
  let err = '';
  child.stdout.on('data', part => {
    out += String(part);
  });
  child.stderr.on('data', part => {
    err += String(part);
  });
  const message = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`);
  const clientInfo = {name: 'raw', version: '1'};
  message(1, 'initialize', {protocolVersion: '2025-06-18', capabilities: {}, clientInfo});
  child.stdin.write('this is no JSON\n');
  message(2, 'tools/call', {name: 'overview', arguments: {}});
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  const answers = out
    .trim()
    .split('\n')
    .map(text => JSON.parse(text));
  expect(answers.map(({id}) => id)).toEqual([1, 2]);
  expect(answers[1].result).toMatchObject({
    isError: true,
    structuredContent: {error: {untrusted_text: expect.any(String)}},
  });
  expect(err).toMatch(/^skydeck: .*JSON/);
});
