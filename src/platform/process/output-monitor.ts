/** Behavior of a program whose output can't be written: its reader has closed, or the disk is full. */
import {setImmediate} from 'node:timers/promises';
import {errorMessage} from '../text/error-message.ts';

interface OutputStreams {
  readonly stdout: Pick<NodeJS.WriteStream, 'on'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'on' | 'write'>;
  exit(code: number): void;
}

export interface OutputMonitor {
  /** From now on a reader that has enough (`| head`) ends the program: it only reads. */
  endWithReader(): void;
  /** True when some output could not be written. */
  isLost(): boolean;
  /** The exit code of a program that would end with `code`: with incomplete output, it has failed. */
  exitCodeAfter(code: number): Promise<number>;
}

/**
 * A program continues without its output unless it says otherwise: a change to many resources must not stop in the
 * middle because its reader wanted one line.
 */
export function monitorOutput({stdout, stderr, exit}: OutputStreams = process): OutputMonitor {
  let failure: NodeJS.ErrnoException | undefined;
  let exitsOnClosedPipe = false;
  // A reader that closes the pipe early has read enough. A full disk is a failure of the machine, and no defect of the program.
  const codeOf = (code: number): number => (failure === undefined || failure.code === 'EPIPE' ? code : code || 1);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (failure === undefined && error.code !== 'EPIPE')
      stderr.write(`skydeck: the output could not be written: ${errorMessage(error)}\n`);
    failure ??= error;
    if (exitsOnClosedPipe) exit(codeOf(0));
  });
  // Messages beside the output may lack a reader too: that ends nothing.
  stderr.on('error', () => {});
  return {
    endWithReader() {
      exitsOnClosedPipe = true;
      if (failure) exit(codeOf(0));
    },
    isLost: () => failure !== undefined,
    async exitCodeAfter(code) {
      // A stream reports a failure only after the write.
      await setImmediate();
      return codeOf(code);
    },
  };
}
