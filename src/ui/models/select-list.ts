/** A text line with its matches below it. The finder, the command bar, help and pickers use it. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {createLayer, type KeyStroke, type Layer} from '../../keymap/layer.ts';
import {realClock} from '../../store/core/clock.ts';
import {runToEnd} from '../../store/core/run-to-end.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Overlay, OverlayHost, OverlayModel} from '../context/overlay-stack.ts';
import type {Choice} from '../context/prompt-types.ts';
import {AT_TOP, clampScroll, type Scroll} from '../widgets/scroll.ts';
import {editLine, type InputLine, inputLine} from '../widgets/text-input.ts';
import type {MultipleSelection} from './multiple-selection.ts';

type Search<C extends Choice> = Generator<void, readonly C[]>;
type ChoiceSource<C extends Choice> = readonly C[] | Search<C>;

export interface SelectListSpec<C extends Choice = Choice> {
  readonly title: string | (() => string);
  readonly prompt: string;
  readonly typed?: string;
  /** The matching choices, in steps if the search may take long. */
  readonly choices: (typed: string) => ChoiceSource<C>;
  /** The text shown while nothing matches. */
  readonly nothing: (typed: string) => string;
  readonly multiple?: MultipleSelection;
  /** Called by enter if nothing matches the line. */
  readonly onNoMatch?: (typed: string) => unknown;
  readonly at?: 'center' | 'upper';
  readonly columns?: number;
  /** The number of rows for which the list uses the full height of the screen. */
  readonly rows?: number;
  /** The initial position of the cursor. */
  readonly first?: number;
  readonly onClosed?: () => void;
}

export interface SelectListState<C extends Choice = Choice> {
  readonly title: string;
  readonly line: InputLine;
  /** The choices that match; while a search runs, those of the earlier text. */
  readonly choices: readonly C[];
  readonly isSearching: boolean;
  readonly scroll: Scroll;
}

export interface SelectListModel<C extends Choice = Choice> extends OverlayModel {
  readonly kind: 'select';
  readonly store: ReadonlyStore<SelectListState<C>>;
  readonly spec: SelectListSpec<C>;
  /** True if the list is only a picker, whose line filters the choices. */
  readonly isPicker: boolean;
  typed(): string;
  type(text: string): void;
  chosen(): C | undefined;
  /** Returns a promise if the choice takes time. */
  choose(): unknown;
  /** Selects or deselects the choice under the cursor. */
  toggle(): unknown;
  /** Accepts the selected choices. */
  accept(): unknown;
  move(by: number): void;
  /** The number of visible choices. */
  height(): number;
  close(): void;
  /** Updates the choices after they changed without a key press. */
  refreshChoices(): void;
  /** Called by the view with the visible window of choices. */
  setViewport(scroll: Scroll, height: number): void;
}

/**
 * The time that a search may take during a key press, and the time that the next key press may wait for the remaining
 * search; milliseconds. A search that takes longer is drawn twice: the typed text at once, and then the choices.
 */
const MAX_SEARCH_MS = 12;
const SEARCH_SLICE_MS = 1;

/** @param keys layers above the layer of the line; without them the list is a picker */
export function openSelectList<C extends Choice>(
  host: OverlayHost,
  spec: SelectListSpec<C>,
  keys?: (list: SelectListModel<C>) => Layer,
): SelectListModel<C> {
  const overlay: Overlay<SelectListModel<C>> = host.overlays.open(
    new SelectList(host, spec, () => overlay.close(), keys),
  );
  return overlay.model;
}

export class SelectList<C extends Choice = Choice> implements SelectListModel<C> {
  readonly kind = 'select';
  readonly spec: SelectListSpec<C>;
  readonly close: () => void;
  readonly isPicker: boolean;
  readonly store: StoreApi<SelectListState<C>>;
  readonly #layers: readonly Layer[];
  readonly #host: Pick<OverlayHost, 'say'>;
  /** Set while a search runs. */
  #pendingSearch: Search<C> | undefined;
  /** True after a comma, which a space may follow. */
  #hasTakenTyped = false;
  #height = 1;

  constructor(
    host: Pick<OverlayHost, 'say'>,
    spec: SelectListSpec<C>,
    close: () => void,
    keys?: (list: SelectListModel<C>) => Layer,
  ) {
    this.#host = host;
    this.spec = spec;
    this.close = close;
    this.isPicker = keys === undefined;
    this.store = createStore<SelectListState<C>>(() => ({
      title: this.title(),
      line: inputLine(spec.typed ?? ''),
      choices: [],
      isSearching: false,
      scroll: {...AT_TOP, cursor: spec.first ?? 0},
    }));
    this.refreshChoices();
    const layer = keys?.(this) ?? pickerKeys(this);
    // Space selects, as in lists. Fuzzy search finds names without their spaces, and a space can be pasted.
    const typing = (key?: string): boolean => spec.multiple === undefined || key !== 'space' || this.#typesNewEntry();
    this.#layers = [{...layer, isModal: true, isTyping: typing, text: stroke => this.#edit(stroke)}];
  }

  readonly title = (): string => (typeof this.spec.title === 'string' ? this.spec.title : this.spec.title());
  readonly layers = (): readonly Layer[] => this.#layers;
  readonly typed = (): string => this.store.getState().line.text;
  readonly height = (): number => this.#height;

  get prompt() {
    const {choices, nothing, multiple} = this.spec;
    return {
      kind: 'choose' as const,
      title: this.title,
      choices: (typed: string) => completed(choices(typed)),
      nothing,
      take: (choice: Choice) => this.#take(choice),
      accept: multiple && (() => this.accept()),
    };
  }

  readonly onClosed = (): void => {
    this.#pendingSearch = undefined;
    this.spec.onClosed?.();
  };

  type(text: string): void {
    this.#setLine(inputLine(text));
  }

  chosen(): C | undefined {
    this.#finishSearch();
    const {choices, scroll} = this.store.getState();
    return choices[scroll.cursor];
  }

  choose(): unknown {
    const choice = this.chosen();
    return choice ? this.#take(choice) : this.spec.onNoMatch?.(this.typed());
  }

  toggle(): unknown {
    const choice = this.chosen();
    return choice && this.#take(choice);
  }

  accept(): unknown {
    const {multiple} = this.spec;
    const refusal = multiple?.refusal?.(this.typed());
    if (refusal !== undefined) return this.#host.say(refusal, 'attention');
    this.close();
    return multiple?.accept();
  }

  move(by: number): void {
    this.#finishSearch();
    const {choices, scroll} = this.store.getState();
    this.store.setState({scroll: clampScroll({...scroll, cursor: scroll.cursor + by}, choices.length, this.#height)});
  }

  setViewport(scroll: Scroll, height: number): void {
    this.#height = height;
    const current = this.store.getState().scroll;
    if (current.cursor !== scroll.cursor || current.top !== scroll.top) this.store.setState({scroll});
  }

  refreshChoices(): void {
    const source = this.spec.choices(this.typed());
    const search = isSearch(source) ? source : undefined;
    this.#pendingSearch = search;
    const choices = isSearch(source) ? this.#advance(source, MAX_SEARCH_MS) : source;
    if (choices) this.#show(choices);
    else this.store.setState({isSearching: true});
    if (!choices && search) void this.#continueSearch(search);
  }

  /** True if a space belongs to the entry that the user is typing; tab selects the entry. */
  #typesNewEntry(): boolean {
    const {line, scroll} = this.store.getState();
    const {multiple} = this.spec;
    return multiple?.takeTyped !== undefined && (line.text !== '' || this.#hasTakenTyped) && scroll.cursor === 0;
  }

  #edit(stroke: KeyStroke): boolean {
    const next = editLine(this.store.getState().line, stroke);
    if (next === undefined) return false;
    this.#setLine(next);
    return true;
  }

  #setLine(typed: InputLine): void {
    const rest = this.spec.multiple?.takeTyped?.(typed.text);
    const line = rest === undefined || rest === typed.text ? typed : inputLine(rest);
    this.#hasTakenTyped = line !== typed && typed.text.trim() !== '';
    const isChanged = line.text !== this.typed();
    this.store.setState(isChanged ? {line, scroll: AT_TOP} : {line});
    if (isChanged) this.refreshChoices();
  }

  #take(choice: Choice): unknown {
    if (choice.unless !== undefined) return this.#host.say(`${choice.text}: ${choice.unless}`, 'attention');
    const {multiple} = this.spec;
    if (multiple === undefined) this.close();
    const work = choice.run();
    if (multiple !== undefined) this.refreshChoices();
    // The next text is a new entry, not a part of the selected one.
    if (multiple?.takeTyped !== undefined) this.#setLine(inputLine());
    return work;
  }

  #show(choices: readonly C[]): void {
    this.store.setState({title: this.title(), choices, isSearching: false});
  }

  #advance(search: Search<C>, milliseconds: number): readonly C[] | undefined {
    const until = performance.now() + milliseconds;
    do {
      const {done, value} = search.next();
      if (!done) continue;
      this.#pendingSearch = undefined;
      return value;
    } while (performance.now() < until);
    return undefined;
  }

  async #continueSearch(search: Search<C>): Promise<void> {
    for (;;) {
      await realClock.yieldToLoop();
      if (this.#pendingSearch !== search) return;
      const choices = this.#advance(search, SEARCH_SLICE_MS);
      if (choices !== undefined) this.#show(choices);
    }
  }

  /** Completes the search, because accepting or moving to a choice must use the choices that match the typed text. */
  #finishSearch(): void {
    const search = this.#pendingSearch;
    this.#pendingSearch = undefined;
    if (search !== undefined) this.#show(runToEnd(search));
  }
}

const isSearch = <C extends Choice>(source: ChoiceSource<C>): source is Search<C> => 'next' in source;
const completed = <C extends Choice>(source: ChoiceSource<C>): readonly C[] =>
  isSearch(source) ? runToEnd(source) : source;

function pickerKeys<C extends Choice>(list: SelectListModel<C>): Layer {
  const {multiple, title} = list.spec;
  const half = (): number => Math.ceil(list.height() / 2);
  return createLayer(
    'chooser',
    {
      choose: {
        run: () => (multiple === undefined ? list.choose() : list.accept()),
        hintText: () => (multiple === undefined ? 'choose' : 'done'),
      },
      toggle: {
        run: () => list.toggle(),
        hintText: () => multiple?.switches ?? 'select',
        isHidden: () => multiple === undefined,
      },
      down: () => list.move(1),
      up: () => list.move(-1),
      pageDown: () => list.move(list.height() - 1),
      pageUp: () => list.move(1 - list.height()),
      halfDown: () => list.move(half()),
      halfUp: {run: () => list.move(-half()), isHidden: () => list.typed() !== ''},
      close: {
        run() {
          list.close();
          multiple?.leave();
        },
        hintText: () => (multiple === undefined ? 'close' : 'cancel'),
      },
    },
    {title: typeof title === 'string' ? title : title()},
  );
}
