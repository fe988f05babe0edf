/** The programs to compare, with the same number of rows: Skydeck on an emulator, and programs that its users know. */
import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {constants, setPriority, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Program} from './session.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const executable = join(root, 'dist', 'skydeck.js');

/** The flags for Node in the first line of the program. */
const nodeFlags = (): string[] => /^#!.* node(.*)/.exec(readFileSync(executable, 'utf8'))?.[1]?.trim().split(' ') ?? [];

export const isInstalled = (name: string): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
};

/** Creates a git history for tig, with one fast-import. */
function createHistory(folder: string, commits: number): string {
  const repository = join(folder, `history-${commits}`);
  mkdirSync(repository, {recursive: true});
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, {cwd: repository, input, stdio: ['pipe', 'ignore', 'inherit']});
  git(['init', '-q', '-b', 'main']);
  const parts: string[] = [];
  for (let index = 0; index < commits; index++) {
    const text = `Change number ${String(index).padStart(6, '0')} of the instances in us-east`;
    parts.push(
      `commit refs/heads/main\ncommitter A Person <a@example.com> ${1_700_000_000 + index * 60} +0000\ndata ${text.length}\n${text}\nM 644 inline file\ndata ${String(index).length}\n${index}\n`,
    );
  }
  git(['fast-import', '--quiet'], parts.join('\n'));
  return repository;
}

/** A configuration without the welcome dialog of the first start. */
function lazygitConfig(folder: string): string {
  const path = join(folder, 'lazygit.yml');
  writeFileSync(path, 'disableStartupPopups: true\n');
  return path;
}

const rowLine = (index: number) =>
  [
    30_000_000 + index * 7,
    `web-${String(index).padStart(5, '0')}`,
    ['running', 'offline', 'booting'][index % 3],
    ['us-east', 'eu-west', 'ap-south'][index % 3],
    'g6-standard-2',
    `192.0.2.${index % 256}`,
    '2600:3c00::f03c:95ff:fe12',
    '2026-02-03T10:20:00',
    'prod,web',
    '$24.00',
  ].join('\t');

/**
 * The emulator's behavior: `documents` follows the documents, `provider` has pages of 500 rows, and `far` has 80 ms of
 * latency, too. `elsewhere` has a process with low priority, which takes no CPU time from the program, like an API on
 * another machine.
 */
export type EmulatorKind = 'documents' | 'provider' | 'far' | 'elsewhere';

export interface TestBed {
  readonly peers: readonly Program[];
  /** Skydeck on an account with this number of instances. Starts one emulator of each size. */
  skydeck(instances: number, kind?: EmulatorKind): Promise<Program>;
  /** The emulator, and the time until it listened. */
  account(instances: number, kind?: EmulatorKind): Promise<{readonly url: string; readonly seconds: number}>;
  /** A command of Skydeck, with the folders of this run. */
  command(...words: readonly string[]): {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** The path of a folder that is removed at the end. */
  folder(name: string): string;
  close(): void;
}

export function createTestBed(): TestBed {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-bench-'));
  const emulators = new Map<string, Promise<{url: string; seconds: number; stop: () => void}>>();
  const latencyFile = join(folder, 'late.json');
  writeFileSync(latencyFile, JSON.stringify({faults: [{kind: 'latency', milliseconds: 80}]}));
  const options: Readonly<Record<EmulatorKind, readonly string[]>> = {
    documents: [],
    provider: ['--dialect', 'provider'],
    far: ['--dialect', 'provider', '--faults', latencyFile],
    elsewhere: [],
  };
  const emulator = (instances: number, kind: EmulatorKind = 'documents') => {
    const name = `${instances} ${kind}`;
    const running = emulators.get(name) ?? startEmulator(instances, options[kind], kind === 'elsewhere');
    emulators.set(name, running);
    return running;
  };
  const ownEnv = {
    SKYDECK_TOKEN: token,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  return {
    peers: [
      ...(isInstalled('tig')
        ? [
            {
              name: 'tig',
              argv: ['tig', '--no-merges'],
              cwd: createHistory(folder, 10_000),
              env: {TIGRC_USER: '/dev/null'},
              marker: /Change number 009999/,
            },
          ]
        : []),
      ...(isInstalled('lazygit')
        ? [
            {
              name: 'lazygit',
              argv: ['lazygit'],
              cwd: createHistory(join(folder, 'lazygit'), 10_000),
              env: {LG_CONFIG_FILE: lazygitConfig(folder)},
              marker: /Change number/,
            },
          ]
        : []),
      ...(isInstalled('fzf')
        ? [
            {
              name: 'fzf',
              argv: ['sh', '-c', `fzf --no-mouse < '${createList(folder, 10_000, 'txt')}'`],
              marker: /10000\/10000/,
            },
          ]
        : []),
      ...(isInstalled('vd')
        ? [
            {
              name: 'visidata',
              argv: ['vd', createList(folder, 10_000, 'tsv')],
              marker: /web-00003[\s\S]*10000 rows|10000\D+rows/,
            },
          ]
        : []),
    ],
    async skydeck(instances, kind) {
      const {url} = await emulator(instances, kind);
      return {
        name: instances === 10_000 ? 'skydeck' : `skydeck ${instances}`,
        argv: [process.execPath, ...nodeFlags(), executable, '--base-url', url, '--view', 'instances'],
        env: ownEnv,
        // A number without a plus shows that the list is complete.
        marker: new RegExp(`Instances\\s+${instances.toLocaleString('en-US')}\\b(?!\\+)`),
      };
    },
    account: emulator,
    command: (...words) => ({argv: [process.execPath, ...nodeFlags(), executable, ...words], env: ownEnv}),
    folder: name => join(folder, name),
    close() {
      for (const running of emulators.values()) void running.then(({stop}) => stop());
      rmSync(folder, {recursive: true, force: true});
    },
  };
}

export const token = 'bench-token-0123456789abcdef';

function createList(folder: string, rows: number, extension: string): string {
  const path = join(folder, `list-${rows}.${extension}`);
  const header = extension === 'tsv' ? 'id\tlabel\tstatus\tregion\ttype\tipv4\tipv6\tcreated\ttags\tprice\n' : '';
  writeFileSync(path, `${header}${Array.from({length: rows}, (_, index) => rowLine(index)).join('\n')}\n`);
  return path;
}

function startEmulator(
  instances: number,
  options: readonly string[],
  hasLowPriority: boolean,
): Promise<{url: string; seconds: number; stop: () => void}> {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      executable,
      'emulator',
      '--port',
      '0',
      '--limits',
      'none',
      '--accounts',
      String(instances),
      '--token',
      token,
      ...options,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (hasLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      const url = /listening on (\S+)/.exec(text)?.[1];
      if (url) resolve({url, seconds: (performance.now() - start) / 1000, stop: () => child.kill('SIGTERM')});
    });
    child.on('exit', code => reject(new Error(`the emulator ended with ${code}`)));
  });
}
