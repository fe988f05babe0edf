/** The text cursor. It is hidden while rows are painted, then shown at the position that Ink sets. */

import type {CursorPosition} from './ink-frame.ts';

export const SHOW_CURSOR = '\x1b[?25h';
export const HIDE_CURSOR = '\x1b[?25l';

export class TextCursor {
  #wanted: CursorPosition | undefined;
  #shown = false;
  #moved = false;

  /** True if the cursor must be moved, shown or hidden, even if no row changed. */
  get dirty(): boolean {
    return this.#moved || this.#shown !== (this.#wanted !== undefined);
  }

  setPosition(position: CursorPosition | undefined): void {
    this.#moved ||= position?.x !== this.#wanted?.x || position?.y !== this.#wanted?.y;
    this.#wanted = position;
  }

  /** Records that another program showed or hid the cursor, or that its position is unknown. */
  note(shown: boolean): void {
    this.#shown = shown;
    this.#moved = true;
  }

  /** The bytes of a paint, with those that hide the cursor before and show it afterwards; '' if nothing changes. */
  around(bytes: string): string {
    const hide = this.#shown && (bytes !== '' || this.dirty) ? HIDE_CURSOR : '';
    const place = bytes !== '' || this.dirty ? this.#placed() : '';
    this.#shown = this.#wanted !== undefined;
    this.#moved = false;
    return hide + bytes + place;
  }

  #placed(): string {
    return this.#wanted === undefined ? '' : `\x1b[${this.#wanted.y + 1};${this.#wanted.x + 1}H${SHOW_CURSOR}`;
  }
}
