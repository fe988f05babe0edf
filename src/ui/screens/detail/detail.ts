/** The detail of one resource: its name and condition, and its tabs. Live: no React on a cursor move. */
import type {AnyRow, AnyTab, Family, PathParams, RowId} from '../../../families/define.ts';
import {keyName} from '../../../keymap/keymap.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import type {Deck} from '../../deck.ts';
import {createLull} from '../../lull.ts';
import type {Surface} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {AT_TOP, type Scroll} from '../../widgets/scroll.ts';
import {paintEnds, paintSpans, type Span, span} from '../../widgets/spans.ts';
import {offerKeys, offersFor, type Standing, standingHandler, takesRefresh} from '../change/offers.ts';
import type {Subject} from '../change/subject.ts';
import {editObject, noEditing} from '../edit/object.ts';
import {openRowJson} from '../json/json.ts';
import {openActions} from '../menu/actions.ts';
import {toggleBookmark} from '../menu/bookmarks.ts';
import {openCopy} from '../menu/copy.ts';
import {movingLayer} from '../moving.ts';
import {noSsh, openSsh} from '../ssh.ts';
import {type DetailLine, heldAt, settled, type TabContent} from './lines.ts';
import {createTabLines} from './tab-lines.ts';
import {contentOf} from './tabs.ts';
import {detailTitle} from './title.ts';

export interface Detail {
  readonly surface: Surface;
  /** The resource to show: its row as known now, or only its ID. */
  show(what: {readonly row: AnyRow | undefined; readonly id: RowId | undefined}): void;
  /** Draws what may be shown next, while nobody waits: what its lines say is remembered, and they need no more than a look. */
  prepare(row: AnyRow): void;
  toTab(index: number): void;
  /** The mouse pressed this row. */
  click(row: number): void;
  step(by: number): void;
  /** Puts the cursor on a line of this tab, as soon as it is there. */
  follow(key: string): void;
  /** What new ones would be made of in this tab. */
  among(): Subject | undefined;
  layers(): readonly Layer[];
  awake(): () => void;
}

export interface DetailHost {
  focused(): boolean;
  back(): void;
  /** To the list with its filter line open; where there is a list. */
  readonly filter: (() => void) | undefined;
}

/** Title, tabs, rule. */
const HEAD = 3;
/** While the cursor runs through the list, what needs requests waits until it rests. */
const REST = 100;

interface Ahead {
  readonly row: AnyRow;
  readonly spec: AnyTab;
  readonly skin: Skin;
  readonly columns: number;
  readonly content: TabContent;
  readonly lines: readonly DetailLine[];
  readonly height: number;
  /** The line above the tabs; undefined where it is not sure to stay so. */
  readonly title: string | undefined;
  /** The lines that there is room for, without a cursor. */
  readonly body: readonly string[];
}

/** A line that opens nothing still has a value. */
function nowhereWords({keymap}: Deck): string {
  const [key] = keymap.keys('detail', 'copy');
  return `Nothing to open on this line.${key === undefined ? '' : ` Press ${keyName(key)} to copy it.`}`;
}

/** Where nothing is shown of the rows. */
export const noDetail = (deck: Deck): Detail => ({
  surface: deck.surface(() => []),
  show: () => {},
  prepare: () => {},
  toTab: () => {},
  click: () => {},
  step: () => {},
  follow: () => {},
  among: () => undefined,
  layers: () => [],
  awake: () => () => {},
});

export function createDetail(deck: Deck, family: Family, params: PathParams, host: DetailHost): Detail {
  const {session} = deck;
  let shown: {readonly row: AnyRow | undefined; readonly id: RowId | undefined} = {row: undefined, id: undefined};
  let tab = 0;
  let revealed = false;
  let scroll: Scroll = AT_TOP;
  let height = 1;
  let columnsWide = 0;
  let content: TabContent | undefined;
  /** Why the tab has nothing to show, as of when its content was made. */
  let off: string | undefined;
  let sleep: (() => void) | undefined;
  let watched = false;
  /** The content is not yet that of the resource shown. */
  let late = false;
  /** The cursor was moved by hand: a conversation that grows does not take it along any more. */
  let moved = false;
  /** The key of the line under the cursor. */
  let held: string | undefined;
  /** The key of a line that is to come. */
  let awaited: string | undefined;
  /** The lines as they were painted last: a footer asks for the one under the cursor several times per key. */
  let kept: readonly DetailLine[] | undefined;
  /** What is shown next, in all likelihood. Good for its first paint: what was read since is heard when the cursor rests. */
  let ahead: Ahead | undefined;

  const tabs = createTabLines(family.detail.map(({title}) => title));
  const surface = deck.surface(paint);
  const linesNow = (): readonly DetailLine[] => {
    if (late) build();
    kept ??= content?.lines(columnsWide) ?? [];
    return kept;
  };
  const resting = createLull(deck.clock, REST, begin);
  const lineAt = (): DetailLine | undefined => linesNow()[scroll.cursor];
  const repaint = (): void => {
    kept = undefined;
    surface.repaint();
  };

  const reasonNow = (): string | undefined =>
    shown.row && family.detail[tab]?.unless?.(shown.row, session.look, params);

  function build(): void {
    late = false;
    kept = undefined;
    sleep?.();
    sleep = undefined;
    const {row} = shown;
    const spec = family.detail[tab];
    off = reasonNow();
    if (row === undefined || spec === undefined) content = undefined;
    else if (ahead?.row === row && ahead.spec === spec) content = ahead.content;
    else content = contentOf(deck, family, spec, row, params, () => revealed);
    const isAsking = watched && content?.awake !== undefined;
    if (isAsking && !host.focused()) resting.touch();
    else resting.stop();
    if (isAsking && host.focused()) begin();
  }

  function begin(): void {
    sleep = content?.awake?.(repaint);
    repaint();
  }

  function paint(columns: number, rows: number): string[] {
    if (late) build();
    const {row, id} = shown;
    columnsWide = columns;
    const isReady =
      ahead !== undefined && ahead.content === content && ahead.columns === columns && ahead.skin === deck.skin();
    kept = isReady ? ahead?.lines : undefined;
    const expected = isReady ? ahead : undefined;
    ahead = undefined;
    if (row === undefined) return [paintSpans(deck.skin(), [absence(id)], columns)];
    const lines = linesNow();
    height = Math.max(1, rows - HEAD);
    const atEnd = content?.fromEnd === true && !moved;
    if (awaited !== undefined && lines.some(({key}) => key === awaited)) {
      held = awaited;
      awaited = undefined;
    }
    const from = atEnd ? {cursor: lines.length - 1, top: lines.length} : heldAt(scroll, held, lines);
    scroll = settled(from, lines, height);
    held = lines[scroll.cursor]?.key;
    const ready = expected?.height === height && scroll.top === 0 ? expected : undefined;
    const title = ready?.title ?? titleLine(row, lines.length, columns);
    const body = host.focused() ? undefined : ready?.body;
    return [title, ...tabs(deck.skin(), tab, columns), ...(body ?? bodyOf(lines, columns))];
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
    // Close behind how it is, how far down the lines are would be read as its progress.
    const title = detailTitle(deck, {family, params}, row, columns - (more === '' ? 0 : more.length + 2));
    return paintEnds(deck.skin(), title, [span(more, 'dim')], columns);
  }

  function prepare(row: AnyRow): void {
    const spec = family.detail[tab];
    // What another tab shows has to be asked for, and what was revealed is not revealed of the next.
    if (surface.width === 0 || spec === undefined || !('sections' in spec) || revealed || row === shown.row) return;
    const columns = columnsWide;
    const content = contentOf(deck, family, spec, row, params, () => revealed);
    const lines = content.lines(columns);
    const title = scroll.top === 0 ? titleLine(row, lines.length, columns) : undefined;
    if (title !== undefined) surface.prepare(title, 0);
    const body = lines.slice(0, height).map(line => line.paint('none', columns));
    for (let index = 0; index < body.length; index++) surface.prepare(body[index] as string, HEAD + index);
    ahead = {row, spec, skin: deck.skin(), columns, content, lines, height, title, body};
  }

  /** Why there is nothing to show. */
  function absence(id: RowId | undefined): Span {
    const {failure, complete} = session.collection(family.id, params).get();
    if (id === undefined && !family.single) return span('');
    if (failure !== undefined) return span(`  ${failure.words}`, 'failed');
    if (family.single) return span(complete ? `  There is no ${family.one} here.` : '  loading…', 'dim');
    return span(`  ${family.one} ${id} is not known here: it may still be loading, or be gone.`, 'dim');
  }

  function toTab(index: number): void {
    if (index < 0 || index >= family.detail.length) {
      const {length} = family.detail;
      deck.say(length === 1 ? 'there is one tab here' : `there are ${length} tabs here`, 'attention');
      return;
    }
    tab = index;
    moved = false;
    scroll = AT_TOP;
    held = undefined;
    build();
    repaint();
  }

  function subject(): Subject {
    const line = lineAt();
    return line?.subject ?? {family, rows: shown.row === undefined ? [] : [shown.row], params};
  }

  /** Where nothing can be done to the line, as to an item of an invoice, that is the resource which it is a part of. */
  function acted(): Subject {
    const line = subject();
    const {row} = shown;
    if (row === undefined || line.family === family || offersFor(deck, line).length > 0) return line;
    return {family, rows: [row], params};
  }

  /** The text that this tab shows, where it is a field of the resource. */
  const editedHere = (): string | undefined => {
    const spec = family.detail[tab];
    return spec !== undefined && 'text' in spec && lineAt()?.subject === undefined ? spec.edits : undefined;
  };

  const here = (): string | undefined => (shown.row === undefined ? 'there is nothing here' : undefined);
  const offered = (kind: Standing, words: string) =>
    standingHandler(
      () => offersFor(deck, kind === 'new' ? (lineAt()?.among ?? content?.family ?? subject()) : subject()),
      kind,
      () => `nothing can be ${words} here`,
    );
  /** Brackets first offer themselves to the tab: charts turn the month with them. */
  const step = (by: number, key = ''): void => {
    if (/^[[\]]$/.test(key) && content?.step?.(by) === true) repaint();
    else toTab((tab + by + family.detail.length) % family.detail.length);
  };
  const moving = movingLayer(
    by => {
      const {cursor, top} = scroll;
      moved = true;
      awaited = undefined;
      scroll = settled({cursor: cursor + by, top}, linesNow(), height, by < 0 ? -1 : 1);
      held = lineAt()?.key;
      deck.batch(() => {
        repaint();
        deck.repaintFrame();
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
          if (list !== undefined) deck.show(list.family, list.params);
          else if (ref !== undefined) deck.open(ref);
          else line?.does?.();
        },
        unless() {
          const line = lineAt();
          const leads = line?.does !== undefined || line?.opens?.() !== undefined;
          return leads ? undefined : nowhereWords(deck);
        },
      },
      actions: {run: () => openActions(deck, acted()), unless: here},
      new: offered('new', 'made'),
      edit: offered('edit', 'edited'),
      delete: offered('delete', 'deleted'),
      previousTab: key => step(-1, key),
      nextTab: {run: key => step(1, key), absent: () => family.detail.length < 2},
      tab: key => toTab(Number(key) - 1),
      fold: {
        run() {
          held = lineAt()?.fold?.() ?? held;
          repaint();
        },
        unless: () => (lineAt()?.fold === undefined ? 'there is nothing to fold here' : undefined),
      },
      foldAll: {
        run() {
          content?.foldAll?.();
          repaint();
        },
        unless: () => (content?.foldAll === undefined ? 'there is nothing to fold here' : undefined),
      },
      filter: {
        run: () => host.filter?.(),
        unless: () => (host.filter === undefined ? 'there is no list behind this that could be filtered' : undefined),
        absent: () => host.filter === undefined,
      },
      copy: {run: () => openCopy(deck, subject(), {line: lineAt(), written: content?.written?.()}), unless: here},
      raw: {
        run() {
          const {family: about, rows} = subject();
          const [row] = rows;
          if (row) openRowJson(deck, about, row);
        },
        unless: here,
      },
      editText: {run: () => void editObject(deck, subject(), editedHere()), unless: () => noEditing(deck, subject())},
      reveal() {
        revealed = !revealed;
        repaint();
      },
      refresh: {
        run() {
          void session.collection(family.id, params).refetch();
          deck.say('reading it again');
        },
        hidden: () => takesRefresh(offersFor(deck, subject())),
      },
      watch: {run: () => deck.watch(subject()), unless: here},
      bookmark: {run: () => toggleBookmark(deck, subject()), unless: here},
      ssh: {run: () => void openSsh(deck, subject().rows[0]), unless: () => here() ?? noSsh(subject().rows[0])},
      back: () => host.back(),
    },
    {title: 'Detail', extras: () => offerKeys(offersFor(deck, acted()))},
  );

  const layers = [keys, moving];
  return {
    surface,
    show(what) {
      const same = what.row === shown.row && what.id === shown.id;
      // Another resource starts at its top, and its secrets are asked for anew.
      if (what.id !== shown.id) {
        scroll = AT_TOP;
        held = undefined;
        awaited = undefined;
        revealed = false;
      }
      shown = what;
      // While it has no place on the screen, the cursor may run past a thousand resources.
      if (surface.width === 0) late ||= !same;
      else if (!same) build();
      repaint();
    },
    prepare,
    toTab,
    click(row) {
      if (row < HEAD) return;
      scroll = settled({cursor: scroll.top + row - HEAD, top: scroll.top}, linesNow(), height);
      held = lineAt()?.key;
    },
    step,
    follow(key) {
      awaited = key;
      repaint();
    },
    among: () => content?.family,
    layers: () => layers,
    awake() {
      watched = true;
      build();
      const told = (): void =>
        deck.unasked(() => {
          // An operation that starts or ends does not have to change the row.
          if (!late && reasonNow() !== off) build();
          repaint();
        });
      const stops = [session.events.subscribe(told), session.operations.subscribe(told)];
      return () => {
        watched = false;
        resting.stop();
        sleep?.();
        sleep = undefined;
        for (const stop of stops) stop();
      };
    },
  };
}
