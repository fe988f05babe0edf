import {useEffectEvent, useLayoutEffect} from 'react';
import {useTerminal} from './context.ts';
import type {KeyStroke} from './keys.ts';

/**
 * Hears every key stroke, paste and (where asked for) click. Mount it once and dispatch from there: each mounted copy
 * hears everything. Strokes that arrived together are handled before one paint.
 */
export function useKeys(handler: (stroke: KeyStroke) => void): void {
  const {onStroke} = useTerminal();
  const handle = useEffectEvent(handler);
  useLayoutEffect(() => onStroke(handle), [onStroke]);
}
