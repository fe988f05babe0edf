import {useEffectEvent, useLayoutEffect} from 'react';
import type {KeyStroke} from '../../../keymap/layer.ts';
import {useTerminal} from './terminal-context.ts';

/**
 * Receives every key stroke, paste and (if requested) click. Mount it once and dispatch from there, because each
 * mounted copy receives everything. Strokes that arrived together are handled before one paint.
 */
export function useKeys(handler: (stroke: KeyStroke) => void): void {
  const {onStroke} = useTerminal();
  const handle = useEffectEvent(handler);
  useLayoutEffect(() => onStroke(handle), [onStroke]);
}
