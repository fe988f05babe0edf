/** The tabs of a detail and the rule below them: the same for every row, and painted once for all. */
import type {Skin} from '../../theme/skin.ts';
import {paintSpans} from '../../widgets/spans.ts';
import {tabSpans} from '../../widgets/tab-names.ts';

export function createTabLines(
  titles: readonly string[],
): (skin: Skin, open: number, columns: number) => readonly string[] {
  let painted: {readonly of: readonly unknown[]; readonly lines: readonly string[]} | undefined;

  return (skin, open, columns) => {
    const of = [skin, open, columns];
    if (!painted?.of.every((part, index) => part === of[index])) {
      const rule = skin.tone('dim', skin.symbol('rule').repeat(columns));
      painted = {of, lines: [paintSpans(skin, tabSpans(skin, titles, open, columns), columns), rule]};
    }
    return painted.lines;
  };
}
