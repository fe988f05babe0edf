/** A view that is one page of lines, some with targets: overview, operations, network. */
import {formatNumber} from '../../../families/format/format.ts';
import type {Layer} from '../../../keymap/layer.ts';
import type {Source} from '../../../store/core/observable.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import type {Destination, Page, View} from '../../context/navigation.ts';
import {createObservable} from '../../context/observable.ts';
import {AT_TOP, clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {type Span, span} from '../../widgets/spans.ts';
import {type DetailLine, spansLine} from './detail-lines.ts';

export interface PageLine extends DetailLine {
  readonly destination?: Destination | undefined;
}

/** The lines of a page: below each other, or in two columns. */
export interface PageContent<L extends PageLine> {
  readonly left: readonly L[];
  readonly right?: readonly L[];
}

export interface PageSpec<L extends PageLine> {
  readonly page: Page;
  readonly title: string;
  content(columns: number): PageContent<L>;
  /** The sources of its data; each change repaints the page. */
  sources(): readonly Source<unknown>[];
  /** The keys of this page, created once. */
  keys(page: LinePage<L>): Layer;
  /** Follows data without a source; returns the function that stops it. */
  follow?(changed: () => void): () => void;
  /** The time until the text changes without a source, milliseconds; undefined if it doesn't. */
  nextRepaintMs?(): number | undefined;
}

export interface LinePage<L extends PageLine> {
  /** The line under the cursor. */
  current(): L | undefined;
  /** Opens the line's target. */
  open(): void;
  /** The reason why the target can't be opened. */
  unopenable(): string | undefined;
}

export function createPage<L extends PageLine>(context: ConsoleContext, spec: PageSpec<L>): View {
  let scroll: Scroll = AT_TOP;
  /** Until the user moves it, the cursor is on the first line with a target, so that its keys work at once. */
  let moved = false;
  let height = 1;
  let lines: readonly L[] = [];
  const main = context.surface((columns, rows) => {
    const {left, right} = spec.content(columns);
    lines = right === undefined ? left : [...left, ...right];
    height = rows;
    if (right !== undefined) return paintTwo(left, right, columns, rows);
    const first = moved ? -1 : lines.findIndex((_, at) => leads(at) !== undefined);
    scroll = clampScroll(first >= 0 && first < rows ? {cursor: first, top: 0} : scroll, lines.length, height);
    const focused = context.focus.get() === 'main';
    return lines.slice(scroll.top, scroll.top + height).map((line, index) => {
      const here = scroll.top + index === scroll.cursor;
      return line.paint(here && focused ? 'bar' : 'none', columns);
    });
  });
  /** The cursor goes down the first column and then down the second. */
  function paintTwo(left: readonly L[], right: readonly L[], columns: number, rows: number): string[] {
    const second = left.length;
    const first = moved ? -1 : lines.findIndex((_, at) => leads(at) !== undefined);
    if (first >= 0) scroll = {cursor: first, top: 0};
    const cursor = Math.max(0, Math.min(scroll.cursor, lines.length - 1));
    const rowOf = cursor < second ? cursor : cursor - second;
    const {top} = clampScroll({cursor: rowOf, top: scroll.top}, Math.max(left.length, right.length), rows);
    scroll = {cursor, top};
    const width = columns >> 1;
    const focused = context.focus.get() === 'main';
    const paintAt = (from: number, line: L | undefined, row: number, cells: number): string =>
      line?.paint(focused && from + row === cursor ? 'bar' : 'none', cells) ?? ' '.repeat(cells);
    return Array.from({length: Math.min(rows, Math.max(left.length, right.length) - top)}, (_, index) => {
      const row = top + index;
      return paintAt(0, left[row], row, width) + paintAt(second, right[row], row, columns - width);
    });
  }
  const changed = (): void =>
    context.batch(() => {
      main.repaint();
      context.repaintFooter();
      context.repaintSidebar();
    });
  const leads = (at = scroll.cursor): L | undefined => {
    const line = lines[at];
    return line?.destination === undefined ? undefined : line;
  };
  /** A step goes to the next line with a target; beyond the last one the page still scrolls. */
  function stepped(by: number): number {
    if (Math.abs(by) !== 1) return scroll.cursor + by;
    for (let at = scroll.cursor + by; at >= 0 && at < lines.length; at += by) if (leads(at) !== undefined) return at;
    return scroll.cursor + by;
  }
  const moving = scrollLayer(
    by => {
      moved = true;
      const cursor = Math.max(0, Math.min(stepped(by), lines.length - 1));
      // The window follows while painting, which knows the layout of the lines.
      scroll = {cursor, top: scroll.top};
      changed();
    },
    () => height,
  );
  const keys = spec.keys({
    current: () => lines[scroll.cursor],
    open() {
      const goes = leads()?.destination;
      if (goes !== undefined) context.navigation.go(goes);
    },
    unopenable: () => (leads() === undefined ? 'Nothing to open on this line.' : undefined),
  });
  const layers = [keys, moving];
  return {
    destination: {page: spec.page},
    title: () => spec.title,
    split: false,
    main,
    aside: undefined,
    inDetail: createObservable(false),
    layers: () => layers,
    loading: () => lines.some(({loading}) => loading === true),
    activate() {
      const stops = spec.sources().map(source => source.subscribe(changed));
      const follow = spec.follow?.(changed);
      let tick: (() => void) | undefined;
      const plan = (): void => {
        const wait = spec.nextRepaintMs?.();
        tick = wait === undefined ? undefined : context.clock.schedule(wait, again);
      };
      const again = (): void => {
        changed();
        plan();
      };
      plan();
      return () => {
        tick?.();
        follow?.();
        for (const stop of stops) stop();
      };
    },
    repaint: changed,
    click(row) {
      moved = true;
      scroll = clampScroll({cursor: scroll.top + row, top: scroll.top}, lines.length, height);
    },
  };
}

export const pageText = (context: ConsoleContext, spans: readonly Span[], goes?: Destination): PageLine => ({
  ...spansLine(context.skin(), spans),
  ...(goes && {destination: goes}),
});

/** The number of lines that are not listed above; empty if all are. */
export const pageMore = (context: ConsoleContext, left: number): PageLine[] =>
  left > 0 ? [pageText(context, [span(`and ${formatNumber(left)} more`, 'dim')])] : [];

/** A blank line and a title. */
export const pageHeading = (context: ConsoleContext, title: string): PageLine[] => [
  pageText(context, []),
  pageText(context, [span(title.toUpperCase(), 'dim')]),
];
