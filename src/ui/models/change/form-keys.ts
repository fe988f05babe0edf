/** The keys of a form: keys of the whole form, and keys of the field with the focus. */
import {createLayer, type KeyStroke, type Layer, type LayerOptions} from '../../../keymap/layer.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import type {OverlayHost} from '../../context/overlay-stack.ts';
import {createEntryKeys} from './entry-list.ts';
import {inputKind} from './field-inputs.ts';
import {type FocusStop, hasProposals, isPicked} from './focus-order.ts';
import {createPathCompletion, isPath} from './path-completion.ts';

/** The actions of a form that have keys. */
export interface FormActions {
  field(): FieldState | undefined;
  stop(): FocusStop | undefined;
  isOnButton(): boolean;
  focus(id: string): void;
  moveFocus(by: 1 | -1): void;
  moveLine(by: 1 | -1): void;
  enter(): unknown;
  submit(): unknown;
  toggle(): void;
  type(stroke: KeyStroke): boolean;
  openEditor(): Promise<void>;
  discardDraft(): void;
}

/** The parts of a form's source that its keys use. */
export interface FormKeySource {
  readonly layer: 'form' | 'item';
  readonly button: string;
  set(path: string, value: unknown): void;
  close(): void;
  /** The draft from which the values come. */
  readonly draft?: {
    savedAt(): number | undefined;
    /** "and not sent", or the result of sending it. */
    resultText(savedAt: number): string;
    discard(): void;
  };
  /** Opens an entry of a list field. */
  openEntry(entry: OpenedEntry): void;
}

/** An entry of a list field, to be opened in a form of its own. */
export interface OpenedEntry {
  readonly stop: FocusStop;
  /** True if the entry was just added, and is removed if the user leaves it without input. */
  readonly isNew: boolean;
  /** Moves the focus of the parent form. */
  readonly focus: (id: string) => void;
}

export interface FormKeys {
  readonly form: Layer;
  /** For a yes/no field. */
  readonly toggle: Layer;
  /** For a long text. */
  readonly multiline: Layer;
  /** For the entries of a list field. */
  readonly entries: ReturnType<typeof createEntryKeys>;
}

/** True for fields whose value is typed. */
export const isTyped = (field: FieldState): boolean => ['line', 'area'].includes(inputKind(field));

export function createFormKeys(form: FormActions, source: FormKeySource, say: OverlayHost['say']): FormKeys {
  const {field, stop, isOnButton} = form;
  const next = (): void => form.moveFocus(1);
  const set = (path: string, value: unknown): void => source.set(path, value);
  const completePath = createPathCompletion({field, set, next, say: text => say(text)});
  const handlers = {
    next: {
      run: (key: string) => (key === 'tab' && isPath(field()) ? completePath() : next()),
      hintText: () => (isPath(field()) ? 'complete, next' : 'next'),
    },
    previous: () => form.moveFocus(-1),
    enter: {
      run: () => form.enter(),
      hintText: () => (isOnButton() ? source.button.toLowerCase() : 'choose'),
      // In a line of text this key moves to the next field, as the footer shows.
      isAbsent() {
        const focused = field();
        return focused !== undefined && !isPicked(focused) && !hasProposals(focused);
      },
    },
    editor: () => form.openEditor(),
    close: () => source.close(),
  };
  const options = {
    isModal: true,
    isTyping() {
      const focused = field();
      return focused !== undefined && isTyped(focused);
    },
    text: (stroke: KeyStroke) => form.type(stroke),
  } satisfies LayerOptions;
  const submit = (): unknown => form.submit();
  const discardDraft = {run: () => form.discardDraft(), isHidden: () => source.draft?.savedAt() === undefined};
  return {
    form:
      source.layer === 'form'
        ? createLayer('form', {...handlers, preview: {run: submit, isAbsent: isOnButton}, discardDraft}, {...options})
        : createLayer('item', {...handlers, done: submit}, {...options}),
    toggle: createLayer('toggle', {flip: () => form.toggle()}),
    multiline: createLayer('multiline', {
      newline: () => void form.type({key: 'enter'}),
      up: () => form.moveLine(-1),
      down: () => form.moveLine(1),
    }),
    entries: createEntryKeys({
      stop,
      set,
      focus: id => form.focus(id),
      open: entry => source.openEntry({...entry, focus: id => form.focus(id)}),
      say: text => say(text, 'attention'),
    }),
  };
}
