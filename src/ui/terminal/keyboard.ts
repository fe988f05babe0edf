/** Ink's stdin: the real one, with each read folded into one paint, and terminal reports taken out. */

import {EventEmitter} from 'node:events';

/** What is needed of stdin. */
export interface TerminalInput extends NodeJS.EventEmitter {
  readonly isTTY?: boolean;
  read(): unknown;
  pause(): unknown;
  setEncoding(encoding: BufferEncoding): unknown;
  setRawMode?(on: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
}

const FOCUS = /\x1b\[([IO])/g;

/** Events: `readable` (for Ink), `focus` and `blur` when the terminal reports them. */
export class Keyboard extends EventEmitter {
  readonly #input: TerminalInput;
  readonly #batch: (work: () => void) => void;
  #raw = false;

  constructor(input: TerminalInput, batch: (work: () => void) => void) {
    super();
    this.#input = input;
    this.#batch = batch;
    // Only listen while someone reads: a listener keeps Node reading, and a child needs the keys for itself.
    this.on('newListener', name => {
      if (name === 'readable' && this.listenerCount('readable') === 0) input.on('readable', this.#readable);
    });
    this.on('removeListener', name => {
      if (name === 'readable' && this.listenerCount('readable') === 0) input.off('readable', this.#readable);
    });
  }

  get isTTY(): boolean {
    return this.#input.isTTY === true;
  }

  read(): unknown {
    const chunk = this.#input.read();
    if (typeof chunk !== 'string') return chunk;
    for (const [, report] of chunk.matchAll(FOCUS)) this.emit(report === 'I' ? 'focus' : 'blur');
    return chunk;
  }

  setEncoding(encoding: BufferEncoding): this {
    this.#input.setEncoding(encoding);
    return this;
  }

  setRawMode(on: boolean): this {
    this.#raw = on;
    this.#input.setRawMode?.(on);
    return this;
  }

  ref(): this {
    this.#input.ref?.();
    return this;
  }

  unref(): this {
    this.#input.unref?.();
    return this;
  }

  /** Stops Node from reading ahead: a byte read now is a byte the child never sees. */
  pause(): this {
    this.#input.pause();
    return this;
  }

  /** Leaves raw mode however it was entered. */
  restore(): void {
    if (this.#raw) this.setRawMode(false);
  }

  readonly #readable = (): void => {
    this.#batch(() => this.emit('readable'));
  };
}
