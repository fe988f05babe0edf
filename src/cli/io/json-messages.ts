/** What is said beside the answers, for a program that reads them: an object a line, with an `error` or a `note`. */

import {printableJson} from '../../platform/text/pretty-json.ts';
import type {CommandContext} from './open-account.ts';

const errorPrefix = /^(?:skydeck|error): /;

/**
 * Where JSON was asked for and no person can be asked, what goes to the error output is JSON, too.
 * @param isForProgram what is known of that by the time something is said
 */
export function jsonStderr(isForProgram: () => boolean, context: CommandContext): CommandContext {
  if (context.ask) return context;
  return {
    ...context,
    err(text) {
      if (!isForProgram()) return context.err(text);
      const words = text.trim();
      if (words === '') return;
      const message = errorPrefix.test(words) ? {error: words.replace(errorPrefix, '')} : {note: words};
      context.err(`${printableJson(message)}\n`);
    },
  };
}
