/** Short messages in rows of their own above the strip: they cover nothing that keys act on. */
import type {Tone} from '../../families/cells.ts';
import type {Toast} from '../../store/types.ts';
import type {Deck} from '../deck.ts';
import type {Skin} from '../theme/skin.ts';
import {paintSpans, span, wrap} from '../widgets/spans.ts';
import type {Size} from './layout.ts';

const tones: Readonly<Record<Toast['tone'], Tone>> = {
  ok: 'ok',
  attention: 'attention',
  failed: 'failed',
  plain: 'strong',
};
const MOST = 3;
/** A message longer than so many lines ends with an ellipsis: it must not hide what it is about. */
const MOST_LINES = 4;
/** All messages together take at most this part of the screen; the newest are kept. */
const MOST_OF_SCREEN = 1 / 3;
/** The glyph before a message, with a blank on both sides, and the blank behind it. */
const BESIDE = 4;

interface Line {
  readonly text: string;
  readonly tone: Toast['tone'];
  /** Of its message; the glyph stands there. */
  readonly first: boolean;
}

/** The newest messages, whole, in lines that fit. */
function linesOf(deck: Deck, columns: number): readonly Line[] {
  return deck.session.toasts
    .get()
    .slice(-MOST)
    .flatMap(({text, tone}) => {
      const lines = wrap(text, Math.max(1, columns - BESIDE));
      const shown = lines.length <= MOST_LINES ? lines : lines.with(MOST_LINES - 1, `${lines[MOST_LINES - 1]}…`);
      return shown.slice(0, MOST_LINES).map((line, index) => ({text: line, tone, first: index === 0}));
    });
}

/** Where the newest messages stand, so many rows above the lower edge; without height when there are none. */
export function toastPlace(deck: Deck, {columns, rows}: Size, above: number) {
  const height = Math.min(linesOf(deck, columns).length, Math.floor(rows * MOST_OF_SCREEN));
  return {x: 0, y: rows - above - height, width: columns, height};
}

export function paintToasts(deck: Deck, columns: number, rows: number): string[] {
  const skin = deck.skin();
  return linesOf(deck, columns)
    .slice(-rows)
    .map(({text, tone, first}) =>
      paintSpans(skin, [span(` ${first ? glyphOf(skin, tone) : ' '} `, tones[tone]), span(text)], columns),
    );
}

const glyphOf = (skin: Skin, tone: Toast['tone']): string => (tone === 'plain' ? ' ' : skin.glyph(tone));
