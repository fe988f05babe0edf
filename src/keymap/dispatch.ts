/** The only place that turns a key into a command. */
import type {Keymap} from './keymap.ts';
import type {KeyHandler, KeyStroke, Layer} from './layer.ts';

export interface DispatcherOptions {
  readonly keymap: () => Keymap;
  /** The stack, from the bottom to the top. */
  readonly layers: () => readonly Layer[];
  /** Shows the user why a key did nothing. */
  readonly refuse: (reason: string) => void;
  /** Shows the user why a command that takes time failed. */
  readonly fail: (error: unknown) => void;
  /** Receives the names of the keys and their commands; text that is typed is not passed on. */
  readonly onKey?: ((what: string) => void) | undefined;
}

export interface Dispatcher {
  /** Handles a key; returns true when a layer took it. */
  press(stroke: KeyStroke): boolean;
  /** The same while the screen is hidden: only the keys that leave work. */
  pressUnseen(stroke: KeyStroke): boolean;
}

/** Keys that quit or interrupt. No layer may take them. */
const ALWAYS_WORKING = ['interrupt', 'suspend', 'redraw'];
/** Commands that work over an overlay, too, unless the key is text there. */
const WORKING_OVER_OVERLAYS = [...ALWAYS_WORKING, 'help'];
/** The names of commands with which a layer closes itself. */
const CANCEL_COMMANDS = ['cancel', 'close', 'back'];

export function createDispatcher({keymap, layers, refuse, fail, onKey}: DispatcherOptions): Dispatcher {
  const run = (handler: KeyHandler, key: string): true => {
    const reason = handler.unless?.();
    if (reason === undefined) {
      const work = handler.run(key);
      // Otherwise a failure would end the program.
      if (work instanceof Promise) work.catch(fail);
    } else {
      const label = handler.label?.();
      refuse(label === undefined ? reason : `${label}: ${reason}`);
    }
    return true;
  };
  const pressInLayer = (layer: Layer, stroke: KeyStroke): boolean => {
    const {key} = stroke;
    const isText = stroke.text !== undefined && layer.isTyping?.(key) === true;
    if (!isText) {
      const command = keymap().command(layer.id, key);
      const handler = command === undefined ? undefined : layer.handler(command);
      if (handler !== undefined && handler.isHidden?.() !== true) {
        onKey?.(`key ${key}: ${layer.id} ${command}`);
        return run(handler, key);
      }
      const extra = layer.extras?.().find(({keys}) => keys.includes(key));
      if (extra !== undefined) {
        onKey?.(`key ${key}: ${layer.id}, an action`);
        return run(extra, key);
      }
    }
    return layer.text?.(stroke) === true;
  };
  /** Cancels the innermost layer, as shells and editors do: the topmost overlay, or the text that is being typed. */
  const cancelInnermost = (stack: readonly Layer[], stroke: KeyStroke): boolean => {
    const modal = stack.findLastIndex(layer => layer.isModal === true);
    for (const layer of stack.slice(Math.max(modal, 0)).reverse()) {
      if (modal < 0 && layer.isTyping?.() !== true) continue;
      const handler = CANCEL_COMMANDS.map(command => layer.handler(command)).find(candidate => candidate !== undefined);
      if (handler === undefined) continue;
      onKey?.(`key ${stroke.key}: ${layer.id}, cancel`);
      return run(handler, stroke.key);
    }
    return false;
  };
  const isInterrupt = (bottom: Layer | undefined, {key}: KeyStroke): boolean =>
    bottom !== undefined && keymap().command(bottom.id, key) === 'interrupt';
  const runEscapeCommand = (bottom: Layer | undefined, stroke: KeyStroke, commands = ALWAYS_WORKING): boolean => {
    const command = bottom && keymap().command(bottom.id, stroke.key);
    if (bottom === undefined || command === undefined || !commands.includes(command)) return false;
    const handler = bottom.handler(command);
    return handler !== undefined && run(handler, stroke.key);
  };
  return {
    press(stroke) {
      const stack = layers();
      if (isInterrupt(stack[0], stroke) && cancelInnermost(stack, stroke)) return true;
      for (let index = stack.length - 1; index >= 0; index--) {
        const layer = stack[index];
        if (layer === undefined) continue;
        if (pressInLayer(layer, stroke)) return true;
        if (layer.isModal === true) break;
      }
      const isTyping = stack.at(-1)?.isTyping?.() === true;
      return runEscapeCommand(stack[0], stroke, isTyping ? ALWAYS_WORKING : WORKING_OVER_OVERLAYS);
    },
    pressUnseen: stroke => runEscapeCommand(layers()[0], stroke),
  };
}
