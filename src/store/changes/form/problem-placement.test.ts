import {expect, test} from 'vitest';
import {Identifiers} from '../../api/identifiers.ts';
import type {FieldState} from './field-state.ts';
import {placeProblems} from './problem-placement.ts';

const fields = [
  {path: 'image', input: 'pick'},
  {path: 'root_pass', input: 'text'},
] as unknown as readonly FieldState[];

test('bug: a missing password was reported as required twice, by the contract and by the form', () => {
  const problem = {field: 'root_pass', reason: 'is required'};
  const placed = placeProblems([problem, problem, {field: 'root_pass', reason: 'is short'}], fields, new Identifiers());
  expect(placed.get('root_pass')).toEqual(['is required', 'is short']);
});
