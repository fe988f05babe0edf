/**
 * The only reader of stdin. Strokes go directly to the program, all those of one read before one paint; Ink gets the
 * same bytes only while one of its own input hooks is mounted, because its parsing costs more than a paint.
 */

import {Readable} from 'node:stream';
import type {KeyStroke} from '../../../keymap/layer.ts';
import {type Clock, realClock} from '../../../store/core/clock.ts';
import {type InputEvent, KeyParser} from './key-parser.ts';

/** The part of stdin that is needed. */
export interface TerminalInput extends NodeJS.EventEmitter {
  readonly isTTY?: boolean;
  pause(): unknown;
  resume(): unknown;
  setEncoding(encoding: BufferEncoding): unknown;
  setRawMode?(on: boolean): unknown;
}

/** The wait for the rest of a sequence that a slow connection splits; after Esc the user waits this long. */
export const ESCAPE_WAIT_MS = 20;

/** The wait for the rest of a paste: longer than a slow connection pauses within one. */
export const PASTE_WAIT_MS = 3000;

/** The maximum number of strokes before the first frame. */
const MAX_EARLY_STROKES = 256;

export interface KeyboardOptions {
  /** Runs the handling of one read, so that its changes become one paint. */
  readonly batch: (work: () => void) => void;
  readonly onFocus?: ((focused: boolean) => void) | undefined;
  /** Called with the terminal's answer to the status query. */
  readonly onAnswer?: (() => void) | undefined;
  /** Called when no more input can come. */
  readonly onTerminalClosed?: (error: Error) => void;
  readonly clock?: Pick<Clock, 'schedule'>;
}

export class Keyboard {
  /** The stream that Ink uses as stdin. */
  readonly ink = new InkInput();
  readonly #input: TerminalInput;
  readonly #options: KeyboardOptions;
  readonly #parser = new KeyParser();
  readonly #listeners = new Set<(stroke: KeyStroke) => void>();
  /** Strokes without a listener: typed before the first frame. */
  readonly #early: KeyStroke[] = [];
  #isReading = false;
  #cancelFlush: (() => void) | undefined;

  constructor(input: TerminalInput, options: KeyboardOptions) {
    this.#input = input;
    this.#options = options;
    input.on('error', error => options.onTerminalClosed?.(error));
    // A terminal that ends is closed; a file or /dev/null only ends, and a wallboard continues without keys.
    input.on('end', () => {
      if (input.isTTY === true) options.onTerminalClosed?.(new Error('stdin ended'));
    });
  }

  /** Calls back for every stroke; the first listener also gets earlier ones. Returns the function that stops. */
  onStroke(listener: (stroke: KeyStroke) => void): () => void {
    this.#listeners.add(listener);
    const early = this.#early.splice(0);
    if (early.length > 0) this.#options.batch(() => early.forEach(listener));
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** True while the console reads stdin; false while a child process has it. */
  get isReading(): boolean {
    return this.#isReading;
  }

  start(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#input.setEncoding('utf8');
    this.#input.setRawMode?.(true);
    this.#input.on('data', this.#onData);
    this.#input.resume();
  }

  /** Stops reading stdin: bytes that Node reads now would be lost to a child process that has the terminal. */
  stop(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#cancelFlush?.();
    this.#deliver([...this.#parser.flush(), ...this.#parser.interruptPaste()]);
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.#input.setRawMode?.(false);
  }

  readonly #onData = (chunk: string): void => {
    this.#cancelFlush?.();
    this.#options.batch(() => {
      this.#deliver(this.#parser.push(chunk));
    });
    if (this.ink.listenerCount('readable') > 0) this.ink.push(chunk);
    if (this.#parser.isWaiting) this.#deliverLater(() => this.#parser.flush(), ESCAPE_WAIT_MS);
    else if (this.#parser.isPasting) this.#deliverLater(() => this.#parser.interruptPaste(), PASTE_WAIT_MS);
  };

  #deliverLater(read: () => readonly InputEvent[], waitMs: number): void {
    const {clock = realClock, batch} = this.#options;
    this.#cancelFlush = clock.schedule(waitMs, () => batch(() => this.#deliver(read())));
  }

  #keep(stroke: KeyStroke): void {
    if (this.#early.length < MAX_EARLY_STROKES) this.#early.push(stroke);
  }

  #deliver(events: readonly InputEvent[]): void {
    for (const event of events) {
      if ('isFocused' in event) this.#options.onFocus?.(event.isFocused);
      else if ('isAnswered' in event) this.#options.onAnswer?.();
      else if (this.#listeners.size === 0) this.#keep(event);
      else for (const listener of this.#listeners) listener(event);
    }
  }
}

/** The parts of a terminal's stdin that Ink needs; only the keyboard controls raw mode. */
class InkInput extends Readable {
  readonly isTTY = true;

  override _read(): void {}

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
