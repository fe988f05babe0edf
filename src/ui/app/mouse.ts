/** Clicks go to the pane under the mouse; overlays have only keys. */

import type {Surface} from '../terminal/index.ts';
import type {ConsoleApp} from './console-app.ts';

export interface CellPosition {
  readonly x: number;
  readonly y: number;
}

/** The row of a position, from the top of the surface; undefined outside of it. */
function rowIn(surface: Surface | undefined, {x, y}: CellPosition): number | undefined {
  if (surface === undefined) return undefined;
  const inside = x >= surface.x && x < surface.x + surface.width && y >= surface.y && y < surface.y + surface.height;
  return inside ? y - surface.y : undefined;
}

export function handleClick(context: ConsoleApp, at: CellPosition): void {
  const view = context.navigation.current.get();
  if (context.overlays.stack.get().length > 0 || view === undefined) return;
  const inSidebar = rowIn(context.sidebar.surface, at);
  if (inSidebar !== undefined) {
    context.sidebar.click(inSidebar);
    return;
  }
  const inMain = rowIn(view.main, at);
  const inAside = rowIn(view.aside, at);
  if (inMain === undefined && inAside === undefined) return;
  context.focus.set('main');
  view.inDetail.set(inMain === undefined);
  view.click?.(inMain ?? inAside ?? 0);
  context.repaintAll();
}
