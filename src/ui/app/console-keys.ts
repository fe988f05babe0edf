/** The keys of the console: the layers that handle them, and the footer that names them. */
import {createDispatcher, type Dispatcher} from '../../keymap/dispatch.ts';
import type {KeyStroke, Layer} from '../../keymap/layer.ts';
import {unboundKeyHint} from '../../keymap/unbound-keys.ts';
import type {ActionSubject} from '../context/action-subject.ts';
import {activeContext} from '../context/active-account.ts';
import type {PaintCoalescer} from '../context/paint-coalescer.ts';
import {createFooter, type Footer} from '../frame/footer.ts';
import {hasRoom} from '../frame/layout.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import type {ListView} from '../screens/shared/list-view-types.ts';
import type {ConsoleApp} from './console-app.ts';
import {globalKeysLayer} from './global-keys.ts';
import {handleClick} from './mouse.ts';

export interface ConsoleKeysOptions {
  readonly paintCoalescer: PaintCoalescer;
  /** Called with the name of the command that a key ran. */
  readonly onKey: ((what: string) => void) | undefined;
}

const noLayers: readonly Layer[] = [];

export class ConsoleKeys {
  readonly footer: Footer;
  readonly #context: ConsoleApp;
  readonly #paintCoalescer: PaintCoalescer;
  readonly #dispatcher: Dispatcher;
  readonly #globalLayer: Layer;
  #isPressing = false;
  #lastPressedAt = Number.NEGATIVE_INFINITY;
  /** The layers of a view without an overlay. */
  #viewLayers: {readonly view: readonly Layer[]; readonly all: readonly Layer[]} | undefined;

  constructor(context: ConsoleApp, {paintCoalescer, onKey}: ConsoleKeysOptions) {
    this.#context = context;
    this.#paintCoalescer = paintCoalescer;
    this.#dispatcher = createDispatcher({
      keymap: () => context.keymap,
      layers: () => context.layers(),
      refuse: reason => context.say(reason, 'attention'),
      fail: context.fail,
      onKey,
    });
    this.#globalLayer = globalKeysLayer(context, {
      subject: () => this.#subject(),
      leave: context.quit,
      activeContext: () => activeContext(context),
    });
    this.footer = createFooter(context, () => this.#position());
  }

  /** The layers that handle keys, from bottom to top. */
  layers(): readonly Layer[] {
    const {focus, navigation, overlays, sidebar} = this.#context;
    const view =
      focus.getState() === 'sidebar' ? sidebar.layers() : (navigation.current.getState()?.layers() ?? noLayers);
    const stack = overlays.stack.getState();
    if (stack.length > 0) return [this.#globalLayer, ...view, ...stack.flatMap(({model}) => model.layers())];
    // Without an overlay the layers are the same at every key, and each key needs them several times.
    if (this.#viewLayers?.view !== view) this.#viewLayers = {view, all: [this.#globalLayer, ...view]};
    return this.#viewLayers.all;
  }

  /** Milliseconds since 1970. */
  get lastPressedAt(): number {
    return this.#lastPressedAt;
  }

  press(stroke: KeyStroke): void {
    const context = this.#context;
    this.#lastPressedAt = context.clock.now();
    const {compositor} = context.terminal;
    if (compositor !== undefined && !hasRoom(compositor)) {
      this.#dispatcher.pressUnseen(stroke);
      return;
    }
    context.batch(() => {
      const moves =
        context.keymap.command('moving', stroke.key) !== undefined && context.layers().at(-1)?.id === 'moving';
      // The footer is computed once at the end of a key, however many parts the key changes.
      this.#isPressing = true;
      try {
        this.#paintCoalescer.runKey(() => this.#run(stroke));
      } finally {
        this.#isPressing = false;
        if (moves) this.footer.onCursorMoved();
        else this.footer.repaint();
      }
    });
  }

  /** Repaints the hints, unless the key that is running repaints them at its end. */
  repaintFooter(): void {
    if (!this.#isPressing) this.footer.repaint();
  }

  #run(stroke: KeyStroke): void {
    const context = this.#context;
    if (stroke.key === 'click' && stroke.at !== undefined) handleClick(context, stroke.at);
    else if (!this.#dispatcher.press(stroke)) {
      const message = unboundKeyHint(stroke, context.layers(), context.keymap);
      if (message !== undefined) context.say(message);
    }
  }

  #listView(): ListView | undefined {
    const view = this.#context.navigation.current.getState();
    return isListView(view) ? view : undefined;
  }

  #subject(): ActionSubject | undefined {
    const view = this.#listView();
    return view && {family: view.family, rows: view.actionRows(), params: view.params};
  }

  /** "3/12", the cursor's position in a list. */
  #position(): string {
    const {accounts, focus, overlays} = this.#context;
    const view = this.#listView();
    if (view === undefined || !(view.isSplit || accounts) || focus.getState() === 'sidebar') return '';
    // An overlay has its own help lines.
    if (overlays.stack.getState().length > 0) return '';
    const {cursor, cursorId, ids} = view.model.getState();
    const row = view.current();
    // An open resource that has left the filter has no position.
    if (row === undefined || view.family.key(row) !== cursorId) return '';
    // The same width for the first and the last row, so that the text beside it doesn't move.
    const all = String(ids.length);
    return ids.length === 0 ? '' : `${String(cursor + 1).padStart(all.length)}/${all}`;
  }
}
