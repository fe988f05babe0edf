import {expect, test} from 'vitest';
import type {Overlay} from '../context/overlay-stack.ts';
import {SelectList, type SelectListModel, type SelectListSpec} from '../models/select-list.ts';
import {SelectDialog} from './select-dialog.tsx';
import {dialogRows, renderComponent} from './testing.tsx';

function rowsOf(spec: Partial<SelectListSpec>): readonly string[] {
  const model = new SelectList(
    {say() {}},
    {title: 'Many', prompt: ' ', choices: () => [], nothing: typed => `nothing is called ${typed}`, ...spec},
    () => {},
  );
  const overlay: Overlay<SelectListModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  using screen = renderComponent(<SelectDialog overlay={overlay} />);
  return dialogRows(screen.rows());
}

test('a selection list shows its counter once', () => {
  const choices = Array.from({length: 19}, (_, at) => ({text: `row ${at}`, run() {}}));
  expect(
    rowsOf({choices: () => choices})
      .join('\n')
      .match(/1 of 19/g),
  ).toHaveLength(1);
});

test('a list without matches names the typed text', () => {
  expect(rowsOf({typed: 'web'}).at(-1)).toBe('nothing is called web');
});
