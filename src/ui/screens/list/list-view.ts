/** A list and the detail of the row under its cursor, where users spend most of their time. */
import {type AnyRow, columnId, type Family, type RowId} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import {realClock} from '../../../store/core/clock.ts';
import {createListModel} from '../../../store/list/list-model.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {createIdleDebounce, IDLE_MS} from '../../context/idle-debounce.ts';
import type {Destination} from '../../context/navigation.ts';
import {createObservable} from '../../context/observable.ts';
import {cellWidth, type Surface, truncate} from '../../terminal/index.ts';
import {AT_TOP, clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {paintSpans, span, wrap} from '../../widgets/spans.ts';
import {type InputLine, lineFrom, paintPrompt} from '../../widgets/text-input.ts';
import {createDetail, createEmptyDetail} from '../detail/detail-view.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {type CursorStyle, paintTableRow, type TableStyle} from '../shared/row-painter.ts';
import {createTrackedLookup} from '../shared/tracked-families.ts';
import {emptyWords, readOnWords} from './empty-state.ts';
import {candidates} from './filter-completion.ts';
import {createListHeading} from './heading.ts';
import {listLayers} from './list-keys.ts';
import {createTableStyles} from './table-style.ts';
import {createVisibleSamples} from './visible-samples.ts';
import {createVisibleWindow} from './visible-window.ts';

type ListDestination = Exclude<Destination, {page: string}>;

/** Milliseconds. */
const REEVALUATE_MS = 60_000;

/** The rows above the list: the title and the column titles. */
const HEADING_ROWS = 2;

export function createListView(context: ConsoleContext, destination: ListDestination): ListView {
  const family = context.family(destination.family);
  const params = destination.params ?? {};
  const {session} = context;
  const collection: Collection = session.collection(family.id, params);
  const trackedLookup = createTrackedLookup(session.lookup);
  const savedSort = context.preferences.get().sorts[family.id];
  // Sorted by a column that only the merged list has, or another version had.
  const isKnown = family.columns.some(column => columnId(column) === savedSort?.column);
  const sort = savedSort && isKnown ? savedSort : defaultSort(family);
  const model = createListModel(collection, session.lookup, {
    ...('filter' in destination && destination.filter !== undefined && {filter: destination.filter}),
    ...(sort && {sort}),
    yieldToLoop: realClock.yieldToLoop,
    now: () => performance.now(),
  });
  // A family with a single row has only its detail and no list to return to.
  const {single} = family;
  const inDetail = single ? {...createObservable(true), set: () => {}} : createObservable('id' in destination);
  const typing: {line: InputLine | undefined} = {line: undefined};
  let targetId: RowId | undefined = 'id' in destination ? destination.id : undefined;
  let reachedId: RowId | undefined;
  let scroll: Scroll = AT_TOP;
  /** True while the user waits for the result of a filter or another order. */
  let isAwaited = false;
  let counted: {readonly rows: readonly AnyRow[]; readonly complete: boolean} | undefined;
  let height = 1;
  /** The last painted position of the cursor, and the time of its last move. */
  let painted = -1;
  let movedAt = Number.NEGATIVE_INFINITY;
  let table: TableStyle | undefined;
  const tableStyles = createTableStyles({
    ...{context, family, at: params, model, lookup: trackedLookup.lookup},
    isScrolling: () => context.clock.now() - movedAt < IDLE_MS,
    onStale: () => staleRepaint.touch(),
  });
  // Repainting all rows at once would delay keys.
  const staleRepaint = createIdleDebounce(context.clock, IDLE_MS, repaintAll);
  const heading = createListHeading(context, model);
  const window = createVisibleWindow(paintRow);
  const visibleSamples = createVisibleSamples(session, params);

  const main: Surface = context.surface((columns, rows) => paint(columns, rows));
  // A row of a merged list opens its detail in its own account.
  const detail = (context.accounts ? createEmptyDetail : createDetail)(context, family, params, {
    focused: () => inDetail.get() && context.focus.get() === 'main',
    // A resource opened by reference returns to the place of the reference; one opened from its list, to the list.
    back() {
      if ((targetId !== undefined || single) && context.navigation.back()) return;
      toList();
    },
    filter: single
      ? undefined
      : () => {
          toList();
          typing.line = lineFrom(model.get().filter);
          view.repaint();
        },
  });
  if ('tab' in destination && destination.tab !== undefined) detail.openTab(destination.tab);

  function toList(): void {
    targetId = undefined;
    inDetail.set(false);
    view.repaint();
  }

  function paint(columns: number, rows: number): string[] {
    const skin = context.skin();
    const state = collection.get();
    const listState = model.get();
    if (painted >= 0 && painted !== listState.cursor) movedAt = context.clock.now();
    painted = listState.cursor;
    table = tableStyles.at(columns);
    const prompt = typing.line;
    height = Math.max(1, rows - HEADING_ROWS - (prompt === undefined ? 0 : 1));
    scroll = clampScroll(
      {cursor: Math.max(0, listState.cursor), top: scroll.top},
      listState.ids.length,
      height,
      context.preferences.get().jump,
    );
    // An overlay gets the keys.
    const isCovered = context.overlays.stack.get().length > 0;
    const look = context.focus.get() === 'main' && !inDetail.get() && !isCovered ? 'bar' : 'resting';
    const {top} = scroll;
    const count = Math.max(0, Math.min(listState.ids.length - top, height));
    const lines = heading.paint(state, listState, table, visibleSamples.progress()).slice();
    for (const row of window.rows(top, count, listState.cursor, look, [
      state,
      listState.ids,
      listState.selection,
      table,
      look,
    ]))
      lines.push(row);
    if (listState.ids.length === 0) {
      for (const text of emptyWords(family, state, listState, visibleSamples.progress()).flatMap(words =>
        wrap(words, Math.max(8, columns - 4)),
      ))
        lines.push(paintSpans(skin, [span(`   ${text}`, 'dim')], columns));
    }
    // At the end of a list that continues, or of its matches of a filter.
    if (
      collection.hasMore &&
      top + count === listState.ids.length &&
      lines.length < rows - (prompt === undefined ? 0 : 1)
    )
      lines.push(paintSpans(skin, [span(`   ${readOnWords(state)}`, 'dim')], columns));
    if (prompt !== undefined) {
      while (lines.length < rows - 1) lines.push('');
      const names = candidates(prompt.text, family);
      const hint = truncate(`fields: ${names.join(' ')} `, Math.max(0, columns - cellWidth(prompt.text) - 12));
      const shown = names.length === 0 || cellWidth(hint) < 16 ? '' : hint;
      lines.push(paintPrompt(skin, ' /', prompt, columns - cellWidth(shown)) + skin.tone('dim', shown));
    }
    visibleSamples.onPainted(table.columns, () =>
      listState.ids
        .slice(top, top + count)
        .map(id => model.row(id))
        .filter(row => row !== undefined),
    );
    return lines;
  }

  function repaintAll(): void {
    tableStyles.forget();
    main.repaint();
  }

  function paintRow(index: number, cursor: CursorStyle): string | undefined {
    const {ids, selection} = model.get();
    const id = ids[index];
    const row = id === undefined ? undefined : model.row(id);
    if (id === undefined || row === undefined || table === undefined) return undefined;
    return paintTableRow(row, table, collection.annotation(id), cursor, selection.has(id));
  }

  function current(): AnyRow | undefined {
    const {cursorId} = model.get();
    return cursorId === undefined ? undefined : model.row(cursorId);
  }

  function changed(): void {
    reach();
    visibleSamples.follow(model.dependencies);
    const {cursorId, isAwaited: isAwaitedNow} = model.get();
    if (targetId !== undefined && cursorId !== targetId && model.moveToId(targetId)) return;
    const wasAwaited = isAwaited;
    isAwaited = isAwaitedNow;
    if (wasAwaited) showAll();
    else context.paintInBackground(showAll);
  }

  function showAll(): void {
    context.batch(() => {
      detail.show(shown());
      main.repaint();
      context.repaintFooter();
      const {rows, complete} = collection.get();
      if (rows !== counted?.rows || complete !== counted.complete) context.repaintSidebar();
      counted = {rows, complete};
    });
  }

  /** Rows can reach the age of a filter without a change of their own; returns the function that stops. */
  function everyMinute(): () => void {
    let cancel = (): void => {};
    const wait = (): void => {
      cancel = context.clock.schedule(REEVALUATE_MS, () => {
        model.reevaluate();
        wait();
      });
    };
    wait();
    return () => cancel();
  }

  /** Continues to the target row, which may be beyond the rows that were read of an endless list. */
  function reach(): void {
    if (targetId === undefined || targetId === reachedId || collection.get().phase !== 'ready') return;
    reachedId = targetId;
    collection.fetchIfMissing?.(targetId);
  }

  /** Drops the target row, because the user moved the cursor. */
  function clearTarget(): void {
    targetId = undefined;
  }

  /** The row of the detail: the requested one or none, never another one. */
  function shown(): {row: AnyRow | undefined; id: RowId | undefined} {
    const row = current();
    if (targetId !== undefined && (row === undefined || family.key(row) !== targetId))
      return {row: undefined, id: targetId};
    return {row, id: row === undefined ? undefined : family.key(row)};
  }

  const view: ListView = {
    context,
    family,
    params,
    model,
    detail,
    typing,
    destination,
    split: !single && context.accounts === undefined,
    main: single ? detail.surface : main,
    aside: single || context.accounts ? undefined : detail.surface,
    inDetail,
    wantsWidth: detail.hasCharts,
    title: () => family.where?.(params) ?? family.title,
    sampleProgress: () => visibleSamples.progress(),
    visibleRowCount: () => height,
    enterDetail(tab) {
      const row = current();
      if (context.accounts && row) {
        const {context: own, subject} = context.accounts.targetFor({family, rows: [row], params});
        own.navigation.go({family: family.id, id: subject.family.key(row), ...(tab !== undefined && {tab})});
        return;
      }
      if (tab !== undefined) detail.openTab(tab);
      if (!inDetail.get() || context.focus.get() !== 'main') {
        context.focus.set('main');
        inDetail.set(true);
      }
      view.repaint();
    },
    current,
    actionRows() {
      if (model.get().selection.size > 0) return model.selectedRows();
      const row = current();
      return row === undefined ? [] : [row];
    },
    layers: () => (inDetail.get() ? detail.layers() : layers()),
    activate() {
      const stops = [
        model.subscribe(changed),
        trackedLookup.subscribe(session, () => {
          tableStyles.forget();
          // A condition may depend on other families: that of a NodeBalancer on its ports.
          heading.forget();
          context.repaintSidebar(collection.get().rows);
          changed();
        }),
        detail.activate(),
        context.preferences.subscribe(() => tableStyles.forget()),
        visibleSamples.subscribe(() => {
          model.reevaluate();
          repaintAll();
        }),
        everyMinute(),
        staleRepaint.stop,
      ];
      changed();
      return () => {
        for (const stop of stops) stop();
      };
    },
    click(row) {
      if (inDetail.get()) detail.click(row);
      else if (row >= HEADING_ROWS && scroll.top + row - HEADING_ROWS < model.get().ids.length) {
        clearTarget();
        model.moveTo(scroll.top + row - HEADING_ROWS);
      }
    },
    repaint() {
      context.batch(() => {
        main.repaint();
        detail.surface.repaint();
        context.repaintFooter();
      });
    },
  };
  const layers = listLayers(view, clearTarget);
  return view;
}

function defaultSort({sort}: Family): {column: string; descending: boolean} | undefined {
  if (sort === undefined) return undefined;
  const descending = sort.startsWith('-');
  return {column: descending ? sort.slice(1) : sort, descending};
}
