/**
 * Plain mode in whole lines, on a terminal or through a pipe. The terminal edits the typed line, so this module moves
 * no cursor and prints nothing while the user types.
 */
import {StringDecoder} from 'node:string_decoder';
import type {ReadStream, WriteStream} from 'node:tty';
import {eachCluster} from '../../platform/text/cell-width.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import {wrapIndented} from '../widgets/spans.ts';

/** Thrown at the end of the input. */
export class InputEnded extends Error {}

/** Thrown on ctrl-c: the question is canceled. */
export class Interrupted extends Error {}

export interface LineIO {
  /** True if a user answers; the input of a pipe was written before the questions were known. */
  readonly isTerminal: boolean;
  /** Lines broken at spaces, where a terminal would break words. */
  say(...lines: readonly string[]): void;
  /** Lines as they are, to be copied: commands, JSON. */
  print(...lines: readonly string[]): void;
  /** One line of the answer; undefined when the input has ended. @throws Interrupted */
  ask(prompt: string): Promise<string | undefined>;
  /** Like `ask`, without showing the typed text. */
  askSecret(prompt: string): Promise<string | undefined>;
  /** Waits for the first value that passes the test. @throws Interrupted */
  waitFor<T>(source: ReadonlyStore<T>, test: (value: T) => boolean): Promise<T>;
}

export interface OpenLineIO extends LineIO {
  /** Ends the input: open questions and waits end as they do at its end. */
  end(): void;
  /** Lends the input to a child program while it runs. */
  suspendWhile<T>(child: () => Promise<T>): Promise<T>;
  close(): void;
}

export interface LineIOHost {
  readonly input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  readonly output: Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** Calls back when the user interrupts; returns how to stop. */
  readonly interrupts: (listener: () => void) => () => void;
}

type PendingAnswer = {resolve(line: string | undefined): void; reject(reason: Error): void};

/** The text without the last character that a user sees. */
function withoutLastCluster(text: string): string {
  let last = '';
  eachCluster(text, cluster => {
    last = cluster;
  });
  return text.slice(0, text.length - last.length);
}

/** Its functions work without their object, too: plain mode passes them on one by one. */
export class StreamLineIO implements OpenLineIO {
  readonly isTerminal: boolean;
  readonly #host: LineIOHost;
  readonly #waiting = new Set<PendingAnswer>();
  readonly #typed: string[] = [];
  // A chunk may end in the middle of a character.
  readonly #decoder = new StringDecoder('utf8');
  readonly #stopInterrupts: () => void;
  #rest = '';
  #isEnded = false;
  #asked: PendingAnswer | undefined;
  #isRaw = false;

  constructor(host: LineIOHost) {
    this.#host = host;
    this.isTerminal = host.input.isTTY === true;
    host.input.on('data', this.#onData);
    host.input.on('end', this.#onEnd);
    this.#stopInterrupts = host.interrupts(() => this.#interrupt());
  }

  readonly end = (): void => {
    this.#isEnded = true;
    this.#typed.length = 0;
    this.#answerNext();
    for (const {reject} of this.#waiting) reject(new InputEnded());
  };

  readonly say = (...lines: readonly string[]): void => {
    for (const line of lines.flatMap(text => text.split('\n'))) this.#write(`${this.#wrap(line).join('\n')}\n`);
  };

  readonly print = (...lines: readonly string[]): void => {
    for (const line of lines.flatMap(text => text.split('\n'))) this.#write(`${sanitize(line)}\n`);
  };

  readonly ask = async (prompt: string): Promise<string | undefined> => {
    const line = await this.#next(prompt);
    // Input of a pipe isn't echoed by a terminal; without an echo the transcript would have only questions.
    if (line === undefined || !this.isTerminal) this.#write(`${sanitize(line ?? '')}\n`);
    return line;
  };

  readonly askSecret = async (prompt: string): Promise<string | undefined> => {
    this.#setRaw(true);
    try {
      return await this.#next(prompt);
    } finally {
      this.#setRaw(false);
      this.#write('\n');
    }
  };

  readonly waitFor = async <T>(source: ReadonlyStore<T>, test: (value: T) => boolean): Promise<T> => {
    const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
    const pending = {resolve, reject};
    const check = (): void => {
      if (test(source.getState())) resolve(undefined);
    };
    this.#waiting.add(pending);
    const stop = source.subscribe(check);
    check();
    try {
      await promise;
      return source.getState();
    } finally {
      stop();
      this.#waiting.delete(pending);
    }
  };

  readonly suspendWhile = async <T>(child: () => Promise<T>): Promise<T> => {
    const {input} = this.#host;
    input.pause();
    input.off('data', this.#onData);
    try {
      return await child();
    } finally {
      input.on('data', this.#onData);
      input.resume();
    }
  };

  readonly close = (): void => {
    const {input} = this.#host;
    this.#stopInterrupts();
    input.off('data', this.#onData);
    input.off('end', this.#onEnd);
    input.pause();
  };

  readonly #onData = (chunk: string | Buffer): void => {
    for (const character of typeof chunk === 'string' ? chunk : this.#decoder.write(chunk)) this.#type(character);
    this.#answerNext();
  };

  readonly #onEnd = (): void => {
    if (this.#rest !== '') this.#typed.push(this.#rest);
    this.#rest = '';
    this.#isEnded = true;
    this.#answerNext();
  };

  /** In raw mode the terminal edits nothing, so this does. */
  #type(character: string): void {
    const isRaw = this.#isRaw;
    if (isRaw && character === '\x03') this.#interrupt();
    else if (isRaw && character === '\x04') this.#onEnd();
    else if (isRaw && (character === '\x7f' || character === '\b')) this.#rest = withoutLastCluster(this.#rest);
    else if (character === '\n' || (isRaw && character === '\r')) {
      this.#typed.push(this.#rest.replace(/\r$/, ''));
      this.#rest = '';
    } else this.#rest += character;
  }

  #interrupt(): void {
    const all = [...this.#waiting, ...(this.#asked ? [this.#asked] : [])];
    this.#asked = undefined;
    this.#typed.length = 0;
    this.#rest = '';
    this.#write('\n');
    for (const {reject} of all) reject(new Interrupted());
  }

  /** Answers the open question with the next typed line, or with the end of the input. */
  #answerNext(): void {
    if (this.#asked === undefined || (this.#typed.length === 0 && !this.#isEnded)) return;
    const {resolve} = this.#asked;
    this.#asked = undefined;
    resolve(this.#typed.shift());
  }

  async #next(prompt: string): Promise<string | undefined> {
    this.#write(this.#wrap(prompt).join('\n'));
    const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
    this.#asked = {resolve, reject};
    this.#answerNext();
    return promise;
  }

  #setRaw(isRaw: boolean): void {
    if (!this.isTerminal) return;
    this.#isRaw = isRaw;
    this.#host.input.setRawMode?.(isRaw);
  }

  #wrap(line: string): readonly string[] {
    const {isTTY, columns} = this.#host.output;
    return isTTY === true && columns ? wrapIndented(line, columns) : [sanitize(line)];
  }

  #write(text: string): void {
    this.#host.output.write(text);
  }
}
