/** The overlays of the screen: menus, forms, dialogs. They form a stack, and the top one gets the keys. */
import type {ReactNode} from 'react';
import type {Tone} from '../../families/format/cells.ts';
import type {Layer} from '../../keymap/layer.ts';
import type {Paint, Surface} from '../terminal/index.ts';
import {createObservable, type ObservableValue} from './observable.ts';
import type {PromptRequest} from './prompt-types.ts';

export interface OverlaySpec {
  readonly title: () => string;
  /** The cells and rows that the overlay wants inside the border, given the available ones; a larger size is cut. */
  readonly size: (columns: number, rows: number) => {readonly columns: number; readonly rows: number};
  readonly paint: Paint;
  /** Layers from bottom to top; the first should be modal. */
  readonly layers: () => readonly Layer[];
  /** An element that Ink draws inside the border, for overlays that use its components. */
  readonly element?: ReactNode;
  /** The color of the border. */
  readonly tone?: () => Tone;
  /** The position; `upper` for a text line with suggestions that grow below it. */
  readonly at?: 'centre' | 'upper';
  /** True if quitting now would lose typed text. */
  readonly hasUnsavedInput?: () => boolean;
  readonly onClosed?: () => void;
  /** The question of the overlay for the accessible dialogue, which draws nothing. */
  readonly prompt?: PromptRequest;
}

export interface Overlay extends OverlaySpec {
  readonly key: number;
  readonly surface: Surface;
  /** Repaints after a change of its rows. */
  repaint(): void;
  /** Repaints after a change of its size or title. */
  resize(): void;
  close(): void;
}

export interface OverlayStack {
  /** Overlays from bottom to top; a new array after every structural change. */
  readonly stack: ObservableValue<readonly Overlay[]>;
  open(spec: OverlaySpec): Overlay;
  closeAll(): void;
}

/** Paints an overlay with its border. */
export type PaintFramed = (spec: OverlaySpec, columns: number, rows: number) => readonly string[];

export function createOverlayStack(surfaceFor: (paint: Paint) => Surface, framed: PaintFramed): OverlayStack {
  const stack = createObservable<readonly Overlay[]>([]);
  let next = 0;
  return {
    stack,
    open(spec) {
      const surface = surfaceFor((columns, rows) => framed(spec, columns, rows));
      const overlay: Overlay = {
        ...spec,
        key: next++,
        surface,
        repaint: () => surface.repaint(),
        resize() {
          stack.set([...stack.get()]);
          surface.repaint();
        },
        close() {
          const rest = stack.get().filter(other => other !== overlay);
          if (rest.length === stack.get().length) return;
          stack.set(rest);
          spec.onClosed?.();
        },
      };
      stack.set([...stack.get(), overlay]);
      return overlay;
    },
    closeAll() {
      for (const overlay of [...stack.get()].reverse()) overlay.close();
    },
  };
}
