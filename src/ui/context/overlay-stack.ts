/**
 * The overlays of the screen: menus, forms, dialogs. They form a stack, and the top one gets the keys. An overlay is a
 * plain model; the app draws it with the component of its kind, and plain mode asks its question as text.
 */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Tone} from '../../families/format/cells.ts';
import type {Layer} from '../../keymap/layer.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Toast} from '../../store/session/toast.ts';
import type {PromptRequest} from './prompt-types.ts';

/** The kinds of overlays: each has one component. */
export type OverlayKind =
  | 'change'
  | 'changeLog'
  | 'entry'
  | 'json'
  | 'menu'
  | 'messages'
  | 'profiles'
  | 'prompt'
  | 'select'
  | 'token'
  | 'wait';

/** The parts that every overlay has, however it is drawn. */
export interface OverlayModel {
  readonly kind: OverlayKind;
  readonly title: () => string;
  /** Layers from bottom to top; the first should be modal. */
  readonly layers: () => readonly Layer[];
  /** Notifies its subscribers after each change that shows. */
  readonly store: ReadonlyStore<unknown>;
  /** The color of the border. */
  readonly tone?: () => Tone;
  /** True if quitting now would lose typed text. */
  readonly hasUnsavedInput?: () => boolean;
  readonly onClosed?: () => void;
  /** The question of the overlay for plain mode, which draws nothing. */
  readonly prompt?: PromptRequest;
}

/** An open overlay. */
export interface Overlay<M extends OverlayModel = OverlayModel> {
  readonly key: number;
  readonly model: M;
  title(): string;
  tone(): Tone;
  close(): void;
}

/** The parts that the account of an overlay adds to its frame. */
export interface OverlayFrame {
  /** Stands before the title. */
  readonly prefix?: string;
  /** The color of a border without a tone of its own. */
  readonly tone?: Tone | undefined;
}

export interface OverlayStack {
  /** Overlays from bottom to top; a new array after every structural change. */
  readonly stack: StoreApi<readonly Overlay[]>;
  open<M extends OverlayModel>(model: M, frame?: OverlayFrame): Overlay<M>;
  closeAll(): void;
}

export function createOverlayStack(): OverlayStack {
  const stack = createStore<readonly Overlay[]>(() => []);
  let next = 0;
  return {
    stack,
    open(model, {prefix, tone = 'accent'} = {}) {
      const overlay = {
        key: next++,
        model,
        title: () => (prefix === undefined ? model.title() : `${prefix} · ${model.title()}`),
        tone: () => model.tone?.() ?? tone,
        close() {
          const rest = stack.getState().filter(other => other !== overlay);
          if (rest.length === stack.getState().length) return;
          stack.setState(rest, true);
          model.onClosed?.();
        },
      };
      stack.setState([...stack.getState(), overlay], true);
      return overlay;
    },
    closeAll() {
      for (const overlay of [...stack.getState()].reverse()) overlay.close();
    },
  };
}

/** The parts of the console that an overlay needs to open and to refuse a key. */
export interface OverlayHost {
  readonly overlays: Pick<OverlayStack, 'open'>;
  say(text: string, tone?: Toast['tone']): void;
}

/** A store for a model whose state lives elsewhere: `notify` tells that something changed. */
export function createNotifier(): {readonly store: ReadonlyStore<object>; readonly notify: () => void} {
  const store = createStore<object>(() => ({}));
  return {store, notify: () => store.setState({}, true)};
}
