/**
 * Stdin for the keyboard. Node's own stream takes 64 KiB of memory for every read, even for a single key, and a queue
 * entry: a third of the cost of a key. This reader uses one buffer for all reads.
 */

import {EventEmitter} from 'node:events';
import {StringDecoder} from 'node:string_decoder';
import {ReadStream} from 'node:tty';
import type {TerminalInput} from './keyboard.ts';

/** The size of one read in bytes; a long paste comes in several. */
const READ_BYTES = 0x10000;

/** The part of `process.stdin` that is needed. */
export interface StdinStream extends TerminalInput {
  readonly fd: number;
}

/** Opens the input with the least overhead: a terminal directly, without `process.stdin`; other inputs through it. */
export function openStdin(stdin: StdinStream = process.stdin, platform: string = process.platform): TerminalInput {
  // In Windows, raw mode belongs to a reader of the console and not to the console.
  return stdin.isTTY === true && platform !== 'win32' ? new TerminalReader(stdin) : stdin;
}

/** The maximum bytes of a key. */
const SHORT = 8;

/**
 * Decodes the first bytes of a buffer as a continuation of the earlier ones: a character may be split between two
 * reads.
 */
export function textReader(): (bytes: number, buffer: Uint8Array) => string {
  const decoder = new StringDecoder('utf8');
  let isTorn = false;
  return (bytes, buffer) => {
    let text = '';
    let at = isTorn || bytes > SHORT ? bytes : 0;
    // A key is a few ASCII letters, which need no view of the buffer.
    while (at < bytes && (buffer[at] as number) < 0x80) text += String.fromCharCode(buffer[at++] as number);
    if (text.length === bytes) return text;
    isTorn = (buffer[bytes - 1] as number) >= 0x80;
    return decoder.write(buffer.subarray(0, bytes));
  };
}

class TerminalReader extends EventEmitter implements TerminalInput {
  readonly isTTY = true;
  readonly #stdin: StdinStream;
  #stream: ReadStream | undefined;

  constructor(stdin: StdinStream) {
    super();
    this.#stdin = stdin;
    // Raw mode of a terminal that was closed fails with EIO, which Node reports as an event.
    stdin.on('error', error => this.emit('error', error));
  }

  /** With two handles on one terminal, only the one that set raw mode knows the earlier mode. */
  setRawMode(on: boolean): void {
    this.#stdin.setRawMode?.(on);
  }

  resume(): void {
    this.#stream ??= this.#open();
    this.#stream.resume();
  }

  pause(): void {
    this.#stream?.pause();
  }

  /** The input is always UTF-8. */
  setEncoding(): void {}

  #open(): ReadStream {
    const read = textReader();
    const callback = (bytes: number, buffer: Uint8Array): boolean => {
      const text = read(bytes, buffer);
      if (text !== '') this.emit('data', text);
      return true;
    };
    const stream = new ReadStream(this.#stdin.fd, {onread: {buffer: new Uint8Array(READ_BYTES), callback}});
    stream.on('error', error => this.emit('error', error));
    stream.on('end', () => this.emit('end'));
    return stream;
  }
}
