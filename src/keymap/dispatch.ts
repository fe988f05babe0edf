/** The one place where a key becomes a command. */
import type {Keymap} from './keymap.ts';
import type {Handler, Layer, Stroke} from './layer.ts';

export interface DispatcherOptions {
  readonly keymap: () => Keymap;
  /** The stack, from the bottom to the top. */
  readonly layers: () => readonly Layer[];
  /** Tells the user why a key did nothing. */
  readonly refuse: (reason: string) => void;
  /** Hears which keys did what, by names: what is typed as text is not told. */
  readonly noted?: ((what: string) => void) | undefined;
}

export interface Dispatcher {
  /** Says whether anybody took the key. */
  press(stroke: Stroke): boolean;
  /** The same where nothing can be seen: only the ways out hear the key. */
  pressUnseen(stroke: Stroke): boolean;
}

/** Keys that no layer may swallow: the way out. */
const ALWAYS = ['interrupt', 'suspend', 'redraw'];

export function createDispatcher({keymap, layers, refuse, noted}: DispatcherOptions): Dispatcher {
  const run = (handler: Handler, key: string): true => {
    const reason = handler.unless?.();
    if (reason === undefined) handler.run(key);
    else refuse(reason);
    return true;
  };
  const inLayer = (layer: Layer, stroke: Stroke): boolean => {
    const {key} = stroke;
    const isText = stroke.text !== undefined && layer.typing?.() === true;
    if (!isText) {
      const command = keymap().command(layer.id, key);
      const handler = command === undefined ? undefined : layer.handler(command);
      if (handler !== undefined && handler.hidden?.() !== true) {
        noted?.(`key ${key}: ${layer.id} ${command}`);
        return run(handler, key);
      }
      const extra = layer.extras?.().find(({keys}) => keys.includes(key));
      if (extra !== undefined) {
        noted?.(`key ${key}: ${layer.id}, an action`);
        return run(extra, key);
      }
    }
    return layer.text?.(stroke) === true;
  };
  const wayOut = (bottom: Layer | undefined, stroke: Stroke): boolean => {
    const command = bottom && keymap().command(bottom.id, stroke.key);
    if (bottom === undefined || command === undefined || !ALWAYS.includes(command)) return false;
    const handler = bottom.handler(command);
    return handler !== undefined && run(handler, stroke.key);
  };
  return {
    press(stroke) {
      const stack = layers();
      for (let index = stack.length - 1; index >= 0; index--) {
        const layer = stack[index];
        if (layer === undefined) continue;
        if (inLayer(layer, stroke)) return true;
        if (layer.modal === true) break;
      }
      return wayOut(stack[0], stroke);
    },
    pressUnseen: stroke => wayOut(layers()[0], stroke),
  };
}
