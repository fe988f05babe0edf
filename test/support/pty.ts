/**
 * A program in a real pseudo-terminal, seen through a terminal emulator. No wait has a fixed duration: it ends with an
 * output of the program, or fails with the last screen in the message.
 */
import {mkdtempSync, rmSync, writeSync} from 'node:fs';
import {constants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {inject, onTestFinished} from 'vitest';
import {keyBytes} from './keys.ts';
import {watchModes} from './pty-modes.ts';
import {unicode} from './unicode.ts';

export interface PtyOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Added to a bare environment: PATH, TERM, a UTF-8 locale and a home of its own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Exit {
  readonly code: number;
  /** `SIGTERM` and so on when a signal ended it. */
  readonly signal: string | undefined;
}

/** The time limit for expected output; only a broken program waits this long. */
const maxWaitMs = 15_000;

export type Pty = ReturnType<typeof openPty>;

/** The built program as an argv; `node` are options for Node itself. */
export function skydeck(args: readonly string[] = [], node: readonly string[] = []): [string, ...string[]] {
  const failure = inject('buildFailure');
  if (failure) throw new Error(`the program did not build: ${failure}`);
  return [process.execPath, ...node, join(process.cwd(), 'dist/skydeck.js'), ...args];
}

/** Starts a program; it is killed when the test ends. */
export function openPty(argv: readonly [string, ...string[]], options: PtyOptions = {}) {
  const {columns = 120, rows = 40, cwd = process.cwd()} = options;
  const home = mkdtempSync(join(tmpdir(), 'skydeck-home-'));
  const {PATH, NODE_COMPILE_CACHE = ''} = process.env;
  const env = {PATH, NODE_COMPILE_CACHE, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...options.env};
  const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 1000});
  terminal.unicode.register(unicode);
  terminal.unicode.activeVersion = unicode.version;
  const modesLeftOn = watchModes(terminal);

  const [file, ...args] = argv;
  const child = spawn(file, args, {cols: columns, rows, cwd, env, name: env.TERM}) as IPty & {readonly fd: number};
  let isOpen = true;
  const send = sender(child.fd, () => isOpen);
  let output = '';
  let ended: Exit | undefined;
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watcher of [...watchers]) watcher();
  };

  child.onData(bytes => {
    output += bytes;
    terminal.write(bytes, notify);
  });
  // A terminal answers the queries of programs: the cursor position and its abilities.
  terminal.onData(send);
  const exit = new Promise<Exit>(resolve => {
    child.onExit(({exitCode, signal}) => {
      isOpen = false;
      // The last output is on the screen before the end is reported.
      terminal.write('', () => {
        ended = {code: exitCode, signal: signalName(signal)};
        resolve(ended);
        notify();
      });
    });
  });

  /** The screen as text, lines without the spaces at their end. */
  function text(): string {
    const {active} = terminal.buffer;
    const line = (y: number): string => active.getLine(active.baseY + y)?.translateToString(true) ?? '';
    return Array.from({length: terminal.rows}, (_, y) => line(y)).join('\n');
  }

  /**
   * Resolves to the first screen that meets `condition`; fails at once when the program ends before.
   * @param limitMs longer only where the program itself waits for a time that the API named
   */
  function until(
    condition: RegExp | ((screen: string) => boolean),
    label = String(condition),
    limitMs = maxWaitMs,
  ): Promise<string> {
    const isMatch = typeof condition === 'function' ? condition : (screen: string) => condition.test(screen);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        watchers.delete(check);
        clearTimeout(deadline);
        settle();
      };
      const fail = (reason: string): void =>
        finish(() => reject(new Error(`${label}: ${reason}; the screen was\n${frame()}`)));
      const check = (): void => {
        const screen = text();
        if (isMatch(screen)) finish(() => resolve(screen));
        else if (ended) fail(`the program ended with ${ended.signal ?? ended.code}`);
      };
      const deadline = setTimeout(() => fail(`not seen in ${limitMs / 1000} s`), limitMs);
      watchers.add(check);
      check();
    });
  }

  function frame(): string {
    const edge = `+${'-'.repeat(terminal.cols)}+`;
    const rows = text()
      .split('\n')
      .map(line => `|${line.padEnd(terminal.cols)}|`);
    return [edge, ...rows, edge].join('\n');
  }

  onTestFinished(async () => {
    if (!ended) child.kill('SIGKILL');
    await exit;
    terminal.dispose();
    rmSync(home, {recursive: true, force: true});
  });

  return {
    /** The program's home folder; removed with it. */
    home,
    pid: child.pid,
    /** The terminal emulator, for its cells and its cursor. */
    terminal,
    exit,
    text,
    until,
    modesLeftOn,
    /** Every byte so far, as text. */
    output: () => output,
    /** Writes to the same terminal, as another program does. */
    writeAsOtherProgram(bytes: string): void {
      terminal.write(bytes, notify);
    },
    /** Keys by their names in `KeyStroke`, each in a write of its own. */
    press(...keys: string[]): void {
      for (const key of keys) send(keyBytes(key));
    },
    /** Characters, or any bytes, in one write. */
    type(characters: string): void {
      send(characters);
    },
    resize(to: {readonly columns: number; readonly rows: number}): void {
      terminal.resize(to.columns, to.rows);
      child.resize(to.columns, to.rows);
    },
    /**
     * Closes the terminal, as closing a window or losing the connection does: programs in it receive the signal and
     * can't write any longer.
     */
    hangUp(): void {
      isOpen = false;
      (child as typeof child & {destroy(): void}).destroy();
    },
    kill(signal: NodeJS.Signals = 'SIGTERM'): void {
      child.kill(signal);
    },
  };
}

/**
 * Writes in order, and reads between two attempts. The library's own `write` repeats until all bytes are accepted, and
 * doesn't read meanwhile: it would wait forever for a program that waits for its own output to be read.
 */
function sender(terminal: number, isOpen: () => boolean): (text: string) => void {
  const unsent: Buffer[] = [];
  const push = (): void => {
    for (let next = unsent[0]; next; next = unsent[0]) {
      const accepted = writeBytes(next);
      if (accepted === undefined) return void unsent.splice(0);
      if (accepted < next.length) {
        unsent[0] = next.subarray(accepted);
        return void setImmediate(push);
      }
      unsent.shift();
    }
  };
  /**
   * The number of bytes that the terminal accepted; undefined if it is closed, which every wait for the program
   * reports.
   */
  const writeBytes = (bytes: Buffer): number | undefined => {
    if (!isOpen()) return undefined;
    try {
      return writeSync(terminal, bytes);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : undefined;
    }
  };
  return text => {
    unsent.push(Buffer.from(text));
    if (unsent.length === 1) push();
  };
}

function signalName(number: number | undefined): string | undefined {
  if (!number) return undefined;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
