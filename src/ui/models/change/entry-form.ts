/** The form of one entry of a list field. It opens over the parent form, which receives the typed values at once. */
import {isObject} from '../../../families/shape/json-object.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {jsonEqual} from '../../../store/core/json-equal.ts';
import type {ReadonlyStore} from '../../../store/core/traced-store.ts';
import type {Overlay, OverlayModel} from '../../context/overlay-stack.ts';
import {ChangeForm, type ChangeFormHost, type FormSource, type FormState} from './change-form.ts';
import {addEntryId} from './focus-order.ts';
import type {OpenedEntry} from './form-keys.ts';

export interface EntryModel extends OverlayModel {
  readonly kind: 'entry';
  readonly store: ReadonlyStore<FormState>;
  readonly form: ChangeForm;
}

export function openEntry(host: ChangeFormHost, parent: FormSource, entry: OpenedEntry): void {
  const overlay: Overlay<EntryModel> = host.overlays.open(
    createEntry(host, {...entry, parent, close: () => overlay.close()}),
  );
}

interface EntryParts extends OpenedEntry {
  readonly parent: FormSource;
  readonly close: () => void;
}

function createEntry(host: ChangeFormHost, {parent, stop, isNew, focus, close}: EntryParts): EntryModel {
  const {
    field: {path},
    index = 0,
  } = stop;
  const list = (): FieldState | undefined => parent.fields().find(field => field.path === path);
  const values = (): readonly unknown[] => (list()?.value as readonly unknown[] | undefined) ?? [];
  /** True if the user pressed Done: an entry with only default values is then kept. */
  let isAccepted = false;
  const source: FormSource = {
    layer: 'item',
    button: 'Done',
    fields: () => list()?.items?.entries[index]?.fields ?? [],
    note: () => list()?.items?.entries[index]?.others,
    set: (at, value) => parent.set(at, value),
    submit() {
      isAccepted = true;
      close();
    },
    checkEntry: at => parent.checkEntry?.(at),
    editAll: async () => host.say('a long text is written in the editor; all of the form, from the form itself'),
    close,
    subscribe: listener => parent.subscribe(listener),
    openEntry: entry => openEntry(host, source, entry),
  };
  const form = new ChangeForm(host, source);
  return {
    kind: 'entry',
    title() {
      const {title = '', items} = list() ?? {};
      return `${title}: ${items?.one ?? 'entry'} ${index + 1} of ${items?.entries.length ?? 0}`;
    },
    store: form.store,
    form,
    layers: () => form.layers(),
    tone: () => 'accent',
    hasUnsavedInput: () => true,
    onClosed() {
      form.dispose();
      const shown = list();
      const value = values()[index];
      if (!isNew || shown?.items === undefined || value === undefined) return;
      if (isAccepted || !jsonEqual(withoutEmpty(value), withoutEmpty(shown.items.blank()))) {
        parent.checkEntry?.(`${path}.${index}`);
        return;
      }
      parent.set(path, values().toSpliced(index, 1));
      focus(addEntryId(shown));
    },
  };
}

/** The values of an entry without empty ones: text that was typed and deleted again doesn't keep an entry. */
function withoutEmpty(value: unknown): unknown {
  if (!isObject(value)) return value;
  const isEmpty = (item: unknown): boolean => (item ?? '') === '' || (Array.isArray(item) && item.length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, item]) => !isEmpty(item)));
}
