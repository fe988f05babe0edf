/**
 * The only path to stdout and stderr. Texts of the API may contain control characters and escape sequences: commands
 * sanitize the texts that they print, and this module removes control sequences from texts that a command didn't
 * sanitize.
 */
import {sanitize, sanitizeLines, withoutControls} from '../../platform/text/sanitize.ts';
import type {CommandContext} from './command-context.ts';

export function safeOutput(context: CommandContext): CommandContext {
  const {out, err, ask} = context;
  return {
    ...context,
    // Bytes are a file; in JSON, control characters are already escaped.
    out: text => out(typeof text === 'string' ? withoutControls(text) : text),
    err: text => err(sanitizeLines(text)),
    ...(ask && {ask: question => ask(`${sanitize(question.trimEnd())} `)}),
  };
}
