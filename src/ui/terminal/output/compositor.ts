/**
 * The only writer to the terminal. Ink writes its frames to this stream instead of stdout. Surfaces fill their rectangles
 * of the frame, except below boxes. The difference from the current screen is sent in one write.
 *
 * More than 300 lines: one class, because surfaces and frames share the screen.
 */

import {EventEmitter} from 'node:events';
import {leavesText, Modes} from '../control/modes.ts';
import {cellsOf} from './cells.ts';
import {FrameWriter} from './frame-writer.ts';
import {areEqualHoles, layOutHoles, NO_HOLES} from './holes.ts';
import {isControl, parseFrame} from './ink-frame.ts';
import type {ColorLevel} from './palette.ts';
import {type FrameLine, ScreenModel} from './screen-model.ts';
import {Pen} from './sgr-style.ts';
import type {Rectangle, Surface, SurfaceHost} from './surface.ts';
import {HIDE_CURSOR, SHOW_CURSOR, TextCursor} from './text-cursor.ts';

/** The part of stdout that the compositor needs. */
export interface TerminalOutput extends NodeJS.EventEmitter {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(bytes: string, done?: () => void): boolean;
  /**
   * Asks the terminal for its size, and emits `resize` if the size changed. It is an internal method of Node, which calls
   * it on SIGWINCH. `columns`, `rows` and the documented `getWindowSize()` return the last known size.
   */
  _refreshSize?(): void;
}

export interface CompositorOptions {
  readonly colors?: ColorLevel;
  /** Called once when the terminal was closed (EPIPE, EIO). */
  readonly onTerminalClosed?: (error: Error) => void;
}

export interface CompositorStats {
  /** Requested changes. Several may be combined into one write; an empty change writes nothing. */
  readonly frames: number;
  readonly writes: number;
  /** UTF-16 units written to stdout, equal to bytes for ASCII. */
  readonly bytes: number;
}

const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const NO_AREA: Rectangle = {x: 0, y: 0, width: 0, height: 0};
const ENTER_ALTERNATE = '\x1b[?1049h';
/** More columns than any screen shows at the smallest font. A bogus size must not exhaust the memory. */
const maxColumns = 2000;
const maxRows = 600;

export class Compositor extends EventEmitter implements NodeJS.WritableStream, SurfaceHost {
  readonly isTTY = true;
  readonly #out: TerminalOutput;
  readonly #pen: Pen;
  readonly #frameWriter: FrameWriter;
  readonly #onTerminalClosed: ((error: Error) => void) | undefined;
  readonly #modes = new Modes();
  readonly #surfaces = new Map<number, {surface: Surface; measure: () => Rectangle}>();
  readonly #detachedHoles = new Set<number>();
  /** The rectangles of dialogs and toasts, which hide surfaces. */
  readonly #boxes = new Set<Rectangle>();
  /** Ink's last frame, raw and parsed. */
  #ink: readonly string[] = [];
  #lines: readonly FrameLine[] = [];
  readonly #screen = new ScreenModel();
  #update: string[] | undefined;
  readonly #cursor = new TextCursor();
  #batchDepth = 0;
  #isCongested = false;
  #isTerminalClosed = false;
  #isRestored = false;
  #stats = {frames: 0, writes: 0, bytes: 0};

  constructor(out: TerminalOutput, options: CompositorOptions = {}) {
    super();
    this.#out = out;
    this.#onTerminalClosed = options.onTerminalClosed;
    this.#pen = new Pen(options.colors ?? 'truecolor');
    this.#frameWriter = new FrameWriter(this.#pen);
    // Every mounted Ink hook that watches the size listens to this emitter.
    this.setMaxListeners(0);
    out.on('resize', this.#onResize);
    out.on('drain', this.#onDrain);
    out.on('error', this.#onError);
  }

  get columns(): number {
    return Math.min(this.#out.columns || 80, maxColumns);
  }

  get rows(): number {
    return Math.min(this.#out.rows || 24, maxRows);
  }

  get writable(): boolean {
    return !this.#isTerminalClosed;
  }

  get stats(): CompositorStats {
    return {...this.#stats};
  }

  /** Receives Ink's output. A frame is several writes between two marks; other writes are passed on or interpreted. */
  write(bytes: string | Uint8Array, encoding?: unknown, done?: unknown): boolean {
    const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
    if (text === SYNC_BEGIN) this.#update = [];
    else if (text === SYNC_END) this.#endUpdate();
    else if (this.#update !== undefined) this.#update.push(text);
    else if (text !== '') this.#writeOutsideFrame(text);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') this.#afterWrites(() => callback());
    return !this.#isCongested;
  }

  end(...args: unknown[]): this {
    const [first] = args;
    if (typeof first === 'string') this.write(first);
    return this;
  }

  /** Combines every change made by `work` into one paint at its end. Calls may be nested. */
  batch<T>(work: () => T): T {
    this.#batchDepth++;
    try {
      return work();
    } finally {
      this.#batchDepth--;
      this.#flush();
    }
  }

  /**
   * Asks the terminal for its current size. The signal for a new size may arrive after later keys, and some keys depend
   * on whether their effect is visible.
   */
  measure(): void {
    this.#out._refreshSize?.();
  }

  damage(surface: Surface, rows: readonly number[]): void {
    for (const row of rows) {
      if (row < surface.height) this.#screen.markPiece(surface.y + row, surface.x, surface.x + surface.width);
    }
    this.#requestPaint();
  }

  /** Repaints everything, because another program wrote on the screen. */
  invalidate(): void {
    this.#screen.invalidate(this.rows);
    this.#cursor.note({isShown: true});
    this.#requestPaint();
  }

  /** Sends bytes that leave no text and do not move the cursor: titles, clipboard, bell, modes. */
  control(bytes: string): void {
    if (bytes === '' || this.#isRestored) return;
    this.#modes.note(bytes);
    this.#send(bytes);
  }

  /**
   * Puts a surface into Ink's frames. `measure` is called at every frame, because the layout can change at any time.
   */
  attach(surface: Surface, measure: () => Rectangle): void {
    this.#surfaces.set(surface.hole, {surface, measure});
    this.#detachedHoles.delete(surface.hole);
    // The data may have changed while the surface was hidden.
    if (!surface.setArea(measure())) surface.repaint();
    surface.setHost(this);
    this.#setLines(this.#ink);
    this.#screen.markSurface(surface);
    this.#requestPaint();
  }

  /** Removes a surface. Its rows stay until Ink's next frame, which has no hole for it. */
  detach(surface: Surface): void {
    surface.setHost(undefined);
    this.#detachedHoles.add(surface.hole);
  }

  /**
   * Hides surfaces in a rectangle from Ink's next frame on. Returns the function that shows them with a later frame.
   */
  cover(rectangle: Rectangle): () => void {
    this.#boxes.add(rectangle);
    return () => {
      this.#boxes.delete(rectangle);
    };
  }

  /** Measures the surfaces. Called after each frame, because Ink doesn't write a frame whose text hasn't changed. */
  updateLayout(): void {
    this.#setFrame(this.#ink);
    this.#flush();
  }

  /**
   * Delays the next paint until the running React commit is over, so that a surface appears together with the frame
   * that has a hole for it.
   * @param schedule runs its argument after the commit
   */
  hold(schedule: (release: () => void) => void = queueMicrotask): void {
    this.#batchDepth++;
    schedule(() => {
      this.#batchDepth--;
      this.#flush();
    });
  }

  /** Sets all modes and repaints, because another program used the terminal and may have changed modes and screen. */
  renew(): void {
    this.#send(this.#modes.redo());
    this.invalidate();
  }

  /** Restores the terminal: all modes off, the main screen, a cursor. Later frames are dropped. Safe to call twice. */
  restore(): void {
    if (this.#isRestored) return;
    this.#isRestored = true;
    const bytes = this.#modes.undo();
    if (bytes !== '') this.#send(bytes);
    this.#out.off('resize', this.#onResize);
    this.#out.off('drain', this.#onDrain);
  }

  #writeOutsideFrame(bytes: string): void {
    if (this.#isRestored) return;
    const alternate = this.#modes.isAlternate;
    if (bytes === SHOW_CURSOR || bytes === HIDE_CURSOR) this.#cursor.note({isShown: bytes === SHOW_CURSOR});
    // Ink erases its last frame outside of updates before it suspends or shrinks; a repaint follows in both cases.
    else if (isControl(bytes) || (bytes === ENTER_ALTERNATE && alternate)) return;
    this.#modes.note(bytes);
    this.#send(bytes);
    if (this.#modes.isAlternate && !alternate) this.#screen.invalidate(this.rows);
    else if (leavesText(bytes)) this.invalidate();
  }

  #endUpdate(): void {
    const chunks = this.#update ?? [];
    this.#update = undefined;
    if (this.#isRestored) return;
    const frame = parseFrame(chunks, this.#ink.length);
    if (frame === undefined) this.#passUpdate(chunks);
    else {
      this.#cursor.setPosition(frame.cursor);
      if (frame.lines !== undefined) this.#setFrame(frame.lines);
    }
    this.#requestPaint();
  }

  /** Handles a frame in an unknown format: it is passed to the terminal, and the screen is repainted. */
  #passUpdate(chunks: readonly string[]): void {
    this.#send(chunks.join(''));
    this.#cursor.note({isShown: true});
    this.#screen.invalidate(this.rows);
    // After output that a component wrote past Ink, Ink's frame follows again.
    const lines = parseFrame(chunks.slice(-1), this.#ink.length)?.lines;
    if (lines !== undefined) this.#setFrame(lines);
  }

  #setFrame(lines: readonly string[]): void {
    for (const hole of this.#detachedHoles) {
      // A surface without a size isn't painted.
      this.#surfaces.get(hole)?.surface.setArea(NO_AREA);
      this.#surfaces.delete(hole);
    }
    this.#detachedHoles.clear();
    this.#batchDepth++;
    try {
      for (const {surface, measure} of this.#surfaces.values()) this.#moveSurface(surface, measure());
    } finally {
      // Without this, an error of a screen's paint function would freeze the terminal.
      this.#batchDepth--;
    }
    this.#setLines(lines);
  }

  #setLines(lines: readonly string[]): void {
    const [before, knownLines] = [this.#ink, this.#lines];
    const surfaces = [...this.#surfaces.values()].map(({surface}) => surface);
    const holes = layOutHoles(lines.length, surfaces, this.#boxes);
    this.#ink = lines;
    this.#lines = lines.map((line, y) => {
      const [last, next] = [knownLines[y], holes[y] ?? NO_HOLES];
      if (last !== undefined && line === before[y] && areEqualHoles(last.holes, next)) return last;
      this.#screen.mark(y, 0, Number.POSITIVE_INFINITY);
      return {cells: cellsOf(line), holes: next};
    });
    for (let y = lines.length; y < before.length; y++) this.#screen.mark(y, 0, Number.POSITIVE_INFINITY);
  }

  #moveSurface(surface: Surface, area: Rectangle): void {
    const hasMoved = area.x !== surface.x || area.y !== surface.y;
    surface.setArea(area);
    if (hasMoved) this.#screen.markSurface(surface);
  }

  #requestPaint(): void {
    this.#stats.frames++;
    this.#flush();
  }

  #flush(): void {
    if (
      this.#batchDepth > 0 ||
      this.#isCongested ||
      this.#isTerminalClosed ||
      this.#isRestored ||
      !this.#modes.isAlternate
    )
      return;
    if (!this.#screen.isDirty && !this.#cursor.isDirty) return;
    const frameWriter = this.#frameWriter;
    frameWriter.begin(this.columns);
    this.#screen.paint(frameWriter, this.columns, this.rows, this.#lines, this.#surfaces);
    const bytes = this.#cursor.wrap(frameWriter.end());
    if (bytes === '') return;
    this.#stats.writes++;
    this.#send(SYNC_BEGIN + bytes + SYNC_END);
  }

  #afterWrites(callback: () => void): void {
    if (this.#isTerminalClosed) setImmediate(callback);
    else this.#out.write('', callback);
  }

  #send(bytes: string): void {
    if (this.#isTerminalClosed) return;
    this.#stats.bytes += bytes.length;
    try {
      this.#isCongested = !this.#out.write(bytes);
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  readonly #onResize = (): void => {
    // The terminal may have reflowed or cut lines, so its contents are unknown until they are painted again.
    this.#screen.invalidate(this.rows);
    // Ink first draws its old layout in the new size; React's new layout comes a turn later. Both share one paint.
    this.hold(setImmediate);
    this.emit('resize');
  };

  readonly #onDrain = (): void => {
    this.#isCongested = false;
    this.#flush();
  };

  readonly #onError = (error: Error): void => {
    if (this.#isTerminalClosed) return;
    this.#isTerminalClosed = true;
    this.#onTerminalClosed?.(error);
  };
}
