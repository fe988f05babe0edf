/** The promise of README.md and SECURITY.md: no telemetry and no update check. The program connects to the API and to nothing else. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startEmulatorProcess} from '../support/emulator-process.ts';
import {openPty, type Pty, skydeck} from '../support/pty.ts';
import {proxiedHost, type RecordingProxy, startRecordingProxy} from '../support/recording-proxy.ts';

/** Notes each address that the process and its threads connect to, look up or send a datagram to. */
const recordConnections = `
  import {appendFileSync} from 'node:fs';
  import dgram from 'node:dgram';
  import dns from 'node:dns';
  import net from 'node:net';
  const note = text => appendFileSync(process.env.HOME + '/connections', text + '\\n');
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...args) {
    const [{host, port, path} = {}] = [args[0]].flat();
    note(path ?? host + ':' + port);
    return connect.apply(this, args);
  };
  const lookup = dns.lookup;
  dns.lookup = (host, ...rest) => (net.isIP(host) || note('lookup ' + host), lookup(host, ...rest));
  const send = dgram.Socket.prototype.send;
  dgram.Socket.prototype.send = function (...args) { note('datagram'); return send.apply(this, args); };
`;
const preload = ['--import', `data:text/javascript,${encodeURIComponent(recordConnections)}`];

const origin = `https://${proxiedHost}/v4`;

async function start() {
  const {url, token} = await startEmulatorProcess('--accounts', 'demo');
  const proxy = await startRecordingProxy(url);
  const run = (...args: string[]) =>
    openPty(skydeck(['--base-url', origin, ...args], preload), {env: {...proxy.env, SKYDECK_TOKEN: token}});
  return {proxy, run};
}

function expectOnlyApi(proxy: RecordingProxy, pty: Pty): void {
  expect(new Set(proxy.targets)).toEqual(new Set([`${proxiedHost}:443`]));
  const connections = readFileSync(join(pty.home, 'connections'), 'utf8').trim().split('\n');
  // `doctor` checks as well whether this machine could reach the API without the proxy.
  const allowed = [`127.0.0.1:${proxy.port}`, `lookup ${proxiedHost}`, `${proxiedHost}:443`];
  expect(connections.filter(address => !allowed.includes(address))).toEqual([]);
  expect(connections).toContain(allowed[0]);
}

test('the console connects to the API and to nothing else, from its start to its end', async () => {
  const {proxy, run} = await start();
  const pty = run('--view', 'instances');
  await pty.until(/● live/);
  pty.press('enter');
  await pty.until(/1 Overview {2}2 Configs/);
  pty.press(':');
  await pty.until(/1 of \d+/);
  pty.type('events');
  pty.press('enter');
  await pty.until(/EVENTS|Events {2}[\d,]+/);
  pty.press('q');
  expect((await pty.exit).code).toBe(0);
  expectOnlyApi(proxy, pty);
});

test.each([
  ['get', 'instances'],
  ['doctor'],
  ['overview'],
  ['do', 'volumes.create', '--label', 'data', '--size', '10', '--region', 'us-east', '--dry-run'],
])('%s connects to the API and to nothing else', async (...args) => {
  const {proxy, run} = await start();
  const pty = run(...args);
  expect((await pty.exit).code, pty.text()).toBe(0);
  expectOnlyApi(proxy, pty);
});
