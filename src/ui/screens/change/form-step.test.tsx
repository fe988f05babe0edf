import {expect, test} from 'vitest';
import {useStore} from 'zustand';
import {createStore} from 'zustand/vanilla';
import {createKeymap} from '../../../keymap/keymap.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {renderComponent} from '../../components/testing.tsx';
import {BUTTON_ID, ChangeForm, type ChangeFormHost, type FormSource} from '../../models/change/change-form.ts';
import {FormStep} from './form-step.tsx';

const field = (name: string, facts: Partial<FieldState> = {}): FieldState =>
  ({name, path: name, title: name, input: 'text', isRequired: false, problems: [], value: '', ...facts}) as FieldState;

const host: ChangeFormHost = {
  overlays: {
    open() {
      throw new Error('no overlay is opened in these tests');
    },
  },
  clock: {now: () => 0},
  keymap: createKeymap(),
  say() {},
  press() {},
  spellScopeArea: area => area,
  scopeAreas: () => ({}),
  followScopeAreas: () => () => {},
  editField: async () => {},
};

/** A form whose content is only these fields. */
function formOf(...initial: readonly FieldState[]) {
  const fields = createStore<readonly FieldState[]>(() => initial);
  const source: FormSource = {
    layer: 'form',
    button: 'Preview',
    fields: () => fields.getState(),
    set: (path, value) =>
      fields.setState(
        fields.getState().map(one => (one.path === path ? {...one, value} : one)),
        true,
      ),
    submit() {},
    editAll: async () => {},
    close() {},
    subscribe: listener => fields.subscribe(listener),
    openEntry() {},
  };
  return {fields, form: new ChangeForm(host, source)};
}

function Form({form}: {readonly form: ChangeForm}) {
  const state = useStore(form.store);
  return <FormStep form={form} state={state} title="Form" tone="accent" maxColumns={96} margin={6} />;
}

const dialogHeight = (rows: readonly string[]): number => rows.filter(row => /^ *[│╭╰]/.test(row)).length;

test('bug: a dialog shrank when a field disappeared', () => {
  const {form, fields} = formOf(field('label'), field('region'), field('plan'), field('image'), field('tags'));
  using screen = renderComponent(<Form form={form} />);
  const before = dialogHeight(screen.rows());
  fields.setState(fields.getState().slice(0, 2), true);
  screen.rerender(<Form form={form} />);
  expect(screen.rows().join('\n')).not.toContain('image');
  expect(dialogHeight(screen.rows())).toBe(before);
});

test('the focused field shows in a form that is higher than the screen', () => {
  const {form} = formOf(...Array.from({length: 40}, (_, index) => field(`field-${index}`)));
  using screen = renderComponent(<Form form={form} />);
  expect(screen.rows().join('\n')).toContain('field-0 ');
  form.moveFocus(-1);
  screen.rerender(<Form form={form} />);
  expect(form.store.getState().focused).toBe(BUTTON_ID);
  expect(screen.rows().join('\n')).toContain('[ Preview ]');
  expect(dialogHeight(screen.rows())).toBeLessThanOrEqual(24);
});

test('the focus moves to the field after one that disappears', () => {
  const {form, fields} = formOf(field('label'), field('region'), field('plan'));
  form.focus('region');
  fields.setState(
    fields.getState().filter(({path}) => path !== 'region'),
    true,
  );
  expect(form.store.getState().focused).toBe('plan');
});

test('the focus moves to the first problem of a submitted form, and only once', () => {
  const {form, fields} = formOf(field('label'), field('region'), field('plan'));
  form.focus(BUTTON_ID);
  form.submit();
  fields.setState(
    fields.getState().map(one => (one.path === 'region' ? {...one, problems: ['is required']} : one)),
    true,
  );
  expect(form.store.getState().focused).toBe('region');
  form.focus('plan');
  fields.setState([...fields.getState()], true);
  expect(form.store.getState().focused).toBe('plan');
});

test('typed text keeps its cursor, and a value from elsewhere replaces the text', () => {
  const {form, fields} = formOf(field('label'));
  using screen = renderComponent(<Form form={form} />);
  for (const key of ['a', 'c']) form.type({key, text: key});
  form.type({key: 'left'});
  form.type({key: 'b', text: 'b'});
  expect(fields.getState()[0]?.value).toBe('abc');
  fields.setState([field('label', {value: 'web-01'})], true);
  screen.rerender(<Form form={form} />);
  expect(screen.rows().join('\n')).toContain('web-01');
});

test('bug: a long name lost the mark of a required field', () => {
  const {form} = formOf(field('label'), field('answer', {title: 'Name of the first database', isRequired: true}));
  using screen = renderComponent(<Form form={form} />);
  expect(screen.rows().join('\n')).toContain('Name of the first d… *');
  expect(screen.rows().join('\n')).not.toContain('first database');
  form.focus('answer');
  screen.rerender(<Form form={form} />);
  expect(screen.rows().join('\n')).toContain('Name of the first database');
});

test('bug: an empty text field did not show that it has proposals', () => {
  const options = [{value: '192.168.1.2:80', text: 'web-01', detail: '', unless: undefined}];
  const {form} = formOf(field('label'), field('address', {options}));
  using screen = renderComponent(<Form form={form} />);
  expect(screen.rows().join('\n')).toMatch(/address +type or choose ▾/);
});

test('bug: the problem of an entry in a list was cut', () => {
  const problem =
    'must be ports of 1 to 65535 without leading zeros, rising ranges like 80-443, or several with commas';
  const ports = field('rules.0.ports', {title: 'Ports', value: '0', problems: [problem]});
  const entry = {path: 'rules.0', about: undefined, fields: [ports], others: undefined};
  const items = {entries: [entry], one: 'rule', isFixed: false, atMost: undefined, blank: () => ({})};
  const {form} = formOf(field('rules', {items}));
  using screen = renderComponent(<Form form={form} />);
  const text = screen
    .rows()
    .join(' ')
    .replace(/[│\s]+/g, ' ');
  expect(text).toContain(`Ports: ${problem}`);
  expect(text).toContain('+ add a rule');
});
