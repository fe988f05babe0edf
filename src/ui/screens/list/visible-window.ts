/**
 * The visible rows as strings. A cursor that moves inside the window changes two strings, scrolling by a line adds one,
 * and only these are painted.
 */
import {hasSameItems} from '../../../platform/runtime/memoize.ts';
import type {CursorStyle} from '../shared/row-painter.ts';

export interface VisibleWindow {
  /**
   * @param top index of the first row
   * @param count number of visible rows
   * @param facts all data besides the cursor that the strings depend on
   */
  rows(top: number, count: number, cursor: number, look: CursorStyle, facts: readonly unknown[]): readonly string[];
}

/** @param paint the string of a row; undefined if the row doesn't exist */
export function createVisibleWindow(paint: (index: number, cursor: CursorStyle) => string | undefined): VisibleWindow {
  let last: {facts: readonly unknown[]; top: number; count: number; cursor: number; strings: string[]} | undefined;

  return {
    rows(top, count, cursor, look, facts) {
      const known = last;
      const holds =
        known !== undefined &&
        // A missing row moves the other rows up.
        known.strings.length === known.count &&
        hasSameItems(known.facts, facts);
      if (!holds || known.top !== top || known.count !== count) {
        const strings: string[] = [];
        for (let index = top; index < top + count; index++) {
          const isKept = holds && index !== cursor && index !== known.cursor;
          // After scrolling, most rows are still visible.
          const string =
            (isKept ? known.strings[index - known.top] : undefined) ?? paint(index, index === cursor ? look : 'none');
          if (string !== undefined) strings.push(string);
        }
        last = {facts, top, count, cursor, strings};
        return strings;
      }
      for (const index of [known.cursor, cursor]) {
        const string = paint(index, index === cursor ? look : 'none');
        if (string !== undefined && index >= top && index < top + count) known.strings[index - top] = string;
      }
      known.cursor = cursor;
      return known.strings;
    },
  };
}
