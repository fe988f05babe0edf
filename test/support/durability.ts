/**
 * An emulator that is killed repeatedly during writes. Acknowledged writes must survive, and none may be partial: every
 * Volume has the event of its creation, and every event its Volume.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const token = 'durability-token';

export interface DurabilityResult {
  readonly kills: number;
  /** Writes that were answered with 200. */
  readonly acknowledged: number;
  /** Acknowledged writes that are missing after the restart; the test expects none. */
  readonly lost: readonly string[];
  /** Volumes without their event, and events without their Volume; the test expects none. */
  readonly unpaired: readonly string[];
}

interface Server {
  readonly url: string;
  kill(): Promise<void>;
}

function startEmulator(argv: readonly string[], file: string): Promise<Server> {
  const child: ChildProcess = spawn(
    argv[0] ?? '',
    [...argv.slice(1), 'emulator', '--port', '0', '--data', file, '--accounts', 'empty', '--token', token],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (data: Buffer) => {
      text += data.toString();
      const url = /listening on (\S+)/.exec(text)?.[1];
      if (!url) return;
      const ended = new Promise<void>(done => child.once('exit', () => done()));
      resolve({
        url,
        async kill() {
          child.kill('SIGKILL');
          await ended;
        },
      });
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', code => reject(new Error(`the emulator ended with ${code} before it listened:\n${text}`)));
  });
}

const headers = {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'};

/** Writes until the server is killed; returns the labels that were acknowledged. */
async function writeUntilKilled(url: string, prefix: string): Promise<string[]> {
  const done: string[] = [];
  for (let index = 0; ; index++) {
    const label = `${prefix}-${index}`;
    try {
      const response = await fetch(`${url}/volumes`, {
        method: 'POST',
        headers,
        body: JSON.stringify({label, region: 'us-east', tags: ['durable']}),
      });
      const answer = (await response.json()) as {label?: string};
      if (response.status === 200 && answer.label === label) done.push(label);
    } catch {
      return done;
    }
  }
}

async function readAll(url: string, path: string, filter?: object): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const response = await fetch(`${url}${path}?page=${page}`, {
      headers: {...headers, ...(filter ? {'X-Filter': JSON.stringify(filter)} : {})},
    });
    const body = (await response.json()) as {data: Record<string, unknown>[]; pages: number};
    items.push(...body.data);
    pages = body.pages;
  }
  return items;
}

/** Kills an emulator `kills` times, at points that `random` chooses. `argv` starts the program. */
export async function killRepeatedly(
  argv: readonly string[],
  kills: number,
  random: () => number,
): Promise<DurabilityResult> {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-durable-'));
  const file = join(folder, 'account.db');
  const acknowledged: string[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const server = await startEmulator(argv, file);
      const writers = Array.from({length: 4}, (_, writer) => writeUntilKilled(server.url, `k${kill}w${writer}`));
      // The time is counted in responses, so that a slow machine is killed at the same point of work as a fast one.
      const until = 1 + Math.floor(random() * 40);
      for (let probe = 0; probe < until; probe++) await (await fetch(`${server.url}/regions/us-east`)).text();
      await server.kill();
      acknowledged.push(...(await Promise.all(writers)).flat());
    }
    const server = await startEmulator(argv, file);
    try {
      const volumes = await readAll(server.url, '/volumes');
      const events = await readAll(server.url, '/account/events', {action: 'volume_create'});
      const present = new Set(volumes.map(({label}) => String(label)));
      const recorded = new Set(events.map(({entity}) => String((entity as {label: string}).label)));
      return {
        kills,
        acknowledged: acknowledged.length,
        lost: acknowledged.filter(label => !present.has(label)),
        unpaired: [
          ...[...present].filter(label => !recorded.has(label)),
          ...[...recorded].filter(label => !present.has(label)),
        ],
      };
    } finally {
      await server.kill();
    }
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
