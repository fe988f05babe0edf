import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {DatabaseSync} from 'node:sqlite';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {applicationId} from '../engine/storage/database.ts';
import {runEmulator} from './emulator-command.ts';

const command = new URL('./emulator-command.ts', import.meta.url).href;
const script = `import {runEmulator} from ${JSON.stringify(command)}; process.exitCode = await runEmulator(process.argv.slice(1));`;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-emulator-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, {recursive: true, force: true});
});

function run(...argv: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, '--', ...argv], {stdio: 'pipe'});
  children.push(child);
  return child;
}

/** The output and the exit code of the command. */
async function ended(child: ChildProcess) {
  let out = '';
  let err = '';
  child.stdout?.on('data', text => (out += text));
  child.stderr?.on('data', text => (err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return {code, out, err};
}

/** The address and the tokens of the emulator, as soon as the command prints them. */
async function started(child: ChildProcess) {
  const lines: string[] = [];
  for await (const line of createInterface({input: child.stdout as NonNullable<ChildProcess['stdout']>})) {
    lines.push(line);
    if (lines.length === 4) break;
  }
  const url = lines[0]?.replace('listening on ', '') ?? '';
  const token = lines[1]?.split(' ')[1] ?? '';
  return {url, token, lines};
}

const create = (url: string, token: string, label: string) =>
  fetch(`${url}/volumes`, {
    method: 'POST',
    headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
    body: JSON.stringify({label, region: 'us-east'}),
  });

describe('skydeck emulator', () => {
  it('prints its address and tokens, and exits with 0 on SIGTERM', async () => {
    const child = run('--port', '0', '--accounts', 'empty', '--token', 'mine');
    const {url, token, lines} = await started(child);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4$/);
    expect(token).toBe('mine');
    expect(lines[1]).toBe('token mine acme *');
    expect((await create(url, token, 'x')).status).toBe(200);
    const end = ended(child);
    child.kill('SIGTERM');
    expect(await end).toMatchObject({code: 0, err: ''});
  });

  it('prints one line for any error that prevents its start', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const {port} = busy.address() as {port: number};
    const foreign = join(folder, 'foreign.db');
    const other = new DatabaseSync(foreign);
    other.exec('CREATE TABLE t (x)');
    other.close();
    const newer = join(folder, 'newer.db');
    const later = new DatabaseSync(newer);
    later.exec(`CREATE TABLE t (x); PRAGMA application_id=${applicationId}; PRAGMA user_version=99`);
    later.close();
    const text = join(folder, 'text.db');
    writeFileSync(text, 'not a database at all, whatever the name says');
    for (const file of [foreign, newer, text]) chmodSync(file, 0o600);
    const plan = join(folder, 'plan.json');
    writeFileSync(plan, '{"faults":[{"kind":"meteor"}]}');
    const cases: [string[], number, RegExp][] = [
      [['--port', String(port)], 1, /port \d+ is in use/],
      [['--data', foreign], 1, /not an account of this emulator/],
      [['--data', newer], 1, /has data format 99, and this version of Skydeck reads up to/],
      [['--data', text], 1, /not an account of this emulator/],
      [['--data', join(folder, 'no', 'such', 'folder.db')], 1, /cannot use the data file/],
      [['--faults', plan], 1, /faults\.0\.kind must be one of/],
      [['--faults', join(folder, 'none.json')], 1, /file not found/],
      [['--colour'], 2, /Unknown option '--colour'; see skydeck emulator --help/],
      [['--accounts', 'many'], 2, /--accounts must be demo, empty or a number/],
      [['--speed', 'fast'], 2, /--speed must be a number, 0\.001 to 100000, or 0, not fast/],
      [['--time', '2026-02-31x'], 2, /--time must be a date in UTC, 2000 to 2999, such as/],
      [['--time', '1999-12-31'], 2, /--time must be a date in UTC/],
      [['--time', '1e12'], 2, /--time must be a date in UTC/],
      [['--seed', '1.5'], 2, /--seed must be a whole number/],
      [['--seed', '-1'], 2, /--seed' argument is ambiguous; see skydeck emulator --help/],
      [['--access-log', 'xml'], 2, /--access-log must be text or ndjson, not xml/],
      [['--control-token', 'two words'], 2, /--control-token must be printable, without spaces/],
      [['--pid-file', ''], 2, /--pid-file needs a file/],
      [['--dialect', 'latin'], 2, /--dialect must be documents, provider or today, not latin/],
      [['--brand', 'Two Words'], 1, /is not a word in lower case/],
    ];
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const out = vi.spyOn(console, 'log').mockImplementation(() => {});
    for (const [argv, code, words] of cases) {
      printed.mockClear();
      expect([argv, await runEmulator(['--port', '0', ...argv])]).toEqual([argv, code]);
      expect(printed).toHaveBeenCalledOnce();
      const [line] = printed.mock.calls[0] as [string];
      expect(line).toMatch(words);
      expect(line).not.toContain('\n');
    }
    expect(out).not.toHaveBeenCalled();
    busy.close();
  });

  it('locks its data file against another emulator', async () => {
    const data = join(folder, 'account.db');
    const argv = ['--port', '0', '--accounts', 'empty', '--data', data];
    const first = run(...argv);
    await started(first);
    expect(statSync(data).mode & 0o077).toBe(0);
    const {code, err} = await ended(run(...argv));
    expect([code, err.trim()]).toEqual([
      1,
      `skydeck emulator: cannot use the data file ${data}: another emulator has it open`,
    ]);
  });

  it('rejects a data file that other users own, can read or can change', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const refusedFields = async (data: string) => {
      printed.mockClear();
      expect(await runEmulator(['--port', '0', '--accounts', 'empty', '--data', data])).toBe(1);
      return String(printed.mock.calls[0]?.[0]);
    };
    const data = join(folder, 'account.db');
    writeFileSync(data, '');
    for (const mode of [0o604, 0o640, 0o602, 0o666]) {
      chmodSync(data, mode);
      expect(await refusedFields(data)).toBe(
        `skydeck emulator: ${data} holds tokens, and other users can open it. Run: chmod 600 ${data}`,
      );
    }
    chmodSync(data, 0o600);
    writeFileSync(`${data}-wal`, '');
    chmodSync(`${data}-wal`, 0o644);
    expect(await refusedFields(data)).toContain(`${data}-wal holds tokens`);
    rmSync(`${data}-wal`);
    const user = vi.spyOn(process, 'getuid').mockReturnValue(4_000_000);
    expect(await refusedFields(data)).toContain('belongs to another user');
    user.mockRestore();
    const directory = join(folder, 'directory');
    mkdirSync(directory);
    expect(await refusedFields(directory)).toContain('is not a regular file');
  });

  it('warns when it listens beyond loopback', async () => {
    const child = run('--port', '0', '--host', '0.0.0.0', '--accounts', 'empty');
    const end = ended(child);
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    expect((await end).err).toMatch(/WARNING: listening beyond loopback/);
  });
});
