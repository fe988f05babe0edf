/** Measures the mock servers Prism and Mockoon, if installed, on the emulator's OpenAPI description. */
import {spawn} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {isInstalled} from './programs.ts';
import {measureReads, type ReadRate, type ReadTargets} from './server.ts';

type Arguments = (description: string, port: number) => readonly string[];

/** The mock servers, with the arguments to serve an OpenAPI description on a port of loopback. */
const programs: readonly {readonly name: string; readonly command: string; readonly argv: Arguments}[] = [
  {
    name: 'prism',
    command: 'prism',
    argv: (description, port) => ['mock', '--verboseLevel', 'silent', '--port', String(port), description],
  },
  {
    name: 'mockoon',
    command: 'mockoon-cli',
    argv: (description, port) => ['start', '--disable-log-to-file', '--port', String(port), '--data', description],
  },
];

/** The maximum time to read the description, milliseconds. */
const maxStartMs = 30_000;

/** An emulator, which serves the description, and the resources to read. */
interface Emulator {
  readonly url: string;
  readonly token: string;
  readonly targets: ReadTargets;
}

/**
 * Sends the mixed reads of `measureReads` to each mock server that is installed.
 * @param folder the folder for the description
 */
export async function measureMocks({url, token, targets}: Emulator, requests: number, folder: string) {
  const rates: Record<string, ReadRate> = {};
  const description = join(folder, 'openapi.json');
  mkdirSync(folder, {recursive: true});
  writeFileSync(description, await (await fetch(new URL('/openapi.json', url))).text());
  for (const {name, command, argv} of programs) {
    if (!isInstalled(command)) continue;
    const port = await freePort();
    const child = spawn(command, argv(description, port), {stdio: 'ignore'});
    try {
      const base = `http://127.0.0.1:${port}${new URL(url).pathname}`;
      await waitForResponse(`${base}/regions`, token, child);
      rates[name] = await measureReads(base, token, targets, requests);
    } finally {
      child.kill('SIGTERM');
    }
  }
  return rates;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function waitForResponse(url: string, token: string, child: {readonly exitCode: number | null}): Promise<void> {
  const end = performance.now() + maxStartMs;
  while (performance.now() < end && child.exitCode === null) {
    const response = await fetch(url, {headers: {Authorization: `Bearer ${token}`}}).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`${url} doesn't answer`);
}
