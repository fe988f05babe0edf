/** What is said beside the answers, for a program that reads them: an object a line, with an `error` or a `note`. */

import {printableJson} from '../platform/text/json.ts';
import type {Surroundings} from './account.ts';

const failing = /^(?:skydeck|error): /;

/**
 * Where JSON was asked for and no person can be asked, what goes to the error output is JSON, too.
 * @param isForProgram what is known of that by the time something is said
 */
export function spokenTo(isForProgram: () => boolean, surroundings: Surroundings): Surroundings {
  if (surroundings.ask) return surroundings;
  return {
    ...surroundings,
    err(text) {
      if (!isForProgram()) return surroundings.err(text);
      const words = text.trim();
      if (words === '') return;
      const said = failing.test(words) ? {error: words.replace(failing, '')} : {note: words};
      surroundings.err(`${printableJson(said)}\n`);
    },
  };
}
