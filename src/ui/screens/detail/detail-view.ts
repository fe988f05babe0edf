/** The detail of one resource: its name and condition, and its tabs. Updated without React when the cursor moves. */
import type {AnyRow, Family, PathParams, RowId} from '../../../families/shape/define-family.ts';
import {keyName} from '../../../keymap/keymap.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {createIdleDebounce} from '../../context/idle-debounce.ts';
import {createObservable} from '../../context/observable.ts';
import {AT_TOP, type Scroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {paintEnds, paintSpans, type Span, span} from '../../widgets/spans.ts';
import {
  actionKeys,
  availableActions,
  overridesRefresh,
  type StandardAction,
  standardActionHandler,
} from '../actions/available-actions.ts';
import {editObject, noEditing} from '../actions/edit-object.ts';
import type {ActionSubject} from '../change/target/action-subject.ts';
import {openActions} from '../menus/actions.ts';
import {toggleBookmark} from '../menus/bookmarks.ts';
import {openCopy} from '../menus/copy.ts';
import {openRowJson} from '../overlays/json-view.ts';
import {openSsh, sshUnavailable} from '../overlays/ssh.ts';
import {type DetailLine, scrollToKey, settleScroll, type TabContent} from '../shared/detail-lines.ts';
import type {Detail} from '../shared/list-view-types.ts';
import {createTabLines} from './tab-bar.ts';
import {contentOf} from './tabs/tab-content.ts';
import {detailTitle} from './title.ts';

export interface DetailHost {
  focused(): boolean;
  back(): void;
  /** Returns to the list with its filter line open; undefined without a list. */
  readonly filter: (() => void) | undefined;
}

/** Title, tabs, rule. */
const HEAD_ROWS = 3;
/** While the cursor moves through the list, requests wait until it rests. */
const CONTENT_DELAY_MS = 100;

/** A line that opens nothing may still have a value to copy. */
function nothingToOpenWords({keymap}: ConsoleContext): string {
  const [key] = keymap.keys('detail', 'copy');
  return `Nothing to open on this line.${key === undefined ? '' : ` Press ${keyName(key)} to copy it.`}`;
}

/** The detail of a place without rows. */
export const createEmptyDetail = (context: ConsoleContext): Detail => ({
  surface: context.surface(() => []),
  hasCharts: createObservable(false),
  show: () => {},
  openTab: () => {},
  click: () => {},
  step: () => {},
  moveToKey: () => {},
  creationSubject: () => undefined,
  layers: () => [],
  activate: () => () => {},
});

function isCharted({detail}: Family, tab: number): boolean {
  const spec = detail[tab];
  return spec !== undefined && 'view' in spec && spec.view === 'stats';
}

export function createDetail(context: ConsoleContext, family: Family, params: PathParams, host: DetailHost): Detail {
  const {session} = context;
  let shown: {readonly row: AnyRow | undefined; readonly id: RowId | undefined} = {row: undefined, id: undefined};
  let tab = 0;
  let revealed = false;
  let scroll: Scroll = AT_TOP;
  let height = 1;
  let columnsWide = 0;
  let content: TabContent | undefined;
  /** The reason why the tab is empty, from the time when its content was created. */
  let off: string | undefined;
  let deactivate: (() => void) | undefined;
  let isActive = false;
  /** True while the content is not that of the shown resource. */
  let isContentStale = false;
  /** True if the user moved the cursor, so that a growing conversation no longer moves it along. */
  let moved = false;
  /** The key of the line under the cursor. */
  let cursorKey: string | undefined;
  /** The key of an expected line. */
  let awaited: string | undefined;
  /** The last painted lines: a footer needs the one under the cursor several times per key. */
  let linesCache: readonly DetailLine[] | undefined;

  const hasCharts = createObservable(isCharted(family, tab));
  const tabs = createTabLines(family.detail.map(({title}) => title));
  const surface = context.surface(paint);
  const linesNow = (): readonly DetailLine[] => {
    if (isContentStale) build();
    linesCache ??= content?.lines(columnsWide) ?? [];
    return linesCache;
  };
  const resting = createIdleDebounce(context.clock, CONTENT_DELAY_MS, begin);
  const lineAt = (): DetailLine | undefined => linesNow()[scroll.cursor];
  const repaint = (): void => {
    linesCache = undefined;
    surface.repaint();
  };

  const reasonNow = (): string | undefined =>
    shown.row && family.detail[tab]?.unless?.(shown.row, session.lookup, params);

  function build(): void {
    isContentStale = false;
    linesCache = undefined;
    deactivate?.();
    deactivate = undefined;
    const {row} = shown;
    const spec = family.detail[tab];
    off = reasonNow();
    if (row === undefined || spec === undefined) content = undefined;
    else content = contentOf(context, family, spec, row, params, () => revealed);
    const isAsking = isActive && content?.subscribe !== undefined;
    if (isAsking && !host.focused()) resting.touch();
    else resting.stop();
    if (isAsking && host.focused()) begin();
  }

  function begin(): void {
    deactivate = content?.subscribe?.(repaint);
    repaint();
  }

  function paint(columns: number, rows: number): string[] {
    if (isContentStale) build();
    const {row, id} = shown;
    columnsWide = columns;
    linesCache = undefined;
    if (row === undefined) return [paintSpans(context.skin(), [absence(id)], columns)];
    const lines = linesNow();
    height = Math.max(1, rows - HEAD_ROWS);
    const atEnd = content?.fromEnd === true && !moved;
    if (awaited !== undefined && lines.some(({key}) => key === awaited)) {
      cursorKey = awaited;
      awaited = undefined;
    }
    const from = atEnd ? {cursor: lines.length - 1, top: lines.length} : scrollToKey(scroll, cursorKey, lines);
    scroll = settleScroll(from, lines, height);
    cursorKey = lines[scroll.cursor]?.key;
    const title = titleLine(row, lines.length, columns);
    return [title, ...tabs(context.skin(), tab, columns), ...bodyOf(lines, columns)];
  }

  function bodyOf(lines: readonly DetailLine[], columns: number): string[] {
    const focused = host.focused();
    return lines.slice(scroll.top, scroll.top + height).map((line, index) => {
      const here = focused && scroll.top + index === scroll.cursor;
      return line.paint(here ? 'bar' : 'none', columns);
    });
  }

  function titleLine(row: AnyRow, lines: number, columns: number): string {
    const more = lines > height ? `${Math.round(((scroll.top + height) / lines) * 100)}% ` : '';
    // Directly after the state, the scroll position would be read as its progress.
    const title = detailTitle(context, {family, params}, row, columns - (more === '' ? 0 : more.length + 2));
    return paintEnds(context.skin(), title, [span(more, 'dim')], columns);
  }

  /** The reason why there is nothing to show. */
  function absence(id: RowId | undefined): Span {
    const {failure, complete} = session.collection(family.id, params).get();
    if (id === undefined && !family.single) return span('');
    if (failure !== undefined) return span(`  ${failure.words}`, 'failed');
    if (family.single) return span(complete ? `  No ${family.one}.` : '  loading…', 'dim');
    return span(`  ${family.one} ${id} not found. It may still be loading.`, 'dim');
  }

  function toTab(index: number): void {
    if (index < 0 || index >= family.detail.length) {
      const {length} = family.detail;
      context.say(length === 1 ? 'This view has one tab.' : `This view has ${length} tabs.`, 'attention');
      return;
    }
    tab = index;
    hasCharts.set(isCharted(family, tab));
    moved = false;
    scroll = AT_TOP;
    cursorKey = undefined;
    build();
    repaint();
  }

  function subject(): ActionSubject {
    const line = lineAt();
    return line?.subject ?? {family, rows: shown.row === undefined ? [] : [shown.row], params};
  }

  /**
   * The subject of an action on the line. A line without actions, such as an item of an invoice, gives the resource it
   * is part of.
   */
  function acted(): ActionSubject {
    const line = subject();
    const {row} = shown;
    if (row === undefined || line.family === family || availableActions(context, line).length > 0) return line;
    return {family, rows: [row], params};
  }

  /** The text of this tab, if it is a field of the resource. */
  const editedHere = (): string | undefined => {
    const spec = family.detail[tab];
    return spec !== undefined && 'text' in spec && lineAt()?.subject === undefined ? spec.edits : undefined;
  };

  const here = (): string | undefined => (shown.row === undefined ? 'not loaded' : undefined);
  const offered = (kind: StandardAction, words: string) =>
    standardActionHandler(
      () =>
        availableActions(
          context,
          kind === 'new' ? (lineAt()?.creationSubject ?? content?.creationSubject ?? subject()) : subject(),
        ),
      kind,
      () => `nothing can be ${words} on this tab`,
    );
  /** Brackets go to the tab first: charts use them to change the month. */
  const step = (by: number, key = ''): void => {
    if (/^[[\]]$/.test(key) && content?.step?.(by) === true) repaint();
    else toTab((tab + by + family.detail.length) % family.detail.length);
  };
  const moving = scrollLayer(
    by => {
      const {cursor, top} = scroll;
      moved = true;
      awaited = undefined;
      scroll = settleScroll({cursor: cursor + by, top}, linesNow(), height, by < 0 ? -1 : 1);
      cursorKey = lineAt()?.key;
      context.batch(() => {
        repaint();
        context.repaintFooter();
      });
    },
    () => height,
  );
  const keys = createLayer(
    'detail',
    {
      open: {
        run() {
          const line = lineAt();
          const list = line?.shows?.();
          const ref = line?.opens?.();
          if (list !== undefined) context.showList(list.family, list.params);
          else if (ref !== undefined) context.openResource(ref);
          else line?.does?.();
        },
        unless() {
          const line = lineAt();
          const leads = line?.does !== undefined || line?.opens?.() !== undefined;
          return leads ? undefined : nothingToOpenWords(context);
        },
      },
      actions: {run: () => openActions(context, acted()), unless: here},
      new: offered('new', 'made'),
      edit: offered('edit', 'edited'),
      delete: offered('delete', 'deleted'),
      previousTab: key => step(-1, key),
      nextTab: {run: key => step(1, key), absent: () => family.detail.length < 2},
      tab: key => toTab(Number(key) - 1),
      fold: {
        run() {
          cursorKey = lineAt()?.fold?.() ?? cursorKey;
          repaint();
        },
        unless: () => (lineAt()?.fold === undefined ? 'nothing to fold' : undefined),
      },
      foldAll: {
        run() {
          content?.foldAll?.();
          repaint();
        },
        unless: () => (content?.foldAll === undefined ? 'nothing to fold' : undefined),
      },
      filter: {
        run: () => host.filter?.(),
        unless: () => (host.filter === undefined ? 'no list to filter' : undefined),
        absent: () => host.filter === undefined,
      },
      copy: {
        run: () => openCopy(context, subject(), {line: lineAt(), textContent: content?.textContent?.()}),
        unless: here,
      },
      raw: {
        run() {
          const {family: about, rows} = subject();
          const [row] = rows;
          if (row) openRowJson(context, about, row);
        },
        unless: here,
      },
      editText: {
        run: () => void editObject(context, subject(), editedHere()),
        unless: () => noEditing(context, subject()),
      },
      reveal() {
        revealed = !revealed;
        repaint();
      },
      refresh: {
        run() {
          void session.collection(family.id, params).refetch();
          context.say('reading it again');
        },
        hidden: () => overridesRefresh(availableActions(context, subject())),
      },
      watch: {run: () => context.toggleWatch(subject()), unless: here},
      bookmark: {run: () => toggleBookmark(context, subject()), unless: here},
      ssh: {
        run: () => void openSsh(context, subject().rows[0]),
        unless: () => here() ?? sshUnavailable(subject().rows[0]),
      },
      back: () => host.back(),
    },
    {title: 'Detail', extras: () => actionKeys(availableActions(context, acted()))},
  );

  const layers = [keys, moving];
  return {
    surface,
    hasCharts,
    show(what) {
      const same = what.row === shown.row && what.id === shown.id;
      // Another resource starts at the top, and its secrets are masked again.
      if (what.id !== shown.id) {
        scroll = AT_TOP;
        cursorKey = undefined;
        awaited = undefined;
        revealed = false;
      }
      shown = what;
      // While the detail isn't visible, the cursor may pass a thousand resources.
      if (surface.width === 0) isContentStale ||= !same;
      else if (!same) build();
      repaint();
    },
    openTab: toTab,
    click(row) {
      if (row < HEAD_ROWS) return;
      scroll = settleScroll({cursor: scroll.top + row - HEAD_ROWS, top: scroll.top}, linesNow(), height);
      cursorKey = lineAt()?.key;
    },
    step,
    moveToKey(key) {
      awaited = key;
      repaint();
    },
    creationSubject: () => content?.creationSubject,
    layers: () => layers,
    activate() {
      isActive = true;
      build();
      const told = (): void =>
        context.paintInBackground(() => {
          // The start or end of an operation doesn't always change the row.
          if (!isContentStale && reasonNow() !== off) build();
          repaint();
        });
      const stops = [
        session.account.subscribe(state => state.events, told),
        session.account.subscribe(state => state.operations, told),
      ];
      return () => {
        isActive = false;
        resting.stop();
        deactivate?.();
        deactivate = undefined;
        for (const stop of stops) stop();
      };
    },
  };
}
