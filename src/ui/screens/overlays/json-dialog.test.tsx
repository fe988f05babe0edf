import {expect, test} from 'vitest';
import {testDouble} from '../../../store/testing/test-double.ts';
import {dialogRows, renderComponent} from '../../components/testing.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {JsonDialog} from './json-dialog.tsx';
import {JsonView} from './json-view.ts';

const value = {label: 'web-01', specs: {memory: 2048, tags: []}, root_pass: 'hunter2'};

/** Opens the object, presses keys by the name of their command, and returns the rows on screen. */
function rowsAfter(...commands: readonly string[]): readonly string[] {
  const context = testDouble<ConstructorParameters<typeof JsonView>[0]>({say() {}});
  const model = new JsonView(context, value, 'instance web-01', () => {});
  for (const command of commands) model.layers().at(-1)?.handler(command)?.run('');
  const overlay: Overlay<JsonView> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  using screen = renderComponent(<JsonDialog overlay={overlay} />);
  return dialogRows(screen.rows());
}

test('an object shows with its secrets masked, until they are revealed', () => {
  expect(rowsAfter()[1]).toMatch(/^"label": "web-01",$/);
  expect(rowsAfter().join('\n')).not.toContain('hunter2');
  expect(rowsAfter('reveal').join('\n')).toContain('"root_pass": "hunter2"');
});

test('folding everything leaves one line for each field, and folding again shows all lines', () => {
  expect(rowsAfter('foldAll')).toEqual([
    '▾ {',
    '"label": "web-01",',
    '▸ "specs": { 2 },',
    '"root_pass": "••••••"',
    '}',
  ]);
  expect(rowsAfter('foldAll', 'foldAll')).toEqual(rowsAfter());
});

test('a search has its line below the object', () => {
  expect(rowsAfter('search').at(-1)).toBe('/');
});
