/** Dimming of the screen below an overlay. */
import {useStore} from 'zustand';
import type {OverlayPort, PreferencesPort} from '../context/ports.ts';
import {useTheme} from '../hooks/use-console.ts';

/** True if the screen below an overlay is dimmed. Over a slow line that costs too many bytes. */
export function useIsDimmed({overlays, preferences}: OverlayPort & PreferencesPort): boolean {
  const {dimsBackground} = useTheme();
  const isOpen = useStore(overlays.stack, stack => stack.length > 0);
  const isSlow = useStore(preferences, ({lowBandwidth}) => lowBandwidth);
  return isOpen && dimsBackground && !isSlow;
}
