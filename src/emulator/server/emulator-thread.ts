/** The thread of an embedded emulator: it starts, reports its address, and ends on request. */
import {parentPort, workerData} from 'node:worker_threads';
import {type EmulatorOptions, startEmulator} from './start-server.ts';

async function run(): Promise<void> {
  // No code reads this emulator's journal, so none is kept, to save memory.
  const journal = {requests: 0, characters: 0};
  const running = await startEmulator({
    accounts: 'demo',
    backgroundActivity: true,
    journal,
    ...(workerData as Partial<EmulatorOptions>),
  });
  parentPort?.once('message', async () => {
    await running.close();
    parentPort?.close();
  });
  parentPort?.postMessage({url: running.url, token: running.token});
}

// Not awaited, because in the single executable this is a script. An error ends the thread, and the owner of the thread
// receives it.
void run();
