/** Dialogs that Ink's own components draw: they hear their keys from Ink, and only the way out goes through the key map. */
import type {ReactNode} from 'react';
import {layer} from '../../keymap/layer.ts';
import type {Asked} from '../asked.ts';
import type {Deck} from '../deck.ts';
import type {Overlay} from '../overlay.ts';

export interface DialogSpec {
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** What enter does in it, for the footer. */
  readonly enter: string;
  /** What it asks, for who cannot see it. */
  readonly asks: (close: () => void) => Asked;
  readonly element: (close: () => void) => ReactNode;
}

export function openDialog(deck: Deck, {title, columns, rows, enter, asks, element}: DialogSpec): void {
  // The component hears the key too, and it is what acts on it.
  const taken = {keys: ['enter'], title: enter, help: `Enter: ${enter}.`, order: 0, run: () => {}};
  const keys = layer(
    'dialog',
    {close: () => overlay.close()},
    {title, modal: true, typing: () => true, extras: () => [taken]},
  );
  const overlay: Overlay = deck.overlays.open({
    asks: asks(() => overlay.close()),
    title: () => title,
    size: (most, lines) => ({columns: Math.min(columns, most - 4), rows: Math.min(rows, lines - 2)}),
    paint: () => [],
    layers: () => [keys],
    element: element(() => overlay.close()),
  });
}
