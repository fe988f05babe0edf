/** Which columns a list shows; remembered per family. */
import {columnId} from '../../../families/define.ts';
import {openChooser} from '../../widgets/chooser.ts';
import {ranked} from '../../widgets/fuzzy.ts';
import {chosenColumns} from '../list/columns.ts';
import type {ListPlace} from '../list/place.ts';

export function openColumns(place: ListPlace): void {
  const {deck, family} = place;
  const {columns: before} = deck.preferences.get();
  const chosen = (): readonly string[] =>
    deck.preferences.get().columns[family.id] ?? chosenColumns(family, undefined).map(columnId);
  const choiceOf = (index: number, now: readonly string[]) => {
    const column = family.columns[index];
    if (column === undefined) return [];
    const {title, priority = 1} = column;
    const id = columnId(column);
    const on = now.includes(id);
    return [
      {
        text: title,
        detail: priority === 1 ? '' : `hidden on narrow screens, rank ${priority}`,
        on,
        unless: index === 0 ? 'the first column stays' : undefined,
        run() {
          const columns = on ? now.filter(other => other !== id) : [...now, id];
          deck.preferences.patch({columns: {...deck.preferences.get().columns, [family.id]: columns}});
          place.repaint();
        },
      },
    ];
  };
  openChooser(deck, {
    title: `Columns of ${family.title}`,
    prompt: ' ',
    at: 'centre',
    choices(typed) {
      const now = chosen();
      const all = family.columns.flatMap((_, index) => choiceOf(index, now));
      return ranked(typed, all, ({text}) => text);
    },
    nothing: typed => `no column is called ${typed}`,
    // The list shows each choice at once.
    many: {
      accept() {},
      leave() {
        deck.preferences.patch({columns: before});
        place.repaint();
      },
    },
  });
}
