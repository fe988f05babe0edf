// @ts-check
/** Starts an emulator for the rest of the job, and waits until it is ready. */
import {spawn} from 'node:child_process';
import {appendFileSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';

const OPTIONS = [
  'accounts',
  'account',
  'dialect',
  'brand',
  'seed',
  'speed',
  'faults',
  'token',
  'control-token',
  'host',
  'port',
];
const MAX_START_MS = 120_000;

const input = (/** @type {string} */ name) => process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';

const folder = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'skydeck-emulator-'));
const log = join(folder, 'emulator.log');
const pidFile = join(folder, 'emulator.pid');

/** @param {string} file in GITHUB_OUTPUT or GITHUB_STATE @param {Record<string, string>} values */
function set(file, values) {
  const path = process.env[file];
  if (path) appendFileSync(path, Object.entries(values).map(([name, value]) => `${name}=${value}\n`).join(''));
}

function start() {
  const [program = 'skydeck', ...first] = input('command').split(/\s+/).filter(Boolean);
  const options = OPTIONS.flatMap(name => {
    // A described account takes the place of a kind.
    const value = name === 'accounts' && input('account') ? '' : input(name);
    return value === '' ? [] : [`--${name}`, value];
  });
  const output = openSync(log, 'a');
  const child = spawn(program, [...first, 'emulator', ...options, '--pid-file', pidFile], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

const child = start();
/** @type {string | undefined} */
let failure;
child.once('error', error => {
  failure = error.message;
});
child.once('exit', code => {
  failure ??= `the emulator ended with ${code}`;
});
set('GITHUB_STATE', {log, pidFile});

const end = Date.now() + MAX_START_MS;
while (!existsSync(pidFile) && failure === undefined && Date.now() < end) await delay(50);
const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
const url = /^listening on (\S+)$/m.exec(text)?.[1];
if (url === undefined) {
  console.log(text);
  console.log(`::error::${(failure ?? 'the emulator is not ready').replaceAll('\n', ' ')}`);
  process.exit(1);
}
const control = new URL('/_emulator', url.replace('//0.0.0.0', '//127.0.0.1')).href;
const {status} = await fetch(`${control}/ready`);
if (status !== 200) {
  console.log(`::error::the emulator is not ready: HTTP ${status}`);
  process.exit(1);
}
set('GITHUB_OUTPUT', {
  url,
  'control-url': control,
  'metrics-url': /^metrics (\S+)$/m.exec(text)?.[1] ?? '',
  token: /^token (\S+)/m.exec(text)?.[1] ?? '',
  pid: readFileSync(pidFile, 'utf8').trim(),
});
console.log(`The emulator is listening on ${url}`);
child.unref();
process.exit(0);
