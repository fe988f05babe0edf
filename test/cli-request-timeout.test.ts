/** `--request-timeout`: commands against a server that takes requests and never answers. */
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {accountFlags, monitorUsage, parseArguments} from '../src/arguments.ts';
import {monitorCommand} from '../src/cli/commands/monitor.ts';
import {completionScript} from '../src/cli/completion/completion-scripts.ts';
import {bareEnv, runCommandLine} from './support/cli.ts';

async function openSilentServer() {
  const requests: string[] = [];
  const server = createServer(({method, url}) => requests.push(`${method} ${url}`));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-timeout-'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, {recursive: true});
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = bareEnv(folder, {url, token: 'secret-token'});
  return {env, requests, run: (...line: string[]) => runCommandLine(line, env)};
}

describe('bug: a command waited a minute for an answer that never came', () => {
  it.each([
    ['get with a list', ['get', 'volumes', '--request-timeout', '30ms']],
    ['get with an ID', ['--request-timeout=30ms', 'get', 'volumes', '7']],
    ['do', ['do', 'volumes.update', '7', '--label', 'data', '--yes', '--request-timeout', '30ms']],
    ['overview', ['overview', '--request-timeout', '30ms']],
    ['cost', ['cost', '--request-timeout', '30ms']],
    ['waste', ['waste', '--request-timeout', '30ms']],
  ])('%s ends with 1 and the reason', async (_, line) => {
    const server = await openSilentServer();
    const {code, err} = await server.run(...line);
    expect(err).toMatch(/did not (accept the connection|answer|finish its answer) within 0\.03 s/);
    expect(code).toBe(1);
    // Not one request was repeated.
    expect(new Set(server.requests).size).toBe(server.requests.length);
  });

  it('wait repeats its request until its own timeout', async () => {
    const server = await openSilentServer();
    const line = ['wait', 'volumes', '7', 'status:active', '--timeout', '100ms', '--request-timeout', '30ms'];
    const {code, err} = await server.run(...line);
    expect(err).toMatch(/within 0\.03 s/);
    expect(code).toBe(124);
  });

  it.each(['0', '-1', '2h', 'soon', ''])('%j isn’t a valid timeout', async text => {
    const server = await openSilentServer();
    const {code, err} = await server.run('get', 'volumes', `--request-timeout=${text}`);
    expect({code, err}).toEqual({
      code: 2,
      err: `skydeck: --request-timeout is a time up to 1h, such as 10s or 2m, not "${text}"\n`,
    });
    expect(server.requests).toEqual([]);
  });

  it('the wallboard accepts the flag, in a pipe and on a terminal', async () => {
    const {env} = await openSilentServer();
    const invocation = parseArguments(['monitor', '--request-timeout', '30ms']);
    if (invocation.mode !== 'console') throw new Error(invocation.mode);
    const leaving = new AbortController();
    let printed = '';
    const code = await monitorCommand(invocation.options, leaving.signal, {
      startDemo: () => Promise.reject(new Error('no demo in this test')),
      env,
      out(text) {
        printed += text;
        if (printed.includes('0.03 s')) leaving.abort();
      },
      err() {},
      columns: undefined,
    });
    expect([code, printed]).toEqual([0, expect.stringContaining('within 0.03 s')]);
    expect(accountFlags(invocation.options)).toEqual(['--request-timeout=30ms']);
    expect(monitorUsage()).toContain('--request-timeout TIME');
  });

  it('the completion scripts contain the flag', () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(completionScript(shell, [], ['--request-timeout'])).toContain('--request-timeout');
  });
});
