/** Keys go to what can be seen. */
import type {WholeDeck} from './create-deck.ts';
import {hasRoom, type Size} from './frame/layout.ts';
import type {KeyStroke} from './terminal/index.ts';

/** On a terminal too small to show anything, nobody changes an account blindly: only leaving is possible. */
export function pressSeen(deck: WholeDeck, stroke: KeyStroke, size: Size): void {
  const leaves = stroke.key === 'ctrl-c' || (stroke.key === 'q' && deck.overlays.stack.get().length === 0);
  if (leaves || hasRoom(size)) deck.press(stroke);
}
