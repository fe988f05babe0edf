/**
 * One program in one pseudo-terminal, measured from outside: the time until it responds to a key, and its output in
 * bytes.
 *
 * Times are from the write of a key to the last byte of the burst that follows. Keys are written to the terminal's
 * descriptor, so that no queue of this process is measured. The remaining cost is the same for every program, so only
 * ratios within one run are compared.
 */
import {writeSync} from 'node:fs';
import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {cpuMs} from './proc.ts';

/** The time without output that ends a burst. The measured times don't include it. */
const burstGapMs = 3;
/** A key counts as missed if no output follows within this time. */
const maxReactionMs = 1500;
/** A program that uses no more CPU time than this in a second is idle. */
const maxIdleCpuMs = 20;
const maxIdleWaitMs = 60_000;

const syncEnd = '\x1b[?2026l';

export interface Program {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Text that is on screen once the program can be used. */
  readonly marker: RegExp;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Reaction {
  /** Milliseconds to the end of the first burst; undefined if no output followed. */
  readonly frame: number | undefined;
  readonly bytes: number;
  /** Frames in synchronized output; 0 for programs that do not use it. */
  readonly frames: number;
}

const keyBytes: Readonly<Record<string, string>> = {
  up: '\x1b[A',
  down: '\x1b[B',
  pgup: '\x1b[5~',
  pgdn: '\x1b[6~',
  home: '\x1b[H',
  end: '\x1b[F',
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  'ctrl-p': '\x10',
};

export class Session {
  readonly #pty: IPty & {readonly fd: number};
  readonly #screen: InstanceType<typeof xterm.Terminal>;
  readonly started = performance.now();
  /** Milliseconds from the start to the first byte. */
  firstByte: number | undefined;
  bytes = 0;
  #last = 0;
  #tail = '';
  #frames = 0;
  #wake: (() => void) | undefined;
  #hasExited = false;
  #hasApplicationKeys = false;
  #wantsFocus = false;

  constructor(program: Program, size: Size) {
    const env = {
      ...process.env,
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      ...program.env,
    };
    for (const name of ['TMUX', 'STY', 'CI', 'NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'LINES'])
      delete (env as Record<string, unknown>)[name];
    const [file = '', ...args] = program.argv;
    this.#screen = new xterm.Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true, scrollback: 0});
    this.#pty = spawn(file, args, {
      cols: size.columns,
      rows: size.rows,
      env,
      ...(program.cwd ? {cwd: program.cwd} : {}),
    }) as IPty & {readonly fd: number};
    // Like a terminal, xterm answers queries: device attributes, cursor position.
    this.#screen.onData(reply => writeSync(this.#pty.fd, reply));
    this.#pty.onData(data => {
      const now = performance.now();
      this.firstByte ??= now - this.started;
      this.#last = now;
      this.bytes += Buffer.byteLength(data);
      this.#tail = (this.#tail + data).slice(-16);
      for (let at = data.indexOf(syncEnd); at >= 0; at = data.indexOf(syncEnd, at + 1)) this.#frames++;
      if (data.includes('\x1b[?1h')) this.#hasApplicationKeys = true;
      if (data.includes('\x1b[?1004h')) this.#wantsFocus = true;
      this.#screen.write(data);
      this.#wake?.();
    });
    this.#pty.onExit(() => {
      this.#hasExited = true;
      this.#wake?.();
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  text(): string {
    const buffer = this.#screen.buffer.active;
    const lines: string[] = [];
    for (let y = 0; y < this.#screen.rows; y++)
      lines.push(buffer.getLine(buffer.viewportY + y)?.translateToString(true) ?? '');
    return lines.join('\n');
  }

  /** Milliseconds from the start until the marker is on screen. */
  async waitFor(marker: RegExp, maxWaitMs = 30_000): Promise<number> {
    const until = performance.now() + maxWaitMs;
    for (;;) {
      const outputAt = this.#last;
      await new Promise<void>(resolve => this.#screen.write('', resolve));
      if (marker.test(this.text())) return outputAt - this.started;
      if (this.#hasExited) throw new Error(`it ended before ${marker} was on screen:\n${this.text()}`);
      if (performance.now() > until) throw new Error(`no ${marker} on screen:\n${this.text()}`);
      await this.#waitForEvent(100);
    }
  }

  send(key: string): void {
    const text = keyBytes[key] ?? key;
    writeSync(this.#pty.fd, this.#hasApplicationKeys && /^\x1b\[[ABHF]$/.test(text) ? text.replace('[', 'O') : text);
  }

  /** Reports to the program that its window gained or lost the focus, if the program asked for reports. */
  setFocused(isFocused: boolean): void {
    if (this.#wantsFocus) writeSync(this.#pty.fd, isFocused ? '\x1b[I' : '\x1b[O');
  }

  /** Sends one key, and waits for the end of the burst that follows. */
  async press(key: string): Promise<Reaction> {
    const bytes = this.bytes;
    const frames = this.#frames;
    const sent = performance.now();
    this.send(key);
    while (this.#last < sent && performance.now() - sent < maxReactionMs && !this.#hasExited)
      await this.#waitForEvent(maxReactionMs);
    if (this.#last < sent) return {frame: undefined, bytes: 0, frames: 0};
    let end = this.#last;
    while (performance.now() - this.#last < burstGapMs) {
      await this.#waitForEvent(burstGapMs);
      // Output after the gap belongs to the next burst.
      if (performance.now() - end < burstGapMs) end = this.#last;
    }
    return {frame: end - sent, bytes: this.bytes - bytes, frames: this.#frames - frames};
  }

  /** Milliseconds until the first frame after a key, and until the last of all bursts that follow it. */
  async pressAndSettle(
    key: string,
  ): Promise<{readonly frame: number; readonly settled: number; readonly bytes: number}> {
    const bytes = this.bytes;
    const sent = performance.now();
    const {frame = Number.NaN} = await this.press(key);
    await this.waitForQuiet(60);
    return {frame, settled: this.#last - sent, bytes: this.bytes - bytes};
  }

  /** Sends a key at a fixed rate, as if it were held; several keys are sent in turn. */
  async holdKey(
    keys: string | readonly string[],
    count: number,
    hertz: number,
  ): Promise<{framesPerKey: number; catchUp: number; bytesPerKey: number; lags: number[]}> {
    const bytes = this.bytes;
    const frames = this.#frames;
    const lags: number[] = [];
    const start = performance.now();
    let sent = start;
    for (let index = 0; index < count; index++) {
      const due = start + (index * 1000) / hertz;
      while (performance.now() < due)
        await this.#waitForEvent(Math.max(0, due - performance.now()), {ignoresOutput: true});
      sent = performance.now();
      this.send((typeof keys === 'string' ? keys : keys[index % keys.length]) ?? '');
      while (this.#last < sent && performance.now() < due + 1000 / hertz)
        await this.#waitForEvent(due + 1000 / hertz - performance.now());
      if (this.#last >= sent) lags.push(this.#last - sent);
    }
    await this.waitForQuiet(120);
    return {
      framesPerKey: (this.#frames - frames) / count,
      catchUp: Math.max(0, this.#last - sent),
      bytesPerKey: (this.bytes - bytes) / count,
      lags,
    };
  }

  async waitForQuiet(ms: number): Promise<void> {
    while (performance.now() - Math.max(this.#last, this.started) < ms)
      await this.#waitForEvent(ms, {ignoresOutput: true});
  }

  /**
   * Waits until the program writes no output for the given time and uses hardly any CPU time. After its start the console
   * reads more lists, and records the rows in the history for some seconds. Waits 60 s at most, because a program may
   * always be busy.
   */
  async waitForIdle(quietMs: number): Promise<void> {
    const until = performance.now() + maxIdleWaitMs;
    await this.waitForQuiet(quietMs);
    for (let idleSeconds = 0; idleSeconds < 2 && performance.now() < until; ) {
      const before = cpuMs(this.pid);
      await this.#waitForEvent(1000, {ignoresOutput: true});
      idleSeconds = cpuMs(this.pid) - before < maxIdleCpuMs ? idleSeconds + 1 : 0;
    }
  }

  /** Waits until the program has ended without a signal. */
  async waitForExit(maxWaitMs = 30_000): Promise<void> {
    const until = performance.now() + maxWaitMs;
    while (!this.#hasExited) {
      if (performance.now() > until) throw new Error(`it did not end:\n${this.text()}`);
      await this.#waitForEvent(100);
    }
  }

  async close(): Promise<void> {
    if (!this.#hasExited) this.#pty.kill('SIGKILL');
    while (!this.#hasExited) await this.#waitForEvent(1000);
    this.#screen.dispose();
  }

  /** Waits for output or for the end of the time. */
  #waitForEvent(ms: number, {ignoresOutput = false} = {}): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(finish, Math.max(0, ms));
      const self = this;
      if (!ignoresOutput) this.#wake = finish;
      function finish() {
        clearTimeout(timer);
        self.#wake = undefined;
        resolve();
      }
    });
  }
}
