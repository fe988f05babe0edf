/**
 * The demo account inside another program: an emulator on a thread of its own, so that neither its seeds nor its
 * database ever hold up a key press.
 */
import {once} from 'node:events';
import {getAsset} from 'node:sea';
import {Worker, type WorkerOptions} from 'node:worker_threads';
import type {SeedVariant} from '../seed/index.ts';

export interface EmbeddedEmulator {
  /** Root of the API, on loopback. */
  readonly url: string;
  /** The token with full access. */
  readonly token: string;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly accounts?: SeedVariant;
  readonly speed?: number;
  readonly seed?: number;
  /** SQLite file that keeps the account; in memory without one. */
  readonly data?: string;
}

/**
 * From source the thread is a module beside this one; in the bundle it is an entry of its own beside the main one, and
 * in the single executable a text inside it.
 */
function startThread(options: WorkerOptions): Worker {
  if (process.env.SKYDECK_SINGLE) return new Worker(getAsset('emulator.js', 'utf8'), {...options, eval: true});
  const moduleUrl = import.meta.url;
  const path = moduleUrl.endsWith('.ts')
    ? './emulator-thread.ts'
    : moduleUrl.includes('/chunks/')
      ? '../emulator.js'
      : './emulator.js';
  return new Worker(new URL(path, moduleUrl), options);
}

/** @throws the error that kept the emulator from starting */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedEmulator> {
  // Output of the emulator is discarded: the terminal is the console's.
  const worker = startThread({workerData: options, stdout: true, stderr: true});
  const [{url, token}] = (await once(worker, 'message')) as [{url: string; token: string}];
  worker.unref();
  return {
    url,
    token,
    async close() {
      const ended = once(worker, 'exit');
      worker.ref();
      worker.postMessage('close');
      await ended;
    },
  };
}
