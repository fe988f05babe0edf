import {expect, test} from 'vitest';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {createOverlayStack} from '../../context/overlay-stack.ts';
import type {SelectListModel} from '../select-list.ts';
import {pickOne} from './option-picker.ts';

/** The texts of the choices for an optional field with these values. */
function choicesFor(values: readonly string[]): readonly string[] {
  const overlays = createOverlayStack();
  const options = values.map(value => ({value, text: `${value}: explained`, detail: '', unless: undefined}));
  const field = {title: 'Check', required: false, value: undefined, options} as Partial<FieldState> as FieldState;
  pickOne({
    host: {overlays, say() {}, spellScopeArea: area => area, scopeAreas: () => ({}), followScopeAreas: () => () => {}},
    field: () => field,
    set() {},
    done() {},
    changed: () => () => {},
  });
  const model = overlays.stack.getState()[0]?.model as SelectListModel;
  return model.store.getState().choices.map(({text}) => text);
}

test('bug: the choice that clears a field had the name of one of its values', () => {
  expect(choicesFor(['none', 'http'])).toEqual(['not set', 'none: explained', 'http: explained']);
  expect(choicesFor(['table', 'http'])).toEqual(['none', 'table: explained', 'http: explained']);
});
