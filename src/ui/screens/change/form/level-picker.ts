/** A level for each of many rows, in one picker: what a user may do with each instance. */
import type {FieldEntry, FieldState} from '../../../../store/changes/types.ts';
import {jsonEqual} from '../../../../store/core/json-equal.ts';
import {type Choice, openChooser} from '../../../widgets/chooser.ts';
import {rankMatches} from '../../../widgets/fuzzy.ts';
import {selectedText} from './chosen-label.ts';
import type {PickerOptions} from './option-picker.ts';

const labelOf = ({about, path}: FieldEntry): string => about ?? path;

/** The level in a word; what explains it has no room here. */
const levelOf = ({fields: [level]}: FieldEntry): string => (level && selectedText(level).split(': ')[0]) ?? '';

/** Those that have a level: "web-01: see, web-02: see". */
export function levelsText({items}: FieldState): string {
  const entries = items?.entries ?? [];
  const granted = entries.filter(entry => levelOf(entry) !== '');
  const names = granted.map(entry => `${labelOf(entry)}: ${levelOf(entry)}`).join(', ');
  return granted.length === 0 ? `none of ${entries.length}` : `${granted.length} of ${entries.length}  ${names}`;
}

/** The value after the one that a level has; none comes before the first. */
function nextLevel({value, options = []}: FieldState): unknown {
  const values = [null, ...(options ?? []).map(option => option.value)];
  return values[(values.findIndex(other => jsonEqual(other, value ?? null)) + 1) % values.length];
}

export function pickLevels({context, field, set, done}: PickerOptions): void {
  const now = field();
  if (now === undefined) return;
  const before = now.value;
  let isChanged = false;
  const change = (path: string) => (): void => {
    const values = field()?.items?.entries ?? [];
    const index = values.findIndex(entry => entry.path === path);
    const [level] = values[index]?.fields ?? [];
    const list = field()?.value;
    if (level === undefined || !Array.isArray(list)) return;
    isChanged = true;
    set(list.with(index, {...(list[index] as object), [level.name]: nextLevel(level)}));
  };
  const choices = (): readonly Choice[] =>
    (field()?.items?.entries ?? []).map(entry => ({
      text: labelOf(entry),
      detail: levelOf(entry),
      on: levelOf(entry) !== '',
      run: change(entry.path),
    }));
  openChooser(context, {
    title: `${now.title}: tab changes the level`,
    prompt: ' ',
    at: 'centre',
    choices: typed => rankMatches(typed, choices(), choice => `${choice.text} ${choice.detail}`),
    nothing: typed => `Nothing matches ${typed}`,
    multiple: {
      accept: done,
      leave() {
        if (isChanged) set(before);
      },
    },
  });
}
