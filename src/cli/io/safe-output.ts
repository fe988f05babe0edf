/**
 * The only path to the output and the error output. Texts of the API may hold control characters and escape sequences:
 * a command cleans the texts that it shows, and this removes control sequences even from a text that a command forgot
 * to clean.
 */
import {sanitize, sanitizeLines, withoutControls} from '../../platform/text/sanitize.ts';
import type {CommandContext} from './command-context.ts';

export function safeOutput(context: CommandContext): CommandContext {
  const {out, err, ask} = context;
  return {
    ...context,
    // Bytes are a file; JSON comes with its control characters escaped.
    out: text => out(typeof text === 'string' ? withoutControls(text) : text),
    err: text => err(sanitizeLines(text)),
    ...(ask && {ask: question => ask(`${sanitize(question.trimEnd())} `)}),
  };
}
