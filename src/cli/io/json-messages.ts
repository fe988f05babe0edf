/** Messages for a program that reads them: an object per line, with an `error` or a `note`. */

import {printableJson} from '../../platform/text/pretty-json.ts';
import type {CommandContext} from './command-context.ts';

const errorPrefix = /^(?:skydeck|error): /;

/**
 * With `--json` and without a user to ask, messages on stderr are JSON, too.
 * @param isForProgram called when a message is written, because the flags are known only then
 */
export function jsonStderr(isForProgram: () => boolean, context: CommandContext): CommandContext {
  if (context.ask) return context;
  return {
    ...context,
    err(text) {
      if (!isForProgram()) return context.err(text);
      const trimmed = text.trim();
      if (trimmed === '') return;
      const message = errorPrefix.test(trimmed) ? {error: trimmed.replace(errorPrefix, '')} : {note: trimmed};
      context.err(`${printableJson(message)}\n`);
    },
  };
}
