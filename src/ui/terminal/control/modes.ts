/** The terminal modes that are on, so that each of them can be undone in every case. */

/** Mode number → bytes that undo it, in the order of undoing. The alternate screen comes last except for the cursor. */
const UNDONE: readonly (readonly [mode: string, set: boolean, undo: string])[] = [
  ['2026', true, '\x1b[?2026l'],
  ['2004', true, '\x1b[?2004l'],
  ['1004', true, '\x1b[?1004l'],
  ['1006', true, '\x1b[?1006l'],
  ['1000', true, '\x1b[?1000l'],
  ['1002', true, '\x1b[?1002l'],
  ['1049', true, '\x1b[m\x1b[?1049l'],
  ['25', false, '\x1b[?25h'],
];

const MODE = /\x1b\[\?([\d;]+)([hl])/g;
/**
 * Sequences that print nothing and don't move the cursor: modes, keyboard protocols, titles and other strings, bell.
 */
const TEXTLESS = /\x1b\[[?>=<]?[\d;]*[hlu]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[m|\x07/g;

export class Modes {
  readonly #modes = new Map<string, boolean>();

  /** True while the program's own screen (the alternate screen) is shown. */
  get isAlternate(): boolean {
    return this.#modes.get('1049') === true;
  }

  note(bytes: string): void {
    for (const [, modes, action] of bytes.matchAll(MODE)) {
      for (const mode of modes?.split(';') ?? []) this.#modes.set(mode, action === 'h');
    }
  }

  /** The bytes that switch the active modes on again. */
  redo(): string {
    let bytes = '';
    for (const [mode, on] of this.#modes) bytes += `\x1b[?${mode}${on ? 'h' : 'l'}`;
    return bytes;
  }

  /** The bytes that restore the terminal; '' if nothing was changed. */
  undo(): string {
    let bytes = '';
    for (const [mode, set, undo] of UNDONE) {
      if (this.#modes.get(mode) === set) bytes += undo;
    }
    this.#modes.clear();
    return bytes;
  }
}

/** True if `bytes` print text or move the cursor. */
export function leavesText(bytes: string): boolean {
  return bytes.replace(TEXTLESS, '') !== '';
}
