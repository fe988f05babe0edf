/** The overlays of the screen: menus, forms, dialogs. They form a stack, and the top one gets the keys. */
import type {ReactNode} from 'react';
import type {Tone} from '../../families/format/cells.ts';
import type {Layer} from '../../keymap/layer.ts';
import type {Paint, Surface} from '../terminal/index.ts';
import {createObservable, type ObservableValue} from './observable.ts';
import type {PromptRequest} from './prompt-types.ts';

export interface OverlaySpec {
  readonly title: () => string;
  /** Cells and rows wanted inside the border, given those there are; more than there is room for is cut. */
  readonly size: (columns: number, rows: number) => {readonly columns: number; readonly rows: number};
  readonly paint: Paint;
  /** From the bottom to the top; the first should be modal. */
  readonly layers: () => readonly Layer[];
  /** An element that Ink draws inside the border, for overlays that use its components. */
  readonly element?: ReactNode;
  /** Colour of the border. */
  readonly tone?: () => Tone;
  /** Upper: where a line is typed and suggestions grow below it. */
  readonly at?: 'centre' | 'upper';
  /** Typed text would be lost when the program quits now. */
  readonly hasUnsavedInput?: () => boolean;
  readonly onClosed?: () => void;
  /** The question of the overlay for the accessible dialogue, which draws nothing. */
  readonly prompt?: PromptRequest;
}

export interface Overlay extends OverlaySpec {
  readonly key: number;
  readonly surface: Surface;
  /** Its rows changed. */
  repaint(): void;
  /** Its size or title changed. */
  resize(): void;
  close(): void;
}

export interface OverlayStack {
  /** From the bottom to the top; a new array with every structural change. */
  readonly stack: ObservableValue<readonly Overlay[]>;
  open(spec: OverlaySpec): Overlay;
  closeAll(): void;
}

/** Paints what lies over the screen with the border around it. */
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
