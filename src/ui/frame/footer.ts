/** The bottom line: the keys that work now, from the same map that handles them. */
import {hintsFor} from '../../keymap/hints.ts';
import type {Deck} from '../deck.ts';
import {type Surface, width} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import {paintSpans, type Span, span, spansWidth} from '../widgets/spans.ts';

/** Hints from this place on are the ways out of where one is. */
const WAYS = 85;

/** While the cursor runs, the hints stay as they are; milliseconds without a move until they are asked for again. */
const REST = 40;

export interface Footer {
  readonly surface: Surface;
  /** The cursor moved, and nothing else happened. */
  follow(): void;
  /** What works may be something else now. */
  repaint(): void;
}

export function createFooter(deck: Deck, position: () => string): Footer {
  let painted: {readonly key: string; readonly skin: Skin; readonly text: string} | undefined;
  let kept: {readonly columns: number; readonly skin: Skin; readonly text: string} | undefined;
  let following = false;
  let moved = 0;
  let waiting = false;

  function paint(columns: number): string[] {
    const skin = deck.skin();
    const end = [span(`${position()} `, 'dim')];
    const right = spansWidth(end);
    const room = columns - right;
    if (!following || kept?.columns !== room || kept.skin !== skin) kept = {columns: room, skin, text: hints(room)};
    return [kept.text + paintSpans(skin, end, right)];
  }

  function hints(columns: number): string {
    const skin = deck.skin();
    const found = hintsFor(deck.layers(), deck.keymap);
    // The way back, help and the command line lead everywhere else, so their place is kept.
    let reserve = 0;
    for (const hint of found) if (hint.order >= WAYS) reserve += wide(hint);
    const shown: Span[] = [span(' ')];
    let used = 1;
    let key = String(columns);
    for (const hint of found) {
      const {key: name, title, off, order} = hint;
      if (used + wide(hint) + (order >= WAYS ? 0 : reserve) >= columns) continue;
      used += wide(hint);
      const dimmed = off() !== undefined;
      key += `${dimmed ? '\n' : '\t'}${name}\t${title}`;
      shown.push(span(name, dimmed ? 'dim' : 'accent'), span(` ${title}  `, dimmed ? 'dim' : 'plain'));
    }
    if (painted?.key !== key || painted.skin !== skin) painted = {key, skin, text: paintSpans(skin, shown, columns)};
    return painted.text;
  }

  function settle(): void {
    const rested = deck.clock.now() - moved;
    if (rested < REST) deck.clock.schedule(REST - rested, settle);
    else {
      waiting = false;
      footer.repaint();
    }
  }

  const surface = deck.surface(columns => paint(columns));
  const footer: Footer = {
    surface,
    follow() {
      following = true;
      surface.repaint();
      moved = deck.clock.now();
      if (waiting) return;
      waiting = true;
      deck.clock.schedule(REST, settle);
    },
    repaint() {
      following = false;
      surface.repaint();
    },
  };
  return footer;
}

const wide = ({key, title}: {readonly key: string; readonly title: string}): number => width(key) + width(title) + 3;
