/** One entry of rows in a form of its own, over the form that it belongs to: what is typed is in that at once. */
import type {FieldState} from '../../../store/changes/types.ts';
import type {Deck} from '../../deck.ts';
import {type FormModel, formView} from './form.ts';
import {adderOf, type Stop} from './stops.ts';

/** @param isNew it was added for this, and is dropped unless it is accepted */
export function openEntry(
  deck: Deck,
  model: FormModel,
  {field, place = 0}: Stop,
  isNew: boolean,
  focus: (id: string) => void,
): void {
  const {path} = field;
  const rows = (): FieldState | undefined => model.fields().find(candidate => candidate.path === path);
  const valueNow = (): unknown => (rows()?.value as readonly unknown[] | undefined)?.[place];
  let accepted = false;
  const inner: FormModel = {
    layer: 'item',
    button: 'Done',
    fields: () => rows()?.items?.entries[place]?.fields ?? [],
    note: () => rows()?.items?.entries[place]?.others,
    set: (at, value) => model.set(at, value),
    submit() {
      accepted = true;
      overlay.close();
    },
    editor: async () => deck.say('a long text is written in the editor; all of the form, from the form itself'),
    changed: listener => model.changed(listener),
    open: (...opening) => openEntry(deck, inner, ...opening),
  };
  const view = formView(deck, inner, {
    repaint: () => overlay.repaint(),
    resize: () => overlay.resize(),
    close: () => overlay.close(),
  });
  const stop = model.changed(() => overlay.resize());
  const overlay = deck.overlays.open({
    title() {
      const {title = '', items} = rows() ?? {};
      return `${title}: ${items?.one ?? 'entry'} ${place + 1} of ${items?.entries.length ?? 0}`;
    },
    size(columns, rows) {
      const wide = Math.min(columns - 8, 90);
      return {columns: wide, rows: Math.min(rows - 4, Math.max(view.rows(wide), 5))};
    },
    paint: (columns, rows) => view.paint(columns, rows),
    layers: () => view.layers(),
    tone: () => 'accent',
    unsaved: () => true,
    closed() {
      stop();
      const now = rows();
      if (!isNew || accepted || valueNow() === undefined) return;
      model.set(path, (now?.value as readonly unknown[]).toSpliced(place, 1));
      if (now) focus(adderOf(now));
    },
  });
}
