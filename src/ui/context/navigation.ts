/** The current view and the earlier ones: the views of the main area and their history. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Layer} from '../../keymap/layer.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Sort} from '../../store/list/list-model.ts';
import type {Surface} from '../terminal/index.ts';

/** Pages that belong to no family. */
export type PageName = 'overview' | 'monitor' | 'operations' | 'net' | 'cost' | 'waste' | 'plans' | 'since' | 'past';

/** The time that a page of the history shows, and its list or resource. */
export interface PastPlace {
  readonly at: number;
  readonly family?: FamilyId;
  readonly params?: PathParams;
  readonly id?: RowId;
}

/** A place to open. */
export type Destination =
  | {readonly page: PageName; readonly past?: PastPlace}
  | (ListLocation & {
      readonly filter?: string;
      /** The order in place of the one that the user chose for this list. */
      readonly sort?: Sort;
      /** Columns to show besides those that the user has chosen. */
      readonly columns?: readonly string[];
    })
  /** One resource with its detail focused; `esc` returns from there. */
  | (ListLocation & {readonly id: RowId; readonly tab?: number});

interface ListLocation {
  readonly family: FamilyId;
  readonly params?: PathParams;
  /** The account, if several are open; absent for their merged list. */
  readonly profile?: string;
}

interface ViewBase {
  readonly destination: Destination;
  readonly title: () => string;
  /** Layers for the pane that has the focus, from the bottom to the top. */
  layers(): readonly Layer[];
  /**
   * Starts to follow the view's data; returns the function that stops it. The view keeps its scroll position, filter
   * and other state.
   */
  activate(): () => void;
  /** Shows the current data again. */
  repaint(): void;
}

/** A list and its detail, which are painted on canvases: they change with every move of the cursor. */
export interface CanvasView extends ViewBase {
  /** True if list and detail may be side by side. */
  readonly isSplit: boolean;
  readonly main: Surface;
  readonly aside: Surface | undefined;
  /** True while the detail has the focus. */
  readonly inDetail: ReadonlyStore<boolean>;
  /** Focuses the detail or the list; a view with a detail only ignores it. */
  setInDetail(isInDetail: boolean): void;
  /** True if the focused detail uses the width of the list, too: for charts. */
  readonly wantsWidth?: ReadonlyStore<boolean>;
  /** Handles a click on this row of the focused pane. */
  click(row: number): void;
}

/** The place of a page on the screen, in cells. */
export interface PageArea {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
}

/** A page: a plain model. The app draws it with the component of its kind, and plain mode reads its text. */
export interface PageView extends ViewBase {
  readonly kind: PageName;
  /** Notifies its subscribers after each change that shows. */
  readonly store: ReadonlyStore<unknown>;
  /** True if the page takes the screen except for the footer: no header, sidebar or strip. */
  readonly isBare: boolean;
  /** Its place since `setArea`, which the component calls. */
  readonly area: PageArea;
  setArea(area: PageArea): void;
  /** The text of the rows in its area. */
  texts(): readonly string[];
  /** True while some of its data is still being read. */
  isLoading(): boolean;
  /** Handles a click on this cell of its area. */
  click?(row: number, column: number): void;
}

export type View = CanvasView | PageView;

export const isPageView = (view: View | undefined): view is PageView => view !== undefined && 'kind' in view;

/** True for a page without header, sidebar and strip. */
export const isBareView = (view: View | undefined): boolean => isPageView(view) && view.isBare;

export interface Navigation {
  readonly current: StoreApi<View | undefined>;
  go(destination: Destination): void;
  back(): boolean;
  /** True if there is an earlier view. */
  hasBack(): boolean;
  /** Goes back if the previous view in history is this place; returns true if it was. */
  backTo(destination: Destination): boolean;
  forward(): boolean;
  /** Opens the previous view; a second call returns to this one. */
  swap(): boolean;
}

/** False for folders, child lists and pages of an earlier time, of which there can be any number. */
const isPermanent = ({destination}: View): boolean =>
  'page' in destination ? destination.past === undefined : destination.params === undefined;

/** The maximum number of views in the history. */
const MAX_HISTORY = 50;

export function createNavigation(build: (destination: Destination) => View): Navigation {
  const current = createStore<View | undefined>(() => undefined);
  const rootViews = new Map<string, View>();
  let history: View[] = [];
  let at = -1;
  let previous: View | undefined;
  let deactivate: (() => void) | undefined;

  function show(view: View): void {
    const was = current.getState();
    if (was === view) return;
    deactivate?.();
    previous = was;
    deactivate = view.activate();
    current.setState(view, true);
    view.repaint();
  }

  function step(by: number): boolean {
    const view = history[at + by];
    if (view === undefined) return false;
    at += by;
    show(view);
    return true;
  }

  /** Pages and lists of whole families are few and stay; others are kept only while the history refers to them. */
  function dropUnreachable(): void {
    for (const [key, view] of rootViews)
      if (!isPermanent(view) && view !== previous && !history.includes(view)) rootViews.delete(key);
  }

  return {
    current,
    go(destination) {
      const root =
        'page' in destination ||
        !('id' in destination || destination.filter !== undefined || destination.columns !== undefined);
      const key = root ? JSON.stringify(destination) : '';
      const view = (root ? rootViews.get(key) : undefined) ?? build(destination);
      if (root) rootViews.set(key, view);
      // A list that is opened by name shows as a list, even if the user left it with a row's detail open.
      if (root && !isPageView(view) && view.inDetail.getState()) {
        view.setInDetail(false);
        view.repaint();
      }
      if (history[at] === view) return;
      history = [...history.slice(0, at + 1), view].slice(-MAX_HISTORY);
      at = history.length - 1;
      show(view);
      dropUnreachable();
    },
    back: () => step(-1),
    hasBack: () => at > 0,
    backTo(destination) {
      const view = history[at - 1];
      return JSON.stringify(view?.destination) === JSON.stringify(destination) && step(-1);
    },
    forward: () => step(1),
    swap() {
      if (previous === undefined) return false;
      const target = previous;
      const index = history.lastIndexOf(target);
      if (index >= 0) at = index;
      show(target);
      return true;
    },
  };
}
