/** One entry of rows in a form of its own, over the parent form, which receives the typed values at once. */
import type {FieldState} from '../../../../store/changes/form/field-state.ts';
import type {ConsoleContext} from '../../../context/console-context.ts';
import {openPainted} from '../../../models/painted-overlay.ts';
import {addEntryId, type FocusStop} from './focus-order.ts';
import {type FormModel, formView} from './form-step.ts';

/** @param isNew true if the entry was just added, and is dropped unless it is accepted */
export function openEntry(
  context: ConsoleContext,
  model: FormModel,
  {field, index = 0}: FocusStop,
  isNew: boolean,
  focus: (id: string) => void,
): void {
  const {path} = field;
  const rows = (): FieldState | undefined => model.fields().find(candidate => candidate.path === path);
  const valueNow = (): unknown => (rows()?.value as readonly unknown[] | undefined)?.[index];
  let accepted = false;
  const inner: FormModel = {
    layer: 'item',
    button: 'Done',
    fields: () => rows()?.items?.entries[index]?.fields ?? [],
    note: () => rows()?.items?.entries[index]?.others,
    set: (at, value) => model.set(at, value),
    submit() {
      accepted = true;
      overlay.close();
    },
    editor: async () => context.say('a long text is written in the editor; all of the form, from the form itself'),
    changed: listener => model.changed(listener),
    open: (...opening) => openEntry(context, inner, ...opening),
  };
  const view = formView(context, inner, {
    repaint: () => overlay.repaint(),
    resize: () => overlay.repaint(),
    close: () => overlay.close(),
  });
  const stop = model.changed(() => overlay.repaint());
  const overlay = openPainted(context, {
    title() {
      const {title = '', items} = rows() ?? {};
      return `${title}: ${items?.one ?? 'entry'} ${index + 1} of ${items?.entries.length ?? 0}`;
    },
    size(columns, rows) {
      const wide = Math.min(columns - 8, 90);
      return {columns: wide, rows: Math.min(rows - 4, Math.max(view.rows(wide), 5))};
    },
    paint: (columns, rows) => view.paint(columns, rows),
    layers: () => view.layers(),
    tone: () => 'accent',
    hasUnsavedInput: () => true,
    onClosed() {
      stop();
      const now = rows();
      if (!isNew || accepted || valueNow() === undefined) return;
      model.set(path, (now?.value as readonly unknown[]).toSpliced(index, 1));
      if (now) focus(addEntryId(now));
    },
  });
}
