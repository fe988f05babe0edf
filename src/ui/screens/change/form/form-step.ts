/** The form step, and the form of one entry: fields with their bounds beside them and their problems below. */
import {ago} from '../../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../../keymap/layer.ts';
import type {FieldState} from '../../../../store/changes/form/field-state.ts';
import type {ConsoleContext} from '../../../context/console-context.ts';
import {paintSpans, type Span, span, wrap} from '../../../widgets/spans.ts';
import {editField} from './edit-field.ts';
import type {Block} from './edit-table.ts';
import {rowsLayer} from './entry-table.ts';
import {createFieldInputs, inputKind} from './field-inputs.ts';
import {fieldBlocks, NAME_CELLS, roomFor} from './field-lines.ts';
import {type FocusStop, firstProblem, firstStop, focusStops, hasLevels, hasProposals, isPicked} from './focus-order.ts';
import {pickLevels, pickMany, pickOne} from './option-picker.ts';
import {createPathCompletion, isPath} from './path-completion.ts';
import {pickScopes} from './scope-picker.ts';

export interface StepView {
  readonly paint: (columns: number, rows: number) => string[];
  readonly layers: () => readonly Layer[];
  readonly rows: (columns: number) => number;
}

export interface StepHost {
  repaint(): void;
  resize(): void;
  close(): void;
}

/** The content of a form: a whole change, or one entry of its rows. */
export interface FormModel {
  readonly layer: 'form' | 'item';
  readonly button: string;
  fields(): readonly FieldState[];
  /** Problems of values that have no field in this form. */
  problems?(): readonly string[];
  /** A note about the whole form. */
  note?(): string | undefined;
  set(path: string, value: unknown): void;
  /** Runs the button; the fields show the problems. */
  submit(): void;
  /** Opens the whole form in the user's editor. */
  editor(): Promise<void>;
  changed(listener: () => void): () => void;
  /** The draft that the values come from: its time, and the function that discards it. */
  readonly draft?: {at(): number | undefined; throwAway(): void};
  /**
   * Opens an entry of its rows. @param isNew true if it is dropped unless it is accepted; `focus` then moves the focus
   */
  open(stop: FocusStop, isNew: boolean, focus: (id: string) => void): void;
}

/** The path of the button, which no field has. */
const BUTTON_ID = '';
/** The path of the lines above the fields, which no field has either. */
const TOP_ID = '\0';

export function formView(context: ConsoleContext, model: FormModel, host: StepHost): StepView {
  const inputs = createFieldInputs((path, value) => model.set(path, value));
  let focused: string | undefined;
  /** Until the user does something, the focus starts again whenever more fields are known. */
  let hasStarted = false;
  /** The last shown fields. */
  let known: readonly string[] = [];
  let top = 0;
  /** The last width of the form in cells. */
  let wide = 80;
  let hasSubmitted = false;
  const stops = (): readonly FocusStop[] => focusStops(model.fields());
  const current = (): FocusStop | undefined => stops().find(({id}) => id === focused);
  const onButton = (): boolean => focused === BUTTON_ID;
  const isAlone = (): boolean => stops().length === 1;
  /** The focused field; in list fields the entries have the focus. */
  const field = (): FieldState | undefined => {
    const stop = current();
    return stop === undefined || stop.index !== undefined ? undefined : stop.field;
  };
  const focus = (id: string): void => {
    hasStarted = true;
    focused = id;
    host.resize();
  };

  /**
   * Moves the focus to the first problem, or the first field; problems may be found only after the form was submitted.
   */
  function settle(): void {
    const problem = hasSubmitted || focused === undefined ? firstProblem(stops(), model.fields()) : undefined;
    if (problem !== undefined) {
      focused = problem.id;
      hasStarted = true;
      hasSubmitted = false;
    }
    const order = stops().map(({id}) => id);
    // A field may disappear when more is known: the focus then moves to the field after it.
    const oldIndex = focused === undefined ? -1 : known.indexOf(focused);
    const next = known.slice(oldIndex + 1).find(id => order.includes(id)) ?? BUTTON_ID;
    known = order;
    if ((hasStarted && current() !== undefined) || onButton()) return;
    focused = hasStarted && oldIndex >= 0 ? next : (firstStop(stops())?.id ?? BUTTON_ID);
  }
  function step(by: number): void {
    hasStarted = true;
    const order = [...stops().map(({id}) => id), BUTTON_ID];
    const at = order.indexOf(focused ?? BUTTON_ID);
    focused = order[(at + by + order.length) % order.length];
    // The help of the field shows below it and takes lines of its own.
    host.resize();
  }
  function submit(): void {
    hasStarted = true;
    hasSubmitted = model.layer === 'form';
    model.submit();
    host.resize();
  }
  function enter(): void {
    hasStarted = true;
    const stop = current();
    if (stop === undefined) submit();
    else if (stop.index !== undefined) entries.edit();
    else if (hasLevels(stop.field)) choose(stop.field, pickLevels);
    else if (inputKind(stop.field) === 'choose' || hasProposals(stop.field)) choose(stop.field, pickOne);
    else if (inputKind(stop.field) === 'chooseMany') choose(stop.field, pickMany);
    else if (inputKind(stop.field) === 'scopes') choose(stop.field, pickScopes);
    else step(1);
  }
  function choose({path}: FieldState, open: typeof pickOne): void {
    open({
      context,
      field: () => fieldAt(model.fields(), path),
      set: value => model.set(path, value),
      // The focus stays, so that enter and then tab, as in other forms, skips no field.
      done: () => host.resize(),
      changed: listener => model.changed(listener),
    });
  }
  function flip(): void {
    hasStarted = true;
    const now = field();
    if (now !== undefined) model.set(now.path, now.value !== true);
    host.repaint();
  }

  /** Opens the editor: for a long text with that text alone, from any other field with the whole form. */
  async function toEditor(): Promise<void> {
    const now = field();
    if (now !== undefined && inputKind(now) === 'area')
      await editField(context, now, value => model.set(now.path, value));
    else await model.editor();
    host.resize();
  }

  const entries = rowsLayer({
    stop: current,
    set: (path, value) => model.set(path, value),
    focus,
    open(stop, isNew) {
      model.open(stop, isNew, focus);
    },
    say: text => context.say(text, 'attention'),
  });

  const completed = createPathCompletion({
    field,
    set: (path, value) => model.set(path, value),
    next: () => step(1),
    say: text => context.say(text),
  });
  const scrollKeys = {
    next: {
      run: (key: string) => (key === 'tab' && isPath(field()) ? completed() : step(1)),
      says: () => (isPath(field()) ? 'complete, next' : 'next'),
    },
    previous: () => step(-1),
    enter: {
      run: enter,
      says: () => (onButton() ? model.button.toLowerCase() : 'choose'),
      // On a line of text this key continues to the next field, as the footer says.
      absent() {
        const now = field();
        return now !== undefined && !isPicked(now) && !hasProposals(now);
      },
    },
    editor: () => void toEditor(),
    close: () => host.close(),
  };
  const options = {
    modal: true,
    typing: () => {
      const now = field();
      return now !== undefined && ['line', 'area'].includes(inputKind(now));
    },
    text(stroke: Parameters<NonNullable<Layer['text']>>[0]) {
      const now = field();
      if (now === undefined) return false;
      hasStarted = true;
      const kind = inputKind(now);
      // Typing on a picker opens it with the text as its search.
      if (isPicked(now) && stroke.text !== undefined) {
        enter();
        if (stroke.key !== 'space') context.press(stroke);
        return true;
      }
      if (kind !== 'line' && kind !== 'area') return false;
      const typed = inputs.type(now, stroke);
      if (typed) host.repaint();
      return typed;
    },
  };
  const discardDraft = {
    run() {
      model.draft?.throwAway();
      focused = undefined;
      hasStarted = false;
      host.resize();
    },
    hidden: () => model.draft?.at() === undefined,
  };
  const keys =
    model.layer === 'form'
      ? createLayer(
          'form',
          {...scrollKeys, preview: {run: submit, absent: onButton}, discardDraft},
          {title: 'Form', ...options},
        )
      : createLayer('item', {...scrollKeys, done: submit}, {title: 'Entry', ...options});
  const toggle = createLayer('toggle', {flip});
  const move = (by: 1 | -1) => () => {
    const now = field();
    if (now !== undefined && inputs.move(now, by, roomFor(wide, now, isAlone()))) host.repaint();
    else step(by);
  };
  const multiline = createLayer('multiline', {
    newline: () => {
      const now = field();
      if (now !== undefined) inputs.type(now, {key: 'enter'});
      host.repaint();
    },
    up: move(-1),
    down: move(1),
  });

  function blocks(columns: number): readonly Block[] {
    settle();
    wide = columns;
    const skin = context.skin();
    const alone = isAlone();
    const all = model.fields().flatMap(field => fieldBlocks({skin, inputs, field, focused, columns, alone}));
    const label = `[ ${model.button} ]`;
    const at = model.draft?.at();
    const lines = (text: string | undefined, tone: Span['tone']): string[] =>
      text === undefined
        ? []
        : [...wrap(text, columns - 2).map(line => paintSpans(skin, [span(` ${line}`, tone)], columns)), ''];
    const top = [
      ...lines(
        at === undefined
          ? undefined
          : `This was typed ${ago(at, context.clock.now())} and not sent. Press ctrl-n to discard it.`,
        'attention',
      ),
      ...(model.problems?.() ?? []).flatMap(problem => lines(`${skin.glyph('failed')} ${problem}`, 'failed')),
      ...lines(model.note?.(), 'dim'),
    ];
    return [
      ...(top.length > 0 ? [{id: TOP_ID, lines: top}] : []),
      ...all,
      {id: BUTTON_ID, lines: ['', ` ${' '.repeat(NAME_CELLS)} ${onButton() ? skin.bar(label) : label}`]},
    ];
  }

  /** The greatest height that these fields have taken: the box grows, but doesn't jump when the focus moves. */
  let tallest = {columns: 0, stops: 0, rows: 0};
  function rowsIn(columns: number): number {
    const lineCount = blocks(columns).reduce((sum, {lines}) => sum + lines.length, 0) + 1;
    const count = stops().length;
    const before = tallest.columns === columns && tallest.stops === count ? tallest.rows : 0;
    tallest = {columns, stops: count, rows: Math.max(before, lineCount)};
    return tallest.rows;
  }

  return {
    rows: rowsIn,
    paint(columns, rows) {
      const all = blocks(columns);
      const lines = all.flatMap(block => block.lines);
      const at = all.findIndex(({id}) => id === focused);
      const begin = all.slice(0, at).reduce((sum, {lines}) => sum + lines.length, 0);
      const end = begin + (all[at]?.lines.length ?? 1);
      if (end > top + rows) top = end - rows;
      if (begin < top) top = begin;
      top = Math.max(0, Math.min(top, lines.length - rows));
      return lines.slice(top, top + rows);
    },
    layers() {
      // The footer shows the keys of these layers and may be painted before the form: the focus moves first.
      settle();
      if (current()?.index !== undefined) return [keys, entries.keys];
      const now = field();
      const kind = now && inputKind(now);
      return kind === 'toggle' ? [keys, toggle] : kind === 'area' ? [keys, multiline] : [keys];
    },
  };
}

/** A field by its path, including those of entries. */
function fieldAt(fields: readonly FieldState[], path: string): FieldState | undefined {
  for (const field of fields) {
    if (field.path === path) return field;
    if (!path.startsWith(`${field.path}.`)) continue;
    for (const entry of field.items?.entries ?? []) {
      const field = fieldAt(entry.fields, path);
      if (field !== undefined) return field;
    }
  }
  return undefined;
}
