/** By which column a list is sorted; remembered per family. */
import {columnId} from '../../../families/define.ts';
import type {Sort} from '../../../store/list.ts';
import {openMenu} from '../../widgets/menu.ts';
import type {ListPlace} from '../list/place.ts';

export function openSort(place: ListPlace): void {
  const {family, model} = place;
  const {sort} = model.get();
  const columns = family.columns.map(column => ({id: columnId(column), title: column.title}));
  openMenu(place.deck, {
    title: `Sort ${family.title}`,
    at: 1 + columns.findIndex(({id}) => id === sort?.column),
    items: () => [
      {text: 'as the API orders them', run: () => sortBy(place, undefined)},
      ...columns.map(({id, title}) => ({
        text: title,
        detail: id === sort?.column ? `${sort.descending ? 'descending' : 'ascending'}; again turns it around` : '',
        run: () => sortBy(place, {column: id, descending: id === sort?.column && !sort.descending}),
      })),
    ],
  });
}

export function reverseSort(place: ListPlace): void {
  const {sort} = place.model.get();
  if (sort === undefined) place.deck.say('choose a column with s first', 'attention');
  else sortBy(place, {...sort, descending: !sort.descending});
}

export function sortBy({deck, family, model}: ListPlace, sort: Sort | undefined): void {
  model.sort(sort);
  const {[family.id]: _, ...others} = deck.preferences.get().sorts;
  deck.preferences.patch({sorts: sort === undefined ? others : {...others, [family.id]: sort}});
}
