/**
 * A dialogue in whole lines, on a terminal or through a pipe. The terminal edits the typed line, so this module moves
 * no cursor and prints nothing while the user types.
 */
import {StringDecoder} from 'node:string_decoder';
import type {ReadStream, WriteStream} from 'node:tty';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Source} from '../../store/session/session.ts';
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
  waitFor<T>(source: Source<T>, test: (value: T) => boolean): Promise<T>;
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

export function openLineIO({input, output, interrupts}: LineIOHost): OpenLineIO {
  const waiting = new Set<PendingAnswer>();
  const typed: string[] = [];
  // A chunk may end in the middle of a character.
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let ended = false;
  let asked: PendingAnswer | undefined;
  let raw = false;

  const answer = (line: string | undefined): void => {
    const {resolve} = asked ?? {};
    asked = undefined;
    resolve?.(line);
  };
  const hand = (): void => {
    if (asked === undefined) return;
    if (typed.length > 0) answer(typed.shift());
    else if (ended) answer(undefined);
  };
  const interrupt = (): void => {
    const all = [...waiting, ...(asked ? [asked] : [])];
    asked = undefined;
    typed.length = 0;
    rest = '';
    output.write('\n');
    for (const {reject} of all) reject(new Interrupted());
  };
  const data = (chunk: string | Buffer): void => {
    for (const character of typeof chunk === 'string' ? chunk : decoder.write(chunk)) {
      if (raw && character === '\x03') interrupt();
      else if (raw && character === '\x04') end();
      else if (raw && (character === '\x7f' || character === '\b')) rest = rest.slice(0, -1);
      else if (character === '\n' || (raw && character === '\r')) {
        typed.push(rest.replace(/\r$/, ''));
        rest = '';
      } else rest += character;
    }
    hand();
  };
  const end = (): void => {
    if (rest !== '') typed.push(rest);
    rest = '';
    ended = true;
    hand();
  };
  input.on('data', data);
  input.on('end', end);
  const stopInterrupts = interrupts(interrupt);
  const isTerminal = input.isTTY === true;
  const broken = (line: string): readonly string[] =>
    output.isTTY === true && output.columns ? wrapIndented(line, output.columns) : [sanitize(line)];
  const setRaw = (on: boolean): void => {
    if (!isTerminal) return;
    raw = on;
    input.setRawMode?.(on);
  };
  const next = async (prompt: string): Promise<string | undefined> => {
    output.write(broken(prompt).join('\n'));
    const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
    asked = {resolve, reject};
    hand();
    return promise;
  };

  return {
    isTerminal,
    end() {
      ended = true;
      typed.length = 0;
      hand();
      for (const {reject} of waiting) reject(new InputEnded());
    },
    say(...lines) {
      for (const line of lines.flatMap(text => text.split('\n'))) output.write(`${broken(line).join('\n')}\n`);
    },
    print(...lines) {
      for (const line of lines.flatMap(text => text.split('\n'))) output.write(`${sanitize(line)}\n`);
    },
    async ask(prompt) {
      const line = await next(prompt);
      // Input of a pipe isn't echoed by a terminal; without an echo the transcript would have only questions.
      if (line === undefined || !isTerminal) output.write(`${sanitize(line ?? '')}\n`);
      return line;
    },
    async askSecret(prompt) {
      setRaw(true);
      try {
        return await next(prompt);
      } finally {
        setRaw(false);
        output.write('\n');
      }
    },
    async waitFor(source, test) {
      const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
      const handle = {resolve, reject};
      const look = (): void => {
        if (test(source.get())) resolve(undefined);
      };
      waiting.add(handle);
      const stop = source.subscribe(look);
      look();
      try {
        await promise;
        return source.get();
      } finally {
        stop();
        waiting.delete(handle);
      }
    },
    async suspendWhile(child) {
      input.pause();
      input.off('data', data);
      try {
        return await child();
      } finally {
        input.on('data', data);
        input.resume();
      }
    },
    close() {
      stopInterrupts();
      input.off('data', data);
      input.off('end', end);
      input.pause();
    },
  };
}
