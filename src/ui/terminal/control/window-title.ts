import {truncate} from '../../../platform/text/cell-width.ts';
import {sanitize} from '../../../platform/text/sanitize.ts';

/** The maximum length: terminals cut or refuse longer titles; tab bars show far less. */
const MAX_CHARACTERS = 120;

/** Saves and restores the title on the terminal's own stack (xterm; others ignore it). */
export const saveTitle = '\x1b[22;2t';
export const restoreTitle = '\x1b[23;2t';

/** The bytes that set the window title. API text is allowed: it is cleaned here. */
export function titleBytes(title: string): string {
  return `\x1b]2;${truncate(sanitize(title), MAX_CHARACTERS)}\x07`;
}
