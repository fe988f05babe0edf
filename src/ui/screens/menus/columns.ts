/** The menu for the visible columns of a list, which are stored per family. */
import {columnId} from '../../../families/shape/define-family.ts';
import {openSelectList} from '../../models/select-list.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {chosenColumns, columnIds} from '../shared/column-layout.ts';
import type {ListView} from '../shared/list-view-types.ts';

/** Describes when a column is hidden on a narrow screen: columns with the highest number are hidden first. */
const narrowText = (priority: number): string =>
  priority === 1 ? '' : priority === 2 ? 'hidden if the screen is narrow' : 'hidden first if the screen is narrow';

export function openColumns(view: ListView): void {
  const {context, family} = view;
  const {columns: before} = context.preferences.getState();
  const {columns: addedBefore} = view.added;
  const chosen = (): readonly string[] =>
    columnIds(family, context.preferences.getState().columns[family.id], view.added.columns) ??
    chosenColumns(family, undefined).map(columnId);
  const choiceOf = (index: number, now: readonly string[]) => {
    const column = family.columns[index];
    if (column === undefined) return [];
    const {title, priority = 1} = column;
    const id = columnId(column);
    const on = now.includes(id);
    return [
      {
        text: title,
        detail: narrowText(priority),
        on,
        unless: index === 0 ? 'the first column stays' : undefined,
        run() {
          const columns = on ? now.filter(other => other !== id) : [...now, id];
          view.added.columns = [];
          context.preferences.setState({columns: {...context.preferences.getState().columns, [family.id]: columns}});
          view.repaint();
        },
      },
    ];
  };
  openSelectList(context, {
    title: `Columns of ${family.title}`,
    prompt: ' ',
    at: 'center',
    choices(typed) {
      const now = chosen();
      const all = family.columns.flatMap((_, index) => choiceOf(index, now));
      return rankMatches(typed, all, ({text}) => text);
    },
    nothing: typed => `no column is called ${typed}`,
    // The list shows each choice at once.
    multiple: {
      accept() {},
      leave() {
        view.added.columns = addedBefore;
        context.preferences.setState({columns: before});
        view.repaint();
      },
    },
  });
}
