// @ts-check
/** Stops the emulator of the job, and prints its log. */
import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as delay} from 'node:timers/promises';

const MAX_STOP_MS = 10_000;

const {STATE_log: log = '', STATE_pidFile: pidFile = ''} = process.env;

/** @param {number} pid @param {NodeJS.Signals | 0} signal @returns {boolean} false if the process has ended */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // The process has ended by itself.
    return false;
  }
}

// Without the file, the emulator has not started or has ended.
if (existsSync(pidFile)) {
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const end = Date.now() + MAX_STOP_MS;
  send(pid, 'SIGTERM');
  // The emulator removes its file at the end.
  while (existsSync(pidFile) && send(pid, 0) && Date.now() < end) await delay(50);
  if (existsSync(pidFile) && send(pid, 'SIGKILL')) console.log('::warning::the emulator did not end in time');
}
if (existsSync(log)) {
  console.log('::group::Log of the emulator');
  console.log(readFileSync(log, 'utf8'));
  console.log('::endgroup::');
}
