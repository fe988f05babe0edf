/** A short list to choose from: by moving the cursor, by the key before an item, or by typing a name. */
import {createStore} from 'zustand/vanilla';
import {withoutEllipsis} from '../../families/format/format.ts';
import {createLayer, type ExtraBinding, type KeyStroke} from '../../keymap/layer.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Overlay, OverlayHost, OverlayModel} from '../context/overlay-stack.ts';
import type {MenuItem} from '../context/prompt-types.ts';
import {rankMatches} from '../widgets/fuzzy.ts';
import {AT_TOP, clampScroll, type Scroll} from '../widgets/scroll.ts';
import {scrollLayer} from '../widgets/scroll-keys.ts';
import {editLine, type InputLine, inputLine} from '../widgets/text-input.ts';

export interface MenuSpec {
  /** A function if the title follows the items. */
  readonly title: string | (() => string);
  readonly items: () => readonly MenuItem[];
  /**
   * True if users choose entries by typing their names: a letter that starts a name is typed text, even if it is a key
   * elsewhere, and isn't shown as a key. Otherwise the remaining letters of "edit" would be typed into the form that
   * the first letter opened.
   */
  readonly isNamed?: boolean;
  readonly at?: number;
  /** Calls back after changes of the items; returns the function that stops. */
  readonly changes?: (listener: () => void) => () => void;
}

export interface MenuState {
  readonly scroll: Scroll;
  /** The typed name; undefined while nothing is typed. */
  readonly filter: InputLine | undefined;
}

export interface MenuModel extends OverlayModel {
  readonly kind: 'menu';
  readonly store: ReadonlyStore<MenuState>;
  /** All items, regardless of the typed filter. */
  items(): readonly MenuItem[];
  /** The items that match the typed name. */
  matches(items: readonly MenuItem[]): readonly MenuItem[];
  /** True if typing a name is faster than moving; the menu then shows a hint. */
  isLong(items: readonly MenuItem[]): boolean;
  /** Called by the view with the number of rows for items, and the visible window. */
  setViewport(scroll: Scroll, rows: number): void;
}

/** The number of entries at which typing a name becomes faster. */
const MANY = 6;

/** The number of items from which a common reason is shown once for all of them. */
const MANY_REFUSED = 4;

/** The reason of at least half of the items, if they are many: it stands once above the menu. */
export function sharedReason(items: readonly MenuItem[]): string | undefined {
  const counts = new Map<string, number>();
  for (const {unless} of items) if (unless !== undefined) counts.set(unless, (counts.get(unless) ?? 0) + 1);
  const [found] = [...counts].find(([, count]) => count >= Math.max(MANY_REFUSED, items.length / 2)) ?? [];
  return found;
}

export function openMenu(host: OverlayHost, spec: MenuSpec): Overlay<MenuModel> {
  const overlay: Overlay<MenuModel> = host.overlays.open(createMenu(host, spec, () => overlay.close()));
  return overlay;
}

/** Asks whether to run something, which `detail` shows: enter alone runs nothing. */
export const openRunMenu = (
  host: OverlayHost,
  {title, detail, run}: {readonly title: string; readonly detail: string; readonly run: () => unknown},
): Overlay<MenuModel> =>
  openMenu(host, {
    title,
    items: () => [
      {key: 'n', text: 'Cancel', run: () => {}},
      {key: 'y', text: 'Run', detail, run},
    ],
  });

export function createMenu(
  host: Pick<OverlayHost, 'say'>,
  {title, items, isNamed = false, at = 0, changes}: MenuSpec,
  close: () => void,
): MenuModel {
  const titleText = typeof title === 'string' ? () => title : title;
  const store = createStore<MenuState>(() => ({scroll: {...AT_TOP, cursor: at}, filter: undefined}));
  let viewport = 1;
  /** The items with the keys that run them in this menu. */
  const all = (): readonly MenuItem[] => {
    const listed = items();
    const isTyped = (key = ''): boolean =>
      isNamed && /^[a-z]$/.test(key) && listed.some(({text}) => text.toLowerCase().startsWith(key));
    return listed.map(item => (isTyped(item.key) ? {...item, key: undefined} : item));
  };
  const stop = changes?.(() => store.setState({...store.getState()}, true));
  const filterBy = (filter: InputLine | undefined): void => store.setState({filter, scroll: AT_TOP});
  const matches = (items: readonly MenuItem[]): readonly MenuItem[] => {
    const {filter} = store.getState();
    return filter === undefined ? items : rankMatches(filter.text, items, ({text}) => text);
  };
  const take = (item: MenuItem | undefined): unknown => {
    if (item === undefined) return undefined;
    if (item.unless !== undefined) {
      host.say(`${withoutEllipsis(item.text)}: ${item.unless}`, 'attention');
      return undefined;
    }
    close();
    return item.run();
  };
  const moving = scrollLayer(
    by => {
      const {cursor, top} = store.getState().scroll;
      store.setState({scroll: clampScroll({cursor: cursor + by, top}, matches(all()).length, viewport)});
    },
    () => viewport,
  );
  const extras = (): readonly ExtraBinding[] =>
    all().flatMap((item, index) => {
      const {key, text} = item;
      if (key === undefined) return [];
      return [{keys: [key], title: text, help: text, order: 60 + index, isHidden: () => true, run: () => take(item)}];
    });
  const isFiltered = (): boolean => store.getState().filter !== undefined;
  const keys = createLayer(
    'menu',
    {
      choose: () => take(matches(all())[store.getState().scroll.cursor]),
      filter: {run: () => filterBy(inputLine()), isHidden: isFiltered},
      close: () => (isFiltered() ? filterBy(undefined) : close()),
    },
    {
      title: titleText(),
      extras,
      isTyping: isFiltered,
      text(stroke) {
        const {filter} = store.getState();
        const next = filter && editLine(filter, stroke);
        if (next === undefined) return false;
        filterBy(next);
        return true;
      },
    },
  );
  // Letters that are keys of actions or movements were already handled.
  const startTyping = (stroke: KeyStroke): boolean => {
    if (isFiltered() || stroke.text === undefined || stroke.text.trim() === '') return false;
    filterBy(editLine(inputLine(), stroke));
    return true;
  };
  return {
    kind: 'menu',
    title: titleText,
    store,
    items: all,
    matches,
    isLong: ({length}) => length >= MANY,
    setViewport(scroll, rows) {
      viewport = rows;
      const shown = store.getState().scroll;
      if (shown.cursor !== scroll.cursor || shown.top !== scroll.top) store.setState({scroll});
    },
    layers: () => [{...moving, isModal: true, text: startTyping}, keys],
    prompt: {kind: 'menu', title: titleText(), items: all, take},
    onClosed: () => stop?.(),
  };
}
