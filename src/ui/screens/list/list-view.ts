/** The main view: a list, and the detail of the row under its cursor. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {
  type AnyRow,
  columnId,
  type Family,
  type PathParams,
  type RowId,
} from '../../../families/shape/define-family.ts';
import type {Layer} from '../../../keymap/layer.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import {realClock} from '../../../store/core/clock.ts';
import type {ReadonlyStore} from '../../../store/core/traced-store.ts';
import {createListModel, type ListModel} from '../../../store/list/list-model.ts';
import type {Destination} from '../../context/navigation.ts';
import type {ListPorts, PreferencesPort} from '../../context/ports.ts';
import type {Surface} from '../../terminal/index.ts';
import {type InputLine, lineFrom} from '../../widgets/text-input.ts';
import {createDetail} from '../detail/detail-view.ts';
import {createEmptyDetail} from '../detail/empty-detail.ts';
import {representedResource} from '../detail/shown-resource.ts';
import type {Detail, ListView} from '../shared/list-view-types.ts';
import {createTrackedLookup, type TrackedLookup} from '../shared/tracked-families.ts';
import {listLayers} from './list-keys.ts';
import {ListTable} from './list-table.ts';
import {createVisibleSamples, type VisibleSamples} from './visible-samples.ts';

type ListDestination = Exclude<Destination, {page: string}>;

/** The interval at which ages and conditions that depend on the time are computed again, milliseconds. */
const REEVALUATE_MS = 60_000;

export class ResourceListView implements ListView {
  readonly context: ListPorts;
  readonly destination: ListDestination;
  readonly family: Family;
  readonly params: PathParams;
  readonly model: ListModel;
  readonly detail: Detail;
  readonly typing: {line: InputLine | undefined} = {line: undefined};
  readonly added: ListView['added'] = {columns: []};
  readonly isSplit: boolean;
  readonly main: Surface;
  readonly aside: Surface | undefined;
  readonly inDetail: ReadonlyStore<boolean>;
  readonly wantsWidth: Detail['hasCharts'];
  readonly #isInDetail: StoreApi<boolean>;
  readonly #collection: Collection;
  readonly #lookup: TrackedLookup;
  readonly #samples: VisibleSamples;
  readonly #table: ListTable;
  readonly #listLayers: () => readonly Layer[];
  /** The resource that the view was opened for, until the user moves the cursor. */
  #targetId: RowId | undefined;
  /** The resource whose detail the user entered from the list, until the user returns to the list. */
  #openedId: RowId | undefined;
  #reachedId: RowId | undefined;
  /** The tab to open when the first row shows which tabs its resource has. */
  #dueTab: number | undefined;
  /** True while the user waits for the result of a filter or another order. */
  #isAwaited = false;
  #counted: {readonly rows: readonly AnyRow[]; readonly complete: boolean} | undefined;

  constructor(context: ListPorts, destination: ListDestination) {
    const {session} = context;
    const family = context.family(destination.family);
    const params = destination.params ?? {};
    this.context = context;
    this.destination = destination;
    this.family = family;
    this.params = params;
    this.#collection = session.collection(family.id, params);
    this.#lookup = createTrackedLookup(session.lookup);
    if ('columns' in destination && destination.columns !== undefined) this.added.columns = destination.columns;
    const sort = ('sort' in destination ? destination.sort : undefined) ?? initialSort(context, family);
    this.model = createListModel(this.#collection, session.lookup, {
      ...('filter' in destination && destination.filter !== undefined && {filter: destination.filter}),
      ...(sort && {sort}),
      yieldToLoop: realClock.yieldToLoop,
      now: () => performance.now(),
    });
    this.#isInDetail = createStore(() => family.single || 'id' in destination);
    this.inDetail = this.#isInDetail;
    this.#targetId = 'id' in destination ? destination.id : undefined;
    this.#samples = createVisibleSamples(session, params);
    this.#table = new ListTable({
      ...{context, family, params, model: this.model, lookup: this.#lookup.lookup, added: this.added},
      ...{samples: this.#samples, typing: this.typing, isInDetail: this.inDetail.getState},
    });
    this.detail = this.#createDetail();
    const tab = 'tab' in destination ? destination.tab : undefined;
    if (family.sharesFields) this.#dueTab = tab;
    else if (tab !== undefined) this.detail.openTab(tab);
    this.wantsWidth = this.detail.hasCharts;
    this.isSplit = !family.single && context.accounts === undefined;
    this.main = family.single ? this.detail.surface : this.#table.surface;
    this.aside = this.isSplit ? this.detail.surface : undefined;
    this.#listLayers = listLayers(this, () => {
      this.#targetId = undefined;
    });
  }

  readonly title = (): string => this.family.locationText?.(this.params) ?? this.family.title;
  readonly sampleProgress = () => this.#samples.progress();
  readonly visibleRowCount = (): number => this.#table.height;
  readonly layers = (): readonly Layer[] => (this.inDetail.getState() ? this.detail.layers() : this.#listLayers());

  readonly setInDetail = (isInDetail: boolean): void => {
    // A family with a single row has only a detail, and no list to return to.
    if (this.family.single || isInDetail === this.inDetail.getState()) return;
    const openedId = this.#openedId;
    // The opened resource may have stopped matching the filter, and match it again.
    if (openedId !== undefined && this.model.getState().ids.includes(openedId)) this.model.moveToId(openedId);
    this.#openedId = isInDetail ? this.model.getState().cursorId : undefined;
    this.#isInDetail.setState(isInDetail, true);
    this.#showDetail();
  };

  readonly enterDetail = (tab?: number): void => {
    const {accounts, focus} = this.context;
    const row = this.current();
    if (accounts && row) {
      const {family, params} = this;
      const {context: own, subject} = accounts.targetFor({family, rows: [row], params});
      const [ownRow] = subject.rows;
      const shown = representedResource(own, {family: subject.family, params, row: ownRow}, own.session.lookup);
      const id = shown.family.key(shown.row ?? row);
      own.navigation.go({family: shown.family.id, id, params: shown.params, ...(tab !== undefined && {tab})});
      return;
    }
    if (tab !== undefined) this.detail.openTab(tab);
    if (!this.inDetail.getState() || focus.getState() !== 'main') {
      focus.setState('main', true);
      this.setInDetail(true);
    }
    this.repaint();
  };

  readonly current = (): AnyRow | undefined =>
    this.inDetail.getState() ? this.#shownResource().row : this.#cursorRow();

  readonly actionRows = (): readonly AnyRow[] => {
    if (!this.inDetail.getState() && this.model.getState().selection.size > 0) return this.model.selectedRows();
    const row = this.current();
    return row === undefined ? [] : [row];
  };

  readonly activate = (): (() => void) => {
    const {session, preferences} = this.context;
    const table = this.#table;
    const stops = [
      this.model.subscribe(this.#follow),
      this.#lookup.subscribe(session, () => {
        table.forgetStyles();
        // A condition may depend on other families: a NodeBalancer's on its ports.
        table.forgetHeading();
        this.context.repaintSidebar(this.#collection.getState().rows);
        this.#follow();
      }),
      this.detail.activate(),
      preferences.subscribe(() => table.forgetStyles()),
      this.#samples.subscribe(() => {
        this.model.reevaluate();
        table.repaintAll();
      }),
      this.#reevaluateEveryMinute(),
      () => table.stop(),
    ];
    void this.#collection.refetchUnreported?.();
    this.#follow();
    return () => {
      for (const stop of stops) stop();
    };
  };

  readonly click = (row: number): void => {
    if (this.inDetail.getState()) {
      this.detail.click(row);
      return;
    }
    const index = this.#table.indexAt(row);
    if (index === undefined) return;
    this.#targetId = undefined;
    this.model.moveTo(index);
  };

  readonly repaint = (): void =>
    this.context.batch(() => {
      this.#table.repaint();
      this.detail.repaint();
      this.context.repaintFooter();
    });

  #createDetail(): Detail {
    const {context, family, params} = this;
    const {single} = family;
    // A row of a merged list opens its detail in its account.
    return (context.accounts ? createEmptyDetail : createDetail)(context, family, params, {
      focused: () => this.inDetail.getState() && context.focus.getState() === 'main',
      // A resource that was opened by a reference returns to the view with the reference; a resource opened from its
      // list, to the list.
      back: () => {
        if ((this.#targetId !== undefined || single) && context.navigation.back()) return;
        this.#toList();
      },
      filter: single
        ? undefined
        : () => {
            this.#toList();
            this.typing.line = lineFrom(this.model.getState().filter);
            this.repaint();
          },
    });
  }

  #toList(): void {
    this.#targetId = undefined;
    this.setInDetail(false);
    this.repaint();
  }

  readonly #follow = (): void => {
    const targetId = this.#targetId;
    this.#reachTarget();
    this.#samples.follow(this.model.dependencies);
    const {cursorId, isAwaited} = this.model.getState();
    if (targetId !== undefined && cursorId !== targetId && this.model.moveToId(targetId)) return;
    const wasAwaited = this.#isAwaited;
    this.#isAwaited = isAwaited;
    if (wasAwaited) this.#showAll();
    else this.context.paintInBackground(this.#showAll);
  };

  readonly #showAll = (): void =>
    this.context.batch(() => {
      this.#showDetail();
      this.#table.repaint();
      this.context.repaintFooter();
      const {rows, isComplete} = this.#collection.getState();
      if (rows !== this.#counted?.rows || isComplete !== this.#counted.complete) this.context.repaintSidebar();
      this.#counted = {rows, complete: isComplete};
    });

  #showDetail(): void {
    const {family, params} = this;
    const {row, id} = this.#shownResource();
    this.detail.show({id, ...representedResource(this.context, {family, params, row}, this.#lookup.lookup)});
    if (row && this.#dueTab !== undefined) this.detail.openTab(this.#dueTab);
    if (row) this.#dueTab = undefined;
  }

  /** A row can reach an age in the filter without a change; returns the function that stops. */
  #reevaluateEveryMinute(): () => void {
    let cancel = (): void => {};
    const wait = (): void => {
      cancel = this.context.clock.schedule(REEVALUATE_MS, () => {
        this.model.reevaluate();
        wait();
      });
    };
    wait();
    return () => cancel();
  }

  /** Continues to the target row, which may be beyond the loaded rows of an endless list. */
  #reachTarget(): void {
    const targetId = this.#targetId;
    if (targetId === undefined || targetId === this.#reachedId || this.#collection.getState().phase !== 'ready') return;
    this.#reachedId = targetId;
    this.#collection.fetchIfMissing?.(targetId);
  }

  #cursorRow(): AnyRow | undefined {
    const {cursorId} = this.model.getState();
    return cursorId === undefined ? undefined : this.model.row(cursorId);
  }

  /**
   * The resource of the detail: in the detail, the opened resource or none, even if it no longer matches the filter of
   * the list; in the list, the resource under the cursor.
   */
  #shownResource(): {row: AnyRow | undefined; id: RowId | undefined} {
    const openedId = this.#targetId ?? this.#openedId;
    if (openedId !== undefined) return {row: this.#collection.getState().byId.get(openedId), id: openedId};
    const row = this.#cursorRow();
    return {row, id: row && this.family.key(row)};
  }
}

/**
 * The order that the user chose, unless its column exists only in the merged list or in another version; otherwise the
 * family's order.
 */
function initialSort(context: PreferencesPort, family: Family): {column: string; descending: boolean} | undefined {
  const saved = context.preferences.getState().sorts[family.id];
  if (saved && family.columns.some(column => columnId(column) === saved.column)) return saved;
  if (family.sort === undefined) return undefined;
  const descending = family.sort.startsWith('-');
  return {column: descending ? family.sort.slice(1) : family.sort, descending};
}
