/** The selection of a list. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {ListView} from './list-view-types.ts';

/** Removes rows from the selection after an action on them. */
export function deselect({model, family}: Pick<ListView, 'model' | 'family'>, rows: readonly AnyRow[]): void {
  const {selection} = model.getState();
  const ids = rows.map(row => family.key(row)).filter(id => selection.has(id));
  for (const id of ids) model.toggleSelected(id);
}
