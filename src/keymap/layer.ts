/** A layer on the stack: handlers for all its commands, and its treatment of other keys. */
import type {CommandOf, LayerId} from './bindings.ts';

export interface KeyStroke {
  /**
   * `j`, `G`, `/`, `é`; `enter esc tab space backspace delete insert up down left right home end pageup pagedown f1`…`f12`;
   * with `ctrl-`, `alt-`, `shift-` before it, in this order. `paste` for pasted text; `click`, `wheel-up`, `wheel-down`
   * for the mouse.
   */
  readonly key: string;
  /**
   * The text that the stroke writes into a text field; unset if none. Pasted text is raw: clean it before showing it.
   */
  readonly text?: string;
  readonly isPaste?: boolean;
  /** The cell under the mouse, counted from 0. */
  readonly at?: {readonly x: number; readonly y: number};
}

export interface KeyHandler {
  /**
   * @param key the key that was pressed, for commands that have several.
   * @returns a promise if the command takes time: the dispatcher shows the user why it failed
   */
  run(key: string): unknown;
  /** Reason why the command is disabled now: dims the hint and answers the key. */
  unless?(): string | undefined;
  /** The action that the key would do: named before the reason why it does nothing. */
  label?(): string | undefined;
  /** The hint's word in place of the command's, for a key whose effect changes. */
  hintText?(): string;
  /** True to hide even the dimmed hint: the key is free for the layers below. */
  isHidden?(): boolean;
  /** True to leave the hint out of the footer. The key works, and the help lists it. */
  isQuiet?(): boolean;
  /** True if the command is never possible in this view: the footer has no hint, but the key shows the reason. */
  isAbsent?(): boolean;
}

/** A handler for each command of the layer: an advertised key without one does not compile. */
export type LayerHandlers<L extends LayerId> = {readonly [C in CommandOf<L>]: KeyHandler | ((key: string) => unknown)};

/** A key that comes with the data shown: the actions of a family. */
export interface ExtraBinding extends KeyHandler {
  readonly keys: readonly string[];
  readonly title: string;
  readonly help: string;
  readonly order: number;
}

export interface LayerOptions {
  /** The title on the help screen, if it depends on the data: the name of a list, or of a menu. */
  readonly title?: string;
  /** Layers below receive no keys, except for `interrupt` and similar commands in the bottom layer. */
  readonly isModal?: boolean;
  readonly extras?: () => readonly ExtraBinding[];
  /** Takes keys that no command took: text for an input, editing keys. Returns true when it took the key. */
  readonly text?: (stroke: KeyStroke) => boolean;
  /** Words for a key that no layer took, because another part of the view has it. */
  readonly hintFor?: (key: string) => string | undefined;
  /** False for a command that no hint may suggest now: its target isn't the resource of the view. */
  readonly canSuggest?: (command: string) => boolean;
  /** A text input has the focus: a printable key is text, not a command. @param key asks about this key only */
  readonly isTyping?: (key?: string) => boolean;
}

/** A layer whose type no longer names its commands. */
export interface Layer extends LayerOptions {
  readonly id: LayerId;
  handler(command: string): KeyHandler | undefined;
}

export function createLayer<L extends LayerId>(id: L, handlers: LayerHandlers<L>, options: LayerOptions = {}): Layer {
  const table = new Map<string, KeyHandler>();
  for (const [command, handler] of Object.entries<KeyHandler | ((key: string) => unknown)>(handlers)) {
    table.set(command, typeof handler === 'function' ? {run: handler} : handler);
  }
  return {...options, id, handler: command => table.get(command)};
}
