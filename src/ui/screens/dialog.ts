/** Dialogs that Ink's own components draw: they hear their keys from Ink, and only the way out goes through the key map. */
import type {ReactNode} from 'react';
import {createLayer} from '../../keymap/layer.ts';
import type {Asked} from '../asked.ts';
import type {Deck} from '../deck.ts';
import type {Size} from '../frame/layout.ts';
import type {Overlay} from '../overlay.ts';

export interface DialogSpec {
  readonly title: string;
  readonly columns: number;
  /** Lines that the element takes of the room there is. */
  readonly rows: (room: Size) => number;
  /** What enter does in it, for the footer. */
  readonly enter: string;
  /** What it asks, for who cannot see it. */
  readonly asks: (close: () => void) => Asked;
  readonly element: (close: () => void) => ReactNode;
}

/** What the element of a dialog so many cells wide has to itself at most, in a terminal of that size. */
export const dialogRoom = (wide: number, {columns, rows}: Size): Size => ({
  columns: Math.min(wide, columns - 6) - 2,
  rows: rows - 4,
});

export function openDialog(deck: Deck, {title, columns, rows, enter, asks, element}: DialogSpec): void {
  // The component hears the key too, and it is what acts on it.
  const taken = {keys: ['enter'], title: enter, help: `Enter: ${enter}.`, order: 0, run: () => {}};
  const keys = createLayer(
    'dialog',
    {close: () => overlay.close()},
    {title, modal: true, typing: () => true, extras: () => [taken]},
  );
  const overlay: Overlay = deck.overlays.open({
    asks: asks(() => overlay.close()),
    title: () => title,
    size(most, lines) {
      const room = dialogRoom(columns, {columns: most + 2, rows: lines + 2});
      return {columns: room.columns + 2, rows: Math.min(rows(room), room.rows)};
    },
    paint: () => [],
    layers: () => [keys],
    element: element(() => overlay.close()),
  });
}
