import {useEffectEvent, useLayoutEffect} from 'react';
import type {KeyStroke} from '../input/key-names.ts';
import {useTerminal} from './terminal-context.ts';

/**
 * Hears every key stroke, paste and (where asked for) click. Mount it once and dispatch from there: each mounted copy
 * hears everything. Strokes that arrived together are handled before one paint.
 */
export function useKeys(handler: (stroke: KeyStroke) => void): void {
  const {onStroke} = useTerminal();
  const handle = useEffectEvent(handler);
  useLayoutEffect(() => onStroke(handle), [onStroke]);
}
