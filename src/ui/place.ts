/** Where the user is, and where they were: the views of the main area and their history. */
import type {FamilyId, PathParams, RowId} from '../families/define.ts';
import type {Layer} from '../keymap/layer.ts';
import {type Cell, cellOf} from './observe.ts';
import type {ListPlace} from './screens/list/place.ts';
import type {Surface} from './terminal/index.ts';

/** Places that are no family's. */
export type Page = 'overview' | 'monitor' | 'operations' | 'net';

/** Where to go. */
export type Destination =
  | {readonly page: Page}
  | (Where & {readonly filter?: string})
  /** One resource, its detail focused; `esc` there comes back. */
  | (Where & {readonly id: RowId; readonly tab?: number});

interface Where {
  readonly family: FamilyId;
  readonly params?: PathParams;
  /** The account, where several are shown; their merged list without. */
  readonly profile?: string;
}

export interface Place {
  readonly destination: Destination;
  readonly title: () => string;
  /** List and detail, rather than one page. */
  readonly split: boolean;
  /** Has the screen to itself, but for the footer: no header, sidebar or strip. */
  readonly bare?: true;
  readonly main: Surface;
  readonly aside: Surface | undefined;
  /** Whether the detail has the focus. */
  readonly inDetail: Cell<boolean>;
  /** Layers for the pane that has the focus, from the bottom to the top. */
  layers(): readonly Layer[];
  /** Begins to follow its data; returns how to stop. Scroll, filter and the rest stay with the place. */
  awake(): () => void;
  repaint(): void;
  /** The mouse pressed this row of the pane that has the focus. */
  click?(row: number): void;
  /** Something that it says is still being read. */
  loading?(): boolean;
}

export const isListPlace = (place: Place | undefined): place is ListPlace => place !== undefined && 'model' in place;

export interface Places {
  readonly current: Cell<Place | undefined>;
  go(destination: Destination): void;
  back(): boolean;
  /** Whether there is a view before this one. */
  hasBack(): boolean;
  /** Back, if that is where the view before this one in history is. */
  backTo(destination: Destination): boolean;
  forward(): boolean;
  /** The view before this one; again: this one. */
  swap(): boolean;
}

/** Views further back than this are forgotten. */
const REMEMBERED = 50;

export function createPlaces(build: (destination: Destination) => Place): Places {
  const current = cellOf<Place | undefined>(undefined);
  const roots = new Map<string, Place>();
  let trail: Place[] = [];
  let at = -1;
  let before: Place | undefined;
  let sleep: (() => void) | undefined;

  function show(place: Place): void {
    const was = current.get();
    if (was === place) return;
    sleep?.();
    before = was;
    sleep = place.awake();
    current.set(place);
    place.repaint();
  }

  function step(by: number): boolean {
    const place = trail[at + by];
    if (place === undefined) return false;
    at += by;
    show(place);
    return true;
  }

  /** Lists of whole families are few; folders and what hangs from single resources are kept while they can be gone back to. */
  function forgetFar(): void {
    for (const [key, place] of roots)
      if ('params' in place.destination && place !== before && !trail.includes(place)) roots.delete(key);
  }

  return {
    current,
    go(destination) {
      const root = 'page' in destination || !('id' in destination || destination.filter !== undefined);
      const key = root ? JSON.stringify(destination) : '';
      const place = (root ? roots.get(key) : undefined) ?? build(destination);
      if (root) roots.set(key, place);
      // Who names a list wants the list, also where it was left with one of its rows open.
      if (root && place.inDetail.get()) {
        place.inDetail.set(false);
        place.repaint();
      }
      if (trail[at] === place) return;
      trail = [...trail.slice(0, at + 1), place].slice(-REMEMBERED);
      at = trail.length - 1;
      show(place);
      forgetFar();
    },
    back: () => step(-1),
    hasBack: () => at > 0,
    backTo(destination) {
      const place = trail[at - 1];
      return JSON.stringify(place?.destination) === JSON.stringify(destination) && step(-1);
    },
    forward: () => step(1),
    swap() {
      if (before === undefined) return false;
      const target = before;
      const index = trail.lastIndexOf(target);
      if (index >= 0) at = index;
      show(target);
      return true;
    },
  };
}
