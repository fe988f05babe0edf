import {expect, test, vi} from 'vitest';
import type {Overlay} from '../context/overlay-stack.ts';
import type {MenuItem} from '../context/prompt-types.ts';
import {createMenu, type MenuModel} from '../models/menu.ts';
import {MenuDialog} from './menu-dialog.tsx';
import {dialogRows, renderComponent} from './testing.tsx';

const reason = 'the volume is attached to analytics-warehouse-03: detach it first, then try it again';
const items: readonly MenuItem[] = [
  {key: 'B', text: 'Boot', unless: 'already running', run() {}},
  {key: 'D', text: 'Delete the volume', unless: reason, run() {}},
  {key: 'e', text: 'Edit', run() {}},
];

/** The rows of the menu in a terminal of 62 columns, with the cursor on one entry. */
function rowsAt(at: number, shown = items): readonly string[] {
  const model = createMenu({say() {}}, {title: 'Actions', items: () => shown, at}, () => {});
  const overlay: Overlay<MenuModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  using screen = renderComponent(<MenuDialog overlay={overlay} />, {
    screen: {columns: 64, rows: 24, edges: {above: 0, below: 0}},
  });
  return dialogRows(screen.rows());
}

test('bug: a menu cut the long reason of the selected entry', () => {
  const rows = rowsAt(1);
  expect(rows[1]).toBe('D  Delete the volume');
  expect(rows.slice(2, -1).join(' ')).toBe(reason);
  expect(rows.at(-1)).toBe('e  Edit');
});

test('a menu keeps one line for each entry whose reason is not selected, or fits beside it', () => {
  expect(rowsAt(0)).toHaveLength(items.length);
  expect(rowsAt(0)[0]).toMatch(/^B {2}Boot +already running$/);
});

test('two entries with the same text have rows of their own', () => {
  const onError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bookmark = {text: 'Instance web-01', run() {}};
  expect(rowsAt(0, [bookmark, bookmark])).toHaveLength(2);
  expect(onError).not.toHaveBeenCalled();
});

test('bug: a reason that many entries have was repeated beside each of them', () => {
  const shared = 'selected in a and ro and b: one account at a time';
  const refused = ['Boot', 'Reboot', 'Resize', 'Delete'].map(text => ({text, unless: shared, run() {}}));
  const rows = rowsAt(1, [...refused, {text: 'New', run() {}}]);
  expect(rows[0]).toBe(`▲ ${shared}`);
  expect(rows.join('\n').match(/one account at a time/g)).toHaveLength(1);
  expect(rows).toContain('Reboot');
  expect(
    rowsAt(0, refused.slice(0, 3))
      .join('\n')
      .match(/one account at a time/g),
  ).toHaveLength(3);
});
