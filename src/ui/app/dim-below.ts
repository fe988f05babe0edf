/** Dimming of the screen below a dialog, for the frame before Ink and for Ink's own. */
import type {ConsoleApp} from './create-console.ts';

/** True if the screen below an overlay is dimmed. Over a slow line that costs too many bytes. */
export const dims = ({overlays, skin, preferences}: ConsoleApp): boolean =>
  overlays.stack.get().length > 0 && skin().dimsBackground && !preferences.get().lowBandwidth;

/** Dims all surfaces below the topmost overlay. */
export function dimBelow(context: ConsoleApp): void {
  const isCovered = dims(context);
  const view = context.navigation.current.get();
  const {sidebarRule, detailRule} = context.frame;
  for (const surface of [context.sidebar.surface, sidebarRule, detailRule, view?.main, view?.aside])
    surface?.setDimmed(isCovered);
  const stack = context.overlays.stack.get();
  for (const [index, {surface}] of stack.entries()) surface.setDimmed(isCovered && index < stack.length - 1);
}
