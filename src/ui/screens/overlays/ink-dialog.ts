/** Dialogs with Ink components: they read keys from Ink, and only the key that closes them uses the key map. */
import type {ReactNode} from 'react';
import {createLayer} from '../../../keymap/layer.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import type {Overlay} from '../../context/overlay-stack.ts';
import type {PromptRequest} from '../../context/prompt-types.ts';
import type {Size} from '../../frame/layout.ts';

export interface DialogSpec {
  readonly title: string;
  readonly columns: number;
  /** The number of lines that the element takes of the available ones. */
  readonly rows: (room: Size) => number;
  /** The action of enter, for the footer. */
  readonly enter: string;
  /** The question of the dialog for the accessible dialogue. */
  readonly prompt: (close: () => void) => PromptRequest;
  readonly element: (close: () => void) => ReactNode;
}

/** The largest area of the element in a dialog of this width, in a terminal of this size. */
export const dialogSize = (wide: number, {columns, rows}: Size): Size => ({
  columns: Math.min(wide, columns - 6) - 2,
  rows: rows - 4,
});

export function openInkDialog(
  context: ConsoleContext,
  {title, columns, rows, enter, prompt, element}: DialogSpec,
): void {
  // The component reads the key too and acts on it.
  const taken = {keys: ['enter'], title: enter, help: `Enter: ${enter}.`, order: 0, run: () => {}};
  const keys = createLayer(
    'dialog',
    {close: () => overlay.close()},
    {title, modal: true, typing: () => true, extras: () => [taken]},
  );
  const overlay: Overlay = context.overlays.open({
    prompt: prompt(() => overlay.close()),
    title: () => title,
    size(most, lines) {
      const room = dialogSize(columns, {columns: most + 2, rows: lines + 2});
      return {columns: room.columns + 2, rows: Math.min(rows(room), room.rows)};
    },
    paint: () => [],
    layers: () => [keys],
    element: element(() => overlay.close()),
  });
}
