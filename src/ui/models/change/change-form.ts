/** The form of a change or of an entry of a list field: the focus, the typed texts, and the keys. */

import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Tone} from '../../../families/format/cells.ts';
import {ago} from '../../../families/format/format.ts';
import {type Keymap, pressText} from '../../../keymap/keymap.ts';
import type {KeyStroke, Layer} from '../../../keymap/layer.ts';
import type {AuditRecord} from '../../../store/changes/audit-log.ts';
import type {Change} from '../../../store/changes/change.ts';
import {draftResultText} from '../../../store/changes/draft-result.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {type InputState, inputKind, moveInArea, NO_INPUTS, typeInto, withInitialValues} from './field-inputs.ts';
import {type FocusStop, firstProblem, firstStop, focusStops, hasLevels, hasProposals, isPicked} from './focus-order.ts';
import {createFormKeys, type FormKeySource, type FormKeys, isTyped} from './form-keys.ts';
import {type PickerHost, pickLevels, pickMany, pickOne} from './option-picker.ts';
import {pickScopes} from './scope-picker.ts';

/** The services of the console that a form needs. */
export interface ChangeFormHost extends PickerHost {
  readonly clock: {now(): number};
  readonly keymap: Pick<Keymap, 'keys'>;
  press(stroke: KeyStroke): void;
  /** Opens a long text in the user's editor. */
  editField(field: FieldState, set: (value: unknown) => void): Promise<void>;
}

/** The content of a form: a whole change, or one entry of its rows. */
export interface FormSource extends FormKeySource {
  fields(): readonly FieldState[];
  /** Problems of values without a field in this form. */
  problems?(): readonly string[];
  /** A note about the whole form. */
  note?(): string | undefined;
  /** Shows the required fields of an entry that are still empty. */
  checkEntry?(path: string): void;
  /** Activates the button; the fields show the problems. */
  /** Returns a promise if it takes time. */
  submit(): unknown;
  /** Opens the whole form in the user's editor. */
  editAll(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** The draft of a change. @param records the known records of the change log, newest first */
export const draftSource = (lead: Change, records: () => readonly AuditRecord[]): NonNullable<FormSource['draft']> => ({
  savedAt: () => lead.getState().draftedAt,
  resultText: savedAt => draftResultText(lead, savedAt, records()),
  discard: () => lead.reset(),
});

/** A text above the fields. */
export interface FormNote {
  readonly text: string;
  readonly tone: Tone;
}

export interface FormState extends InputState {
  readonly fields: readonly FieldState[];
  readonly notes: readonly FormNote[];
  /** The ID of the stop with the focus. */
  readonly focused: string;
}

/** The ID of the button; no field has this ID. */
export const BUTTON_ID = '';

const INITIAL_STATE: FormState = {...NO_INPUTS, fields: [], notes: [], focused: BUTTON_ID};

export class ChangeForm {
  readonly store: StoreApi<FormState> = createStore<FormState>(() => INITIAL_STATE);
  readonly button: string;
  readonly #host: ChangeFormHost;
  readonly #source: FormSource;
  /** Until the user presses a key, the focus is set again whenever further fields are known. */
  #hasStarted = false;
  /** True after a submit, until the problems of the form are known. */
  #hasSubmitted = false;
  /** The stops at the last refresh. */
  #order: readonly string[] = [];
  /** The width of long texts on screen, in cells. */
  #areaColumns = 56;
  readonly #keys: FormKeys;
  readonly #stop: () => void;

  constructor(host: ChangeFormHost, source: FormSource) {
    this.#host = host;
    this.#source = source;
    this.button = source.button;
    this.#keys = createFormKeys(this, source, (text, tone) => host.say(text, tone));
    this.refresh();
    this.#stop = source.subscribe(() => this.refresh());
  }

  readonly stops = (): readonly FocusStop[] => focusStops(this.#source.fields());
  readonly stop = (): FocusStop | undefined => this.stops().find(({id}) => id === this.store.getState().focused);
  readonly isOnButton = (): boolean => this.store.getState().focused === BUTTON_ID;

  /** The field with the focus; in a list field, an entry has the focus. */
  readonly field = (): FieldState | undefined => {
    const stop = this.stop();
    return stop === undefined || stop.index !== undefined ? undefined : stop.field;
  };

  layers(): readonly Layer[] {
    const {form, entries, toggle, multiline} = this.#keys;
    if (this.stop()?.index !== undefined) return [form, entries.keys];
    const field = this.field();
    const kind = field && inputKind(field);
    return kind === 'toggle' ? [form, toggle] : kind === 'area' ? [form, multiline] : [form];
  }

  /**
   * Reads the fields again, and moves the focus to the first problem, or to the first field if no field has the focus
   * yet.
   */
  refresh(): void {
    const fields = this.#source.fields();
    const state = this.store.getState();
    this.store.setState({
      ...withInitialValues(state, fields),
      fields,
      notes: this.#notes(),
      focused: this.#settledFocus(state.focused, fields),
    });
  }

  #settledFocus(focused: string, fields: readonly FieldState[]): string {
    const stops = focusStops(fields);
    const problem = this.#hasSubmitted || !this.#hasStarted ? firstProblem(stops, fields) : undefined;
    const order = stops.map(({id}) => id);
    // A field may disappear when other values are known: the focus then moves to the field after it.
    const oldIndex = this.#order.indexOf(focused);
    const next = this.#order.slice(oldIndex + 1).find(id => order.includes(id)) ?? BUTTON_ID;
    this.#order = order;
    if (problem !== undefined) {
      this.#hasStarted = true;
      this.#hasSubmitted = false;
      return problem.id;
    }
    if (this.#hasStarted && (focused === BUTTON_ID || order.includes(focused))) return focused;
    return this.#hasStarted && oldIndex >= 0 ? next : (firstStop(stops)?.id ?? BUTTON_ID);
  }

  #notes(): readonly FormNote[] {
    const {draft, problems, note} = this.#source;
    const savedAt = draft?.savedAt();
    const about = note?.();
    return [
      ...(savedAt === undefined
        ? []
        : [{text: this.#draftQuestion(savedAt, draft?.resultText(savedAt)), tone: 'attention' as const}]),
      ...(problems?.() ?? []).map(text => ({text, tone: 'failed' as const})),
      ...(about === undefined ? [] : [{text: about, tone: 'dim' as const}]),
    ];
  }

  #draftQuestion(savedAt: number, result = ''): string {
    const {clock, keymap} = this.#host;
    const discard = pressText(keymap, 'form.discardDraft', 'to discard it');
    return `This was typed ${ago(savedAt, clock.now())} ${result}. ${discard}`.trimEnd();
  }

  focus(id: string): void {
    this.#hasStarted = true;
    this.store.setState({focused: id});
    this.refresh();
  }

  /** Moves the focus by stops; after the last stop follows the first. */
  moveFocus(by: 1 | -1): void {
    const order = [...this.stops().map(({id}) => id), BUTTON_ID];
    const at = order.indexOf(this.store.getState().focused);
    this.focus(order[(at + by + order.length) % order.length] ?? BUTTON_ID);
  }

  submit(): unknown {
    this.#hasStarted = true;
    this.#hasSubmitted = this.#source.layer === 'form';
    return this.#source.submit();
  }

  /** The action of enter: the button, the picker of the field, or the next field. */
  enter(): unknown {
    this.#hasStarted = true;
    const stop = this.stop();
    if (stop === undefined) return this.submit();
    if (stop.index !== undefined) this.#keys.entries.edit();
    else if (hasLevels(stop.field)) this.#pick(stop.field, pickLevels);
    else if (inputKind(stop.field) === 'choose' || hasProposals(stop.field)) this.#pick(stop.field, pickOne);
    else if (inputKind(stop.field) === 'chooseMany') this.#pick(stop.field, pickMany);
    else if (inputKind(stop.field) === 'scopes') this.#pick(stop.field, pickScopes);
    else this.moveFocus(1);
    return undefined;
  }

  #pick({path}: FieldState, open: typeof pickOne): void {
    open({
      host: this.#host,
      field: () => fieldAt(this.#source.fields(), path),
      set: value => this.#source.set(path, value),
      // The focus stays on the field, so that enter followed by tab skips no field, as in other forms.
      done: () => this.refresh(),
      changed: listener => this.#source.subscribe(listener),
    });
  }

  /** Switches a field between yes and no. */
  toggle(): void {
    this.#hasStarted = true;
    const field = this.field();
    if (field !== undefined)
      this.#source.set(field.path, field.value !== true || (field.isOnlyYes ? undefined : false));
  }

  /**
   * Types into the focused field, or opens its picker with the text as its search; returns true if it handled the key.
   */
  type(stroke: KeyStroke): boolean {
    const field = this.field();
    if (field === undefined) return false;
    this.#hasStarted = true;
    if (isPicked(field) && stroke.text !== undefined) {
      this.enter();
      if (stroke.key !== 'space') this.#host.press(stroke);
      return true;
    }
    if (!isTyped(field)) return false;
    const typed = typeInto(this.store.getState(), field, stroke);
    if (typed === undefined) return false;
    this.store.setState(typed.state);
    this.#source.set(field.path, typed.value);
    return true;
  }

  /** Moves the cursor by a line in a long text, and from the first or last line to the adjacent field. */
  moveLine(by: 1 | -1): void {
    const field = this.field();
    const moved = field && moveInArea(this.store.getState(), field, by, this.#areaColumns);
    if (moved === undefined) this.moveFocus(by);
    else this.store.setState(moved);
  }

  /** Opens the editor: in a long text with that text alone, in any other field with the whole form. */
  async openEditor(): Promise<void> {
    const field = this.field();
    if (field !== undefined && inputKind(field) === 'area')
      await this.#host.editField(field, value => this.#source.set(field.path, value));
    else await this.#source.editAll();
    this.refresh();
  }

  discardDraft(): void {
    this.#source.draft?.discard();
    this.#hasStarted = false;
    this.refresh();
  }

  /** Called by the view with the width of a long text in cells. */
  setAreaColumns(columns: number): void {
    this.#areaColumns = columns;
  }

  dispose(): void {
    this.#stop();
  }
}

/** A field by its path, including those of entries. */
function fieldAt(fields: readonly FieldState[], path: string): FieldState | undefined {
  for (const field of fields) {
    if (field.path === path) return field;
    if (!path.startsWith(`${field.path}.`)) continue;
    for (const entry of field.items?.entries ?? []) {
      const inner = fieldAt(entry.fields, path);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
