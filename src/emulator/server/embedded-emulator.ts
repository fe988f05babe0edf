/**
 * The demo account inside another program: an emulator on its own thread, so that its seeds and its database never
 * delay a key press.
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
  /** SQLite file of the account; in memory by default. */
  readonly data?: string;
}

/**
 * In the source tree the thread is a module in this folder, in the bundle an entry point next to the main one, and in
 * the single executable an embedded text.
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
  return connectThread(startThread({workerData: options, stdout: true, stderr: true}));
}

/** Waits for the address of the emulator in a thread. @throws the error that kept it from starting */
export async function connectThread(worker: Worker): Promise<EmbeddedEmulator> {
  const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()));
  // Output of the emulator is discarded, because the terminal is the console's. Unread streams would be kept in memory.
  worker.stdout.resume();
  worker.stderr.resume();
  const [{url, token}] = (await once(worker, 'message')) as [{url: string; token: string}];
  // An error of the emulator closes its port, and the console is offline.
  worker.on('error', () => {});
  worker.unref();
  return {
    url,
    token,
    async close() {
      worker.ref();
      worker.postMessage('close');
      await exited;
    },
  };
}
