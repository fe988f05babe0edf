/** The menu for the column that a list is sorted by, which is stored per family. */
import {columnId} from '../../../families/shape/define-family.ts';
import {pressText} from '../../../keymap/keymap.ts';
import type {Sort} from '../../../store/list/list-model.ts';
import {openMenu} from '../../models/menu.ts';
import type {ListView} from '../shared/list-view-types.ts';

export function openSort(view: ListView): void {
  const {family, model} = view;
  const {sort} = model.getState();
  const columns = family.columns.map(column => ({id: columnId(column), title: column.title}));
  openMenu(view.context, {
    title: `Sort ${family.title}`,
    at: 1 + columns.findIndex(({id}) => id === sort?.column),
    items: () => [
      {text: 'as the API orders them', run: () => sortBy(view, undefined)},
      ...columns.map(({id, title}) => ({
        text: title,
        detail: id === sort?.column ? `${sort.descending ? 'descending' : 'ascending'}; again reverses the order` : '',
        run: () => sortBy(view, {column: id, descending: id === sort?.column && !sort.descending}),
      })),
    ],
  });
}

export function reverseSort(view: ListView): void {
  const {sort} = view.model.getState();
  if (sort === undefined)
    view.context.say(
      `Choose a column first. ${pressText(view.context.keymap, 'list.sort', 'for the list')}`.trimEnd(),
      'attention',
    );
  else sortBy(view, {...sort, descending: !sort.descending});
}

export function sortBy({context, family, model}: ListView, sort: Sort | undefined): void {
  model.setSort(sort);
  const {[family.id]: _, ...others} = context.preferences.getState().sorts;
  context.preferences.setState({sorts: sort === undefined ? others : {...others, [family.id]: sort}});
}
