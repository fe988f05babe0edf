/** Short messages over the lower right corner. */
import type {Tone} from '../../families/cells.ts';
import type {Toast} from '../../store/types.ts';
import type {Deck} from '../deck.ts';
import {clean, width} from '../terminal/index.ts';
import {paintSpans, span} from '../widgets/spans.ts';

const tones: Readonly<Record<Toast['tone'], Tone>> = {
  ok: 'ok',
  attention: 'attention',
  failed: 'failed',
  plain: 'strong',
};
const MOST = 3;

/** Rows and columns that the newest messages take; no rows when there are none. */
export function toastSize(deck: Deck, columns: number): {readonly columns: number; readonly rows: number} {
  const shown = deck.session.toasts.get().slice(-MOST);
  const widest = Math.max(0, ...shown.map(({text}) => width(clean(text))));
  return {columns: Math.min(columns - 2, widest + 4), rows: shown.length};
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
