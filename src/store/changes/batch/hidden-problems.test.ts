import {expect, test} from 'vitest';
import type {ChangeState} from '../change.ts';
import type {FieldState} from '../form/field-state.ts';
import {resultOf} from './change-result.ts';
import {hiddenProblems} from './hidden-problems.ts';

const field = (path: string, problems: readonly string[], items?: object): FieldState =>
  ({path, title: path, problems, items}) as unknown as FieldState;
const state = (fields: readonly FieldState[], more: Partial<ChangeState> = {}): ChangeState =>
  ({step: 'form', fields, ...more}) as ChangeState;

test('problems of hidden fields are listed with their path, and problems shown at their field are not listed', () => {
  const entry = (index: number, ...problems: string[]) => ({fields: [field(`rules.${index}.ports`, problems)]});
  const rules = field('rules', ['entry 2, foo: is not known'], {entries: [entry(0, 'is odd'), entry(1, 'is even')]});
  const label = field('label', ['is short']);
  expect(hiddenProblems(state([label, rules]), [label])).toEqual([
    'rules: entry 2, foo: is not known',
    'rules 1, rules.0.ports: is odd',
    'rules 2, rules.1.ports: is even',
  ]);
  expect(hiddenProblems(state([label, rules]), entry(0).fields)).toEqual([
    'label: is short',
    'rules: entry 2, foo: is not known',
    'rules 2, rules.1.ports: is even',
  ]);
  expect(hiddenProblems(state([label, rules]), [label, rules])).toEqual([]);
  expect(hiddenProblems(state([label], {step: 'preview'}), [])).toEqual([]);
});

test('problems without a field are listed, and corrected problems are not', () => {
  const draft = {body: {}, fieldErrors: [{field: null, reason: 'must be an object'}]};
  expect(hiddenProblems(state([], {draft}), [])).toEqual(['must be an object']);
  const label = field('label', []);
  expect(hiddenProblems(state([label], {draft}), [label])).toEqual([]);
});

test('bug: a change that was refused because of an entry of a list “has no outcome” in the result', () => {
  const rules = field('rules', [], {entries: [{fields: [field('rules.0.ports', ['are wrong'])]}]});
  expect(resultOf(state([field('label', []), rules])).message).toBe('rules 1, rules.0.ports: are wrong');
});
