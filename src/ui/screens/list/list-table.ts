/** A list on its canvas: the heading, the visible rows, and the filter that the user is typing. */
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import type {ListModel, ListModelState} from '../../../store/list/list-model.ts';
import {createIdleDebounce, IDLE_MS, type IdleDebounce} from '../../context/idle-debounce.ts';
import type {
  ClockPort,
  FocusPort,
  KeymapPort,
  MergedAccountsPort,
  OverlayPort,
  PreferencesPort,
  SessionPort,
  SkinPort,
  SurfacePort,
} from '../../context/ports.ts';
import {cellWidth, type Surface, truncate} from '../../terminal/index.ts';
import {AT_TOP, clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {paintSpans, span, wrap} from '../../widgets/spans.ts';
import {type InputLine, paintPrompt} from '../../widgets/text-input.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {type CursorStyle, paintTableRow, type TableStyle} from '../shared/row-painter.ts';
import type {TrackedLookup} from '../shared/tracked-families.ts';
import {emptyWords, readOnWords} from './empty-state.ts';
import {candidates} from './filter-completion.ts';
import {createListHeading, type ListHeading} from './heading.ts';
import {createTableStyles, type TableStyles} from './table-style.ts';
import type {VisibleSamples} from './visible-samples.ts';
import {createVisibleWindow, type VisibleWindow} from './visible-window.ts';

type ListTablePorts = ClockPort &
  KeymapPort &
  FocusPort &
  MergedAccountsPort &
  OverlayPort &
  PreferencesPort &
  SessionPort &
  SkinPort &
  SurfacePort;

/** The rows above the list: the title and the column titles. */
const HEADING_ROWS = 2;

export interface ListTableOptions {
  readonly context: ListTablePorts;
  readonly family: Family;
  readonly params: PathParams;
  readonly model: ListModel;
  readonly lookup: TrackedLookup['lookup'];
  readonly samples: VisibleSamples;
  readonly added: ListView['added'];
  /** The filter that the user is typing. */
  readonly typing: {readonly line: InputLine | undefined};
  /** True while the detail has the focus of the view. */
  readonly isInDetail: () => boolean;
}

export class ListTable {
  readonly surface: Surface;
  readonly #options: ListTableOptions;
  readonly #styles: TableStyles;
  readonly #heading: ListHeading;
  readonly #window: VisibleWindow;
  /** Delays a repaint of all rows, which would delay key presses. */
  readonly #ageRepaint: IdleDebounce;
  #style: TableStyle | undefined;
  #scroll: Scroll = AT_TOP;
  #height = 1;
  /** The last painted position of the cursor, and the time of its last move. */
  #paintedCursor = -1;
  #movedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ListTableOptions) {
    const {context, family, params, model, lookup, added} = options;
    this.#options = options;
    this.#ageRepaint = createIdleDebounce(context.clock, IDLE_MS, () => this.repaintAll());
    this.#styles = createTableStyles({
      ...{context, family, params, model, lookup, added},
      isScrolling: () => context.clock.now() - this.#movedAt < IDLE_MS,
      onRepaintDue: () => this.#ageRepaint.touch(),
    });
    this.#heading = createListHeading(context, model);
    this.#window = createVisibleWindow((index, cursor) => this.#paintRow(index, cursor));
    this.surface = context.surface((columns, rows) => this.#paint(columns, rows));
  }

  /** The number of rows of the list that fit on the screen. */
  get height(): number {
    return this.#height;
  }

  /** Repaints the rows that changed. */
  repaint(): void {
    this.surface.repaint();
  }

  /** Repaints every row. */
  repaintAll(): void {
    this.#styles.forget();
    this.surface.repaint();
  }

  /** Styles every row again at the next paint. */
  forgetStyles(): void {
    this.#styles.forget();
  }

  /** Counts the conditions of the rows again at the next paint. */
  forgetHeading(): void {
    this.#heading.forget();
  }

  /** Stops the repaint of ages. */
  stop(): void {
    this.#ageRepaint.stop();
  }

  /** The index in the list of the row at this line of the canvas; undefined if the line has no row. */
  indexAt(row: number): number | undefined {
    const index = this.#scroll.top + row - HEADING_ROWS;
    return row >= HEADING_ROWS && index < this.#options.model.getState().ids.length ? index : undefined;
  }

  #paint(columns: number, rows: number): string[] {
    const {context, model, samples, typing} = this.#options;
    const list = model.getState();
    if (this.#paintedCursor >= 0 && this.#paintedCursor !== list.cursor) this.#movedAt = context.clock.now();
    this.#paintedCursor = list.cursor;
    const style = this.#styles.at(columns);
    this.#style = style;
    const room = rows - (typing.line === undefined ? 0 : 1);
    this.#height = Math.max(1, room - HEADING_ROWS);
    this.#scroll = clampScroll(
      {cursor: Math.max(0, list.cursor), top: this.#scroll.top},
      list.ids.length,
      this.#height,
      {isJumping: context.preferences.getState().jump},
    );
    const {top} = this.#scroll;
    const count = Math.max(0, Math.min(list.ids.length - top, this.#height));
    const lines = this.#heading.paint(model.collection.getState(), list, style, samples.progress()).slice();
    for (const row of this.#visibleRows(list, style, top, count)) lines.push(row);
    this.#addNotes(lines, list, columns, top + count === list.ids.length ? room : 0);
    if (typing.line !== undefined) {
      while (lines.length < rows - 1) lines.push('');
      lines.push(this.#filterLine(typing.line, columns));
    }
    samples.onPainted(style.columns, () =>
      list.ids
        .slice(top, top + count)
        .map(id => model.row(id))
        .filter(row => row !== undefined),
    );
    return lines;
  }

  #visibleRows(list: ListModelState, style: TableStyle, top: number, count: number): Iterable<string> {
    const {context, isInDetail, model} = this.#options;
    // True if an overlay has the focus.
    const isCovered = context.overlays.stack.getState().length > 0;
    const cursor = context.focus.getState() === 'main' && !isInDetail() && !isCovered ? 'bar' : 'resting';
    const key = [model.collection.getState(), list.ids, list.selection, style, cursor];
    return this.#window.rows(top, count, list.cursor, cursor, key);
  }

  /**
   * Adds the reason why the list is empty, or a line at its end that further rows can be read.
   * @param room the number of lines on the screen if the end of the list is visible; otherwise 0
   */
  #addNotes(lines: string[], list: ListModelState, columns: number, room: number): void {
    const {context, family, model, samples} = this.#options;
    const state = model.collection.getState();
    const note = (text: string): string => paintSpans(context.skin(), [span(`   ${text}`, 'dim')], columns);
    if (list.ids.length === 0)
      for (const message of emptyWords(context.keymap, family, state, list, samples.progress()))
        for (const text of wrap(message, Math.max(8, columns - 4))) lines.push(note(text));
    // The list, or the matches of its filter, may continue beyond the loaded rows.
    if (model.collection.hasMore && lines.length < room) lines.push(note(readOnWords(context.keymap, state)));
  }

  #filterLine(line: InputLine, columns: number): string {
    const {context, family} = this.#options;
    const skin = context.skin();
    const names = candidates(line.text, family);
    const hint = truncate(`fields: ${names.join(' ')} `, Math.max(0, columns - cellWidth(line.text) - 12));
    const shown = names.length === 0 || cellWidth(hint) < 16 ? '' : hint;
    return paintPrompt(skin, {prompt: ' /', line}, columns - cellWidth(shown)) + skin.tone('dim', shown);
  }

  #paintRow(index: number, cursor: CursorStyle): string | undefined {
    const {model} = this.#options;
    const {ids, selection} = model.getState();
    const id = ids[index];
    const row: AnyRow | undefined = id === undefined ? undefined : model.row(id);
    if (id === undefined || row === undefined || this.#style === undefined) return undefined;
    return paintTableRow(row, this.#style, model.collection.annotation(id), cursor, selection.has(id));
  }
}
