/** A terminal inside the test: it takes keys as a keyboard sends them, and returns the screen as text and cells. */

import {EventEmitter} from 'node:events';
import {Readable} from 'node:stream';
import xterm from '@xterm/headless';
import {openTerminal, type TerminalOptions} from '../../src/ui/terminal/index.ts';
import {mountTerminal, type TerminalSession} from '../../src/ui/terminal/ink/index.ts';
import {settle} from '../harness/settle.ts';
import {keyBytes} from './keys.ts';
import {unicode} from './unicode.ts';

export interface ScreenOptions
  extends Pick<
    TerminalOptions,
    'colors' | 'hasUnicode' | 'hasMouse' | 'env' | 'onFocus' | 'onTerminalClosed' | 'loadTmuxBuffer'
  > {
  readonly columns?: number;
  readonly rows?: number;
  /** True while work is in progress that will change the screen without a timer. Default: never. */
  readonly isBusy?: (() => boolean) | undefined;
}

export interface Cell {
  readonly char: string;
  /** 0 for the second half of a wide character. */
  readonly width: number;
  /** `default`, an index of the terminal's palette, or `#rrggbb`. */
  readonly fg: string | number;
  readonly bg: string | number;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strikethrough: boolean;
}

class Output extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  rows: number;
  written = '';
  writes = 0;
  cursorShown = true;
  readonly #terminal: xterm.Terminal;

  constructor(terminal: xterm.Terminal) {
    super();
    this.columns = terminal.cols;
    this.rows = terminal.rows;
    this.#terminal = terminal;
  }

  /** Like the stdout of a terminal: reads the size of the terminal, and emits an event if it changed. */
  _refreshSize(): void {
    const {cols, rows} = this.#terminal;
    if (cols === this.columns && rows === this.rows) return;
    this.columns = cols;
    this.rows = rows;
    this.emit('resize');
  }

  write(bytes: string, done?: () => void): boolean {
    // Ink writes an empty string to find out when all of its writes are done.
    if (bytes === '') {
      if (done) process.nextTick(done);
      return true;
    }
    this.written += bytes;
    this.writes++;
    this.cursorShown =
      [...bytes.matchAll(/\x1b\[\?25([hl])/g)].at(-1)?.[1] !== 'l' && (this.cursorShown || bytes.includes('\x1b[?25h'));
    // xterm writes at once after user input, and after a timer otherwise. Tests take no real time.
    this.#terminal.input('', true);
    // As the terminal driver does (ONLCR), and to line feeds alone.
    this.#terminal.write(bytes.replaceAll('\n', '\r\n'), () => {
      // A stream never calls back before `write` returns.
      if (done) process.nextTick(done);
      this.emit('shown');
    });
    return true;
  }
}

class Input extends Readable {
  readonly isTTY = true;
  isRaw = false;

  override _read(): void {}

  setRawMode(on: boolean): this {
    this.isRaw = on;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** A replacement of `process`, so that the test receives signals and exits. */
class Host extends EventEmitter {
  readonly pid = 4711;
  readonly kills: {readonly pid: number; readonly signal: string}[] = [];

  kill(pid: number, signal: NodeJS.Signals): void {
    this.kills.push({pid, signal});
    this.emit(signal);
  }
}

const matches = (text: string, pattern: RegExp | string): boolean =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);

/** The time limit for a condition; only a broken program waits this long. */
const maxWaitMs = 10_000;

export type Screen = ReturnType<typeof openScreen>;

export function openScreen(options: ScreenOptions = {}) {
  const {columns = 100, rows = 30, isBusy, ...terminalOptions} = options;
  const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  terminal.unicode.register(unicode);
  terminal.unicode.activeVersion = unicode.version;
  const stdout = new Output(terminal);
  const stdin = new Input();
  const host = new Host();
  let session: TerminalSession | undefined;

  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

  /** Work that the console does in steps between turns of the event loop, without a write for each. */
  let hasWork = (): boolean => false;

  let drawnWrites = 0;
  const hasDrawn = async (): Promise<boolean> => {
    await session?.whenFlushed();
    if (stdout.writes === drawnWrites) return false;
    drawnWrites = stdout.writes;
    return true;
  };

  /** Waits until the console, React, Ink, the compositor and the terminal have no work left. */
  async function settleScreen(): Promise<void> {
    if (isBusy) return settle(async () => (await hasDrawn()) || isBusy() || hasWork());
    for (;;) {
      const before = stdout.writes;
      await turn();
      await session?.whenFlushed();
      await turn();
      if (stdout.writes === before && !hasWork()) return;
    }
  }

  function row(y: number): string {
    return terminal.buffer.active.getLine(y)?.translateToString(true, 0, terminal.cols).trimEnd() ?? '';
  }

  function text(): string {
    return Array.from({length: terminal.rows}, (_, y) => row(y)).join('\n');
  }

  const scratchCell = terminal.buffer.active.getNullCell();

  /** True if the background of a cell is this color of the palette. A search for it reads thousands of cells. */
  function hasBackground(x: number, y: number, color: number): boolean {
    const found = terminal.buffer.active.getLine(y)?.getCell(x, scratchCell);
    return found?.isBgPalette() === true && found.getBgColor() === color;
  }

  function cell(x: number, y: number): Cell {
    const found = terminal.buffer.active.getLine(y)?.getCell(x);
    if (found === undefined) throw new Error(`No cell at ${x},${y}`);
    const color = (palette: boolean, rgb: boolean, value: number): string | number =>
      rgb ? `#${value.toString(16).padStart(6, '0')}` : palette ? value : 'default';
    return {
      char: found.getChars() || (found.getWidth() === 0 ? '' : ' '),
      width: found.getWidth(),
      fg: color(found.isFgPalette(), found.isFgRGB(), found.getFgColor()),
      bg: color(found.isBgPalette(), found.isBgRGB(), found.getBgColor()),
      bold: found.isBold() !== 0,
      dim: found.isDim() !== 0,
      italic: found.isItalic() !== 0,
      underline: found.isUnderline() !== 0,
      inverse: found.isInverse() !== 0,
      strikethrough: found.isStrikethrough() !== 0,
    };
  }

  /** Every screen since the last key. */
  const recentScreens: string[] = [];
  stdout.on('shown', () => recentScreens.push(text()));

  async function send(bytes: string): Promise<void> {
    recentScreens.length = 0;
    stdin.push(bytes, 'utf8');
    await settleScreen();
  }

  /** Waits, frame by frame, until `condition` holds. */
  async function until(condition: () => boolean, label = condition.toString()): Promise<void> {
    const {promise: late, reject} = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`Waited in vain for: ${label}\n${text()}`)), maxWaitMs);
    try {
      await settleScreen();
      while (!condition()) await Promise.race([new Promise(resolve => stdout.once('shown', resolve)), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    stdout,
    stdin,
    host,
    terminal,
    /** Starts the console with this element and waits for its first screen. */
    async render(element: React.ReactNode): Promise<TerminalSession> {
      const opened = openTerminal({
        host,
        env: {TERM: 'xterm-256color', LANG: 'C.UTF-8'},
        colors: 'truecolor',
        ...terminalOptions,
        stdin,
        stdout,
      });
      session = mountTerminal(element, opened);
      await settleScreen();
      return session;
    },
    /** Presses keys one after the other, each answered before the next. */
    async press(...keys: string[]): Promise<void> {
      // Esc as keyboards with the kitty protocol send it: a single ESC byte waits for the rest of a sequence.
      for (const key of keys) await send(key === 'esc' ? '\x1b[27u' : keyBytes(key));
    },
    /** Types each character as its own key, faster than the console draws: all of them come with one read. */
    async type(typed: string): Promise<void> {
      if (typed !== '') await send(typed);
    },
    async paste(pasted: string): Promise<void> {
      await send(`\x1b[200~${pasted}\x1b[201~`);
    },
    /**
     * Enters a text at the prompt that a key opens: `/`, `:`. All of it comes in one read, and the text as one key: it is
     * searched once, and one screen follows.
     */
    enterAt: (key: string, text: string) => send(`${keyBytes(key)}\x1b[200~${text}\x1b[201~${keyBytes('enter')}`),
    /** Raw bytes in one read. */
    send,
    settle: settleScreen,
    /** Sets the work that `settle` waits for besides writes; its number of turns depends on the load of the system. */
    settleWhile(isWorking: () => boolean) {
      hasWork = isWorking;
    },
    until,
    /** Waits until the screen's text matches. */
    async expectText(pattern: RegExp | string): Promise<void> {
      await until(() => matches(text(), pattern), String(pattern));
    },
    /** True if the text was on the screen at some time since the last key. */
    hasRecentText: (pattern: RegExp | string): boolean => recentScreens.some(screen => matches(screen, pattern)),
    /** Waits until the text was on the screen at some time since the last key, even if it has disappeared again. */
    async expectRecentText(pattern: RegExp | string): Promise<void> {
      await until(() => recentScreens.some(screen => matches(screen, pattern)), String(pattern));
    },
    text,
    row,
    cell,
    hasBackground,
    async resize(newColumns: number, newRows: number): Promise<void> {
      terminal.resize(newColumns, newRows);
      stdout._refreshSize();
      await settleScreen();
    },
    /** The position of the text cursor; undefined while it is hidden. */
    cursor(): {x: number; y: number} | undefined {
      const {cursorX: x, cursorY: y} = terminal.buffer.active;
      return stdout.cursorShown ? {x, y} : undefined;
    },
    /** Everything written since the last call. */
    takeBytes(): string {
      const {written} = stdout;
      stdout.written = '';
      return written;
    },
    get bytes(): string {
      return stdout.written;
    },
    get writes(): number {
      return stdout.writes;
    },
    async close(): Promise<void> {
      session?.unmount();
      await session?.exited;
      terminal.dispose();
    },
  };
}
