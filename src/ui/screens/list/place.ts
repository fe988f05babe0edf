/** A list and the detail of the row under its cursor: the place where most of the time is spent. */
import {type AnyRow, columnId, type Family, type RowId} from '../../../families/define.ts';
import {realClock} from '../../../store/clock.ts';
import {createListModel, type ListModel} from '../../../store/list.ts';
import type {Collection} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {createLull} from '../../lull.ts';
import {cellOf} from '../../observe.ts';
import type {Destination, Place} from '../../place.ts';
import {QUIET} from '../../rest.ts';
import {cellWidth, type Surface, truncate} from '../../terminal/index.ts';
import {type Line, lineFrom, paintPrompt} from '../../widgets/line.ts';
import {AT_TOP, type Scroll, scrolled} from '../../widgets/scroll.ts';
import {paintSpans, span, wrap} from '../../widgets/spans.ts';
import {createDetail, type Detail, noDetail} from '../detail/detail.ts';
import {createAhead} from './ahead.ts';
import {candidates} from './complete.ts';
import {recordingLook} from './consulted.ts';
import {emptyWords, readOnWords} from './empty.ts';
import {createHeading} from './heading.ts';
import {listLayers} from './keys.ts';
import {createTableLooks} from './looks.ts';
import {createSampling, type SampledPart} from './sampling.ts';
import {type CursorLook, rowString, type TableLook} from './table.ts';
import {createWindow} from './window.ts';

type ListDestination = Exclude<Destination, {page: string}>;

export interface ListPlace extends Place {
  readonly deck: Deck;
  readonly family: Family;
  readonly params: Readonly<Record<string, string | number>>;
  readonly model: ListModel;
  readonly detail: Detail;
  /** The filter being typed. */
  readonly typing: {line: Line | undefined};
  /** The row under the cursor. */
  current(): AnyRow | undefined;
  /** What actions are about: the marked rows, or the one under the cursor. */
  chosen(): readonly AnyRow[];
  /** How much of what order or filter follow is read; undefined where that is all, or nothing. */
  sampled(): SampledPart | undefined;
  /** Rows of the list that fit on the screen. */
  window(): number;
  enterDetail(tab?: number): void;
}

/** Milliseconds. */
const MINUTE = 60_000;

/** Rows above the list's own: the title and the column titles. */
const HEAD = 2;

export function createListPlace(deck: Deck, destination: ListDestination): ListPlace {
  const family = deck.family(destination.family);
  const params = destination.params ?? {};
  const {session} = deck;
  const collection: Collection = session.collection(family.id, params);
  const consulted = recordingLook(session.look);
  const kept = deck.preferences.get().sorts[family.id];
  // Sorted by what only the merged list has, or another version had.
  const isKnown = family.columns.some(column => columnId(column) === kept?.column);
  const sort = kept && isKnown ? kept : defaultSort(family);
  const model = createListModel(collection, session.look, {
    ...('filter' in destination && destination.filter !== undefined && {filter: destination.filter}),
    ...(sort && {sort}),
    yieldToLoop: realClock.yieldToLoop,
    now: () => performance.now(),
  });
  // A family of one row is nothing but its detail: there is no list to go back to.
  const {single} = family;
  const inDetail = single ? {...cellOf(true), set: () => {}} : cellOf('id' in destination);
  const typing: {line: Line | undefined} = {line: undefined};
  let wanted: RowId | undefined = 'id' in destination ? destination.id : undefined;
  let reached: RowId | undefined;
  let scroll: Scroll = AT_TOP;
  /** Somebody waits for what a filter or another order brings. */
  let asked = false;
  let counted: {readonly rows: readonly AnyRow[]; readonly complete: boolean} | undefined;
  let height = 1;
  /** Where the cursor was painted last, and when that was another place than before. */
  let painted = -1;
  let movedAt = Number.NEGATIVE_INFINITY;
  let table: TableLook | undefined;
  const looks = createTableLooks({
    ...{deck, family, at: params, model, look: consulted.look},
    hurried: () => deck.clock.now() - movedAt < QUIET,
    late: () => aging.touch(),
  });
  // All rows at once would be in the way of keys.
  const aging = createLull(deck.clock, QUIET, repaintAll);
  const heading = createHeading(deck, model);
  const window = createWindow(paintRow);
  const sampling = createSampling(session, params);
  const ahead = createAhead({
    prepare(index, cursor) {
      const {ids, cursor: here} = model.get();
      if (!cursor) return expect(index, 'none');
      const id = ids[index];
      const row = id === undefined ? undefined : model.row(id);
      const {top} = scrolled({cursor: index, top: scroll.top}, ids.length, height, deck.preferences.get().jump);
      expect(index, 'bar', index - top);
      expect(here, 'none', here - top);
      deck.prepareFrame(index);
      if (row !== undefined) detail.prepare(row);
    },
    whenFree: run => void setImmediate(run),
  });

  const main: Surface = deck.surface((columns, rows) => paint(columns, rows));
  // A row of a merged list has its detail in its own account.
  const detail = (deck.accounts ? noDetail : createDetail)(deck, family, params, {
    focused: () => inDetail.get() && deck.focus.get() === 'main',
    // A resource reached by reference goes back to where the reference was; one opened from its list, to the list.
    back() {
      if ((wanted !== undefined || single) && deck.places.back()) return;
      toList();
    },
    filter: single
      ? undefined
      : () => {
          toList();
          typing.line = lineFrom(model.get().filter);
          place.repaint();
        },
  });
  if ('tab' in destination && destination.tab !== undefined) detail.toTab(destination.tab);

  function toList(): void {
    wanted = undefined;
    inDetail.set(false);
    place.repaint();
  }

  function paint(columns: number, rows: number): string[] {
    const skin = deck.skin();
    const state = collection.get();
    const view = model.get();
    if (painted >= 0 && painted !== view.cursor) movedAt = deck.clock.now();
    painted = view.cursor;
    table = looks.at(columns);
    const prompt = typing.line;
    height = Math.max(1, rows - HEAD - (prompt === undefined ? 0 : 1));
    scroll = scrolled(
      {cursor: Math.max(0, view.cursor), top: scroll.top},
      view.ids.length,
      height,
      deck.preferences.get().jump,
    );
    const look = deck.focus.get() === 'main' && !inDetail.get() ? 'bar' : 'resting';
    const {top} = scroll;
    const count = Math.max(0, Math.min(view.ids.length - top, height));
    const lines = heading.paint(state, view, table, sampling.part()).slice();
    for (const row of window.rows(top, count, view.cursor, look, [state, view.ids, view.selection, table, look]))
      lines.push(row);
    if (view.ids.length === 0) {
      for (const text of emptyWords(family, state, view, sampling.part()).flatMap(words =>
        wrap(words, Math.max(8, columns - 4)),
      ))
        lines.push(paintSpans(skin, [span(`   ${text}`, 'dim')], columns));
    }
    // At the end of a list that continues, and of what a filter found in it.
    if (collection.hasMore && top + count === view.ids.length && lines.length < rows - (prompt === undefined ? 0 : 1))
      lines.push(paintSpans(skin, [span(`   ${readOnWords(state)}`, 'dim')], columns));
    if (prompt !== undefined) {
      while (lines.length < rows - 1) lines.push('');
      const names = candidates(prompt.text, family);
      const hint = truncate(`fields: ${names.join(' ')} `, Math.max(0, columns - cellWidth(prompt.text) - 12));
      const shown = names.length === 0 || cellWidth(hint) < 16 ? '' : hint;
      lines.push(paintPrompt(skin, ' /', prompt, columns - cellWidth(shown)) + skin.tone('dim', shown));
    }
    ahead.seen(scroll.top, height, view.cursor, view.ids.length);
    sampling.seen(table.columns, () =>
      view.ids
        .slice(top, top + count)
        .map(id => model.row(id))
        .filter(row => row !== undefined),
    );
    return lines;
  }

  function repaintAll(): void {
    looks.forget();
    main.repaint();
  }

  function paintRow(index: number, cursor: CursorLook): string | undefined {
    const {ids, selection} = model.get();
    const id = ids[index];
    const row = id === undefined ? undefined : model.row(id);
    if (id === undefined || row === undefined || table === undefined) return undefined;
    return rowString(row, table, collection.annotation(id), cursor, selection.has(id));
  }

  /** @param place which row of the window it will be, unless the window is another by then */
  function expect(index: number, cursor: CursorLook, place?: number): void {
    const string = paintRow(index, cursor);
    const isHere = place !== undefined && place >= 0 && place < height;
    if (string !== undefined) main.prepare(string, isHere ? HEAD + place : undefined);
  }

  function current(): AnyRow | undefined {
    const {cursorId} = model.get();
    return cursorId === undefined ? undefined : model.row(cursorId);
  }

  function changed(): void {
    reach();
    sampling.follow(model.dependencies);
    const {cursorId, isAwaited} = model.get();
    if (wanted !== undefined && cursorId !== wanted && model.moveToId(wanted)) return;
    const was = asked;
    asked = isAwaited;
    if (was) showAll();
    else deck.unasked(showAll);
  }

  function showAll(): void {
    deck.batch(() => {
      detail.show(shown());
      main.repaint();
      deck.repaintFrame();
      const {rows, complete} = collection.get();
      if (rows !== counted?.rows || complete !== counted.complete) deck.repaintSidebar();
      counted = {rows, complete};
    });
  }

  /** Rows come to be as old as a filter wants without a change of their own; returns how to stop. */
  function everyMinute(): () => void {
    let cancel = (): void => {};
    const wait = (): void => {
      cancel = deck.clock.schedule(MINUTE, () => {
        model.reevaluate();
        wait();
      });
    };
    wait();
    return () => cancel();
  }

  /** What is wanted from afar may lie beyond what is read of a list without end. */
  function reach(): void {
    if (wanted === undefined || wanted === reached || collection.get().phase !== 'ready') return;
    reached = wanted;
    collection.fetchIfMissing?.(wanted);
  }

  /** The cursor was moved by hand: what was wanted from afar no longer is. */
  function forgetWanted(): void {
    wanted = undefined;
  }

  /** The row the detail is about: the wanted one or none, never another in its stead. */
  function shown(): {row: AnyRow | undefined; id: RowId | undefined} {
    const row = current();
    if (wanted !== undefined && (row === undefined || family.key(row) !== wanted)) return {row: undefined, id: wanted};
    return {row, id: row === undefined ? undefined : family.key(row)};
  }

  const place: ListPlace = {
    deck,
    family,
    params,
    model,
    detail,
    typing,
    destination,
    split: !single && deck.accounts === undefined,
    main: single ? detail.surface : main,
    aside: single || deck.accounts ? undefined : detail.surface,
    inDetail,
    title: () => family.where?.(params) ?? family.title,
    sampled: () => sampling.part(),
    window: () => height,
    enterDetail(tab) {
      const row = current();
      if (deck.accounts && row) {
        const {deck: own, subject} = deck.accounts.acting({family, rows: [row], params});
        own.places.go({family: family.id, id: subject.family.key(row), ...(tab !== undefined && {tab})});
        return;
      }
      if (tab !== undefined) detail.toTab(tab);
      if (!inDetail.get() || deck.focus.get() !== 'main') {
        deck.focus.set('main');
        inDetail.set(true);
      }
      place.repaint();
    },
    current,
    chosen() {
      if (model.get().selection.size > 0) return model.selectedRows();
      const row = current();
      return row === undefined ? [] : [row];
    },
    layers: () => (inDetail.get() ? detail.layers() : layers()),
    awake() {
      const stops = [
        model.subscribe(changed),
        consulted.awake(session, () => {
          looks.forget();
          // A condition may follow from other families: that of a NodeBalancer from its ports.
          heading.forget();
          deck.repaintSidebar(collection.get().rows);
          changed();
        }),
        detail.awake(),
        deck.preferences.subscribe(() => looks.forget()),
        sampling.awake(() => {
          model.reevaluate();
          repaintAll();
        }),
        everyMinute(),
        aging.stop,
      ];
      changed();
      return () => {
        for (const stop of stops) stop();
      };
    },
    click(row) {
      if (inDetail.get()) detail.click(row);
      else if (row >= HEAD && scroll.top + row - HEAD < model.get().ids.length) {
        forgetWanted();
        model.moveTo(scroll.top + row - HEAD);
      }
    },
    repaint() {
      deck.batch(() => {
        main.repaint();
        detail.surface.repaint();
        deck.repaintFrame();
      });
    },
  };
  const layers = listLayers(place, forgetWanted);
  return place;
}

function defaultSort({sort}: Family): {column: string; descending: boolean} | undefined {
  if (sort === undefined) return undefined;
  const descending = sort.startsWith('-');
  return {column: descending ? sort.slice(1) : sort, descending};
}
