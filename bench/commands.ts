/** Measures commands as whole processes, and `curl` with `jq` for the same rows. */
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {median} from './figures.ts';
import {isInstalled, type TestBed, token} from './programs.ts';

/** One run of a command. */
interface Run {
  readonly milliseconds: number;
  /** Milliseconds until the first byte of its output. */
  readonly firstMs: number;
  readonly peakMb: number;
  readonly bytes: number;
}

export interface CommandFigures {
  /** 42 instances, milliseconds. */
  readonly node: number;
  readonly get: number;
  readonly curl: number | undefined;
  /** 100,000 instances. */
  readonly stream: number;
  readonly streamFirst: number;
  readonly streamPeakMb: number;
  readonly curlPages: number | undefined;
}

/** The page size of a provider. */
const pageSize = 500;
const longList = 100_000;
const shortList = 42;

const peakMbOf = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended, or this system has no /proc.
    return 0;
  }
};

function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const [file = '', ...args] = argv;
  const start = performance.now();
  const child = spawn(file, args, {env: {...process.env, ...env}, stdio: ['ignore', 'pipe', 'inherit']});
  let firstMs = Number.NaN;
  let bytes = 0;
  let peakMb = 0;
  const watch = setInterval(() => {
    if (child.pid !== undefined) peakMb = Math.max(peakMb, peakMbOf(child.pid));
  }, 10);
  child.stdout.on('data', (data: Buffer) => {
    if (bytes === 0) firstMs = performance.now() - start;
    bytes += data.length;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => {
      clearInterval(watch);
      if (code === 0) resolve({milliseconds: performance.now() - start, firstMs, peakMb, bytes});
      else reject(new Error(`${argv.join(' ')} ended with ${code}`));
    });
  });
}

/** @param rounds the number of reads of the short list; the long list is read a quarter as often */
export async function commandFigures(bed: TestBed, rounds: number): Promise<CommandFigures> {
  const hasPeers = isInstalled('curl') && isInstalled('jq');
  const short = await bed.account(shortList);
  const long = await bed.account(longList, 'provider');
  const skydeck = (url: string, ...words: string[]) => bed.command('--base-url', url, 'get', 'instances', ...words);
  const curl = (address: string, filter: string) => [
    'sh',
    '-c',
    `curl -s -H 'Authorization: Bearer ${token}' '${address}' | jq -c '${filter}'`,
  ];
  const shortCurl = curl(`${short.url}/compute/instances?page_size=100`, '.data');
  const pages = longList / pageSize;
  const longCurl = curl(`${long.url}/compute/instances?page_size=${pageSize}&page=[1-${pages}]`, '.data[]');
  const [node, get, peer, stream, peerStream]: Run[][] = [[], [], [], [], []];
  // The first run fills the compile cache.
  await run(skydeck(short.url, '--json').argv, skydeck(short.url).env);
  for (let round = 0; round < rounds; round++) {
    node?.push(await run([process.execPath, '-e', '0']));
    const {argv, env} = skydeck(short.url, '--json');
    get?.push(await run(argv, env));
    if (hasPeers) peer?.push(await run(shortCurl));
  }
  for (let round = 0; round < Math.max(1, Math.round(rounds / 4)); round++) {
    const {argv, env} = skydeck(long.url, '--ndjson');
    stream?.push(await run(argv, env));
    if (hasPeers) peerStream?.push(await run(longCurl));
  }
  const medianOf = (runs: readonly Run[] | undefined, pick: (run: Run) => number) => median((runs ?? []).map(pick));
  const total = ({milliseconds}: Run) => milliseconds;
  return {
    node: medianOf(node, total),
    get: medianOf(get, total),
    curl: hasPeers ? medianOf(peer, total) : undefined,
    stream: medianOf(stream, total),
    streamFirst: medianOf(stream, ({firstMs}) => firstMs),
    streamPeakMb: medianOf(stream, ({peakMb}) => peakMb),
    curlPages: hasPeers ? medianOf(peerStream, total) : undefined,
  };
}
