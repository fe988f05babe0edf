/** The bottom line: the keys that work now, from the same map that handles them. */
import {hintsFor} from '../../keymap/hints.ts';
import type {Deck} from '../deck.ts';
import {width} from '../terminal/index.ts';
import {paintEnds, type Span, span} from '../widgets/spans.ts';

export function paintFooter(deck: Deck, position: string, columns: number): string[] {
  const skin = deck.skin();
  const spans: Span[] = [span(' ')];
  let used = 1;
  const room = columns - width(position) - 2;
  const hints = hintsFor(deck.layers(), deck.keymap);
  // Help and the command line lead everywhere else, so their place is kept.
  const kept = hints.filter(({order}) => order >= 90);
  const reserve = kept.reduce((sum, {key, title}) => sum + width(key) + width(title) + 3, 0);
  for (const {key, title, off, order} of hints) {
    const wide = width(key) + width(title) + 3;
    if (used + wide + (order >= 90 ? 0 : reserve) > room) continue;
    used += wide;
    const dimmed = off() !== undefined;
    spans.push(span(key, dimmed ? 'dim' : 'accent'), span(` ${title}  `, dimmed ? 'dim' : 'plain'));
  }
  return [paintEnds(skin, spans, [span(`${position} `, 'dim')], columns)];
}
