/** The dialog of an overlay that paints its own rows. */
import {useStore} from 'zustand';
import type {Overlay} from '../context/overlay-stack.ts';
import type {PaintedModel} from '../models/painted-overlay.ts';
import {Dialog, useDialogArea} from './dialog.tsx';
import {TextRows} from './display/row.tsx';

export function PaintedDialog({overlay}: {readonly overlay: Overlay<PaintedModel>}) {
  const {model} = overlay;
  useStore(model.store);
  const area = useDialogArea(model.size);
  const {columns, rows} = area;
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <TextRows texts={model.paint(columns, rows)} columns={columns} />
    </Dialog>
  );
}
