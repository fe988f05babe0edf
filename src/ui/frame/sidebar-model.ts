/** The sidebar without its drawing: cursor, scroll position, keys, clicks and the counts of each family. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Condition} from '../../families/format/cells.ts';
import type {Family} from '../../families/shape/define-family.ts';
import {createLayer, type Layer} from '../../keymap/layer.ts';
import {type CollectionState, isApiOfToday, isListOffered} from '../../store/cache/collection-state.ts';
import {isCountable} from '../../store/cache/row-condition.ts';
import type {AccountPort, FocusPort, NavigationPort, RepaintPort} from '../context/ports.ts';
import {rowCountWords} from '../screens/shared/list-title.ts';
import type {Rectangle} from '../terminal/index.ts';
import {scrollLayer} from '../widgets/scroll-keys.ts';
import {type CellPosition, rowAt} from './layout.ts';
import {
  closestItem,
  firstEntry,
  isItem,
  type SidebarEntry,
  type SidebarItem,
  sidebarEntries,
} from './sidebar-entries.ts';

type SidebarPorts = AccountPort & FocusPort & NavigationPort & RepaintPort;

export interface SidebarState {
  /** The index of the item under the cursor; -1 if the current view has no item. */
  readonly cursor: number;
  /** The index of the first visible entry. */
  readonly top: number;
  readonly isFocused: boolean;
  /** Grows with each refresh, because the counts come from the lists. */
  readonly revision: number;
}

/** The worst condition of a family's rows, and the number of rows in it. */
export interface ProblemCount {
  readonly condition: Condition;
  readonly count: number;
}

export interface ItemCounts {
  /** The number of rows in words; '' if the item has none. */
  readonly rows: string;
  readonly problems: ProblemCount | undefined;
}

const NOWHERE: Rectangle = {x: 0, y: 0, width: 0, height: 0};
const noCounts: ItemCounts = {rows: '', problems: undefined};

export class SidebarModel {
  readonly store: StoreApi<SidebarState>;
  readonly #context: SidebarPorts;
  readonly #layers: readonly Layer[];
  readonly #problems = new WeakMap<object, {readonly worst: ProblemCount | undefined}>();
  /** The entries of all families; those of families that the account's API doesn't have are left out. */
  readonly #allEntries: readonly SidebarEntry[];
  #entries: readonly SidebarEntry[];
  #items: readonly SidebarItem[];
  /** The index of the item that the user moved to; undefined to follow the view. */
  #chosen: number | undefined;
  #area = NOWHERE;

  constructor(context: SidebarPorts) {
    this.#context = context;
    this.#allEntries = sidebarEntries(context.families);
    this.#entries = this.#offeredEntries();
    this.#items = this.#entries.filter(isItem);
    this.store = createStore<SidebarState>(() => ({cursor: 0, top: 0, isFocused: false, revision: 0}));
    const moving = scrollLayer(
      by => this.#moveBy(by),
      () => Math.max(1, this.#area.height),
    );
    this.#layers = [this.#keys(), moving];
  }

  get entries(): readonly SidebarEntry[] {
    return this.#entries;
  }

  get items(): readonly SidebarItem[] {
    return this.#items;
  }

  readonly layers = (): readonly Layer[] => this.#layers;

  /** Shows the lists, the view and the focus as they are now. */
  readonly refresh = (): void => {
    this.#updateEntries();
    const {top, revision} = this.store.getState();
    const cursor = this.#cursor();
    const {height} = this.#area;
    this.store.setState({
      cursor,
      top: height > 1 ? firstEntry(this.entries, this.items[cursor], top, height) : top,
      isFocused: this.#isFocused(),
      revision: revision + 1,
    });
  };

  /** Counts these rows again at the next refresh. */
  forget(rows: object): void {
    this.#problems.delete(rows);
  }

  /** Called by the view with the place of the sidebar on the screen; undefined while it is hidden. */
  setArea(area: Rectangle | undefined): void {
    this.#area = area ?? NOWHERE;
    this.refresh();
  }

  counts({family}: SidebarItem): ItemCounts {
    if (family === undefined) return noCounts;
    const state = this.#context.session.collection(family.id).getState();
    if (state.rows.length === 0 && !state.isComplete) return noCounts;
    return {
      rows: family.single ? '' : rowCountWords(state),
      problems: this.#worstOf(family, state),
    };
  }

  /** Opens the item at a position of the screen; returns false outside of the sidebar. */
  click(at: CellPosition): boolean {
    const row = rowAt(this.#area, at);
    if (row === undefined) return false;
    const entry = this.#isRow() ? undefined : this.entries[this.store.getState().top + row];
    if (entry !== undefined && isItem(entry)) {
      this.#context.navigation.go(entry.destination);
      this.#leave();
    }
    return true;
  }

  #offeredEntries(): readonly SidebarEntry[] {
    const {session} = this.#context;
    const stateOf = ({id}: Family) => session.collection(id).getState();
    const isOfToday = (entry: SidebarEntry): entry is SidebarItem & {readonly family: Family} =>
      isItem(entry) && entry.family?.today === true;
    const hasMore = isApiOfToday(
      this.#allEntries.filter(isOfToday).map(({family}) => family),
      stateOf,
    );
    const offered = this.#allEntries.filter(entry => {
      if (!isOfToday(entry)) return true;
      const {family} = entry;
      return family.group === 'more'
        ? hasMore && !stateOf(family).isUnsupported
        : isListOffered(family, stateOf(family));
    });
    return offered.filter((entry, index) => isItem(entry) || isItem(offered[index + 1] ?? entry));
  }

  /** Leaves out or adds the families whose lists have been read since. */
  #updateEntries(): void {
    const entries = this.#offeredEntries();
    if (entries.length === this.#entries.length && entries.every((entry, index) => entry === this.#entries[index]))
      return;
    const chosen = this.#chosen === undefined ? undefined : this.#items[this.#chosen];
    this.#entries = entries;
    this.#items = entries.filter(isItem);
    // The cursor stays on its item, which may have moved.
    if (chosen) this.#chosen = Math.max(0, this.#items.indexOf(chosen));
  }

  #isFocused(): boolean {
    return this.#context.focus.getState() === 'sidebar';
  }

  /** True if the sidebar is a single row, so that right and left move along it. */
  #isRow(): boolean {
    return this.#area.height === 1;
  }

  #cursor(): number {
    if (this.#isFocused() && this.#chosen !== undefined) return this.#chosen;
    const view = this.#context.navigation.current.getState();
    return view === undefined ? 0 : closestItem(this.items, view.destination);
  }

  #worstOf(family: Family, state: CollectionState): ProblemCount | undefined {
    const known = this.#problems.get(state.rows);
    if (known !== undefined) return known.worst;
    // The last arrived rows may be all of them, so they are counted once that is known.
    if (family.state === undefined || !isCountable(state, state.rows.length)) return undefined;
    const counts: Record<Condition, number> = {ok: 0, busy: 0, off: 0, attention: 0, failed: 0, unknown: 0};
    for (const row of state.rows) {
      const condition = family.state(row, this.#context.session.lookup, {})?.condition;
      if (condition !== undefined) counts[condition]++;
    }
    const condition = (['failed', 'attention', 'busy'] as const).find(condition => counts[condition] > 0);
    const worst = condition && {condition, count: counts[condition]};
    this.#problems.set(state.rows, {worst});
    return worst;
  }

  #moveBy(by: number): void {
    this.#chosen = Math.max(0, Math.min(this.#cursor() + by, this.items.length - 1));
    this.refresh();
    this.#context.repaintFooter();
  }

  /** Gives the focus back to the view. */
  readonly #leave = (): void => {
    this.#chosen = undefined;
    this.#context.focus.setState('main', true);
    this.#context.repaintAll();
  };

  #keys(): Layer {
    return createLayer('sidebar', {
      open: key => {
        if (this.#isRow() && /^(l|right)$/.test(key)) {
          this.#moveBy(1);
          return;
        }
        const item = this.items[this.#cursor()];
        if (item !== undefined) this.#context.navigation.go(item.destination);
        this.#leave();
      },
      previous: {run: () => this.#moveBy(-1), isHidden: () => !this.#isRow()},
      back: this.#leave,
    });
  }
}
