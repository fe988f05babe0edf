/** The model of a page of lines, some with targets: overview, operations, traffic. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Layer} from '../../../keymap/layer.ts';
import type {ReadonlyStore} from '../../../store/core/traced-store.ts';
import type {Destination, PageArea, PageName, PageView} from '../../context/navigation.ts';
import type {ClockPort, NavigationPort, RepaintPort, SkinPort} from '../../context/ports.ts';
import type {Skin} from '../../theme/skin.ts';
import {AT_TOP, clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {cell} from '../../widgets/spans.ts';
import type {PageContent, PageLine} from './page-lines.ts';

type LinePagePorts = ClockPort & NavigationPort & RepaintPort & SkinPort;

export type LinePageKind = Exclude<PageName, 'monitor'>;

export interface LinePageSpec<L extends PageLine> {
  readonly kind: LinePageKind;
  readonly title: string;
  /** For a page whose content depends on more than its kind. */
  readonly destination?: Destination;
  /** The lines for this width. */
  content(columns: number): PageContent<L>;
  /** The stores of its data; the lines are computed again after each change. */
  sources(): readonly ReadonlyStore<unknown>[];
  /** The keys of this page, created once. */
  keys(page: LinePage<L>): Layer;
  /** Follows data that isn't in a store; returns the function that stops. */
  follow?(changed: () => void): () => void;
  /** The lines that the cursor stops at, which then has a mark; by default it moves over all lines. */
  isStop?(line: L): boolean;
  /** The time until the text changes without a change of a store, milliseconds; undefined if it doesn't. */
  nextRepaintMs?(): number | undefined;
}

export interface LinePageState {
  /** Increases when the lines may have changed. */
  readonly revision: number;
  /** The cursor counts the lines of the left column, then those of the right one. The window counts rows. */
  readonly scroll: Scroll;
  /**
   * False until the user moves the cursor: it is then on the first stop or target, so that its keys work at once.
   */
  readonly hasMoved: boolean;
}

/** The lines of a page and the window on them. */
export interface LinePageLayout<L extends PageLine = PageLine> extends PageContent<L> {
  readonly scroll: Scroll;
}

/** The lines as they were computed last. */
interface Computed<L extends PageLine> {
  readonly revision: number;
  readonly columns: number;
  readonly skin: Skin;
  readonly content: PageContent<L>;
}

/** The widths of the two columns. */
export const columnWidths = (columns: number): readonly [left: number, right: number] => [
  columns >> 1,
  columns - (columns >> 1),
];

export class LinePage<L extends PageLine = PageLine> implements PageView {
  readonly kind: LinePageKind;
  readonly destination: Destination;
  readonly isBare = false;
  readonly store: StoreApi<LinePageState>;
  readonly #context: LinePagePorts;
  readonly #spec: LinePageSpec<L>;
  readonly #layers: readonly Layer[];
  #area: PageArea = {x: 0, y: 0, columns: 80, rows: 24};
  #computed: Computed<L> | undefined;

  constructor(context: LinePagePorts, spec: LinePageSpec<L>) {
    this.kind = spec.kind;
    this.destination = spec.destination ?? {page: spec.kind};
    this.store = createStore<LinePageState>(() => ({revision: 0, scroll: AT_TOP, hasMoved: false}));
    this.#context = context;
    this.#spec = spec;
    const moving = scrollLayer(
      by => this.#move(by),
      () => this.#area.rows,
    );
    this.#layers = [spec.keys(this), moving];
  }

  readonly title = (): string => this.#spec.title;
  /** Opens the target of the line under the cursor. */
  readonly open = (): void => {
    const destination = this.current()?.destination;
    if (destination !== undefined) this.#context.navigation.go(destination);
  };
  /** The reason why the line has no target to open. */
  readonly openRefusal = (): string | undefined =>
    this.current()?.destination === undefined ? 'Nothing to open on this line.' : undefined;
  readonly repaint = (): void =>
    this.#context.batch(() => {
      this.store.setState(({revision}) => ({revision: revision + 1}));
      this.#context.repaintFooter();
      this.#context.repaintSidebar();
    });

  get area(): PageArea {
    return this.#area;
  }

  layers(): readonly Layer[] {
    return this.#layers;
  }

  setArea(area: PageArea): void {
    this.#area = area;
    const {hasMoved, scroll} = this.store.getState();
    const {cursor, top} = this.layout(area).scroll;
    // The next move starts from the visible window.
    if (hasMoved && (cursor !== scroll.cursor || top !== scroll.top)) this.store.setState({scroll: {cursor, top}});
  }

  /** The lines and the window in an area of this size. */
  layout({columns, rows}: Pick<PageArea, 'columns' | 'rows'>): LinePageLayout<L> {
    const {hasMoved, scroll} = this.store.getState();
    const content = this.#contentAt(columns);
    const start = hasMoved ? scroll : this.#initialScroll(content, rows);
    return {...content, scroll: settleScroll(content, this.#atStop(content, start, -1), rows)};
  }

  /** True if the line under the cursor has a mark, because the cursor skips other lines. */
  hasMark(line: L): boolean {
    return this.#spec.isStop?.(line) === true;
  }

  /** The line under the cursor. */
  current(): L | undefined {
    const layout = this.layout(this.#area);
    return linesOf(layout)[layout.scroll.cursor];
  }

  texts(): readonly string[] {
    const {columns, rows} = this.#area;
    const {left, right, scroll} = this.layout(this.#area);
    const text = (line: L | undefined, width: number): string =>
      cell(` ${line?.spans.map(({text}) => text).join('') ?? ''}`, width);
    const [leftColumns, rightColumns] = right === undefined ? [columns, 0] : columnWidths(columns);
    const count = Math.min(rows, Math.max(left.length, right?.length ?? 0) - scroll.top);
    return Array.from({length: count}, (_, index) => {
      const row = scroll.top + index;
      return text(left[row], leftColumns) + (right === undefined ? '' : text(right[row], rightColumns));
    });
  }

  isLoading(): boolean {
    return linesOf(this.#contentAt(this.#area.columns)).some(({isLoading}) => isLoading === true);
  }

  activate(): () => void {
    const {clock} = this.#context;
    let isActive = true;
    let isDue = false;
    // A response of the API changes several stores one after another, which causes one repaint.
    const changed = (): void => {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        if (isActive) this.repaint();
      });
    };
    const stops = this.#spec.sources().map(source => source.subscribe(changed));
    const unfollow = this.#spec.follow?.(changed);
    let stopTimer: (() => void) | undefined;
    const schedule = (): void => {
      const wait = this.#spec.nextRepaintMs?.();
      stopTimer = wait === undefined ? undefined : clock.schedule(wait, onTime);
    };
    const onTime = (): void => {
      this.repaint();
      schedule();
    };
    schedule();
    return () => {
      isActive = false;
      stopTimer?.();
      unfollow?.();
      for (const stop of stops) stop();
    };
  }

  click(row: number, column: number): void {
    const [leftColumns] = columnWidths(this.#area.columns);
    this.#moveTo(({left, right = [], scroll}) => {
      const isRight = right.length > 0 && column >= leftColumns;
      const last = (isRight ? right : left).length - 1;
      return (isRight ? left.length : 0) + Math.min(scroll.top + row, last);
    });
  }

  /** The lines, computed once for each revision, width and theme. */
  #contentAt(columns: number): PageContent<L> {
    const {revision} = this.store.getState();
    const skin = this.#context.skin();
    const known = this.#computed;
    if (known?.revision === revision && known.columns === columns && known.skin === skin) return known.content;
    const content = this.#spec.content(columns);
    this.#computed = {revision, columns, skin, content};
    return content;
  }

  /** The first line that the cursor stops at, or else with a target, if it is visible without scrolling. */
  #initialScroll(content: PageContent<L>, rows: number): Scroll {
    const {isStop = ({destination}: L) => destination !== undefined} = this.#spec;
    const first = linesOf(content).findIndex(line => isStop(line));
    return first >= 0 && rowOf(content, first) < rows ? {cursor: first, top: 0} : AT_TOP;
  }

  /** The cursor at the nearest stop; the window shows the lines above the first stop and below the last one, too. */
  #atStop(content: PageContent<L>, {cursor, top}: Scroll, direction: number): Scroll {
    if (this.#spec.isStop === undefined) return {cursor, top};
    const lines = linesOf(content);
    const stops = [...lines.keys()].filter(index => this.hasMark(lines[index] as L));
    if (stops.length === 0) return {cursor, top};
    const above = stops.findLast(index => index <= cursor);
    const below = stops.find(index => index >= cursor);
    const stop = (direction < 0 ? (above ?? below) : (below ?? above)) ?? cursor;
    return {cursor: stop, top: stop === stops[0] ? 0 : stop === stops.at(-1) ? lines.length : top};
  }

  /** A step moves to the next line with a target; after the last target it scrolls the page. */
  #move(by: number): void {
    this.#moveTo(layout => {
      const {cursor} = layout.scroll;
      const lines = linesOf(layout);
      if (Math.abs(by) === 1 && this.#spec.isStop === undefined)
        for (let at = cursor + by; at >= 0 && at < lines.length; at += by)
          if (lines[at]?.destination !== undefined) return at;
      return cursor + by;
    }, by);
  }

  /** @param direction less than 0 to look for a stop above the target first */
  #moveTo(target: (layout: LinePageLayout<L>) => number, direction = -1): void {
    const layout = this.layout(this.#area);
    const aim = {cursor: target(layout), top: layout.scroll.top};
    const scroll = settleScroll(layout, this.#atStop(layout, aim, direction), this.#area.rows);
    this.#context.batch(() => {
      this.store.setState({scroll, hasMoved: true});
      this.#context.repaintFooter();
    });
  }
}

/** All lines in the order of the cursor: down the left column, and then down the right one. */
const linesOf = <L extends PageLine>({left, right}: PageContent<L>): readonly L[] =>
  right === undefined ? left : [...left, ...right];

const rowOf = ({left}: PageContent, cursor: number): number => (cursor < left.length ? cursor : cursor - left.length);

/** The cursor on a line of the page, and the window moved as little as possible to contain it. */
function settleScroll(content: PageContent, {cursor, top}: Scroll, rows: number): Scroll {
  const {left, right = []} = content;
  const at = Math.max(0, Math.min(cursor, left.length + right.length - 1));
  const count = Math.max(left.length, right.length);
  return {cursor: at, top: clampScroll({cursor: rowOf(content, at), top}, count, rows).top};
}
