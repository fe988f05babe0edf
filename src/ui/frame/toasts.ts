/** Short messages over the lower right corner. */
import type {Tone} from '../../families/cells.ts';
import type {Toast} from '../../store/types.ts';
import type {Deck} from '../deck.ts';
import {clean, width as wide} from '../terminal/index.ts';
import {paintSpans, span} from '../widgets/spans.ts';
import type {Size} from './layout.ts';

const tones: Readonly<Record<Toast['tone'], Tone>> = {
  ok: 'ok',
  attention: 'attention',
  failed: 'failed',
  plain: 'strong',
};
const MOST = 3;

/** Where the newest messages stand, so many rows above the lower edge; without height when there are none. */
export function toastPlace(deck: Deck, {columns, rows}: Size, above: number) {
  const shown = deck.session.toasts.get().slice(-MOST);
  const widest = Math.max(0, ...shown.map(({text}) => wide(clean(text))));
  const [width, height] = [Math.min(columns - 2, widest + 4), shown.length];
  return {x: columns - width, y: rows - above - height, width, height};
}

export function paintToasts(deck: Deck, columns: number): string[] {
  const skin = deck.skin();
  return deck.session.toasts
    .get()
    .slice(-MOST)
    .map(({text, tone}) => {
      const glyph =
        tone === 'ok'
          ? skin.glyph('ok')
          : tone === 'failed'
            ? skin.glyph('failed')
            : tone === 'attention'
              ? skin.glyph('attention')
              : ' ';
      return paintSpans(skin, [span(` ${glyph} `, tones[tone]), span(text)], columns);
    });
}
