/** By which column a list is sorted; remembered per family. */
import {columnId} from '../../../families/shape/define-family.ts';
import type {Sort} from '../../../store/list/list-model.ts';
import {openMenu} from '../../widgets/menu.ts';
import type {ListView} from '../list/list-view.ts';

export function openSort(place: ListView): void {
  const {family, model} = place;
  const {sort} = model.get();
  const columns = family.columns.map(column => ({id: columnId(column), title: column.title}));
  openMenu(place.context, {
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

export function reverseSort(place: ListView): void {
  const {sort} = place.model.get();
  if (sort === undefined) place.context.say('choose a column with s first', 'attention');
  else sortBy(place, {...sort, descending: !sort.descending});
}

export function sortBy({context, family, model}: ListView, sort: Sort | undefined): void {
  model.sort(sort);
  const {[family.id]: _, ...others} = context.preferences.get().sorts;
  context.preferences.patch({sorts: sort === undefined ? others : {...others, [family.id]: sort}});
}
