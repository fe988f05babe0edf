/** The text cursor. It is hidden while rows are painted, then shown at the position that Ink sets. */

import type {CursorPosition} from './ink-frame.ts';

export const SHOW_CURSOR = '\x1b[?25h';
export const HIDE_CURSOR = '\x1b[?25l';

export class TextCursor {
  #target: CursorPosition | undefined;
  #isShown = false;
  #hasMoved = false;

  /** True if the cursor must be moved, shown or hidden, even if no row changed. */
  get isDirty(): boolean {
    return this.#hasMoved || this.#isShown !== (this.#target !== undefined);
  }

  setPosition(position: CursorPosition | undefined): void {
    this.#hasMoved ||= position?.x !== this.#target?.x || position?.y !== this.#target?.y;
    this.#target = position;
  }

  /** Records that another program showed or hid the cursor, or that its position is unknown. */
  note({isShown}: {readonly isShown: boolean}): void {
    this.#isShown = isShown;
    this.#hasMoved = true;
  }

  /** The bytes of a paint, with those that hide the cursor before and show it afterwards; '' if nothing changes. */
  wrap(bytes: string): string {
    const hide = this.#isShown && (bytes !== '' || this.isDirty) ? HIDE_CURSOR : '';
    const place = bytes !== '' || this.isDirty ? this.#showBytes() : '';
    this.#isShown = this.#target !== undefined;
    this.#hasMoved = false;
    return hide + bytes + place;
  }

  #showBytes(): string {
    return this.#target === undefined ? '' : `\x1b[${this.#target.y + 1};${this.#target.x + 1}H${SHOW_CURSOR}`;
  }
}
