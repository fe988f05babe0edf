/**
 * The console before Ink is loaded: the same frame from the same surfaces, with working keys. Dialogs with Ink
 * components appear once Ink is loaded.
 */

import {layoutPanes, overlayRectangle, type Size, visibleEdges} from '../frame/layout.ts';
import {toastsRectangle} from '../frame/toasts.ts';
import type {Rectangle, Surface} from '../terminal/index.ts';
import {holeEnd, holeStart, type OpenTerminal} from '../terminal/index.ts';
import type {ConsoleApp} from './create-console.ts';
import {dimBelow} from './dim-below.ts';

export interface PreInkRenderer {
  /** Stops reading keys and painting; the console stays active. */
  stopInput(): void;
  deactivate(): void;
}

/** Paints a console on a terminal in raw mode and reads its keys. */
export function startPreInkRenderer(terminal: OpenTerminal, context: ConsoleApp): PreInkRenderer {
  const {compositor, keyboard} = terminal;
  context.terminal = terminal.context;
  const draw = (): void => {
    dimBelow(context);
    const sketch = layoutFrame(context, compositor);
    if (sketch) compositor.sketch(sketch.lines, sketch.rectangles);
  };
  let stopPlace: (() => void) | undefined;
  const onNavigated = (): void => {
    stopPlace?.();
    stopPlace = context.navigation.current.get()?.inDetail.subscribe(draw);
    draw();
  };
  onNavigated();
  const sleep = context.activate();
  const {navigation, overlays, session} = context;
  compositor.on('resize', draw);
  const stops = [
    navigation.current.subscribe(onNavigated),
    overlays.stack.subscribe(draw),
    session.toasts.subscribe(draw),
    session.operations.subscribe(draw),
    keyboard.onStroke(stroke => context.press(stroke)),
    () => compositor.off('resize', draw),
  ];
  return {
    stopInput() {
      stopPlace?.();
      for (const stop of stops) stop();
    },
    deactivate: sleep,
  };
}

interface FrameLayout {
  readonly lines: readonly string[];
  readonly rectangles: ReadonlyMap<Surface, Rectangle>;
}

/** The frame exactly as Ink will write it; undefined if the terminal is too small for one. */
function layoutFrame(context: ConsoleApp, {columns, rows}: Size): FrameLayout | undefined {
  const view = context.navigation.current.get();
  if (view === undefined) return undefined;
  const messages = toastsRectangle(context, {columns, rows}, 0).height;
  const layout = layoutPanes(
    {columns, rows},
    {
      inDetail: view.inDetail.get(),
      wantsWidth: view.wantsWidth?.get() ?? false,
      split: view.split,
      strip: context.session.operations.get().length > 0,
      messages,
      bare: view.bare ?? false,
    },
  );
  if (layout.kind === 'tiny') return undefined;
  const navigation = new Map<Surface, Rectangle>();
  const {sidebar, switcher, header, body, list, detail, strip} = layout;
  const top = header + switcher;
  const put = (surface: Surface, x: number, y: number, width: number, height: number): void =>
    void navigation.set(surface, {x, y, width, height});
  if (header === 1) put(context.frame.header, 0, 0, columns, 1);
  if (switcher === 1) put(context.sidebar.surface, 0, header, columns, 1);
  if (sidebar > 0) {
    put(context.sidebar.surface, 0, top, sidebar - 1, body);
    put(context.frame.sidebarRule, sidebar - 1, top, 1, body);
  }
  if (list > 0) put(view.main, sidebar, top, list, body);
  if (detail > 0 && view.aside !== undefined) {
    if (list > 0) put(context.frame.detailRule, sidebar + list, top, 1, body);
    put(view.aside, sidebar + list + (list > 0 ? 1 : 0), top, list > 0 ? detail - 1 : detail, body);
  }
  if (strip === 1) put(context.frame.strip, 0, top + body, columns, 1);
  put(context.frame.footer, 0, rows - 1, columns, 1);
  for (const overlay of context.overlays.stack.get())
    navigation.set(overlay.surface, overlayRectangle(overlay, {columns, rows}, visibleEdges(layout, messages)));
  const toasts = toastsRectangle(context, {columns, rows}, 1 + strip);
  if (toasts.height > 0) navigation.set(context.frame.toasts, toasts);
  const lines = Array.from({length: rows}, (_, y) => frameLine(y, columns, navigation));
  return {lines, rectangles: navigation};
}

/** One line of the frame: holes for surfaces, later ones over earlier ones. */
function frameLine(y: number, columns: number, places: ReadonlyMap<Surface, Rectangle>): string {
  const cells: (Surface | undefined)[] = new Array(columns).fill(undefined);
  for (const [surface, place] of places)
    if (y >= place.y && y < place.y + place.height) cells.fill(surface, place.x, place.x + place.width);
  let line = '';
  for (let x = 0; x < columns; ) {
    const from = x;
    const cell = cells[from];
    while (x < columns && cells[x] === cell) x++;
    const blank = ' '.repeat(x - from);
    line += cell ? holeStart(cell.hole) + blank + holeEnd : blank;
  }
  return line;
}
