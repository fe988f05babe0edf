/**
 * The object as the API returned it: users can fold, search and copy it. Secrets are masked until the user reveals
 * them.
 */

import {createStore, type StoreApi} from 'zustand/vanilla';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {pressText} from '../../../keymap/keymap.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {mask, visibleId} from '../../../store/core/secret-fields.ts';
import type {Overlay, OverlayModel} from '../../context/overlay-stack.ts';
import type {KeymapPort, NotificationPort, OverlayPort, SessionPort, TerminalPort} from '../../context/ports.ts';
import {AT_TOP, clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {editLine, type InputLine, inputLine} from '../../widgets/text-input.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import {foldablePaths, matchesText, type TreeLine, treeLines} from '../shared/json-tree.ts';

export interface JsonViewState {
  /** The object as shown, with or without its secrets. */
  readonly value: unknown;
  /** The paths of folded parts. */
  readonly folded: ReadonlySet<string>;
  readonly lines: readonly TreeLine[];
  readonly scroll: Scroll;
  /** The search that is being typed. */
  readonly typing: InputLine | undefined;
  /** The last search. */
  readonly query: string;
}

/** Opens a row as the API returned it, titled by its ID, or by its label if the ID is a secret. */
export function openRowJson(
  context: KeymapPort & OverlayPort & SessionPort & TerminalPort,
  family: Family,
  row: AnyRow,
): void {
  const {lookup} = context.session;
  const name = visibleId(family, row) === undefined ? family.label(row, lookup) : family.idText(row, lookup);
  context.session.whenSpelled(() => openJson(context, family.spelled(row, lookup), `${family.one} ${name}`));
}

export function openJson(context: KeymapPort & OverlayPort & TerminalPort, value: unknown, title: string): void {
  const overlay: Overlay = context.overlays.open(new JsonView(context, value, title, () => overlay.close()));
}

export class JsonView implements OverlayModel {
  readonly kind = 'json';
  readonly title: () => string;
  readonly store: StoreApi<JsonViewState>;
  readonly #context: KeymapPort & NotificationPort & TerminalPort;
  readonly #whole: unknown;
  /** The object without its secrets. */
  readonly #masked: unknown;
  readonly #browseLayers: readonly Layer[];
  readonly #searchLayers: readonly Layer[];
  #height = 1;

  constructor(context: KeymapPort & NotificationPort & TerminalPort, whole: unknown, title: string, close: () => void) {
    this.#context = context;
    this.#whole = whole;
    this.#masked = mask(whole);
    this.title = () => title;
    const folded = new Set<string>();
    this.store = createStore<JsonViewState>(() => ({
      value: this.#masked,
      folded,
      lines: treeLines(this.#masked, folded),
      scroll: AT_TOP,
      typing: undefined,
      query: '',
    }));
    const moving = scrollLayer(
      by => this.#moveTo(this.store.getState().scroll.cursor + by),
      () => this.#height,
    );
    this.#browseLayers = [{...moving, isModal: true}, this.#browseKeys(close)];
    this.#searchLayers = [this.#searchKeys()];
  }

  readonly layers = (): readonly Layer[] =>
    this.store.getState().typing === undefined ? this.#browseLayers : this.#searchLayers;

  get prompt() {
    return {kind: 'text' as const, title: this.title, lines: () => this.#text().split('\n')};
  }

  /** Called by the view with the number of visible lines. */
  setHeight(height: number): void {
    this.#height = height;
  }

  #browseKeys(close: () => void): Layer {
    return createLayer('json', {
      fold: () => this.#toggleFold(),
      foldAll: () => this.#toggleAllFolds(),
      search: () => this.store.setState({typing: inputLine('')}),
      next: () => this.#find(1, 1),
      previous: () => this.#find(-1, -1),
      copy: () => {
        const line = this.#current();
        if (line === undefined) return;
        const {value} = line;
        copyText(this.#context, typeof value === 'string' ? value : JSON.stringify(value, null, 2), 'this value');
      },
      reveal: {
        run: () => this.#toggleSecrets(),
        unless: () => (this.#masked === this.#whole ? 'no secrets in this resource' : undefined),
        isAbsent: () => this.#masked === this.#whole,
      },
      copyAll: () => copyText(this.#context, this.#text(), 'JSON'),
      close,
    });
  }

  #searchKeys(): Layer {
    return createLayer(
      'search',
      {
        accept: () => {
          this.store.setState({query: this.store.getState().typing?.text ?? '', typing: undefined});
          this.#find(0, 1);
        },
        cancel: () => this.store.setState({typing: undefined}),
      },
      {
        isModal: true,
        isTyping: () => true,
        text: stroke => {
          const {typing} = this.store.getState();
          const next = typing && editLine(typing, stroke);
          if (next === undefined) return false;
          this.store.setState({typing: next});
          return true;
        },
      },
    );
  }

  #text(): string {
    return JSON.stringify(this.store.getState().value, null, 2);
  }

  #current(): TreeLine | undefined {
    const {lines, scroll} = this.store.getState();
    return lines[scroll.cursor];
  }

  #moveTo(cursor: number): void {
    const {lines, scroll} = this.store.getState();
    this.store.setState({scroll: clampScroll({cursor, top: scroll.top}, lines.length, this.#height)});
  }

  #setFolded(folded: ReadonlySet<string>): void {
    this.store.setState({folded, lines: treeLines(this.store.getState().value, folded)});
  }

  #toggleFold(): void {
    const line = this.#current();
    if (line === undefined) return;
    const path = line.isOpening || line.isClosing ? line.path : line.parentPath;
    const folded = new Set(this.store.getState().folded);
    if (!folded.delete(path)) folded.add(path);
    this.#setFolded(folded);
    this.#moveTo(this.store.getState().lines.findIndex(other => other.path === path));
  }

  #toggleAllFolds(): void {
    const {folded, value, scroll} = this.store.getState();
    this.#setFolded(new Set(folded.size > 0 ? [] : foldablePaths(value)));
    this.#moveTo(scroll.cursor);
  }

  #toggleSecrets(): void {
    const {value, folded, scroll} = this.store.getState();
    const next = value === this.#masked ? this.#whole : this.#masked;
    this.store.setState({value: next, lines: treeLines(next, folded)});
    this.#moveTo(scroll.cursor);
  }

  /** Searches from the line next to the cursor; all folded parts are unfolded first, so that the search covers them. */
  #find(beside: 0 | 1 | -1, by: 1 | -1): void {
    const {query} = this.store.getState();
    if (query === '') {
      this.#context.say(
        `Search first. ${pressText(this.#context.keymap, 'json.search', 'to type a text')}`.trimEnd(),
        'attention',
      );
      return;
    }
    const line = this.#current();
    this.#setFolded(new Set());
    const {lines} = this.store.getState();
    const from = lines.findIndex(({path, isOpening}) => path === line?.path && isOpening === line.isOpening) + beside;
    for (let step = 0; step < lines.length; step++) {
      const index = (from + by * step + lines.length * 2) % lines.length;
      const found = lines[index];
      if (found === undefined || !matchesText(found, query)) continue;
      this.#moveTo(index);
      return;
    }
    this.#context.say(`nothing holds ${query}`, 'attention');
  }
}
