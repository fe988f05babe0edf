/** Stdout as a receiver of changes: one line of JSON for each. */
import {printableJson} from '../../platform/text/pretty-json.ts';
import type {CommandContext} from '../io/command-context.ts';
import type {Receiver} from './change-queue.ts';

export function outputReceiver<R>({out, pipe, output}: Pick<CommandContext, 'out' | 'pipe' | 'output'>): Receiver<R> {
  const encoder = new TextEncoder();
  return {
    name: 'output',
    // One delivery at a time keeps the order of lines.
    maxParallel: 1,
    async deliver(record) {
      const text = `${printableJson(record)}\n`;
      // Resolves when the operating system has the line.
      if (pipe) await pipe.output(encoder.encode(text));
      else out(text);
      return !(output?.isLost() ?? false);
    },
  };
}
