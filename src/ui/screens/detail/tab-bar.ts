/** The tabs of a detail and the rule below them: the same for every row, and painted once for all. */
import type {Skin} from '../../theme/skin.ts';
import {paintSpans, type Span, span} from '../../widgets/spans.ts';
import {moreAfter, moreBefore, tabBar} from './tab-names.ts';

export function createTabLines(
  titles: readonly string[],
): (skin: Skin, open: number, columns: number) => readonly string[] {
  let painted: {readonly of: readonly unknown[]; readonly lines: readonly string[]} | undefined;

  function spans(skin: Skin, open: number, columns: number): Span[] {
    const {names, before, after} = tabBar(titles, open, columns);
    return [
      span(moreBefore(before), 'dim'),
      ...names.map((name, index) =>
        before + index === open ? {text: ` ${name} `, style: skin.heading} : span(` ${name} `, 'dim'),
      ),
      span(moreAfter(after), 'dim'),
    ];
  }

  return (skin, open, columns) => {
    const of = [skin, open, columns];
    if (!painted?.of.every((part, index) => part === of[index])) {
      const rule = skin.tone('dim', skin.symbol('rule').repeat(columns));
      painted = {of, lines: [paintSpans(skin, spans(skin, open, columns), columns), rule]};
    }
    return painted.lines;
  };
}
