/** Which columns a list shows; remembered per family. */
import {columnId} from '../../../families/define.ts';
import {openMenu} from '../../widgets/menu.ts';
import {chosenColumns} from '../list/columns.ts';
import type {ListPlace} from '../list/place.ts';

export function openColumns(place: ListPlace): void {
  const {deck, family} = place;
  const chosen = (): readonly string[] =>
    deck.preferences.get().columns[family.id] ?? chosenColumns(family, undefined).map(columnId);
  openMenu(deck, {
    title: `Columns of ${family.title}`,
    stays: true,
    items: () => {
      const now = chosen();
      return family.columns.map((column, index) => {
        const id = columnId(column);
        const on = now.includes(id);
        return {
          text: `[${on ? 'x' : ' '}] ${column.title}`,
          detail:
            column.priority === undefined || column.priority === 1
              ? ''
              : `leaves narrow screens, rank ${column.priority}`,
          unless: index === 0 ? 'the first column stays' : undefined,
          run() {
            const columns = on ? now.filter(other => other !== id) : [...now, id];
            deck.preferences.patch({columns: {...deck.preferences.get().columns, [family.id]: columns}});
            place.repaint();
          },
        };
      });
    },
  });
}
