/** A text line with its matches below: the finder, the command line, help and pickers all use it. */
import {formatNumber} from '../../families/format/format.ts';
import {createLayer, type KeyStroke, type Layer} from '../../keymap/layer.ts';
import {realClock} from '../../store/core/clock.ts';
import {runToEnd} from '../../store/core/run-to-end.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import type {Overlay} from '../context/overlay-stack.ts';
import {cellWidth} from '../terminal/index.ts';
import {type ChoiceText, choicePainter, choiceWindow} from './choice-lines.ts';
import {AT_TOP, clampScroll, type Scroll} from './scroll.ts';
import {paintSpans, span} from './spans.ts';
import {editLine, type InputLine, inputLine, paintPrompt} from './text-input.ts';

export interface Choice extends ChoiceText {
  /** Returns a promise if it takes time: the accessible dialogue waits for it, the screen doesn't. */
  readonly run: () => unknown;
}

type ChoiceSource = readonly Choice[] | Generator<void, readonly Choice[]>;

export interface ChooserSpec {
  readonly title: string | (() => string);
  readonly prompt: string;
  readonly typed?: string;
  /** The matching choices, in steps if the search may take long. */
  readonly choices: (typed: string) => ChoiceSource;
  /** The text shown while nothing matches. */
  readonly nothing: (typed: string) => string;
  /** Several can be taken: space and tab switch, enter takes all, esc leaves them as they were. `switches` names the first. */
  readonly multiple?: {accept(): void; leave(): void; readonly switches?: string};
  /** Enter on a line that nothing fits. */
  readonly onNoMatch?: (typed: string) => void;
  readonly at?: 'centre' | 'upper';
  readonly columns?: number;
  /** The number of rows that justify the full height of the screen. */
  readonly rows?: number;
  /** The initial position of the cursor. */
  readonly first?: number;
}

export interface Chooser {
  readonly overlay: Overlay;
  typed(): string;
  type(text: string): void;
  chosen(): Choice | undefined;
  choose(): void;
  /** Switches the choice under the cursor on or off. */
  toggle(): void;
  /** Takes the choices that are switched on. */
  accept(): void;
  move(by: number): void;
  height(): number;
  /** Shows the choices again after they changed without a key. */
  refreshChoices(): void;
}

/**
 * The time that a search may take during a key, and the time that the following keys may wait for the rest;
 * milliseconds.
 */
const MAX_SEARCH_MS = 6;
const SEARCH_SLICE_MS = 1;

/**
 * The height for the prompt, the rule and the choices: at least a few rows, so that the box doesn't jump, and at most a
 * screenful.
 */
const rowsFor = (choices: number): number => Math.max(7, Math.min(choices + 2, 20));

/** The number of choices at which the box reaches its full height. */
const MAX_SIZED_CHOICES = 18;

/** @param keys layers above the line's own; without them it works as a picker. */
export function openChooser(context: ConsoleContext, spec: ChooserSpec, keys?: (chooser: Chooser) => Layer): Chooser {
  let line: InputLine = inputLine(spec.typed ?? '');
  /** Set while a search runs: the shown choices are those of the earlier text. */
  let pendingSearch: Generator<void, readonly Choice[]> | undefined;
  let choices = search() ?? [];
  let scroll: Scroll = {...AT_TOP, cursor: spec.first ?? 0};
  let height = 1;
  const titleOf = (): string => (typeof spec.title === 'string' ? spec.title : spec.title());
  const setLine = (next: InputLine): void => {
    const changed = next.text !== line.text;
    line = next;
    if (!changed) {
      overlay.repaint();
      return;
    }
    scroll = AT_TOP;
    renew();
  };
  const renew = (): void => {
    const choices = search();
    if (choices !== undefined) show(choices);
  };
  /** The matching choices; undefined if the search takes long, and they show later. */
  function search(): readonly Choice[] | undefined {
    const source = spec.choices(line.text);
    pendingSearch = undefined;
    if (!isWork(source)) return source;
    pendingSearch = source;
    const choices = advance(source, MAX_SEARCH_MS);
    if (choices === undefined) void continueSearch(source);
    return choices;
  }
  function advance(work: Generator<void, readonly Choice[]>, milliseconds: number): readonly Choice[] | undefined {
    const until = performance.now() + milliseconds;
    do {
      const {done, value} = work.next();
      if (!done) continue;
      pendingSearch = undefined;
      return value;
    } while (performance.now() < until);
    return undefined;
  }
  async function continueSearch(work: Generator<void, readonly Choice[]>): Promise<void> {
    for (;;) {
      await realClock.yieldToLoop();
      if (pendingSearch !== work) return;
      const choices = advance(work, SEARCH_SLICE_MS);
      if (choices !== undefined) show(choices);
    }
  }
  /** Completes the search, because taking or moving to a choice means one that matches the typed text. */
  function finish(): void {
    const work = pendingSearch;
    pendingSearch = undefined;
    if (work !== undefined) show(runToEnd(work));
  }
  const show = (found: readonly Choice[]): void => {
    const before = choices.length;
    choices = found;
    if (rowsFor(before) === rowsFor(choices.length)) overlay.repaint();
    else overlay.resize();
  };
  function take(choice: Choice): unknown {
    if (choice.unless !== undefined) {
      context.say(`${choice.text}: ${choice.unless}`, 'attention');
      return undefined;
    }
    if (spec.multiple === undefined) overlay.close();
    const work = choice.run();
    if (spec.multiple !== undefined) renew();
    return work;
  }
  function accept(): void {
    overlay.close();
    spec.multiple?.accept();
  }
  const chooser: Chooser = {
    get overlay() {
      return overlay;
    },
    typed: () => line.text,
    type: text => setLine(inputLine(text)),
    chosen() {
      finish();
      return choices[scroll.cursor];
    },
    choose() {
      const choice = chooser.chosen();
      if (choice === undefined) {
        spec.onNoMatch?.(line.text);
        return;
      }
      take(choice);
    },
    toggle() {
      const choice = chooser.chosen();
      if (choice !== undefined) take(choice);
    },
    accept,
    move(by) {
      finish();
      scroll = clampScroll({cursor: scroll.cursor + by, top: scroll.top}, choices.length, height);
      overlay.repaint();
    },
    height: () => height,
    refreshChoices: renew,
  };
  const text = (stroke: KeyStroke): boolean => {
    const next = editLine(line, stroke);
    if (next === undefined) return false;
    setLine(next);
    return true;
  };
  const keyLayer = keys?.(chooser) ?? pickerKeys(chooser, spec);
  // Space selects, as in lists. Fuzzy search finds names without their blanks, and a blank can be pasted.
  const typing = (key?: string): boolean => spec.multiple === undefined || key !== 'space';
  const layers = [{...keyLayer, modal: true, typing, text}];
  const overlay: Overlay = context.overlays.open({
    prompt: {
      kind: 'choose',
      title: titleOf,
      choices: typed => whole(spec.choices(typed)),
      nothing: spec.nothing,
      take,
      accept: spec.multiple && accept,
    },
    title: titleOf,
    at: spec.at ?? 'upper',
    size(columns, rows) {
      const wide = Math.min(spec.columns ?? 90, columns - 6);
      return {columns: wide, rows: Math.min(Math.max(rowsFor(lineCount(wide)), (spec.rows ?? 0) + 2), rows - 4)};
    },
    paint,
    layers: () => layers,
    onClosed() {
      pendingSearch = undefined;
    },
  });

  /** With many choices their number is enough, because they fill the box. */
  function lineCount(columns: number): number {
    if (choices.length > MAX_SIZED_CHOICES) return choices.length;
    const painter = choicePainter(context.skin(), choices, columns);
    return choices.reduce((sum, choice) => sum + painter.height(choice), 0);
  }

  /** The typed text, and the cursor's position among the matches: "17 of 62". */
  function promptLine(columns: number): string {
    const skin = context.skin();
    const count = choices.length === 0 ? '' : ` ${formatNumber(scroll.cursor + 1)} of ${formatNumber(choices.length)} `;
    const room = columns - cellWidth(count);
    const hint = keys === undefined ? 'type to filter' : '';
    if (room < 20) return paintPrompt(skin, spec.prompt, line, columns, hint);
    const end = paintSpans(skin, [span(count, 'dim')], cellWidth(count));
    return paintPrompt(skin, spec.prompt, line, room, hint) + end;
  }

  function paint(columns: number, rows: number): string[] {
    const skin = context.skin();
    const room = Math.max(1, rows - 2);
    const painter = choicePainter(skin, choices, columns);
    const window = choiceWindow(scroll, choices.length, room, at => painter.height(choices[at]));
    scroll = window.scroll;
    height = window.shown;
    const body = choices
      .slice(scroll.top, scroll.top + height)
      .flatMap((choice, index) => painter.paint(choice, scroll.top + index === scroll.cursor));
    const left = painter.omittedCells(choices[scroll.cursor]);
    const nothing =
      choices.length === 0 && pendingSearch === undefined
        ? [paintSpans(skin, [span(` ${spec.nothing(line.text)}`, 'dim')], columns)]
        : [];
    const rule = skin.symbol('rule').repeat(Math.max(0, columns - cellWidth(left)));
    return [
      promptLine(columns),
      paintSpans(skin, [span(`${left}${rule}`, 'dim')], columns),
      ...body.slice(0, room),
      ...nothing,
    ];
  }
  return chooser;
}

const isWork = (source: ChoiceSource): source is Generator<void, readonly Choice[]> => 'next' in source;
const whole = (source: ChoiceSource): readonly Choice[] => (isWork(source) ? runToEnd(source) : source);

function pickerKeys(chooser: Chooser, {multiple, title}: ChooserSpec): Layer {
  return createLayer(
    'chooser',
    {
      choose: {
        run() {
          if (multiple === undefined) chooser.choose();
          else chooser.accept();
        },
        says: () => (multiple === undefined ? 'choose' : 'done'),
      },
      toggle: {
        run: () => chooser.toggle(),
        says: () => multiple?.switches ?? 'select',
        hidden: () => multiple === undefined,
      },
      down: () => chooser.move(1),
      up: () => chooser.move(-1),
      pageDown: () => chooser.move(chooser.height() - 1),
      pageUp: () => chooser.move(1 - chooser.height()),
      halfDown: () => chooser.move(Math.ceil(chooser.height() / 2)),
      halfUp: {
        run: () => chooser.move(-Math.ceil(chooser.height() / 2)),
        hidden: () => chooser.typed() !== '',
      },
      close: {
        run() {
          chooser.overlay.close();
          multiple?.leave();
        },
        says: () => (multiple === undefined ? 'close' : 'cancel'),
      },
    },
    {title: typeof title === 'string' ? title : title()},
  );
}
