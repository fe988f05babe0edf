/** The bottom line: the keys that work now, from the same map that handles them. */
import {hintsFor} from '../../keymap/hints.ts';
import type {Deck} from '../deck.ts';
import {width} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import {paintSpans, type Span, span, spansWidth} from '../widgets/spans.ts';

/** Hints from this place on are the ways out of where one is. */
const WAYS = 85;

/** The hints as they were painted last: most keys move the cursor and change no hint. */
let painted: {readonly key: string; readonly skin: Skin; readonly text: string} | undefined;

export function paintFooter(deck: Deck, position: string, columns: number): string[] {
  const skin = deck.skin();
  const end = [span(`${position} `, 'dim')];
  const right = spansWidth(end);
  const room = columns - right - 1;
  const hints = hintsFor(deck.layers(), deck.keymap);
  // The way back, help and the command line lead everywhere else, so their place is kept.
  let reserve = 0;
  for (const hint of hints) if (hint.order >= WAYS) reserve += wide(hint);
  const shown: Span[] = [span(' ')];
  let used = 1;
  let key = String(columns - right);
  for (const hint of hints) {
    const {key: name, title, off, order} = hint;
    if (used + wide(hint) + (order >= WAYS ? 0 : reserve) > room) continue;
    used += wide(hint);
    const dimmed = off() !== undefined;
    key += `${dimmed ? '\n' : '\t'}${name}\t${title}`;
    shown.push(span(name, dimmed ? 'dim' : 'accent'), span(` ${title}  `, dimmed ? 'dim' : 'plain'));
  }
  if (painted?.key !== key || painted.skin !== skin)
    painted = {key, skin, text: paintSpans(skin, shown, columns - right)};
  return [painted.text + paintSpans(skin, end, right)];
}

const wide = ({key, title}: {readonly key: string; readonly title: string}): number => width(key) + width(title) + 3;
