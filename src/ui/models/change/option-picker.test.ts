import {expect, test} from 'vitest';
import type {FieldState, Option} from '../../../store/changes/form/field-state.ts';
import {createOverlayStack} from '../../context/overlay-stack.ts';
import type {SelectListModel} from '../select-list.ts';
import {pickMany, pickOne} from './option-picker.ts';

/** The texts of the choices for an optional field with these values. */
const choicesFor = (values: readonly string[]): readonly string[] =>
  choicesOf(values.map(value => ({value, text: `${value}: explained`, detail: '', unless: undefined})));

/** The texts of the choices when a search was typed. */
function choicesOf(options: readonly Option[], typed = ''): readonly string[] {
  const overlays = createOverlayStack();
  const field = {title: 'Check', isRequired: false, value: undefined, options} as Partial<FieldState> as FieldState;
  pickOne({
    host: {overlays, say() {}, spellScopeArea: area => area, scopeAreas: () => ({}), followScopeAreas: () => () => {}},
    field: () => field,
    set() {},
    done() {},
    changed: () => () => {},
  });
  const model = overlays.stack.getState()[0]?.model as SelectListModel;
  for (const character of typed) model.type(character);
  return model.store.getState().choices.map(({text}) => text);
}

test('bug: the choice that clears a field had the name of one of its values', () => {
  expect(choicesFor(['none', 'http'])).toEqual(['not set', 'none: explained', 'http: explained']);
  expect(choicesFor(['table', 'http'])).toEqual(['none', 'table: explained', 'http: explained']);
});

test('bug: a search for deb chose a deprecated image', () => {
  const image = (version: number, isDeprecated: boolean): Option => ({
    ...{value: `compute/debian${version}`, text: `Debian ${version}`, detail: '', unless: undefined, isDeprecated},
  });
  const images = [image(9, true), image(11, false), image(10, true), image(12, false)];
  const order = ['Debian 11', 'Debian 12', 'Debian 9', 'Debian 10'];
  expect(choicesOf(images, 'deb')).toEqual(order);
  expect(choicesOf(images)).toEqual(['none', ...order]);
});

test('bug: esc in a choice of several gave a field without a value an empty list', () => {
  const overlays = createOverlayStack();
  const options = ['a', 'b'].map(value => ({value, text: value, detail: '', unless: undefined}));
  const field = {title: 'Checks', isRequired: true, value: undefined, options} as Partial<FieldState> as FieldState;
  const values: unknown[] = [];
  pickMany({
    host: {overlays, say() {}, spellScopeArea: area => area, scopeAreas: () => ({}), followScopeAreas: () => () => {}},
    field: () => field,
    set: value => values.push(value),
    done() {},
    changed: () => () => {},
  });
  const model = overlays.stack.getState()[0]?.model as SelectListModel;
  model.toggle();
  for (const layer of model.layers()) layer.handler('close')?.run('esc');
  expect(values).toEqual([['a'], undefined]);
});
