/** The tabs of a detail and the rule below them: the same for every row, so they are painted once. */
import {memoizeLast} from '../../../platform/runtime/memoize.ts';
import type {Skin} from '../../theme/skin.ts';
import {paintSpans} from '../../widgets/spans.ts';
import {tabSpans} from '../../widgets/tab-names.ts';

export function createTabLines(
  titles: readonly string[],
): (skin: Skin, open: number, columns: number) => readonly string[] {
  return memoizeLast((skin, open, columns) => {
    const rule = skin.tone('dim', skin.symbol('rule').repeat(columns));
    return [paintSpans(skin, tabSpans(skin, titles, open, columns), columns), rule];
  });
}
