/** Clicks go to the pane under the mouse; what lies over the screen is left to the keys. */
import type {WholeDeck} from './create-deck.ts';
import type {Surface} from './terminal/index.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rows from the top of the surface; undefined beside it. */
function rowIn(surface: Surface | undefined, {x, y}: Point): number | undefined {
  if (surface === undefined) return undefined;
  const inside = x >= surface.x && x < surface.x + surface.width && y >= surface.y && y < surface.y + surface.height;
  return inside ? y - surface.y : undefined;
}

export function click(deck: WholeDeck, at: Point): void {
  const place = deck.places.current.get();
  if (deck.overlays.stack.get().length > 0 || place === undefined) return;
  const inSidebar = rowIn(deck.sidebar.surface, at);
  if (inSidebar !== undefined) {
    deck.sidebar.click(inSidebar);
    return;
  }
  const inMain = rowIn(place.main, at);
  const inAside = rowIn(place.aside, at);
  if (inMain === undefined && inAside === undefined) return;
  deck.focus.set('main');
  place.inDetail.set(inMain === undefined);
  place.click?.(inMain ?? inAside ?? 0);
  deck.repaintAll();
}
