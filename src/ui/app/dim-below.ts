/** Dimming of the screen below an overlay. */
import type {ConsoleApp} from './console-app.ts';

/** True if the screen below an overlay is dimmed. Over a slow line that costs too many bytes. */
export const dims = ({overlays, skin, preferences}: ConsoleApp): boolean =>
  overlays.stack.getState().length > 0 && skin().dimsBackground && !preferences.getState().lowBandwidth;
