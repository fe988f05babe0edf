import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {runEmulator} from '../emulator-command.ts';

const command = new URL('../emulator-command.ts', import.meta.url).href;
const script = `import {runEmulator} from ${JSON.stringify(command)}; process.exitCode = await runEmulator(process.argv.slice(2));`;
const start = ['--port', '0', '--accounts', 'empty'];

let folder: string;
let file: string;
let pidFile: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-emulator-'));
  file = join(folder, 'emulator.mjs');
  pidFile = join(folder, 'emulator.pid');
  writeFileSync(file, script);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, {recursive: true, force: true});
});

function run(program: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, argv, {stdio: 'pipe', cwd: folder, env: {...process.env, ...env}});
  children.push(child);
  return child;
}

/** The PID in the file, once the emulator is ready. */
async function pidOf(): Promise<number> {
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), {timeout: 20_000, interval: 20});
  return Number(readFileSync(pidFile, 'utf8'));
}

/** The end removes the PID file: a process that has ended may be listed until it is collected. */
const ended = () => vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), {timeout: 20_000, interval: 20});

describe('--pid-file', () => {
  it('contains the PID of the emulator when it is ready, and is removed at the end', async () => {
    const child = run(process.execPath, [file, ...start, '--pid-file', pidFile]);
    expect(await pidOf()).toBe(child.pid);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });

  it("naming another running process prevents the start, and a stale one doesn't", async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const out = vi.spyOn(console, 'log').mockImplementation(() => {});
    writeFileSync(pidFile, `${process.ppid}\n`);
    expect(await runEmulator([...start, '--pid-file', pidFile])).toBe(1);
    expect(printed.mock.calls).toEqual([
      [
        `skydeck emulator: the PID file ${pidFile} names process ${process.ppid}, which is running; stop it or remove the file`,
      ],
    ]);
    printed.mockClear();
    const missing = join(folder, 'missing', 'emulator.pid');
    expect(await runEmulator([...start, '--pid-file', missing])).toBe(1);
    expect(printed.mock.calls).toEqual([[`skydeck emulator: cannot write the PID file ${missing}: folder not found`]]);
    expect(out).not.toHaveBeenCalled();
    // No process has this number.
    writeFileSync(pidFile, '4194999\n');
    const child = run(process.execPath, [file, ...start, '--pid-file', pidFile]);
    await vi.waitFor(() => expect(readFileSync(pidFile, 'utf8')).toBe(`${child.pid}\n`), {timeout: 20_000});
  });
});

describe('--exit-with-parent', () => {
  it('ends the emulator when a script that started it is killed', async () => {
    const line = `"${process.execPath}" "${file}" ${start.join(' ')} --exit-with-parent --pid-file "${pidFile}" & wait`;
    const shell = run('sh', ['-c', line]);
    expect(await pidOf()).not.toBe(shell.pid);
    shell.kill('SIGKILL');
    await ended();
  });

  it('ends the emulator when npm is stopped', async () => {
    const line = `"${process.execPath}" emulator.mjs ${start.join(' ')} --exit-with-parent --pid-file emulator.pid`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({scripts: {plain: line, wrapped: `${line}; true`}}));
    for (const name of ['plain', 'wrapped'])
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const npm = run('npm', ['run', '--silent', name]);
        await pidOf();
        npm.kill(signal);
        await ended();
      }
  });
});
