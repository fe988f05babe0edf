/** Keys for the entries of a list field: edit, add, copy, remove, move. */
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {addEntryId, type FocusStop} from './focus-order.ts';

export interface EntryListHost {
  readonly stop: () => FocusStop | undefined;
  readonly set: (path: string, value: unknown) => void;
  readonly focus: (id: string) => void;
  /** Opens an entry; a new entry is removed if the user leaves it without input. */
  readonly open: (entry: {readonly stop: FocusStop; readonly isNew: boolean}) => void;
  readonly say: (text: string) => void;
}

export function createEntryKeys({stop, set, focus, open, say}: EntryListHost): {readonly keys: Layer; edit(): void} {
  const listOf = ({field}: FocusStop): readonly unknown[] => (Array.isArray(field.value) ? field.value : []);

  function insert(at: FocusStop, place: number, value: unknown): boolean {
    const {field} = at;
    const {atMost, one} = field.items ?? {};
    if (atMost !== undefined && listOf(at).length >= atMost) {
      say(`${field.title}: at most ${atMost} entries. Remove one ${one ?? 'entry'} first`);
      return false;
    }
    set(field.path, listOf(at).toSpliced(place, 0, value));
    focus(`${field.path}.${place}`);
    return true;
  }
  function add(): void {
    const at = stop();
    if (at?.index === undefined) return;
    const place = at.entry === undefined ? at.index : at.index + 1;
    if (!insert(at, place, at.field.items?.blank())) return;
    const added = stop();
    if (added?.entry !== undefined) open({stop: added, isNew: true});
  }
  function edit(): void {
    const at = stop();
    if (at?.entry === undefined) add();
    else open({stop: at, isNew: false});
  }
  function repeat(): void {
    const at = stop();
    if (at?.entry === undefined || at.index === undefined) return;
    const {id: _, ...copy} = listOf(at)[at.index] as Readonly<Record<string, unknown>>;
    insert(at, at.index + 1, copy);
  }
  function remove(): void {
    const at = stop();
    if (at?.entry === undefined || at.index === undefined) return;
    const left = listOf(at).toSpliced(at.index, 1);
    set(at.field.path, left);
    focus(left.length === 0 ? addEntryId(at.field) : `${at.field.path}.${Math.min(at.index, left.length - 1)}`);
  }
  function move(by: 1 | -1): void {
    const at = stop();
    if (at?.entry === undefined || at.index === undefined) return;
    const list = listOf(at);
    const to = at.index + by;
    if (to < 0 || to >= list.length) return;
    set(at.field.path, list.toSpliced(at.index, 1).toSpliced(to, 0, list[at.index]));
    focus(`${at.field.path}.${to}`);
  }

  const ifFixed = () => {
    const {items, title} = stop()?.field ?? {};
    return items?.isFixed ? `${title}: a fixed list; you can change each entry` : undefined;
  };
  const ifNone = () => ifFixed() ?? (stop()?.entry === undefined ? 'no entry on this line' : undefined);
  const keys = createLayer('rows', {
    edit,
    add: {run: add, unless: ifFixed},
    repeat: {run: repeat, unless: ifNone},
    remove: {run: remove, unless: ifNone},
    lower: {run: () => move(1), unless: ifNone},
    higher: {run: () => move(-1), unless: ifNone},
  });
  return {keys, edit};
}
