/** The cursor and the window of a detail's tab: they stay on their line while lines are added and removed above. */
import {AT_TOP, type Scroll} from '../../widgets/scroll.ts';
import {type DetailLine, scrollToKey, settleScroll} from '../shared/detail-lines.ts';

export class DetailCursor {
  #scroll: Scroll = AT_TOP;
  /** The key of the line under the cursor. */
  #key: string | undefined;
  /** The key of a line that doesn't exist yet. */
  #awaitedKey: string | undefined;
  /** True if the user moved the cursor, so that new lines of a conversation no longer move it. */
  #isMoved = false;

  /** The index of the line under the cursor. */
  get index(): number {
    return this.#scroll.cursor;
  }

  /** The index of the first visible line. */
  get top(): number {
    return this.#scroll.top;
  }

  /** For another resource. */
  moveToTop(): void {
    this.#scroll = AT_TOP;
    this.#key = undefined;
    this.#awaitedKey = undefined;
  }

  /** For another tab. */
  reset(): void {
    this.#isMoved = false;
    this.#scroll = AT_TOP;
    this.#key = undefined;
  }

  moveBy(by: number, lines: readonly DetailLine[], height: number): void {
    const {cursor, top} = this.#scroll;
    this.#isMoved = true;
    this.#awaitedKey = undefined;
    this.#place({cursor: cursor + by, top}, lines, height, by < 0 ? -1 : 1);
  }

  /** @param row the row of the window, from 0 */
  moveToRow(row: number, lines: readonly DetailLine[], height: number): void {
    const {top} = this.#scroll;
    this.#place({cursor: top + row, top}, lines, height);
  }

  /** Moves to the line with this key at the next paint. */
  setKey(key: string): void {
    this.#key = key;
  }

  /** Moves to the line with this key as soon as it exists. */
  awaitKey(key: string): void {
    this.#awaitedKey = key;
  }

  /** Moves cursor and window to the line with the cursor's key. */
  settle(lines: readonly DetailLine[], height: number, isFromEnd: boolean): void {
    if (this.#awaitedKey !== undefined && lines.some(({key}) => key === this.#awaitedKey)) {
      this.#key = this.#awaitedKey;
      this.#awaitedKey = undefined;
    }
    const isAtEnd = isFromEnd && !this.#isMoved;
    const from = isAtEnd ? {cursor: lines.length - 1, top: lines.length} : scrollToKey(this.#scroll, this.#key, lines);
    this.#place(from, lines, height);
  }

  #place(scroll: Scroll, lines: readonly DetailLine[], height: number, towards?: 1 | -1): void {
    this.#scroll = settleScroll(scroll, lines, height, towards);
    this.#key = lines[this.#scroll.cursor]?.key;
  }
}
