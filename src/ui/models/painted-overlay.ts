/** An overlay that paints its own rows. */
import {createNotifier, type Overlay, type OverlayHost, type OverlayModel} from '../context/overlay-stack.ts';
import type {Paint} from '../terminal/index.ts';

export interface PaintedSpec extends Omit<OverlayModel, 'kind' | 'store'> {
  readonly size: (columns: number, rows: number) => {readonly columns: number; readonly rows: number};
  readonly paint: Paint;
}

export interface PaintedModel extends PaintedSpec, OverlayModel {
  readonly kind: 'painted';
}

export interface PaintedOverlay {
  /** Draws the overlay again after a change. */
  repaint(): void;
  close(): void;
}

export function openPainted(host: OverlayHost, spec: PaintedSpec): PaintedOverlay {
  const {store, notify} = createNotifier();
  const model: PaintedModel = Object.defineProperties(
    {kind: 'painted' as const, store} as PaintedModel,
    Object.getOwnPropertyDescriptors(spec),
  );
  const overlay: Overlay = host.overlays.open(model);
  return {repaint: notify, close: () => overlay.close()};
}
