import {expect, test} from 'vitest';
import type {ChangeState} from '../../store/changes/change.ts';
import {resolveAction} from '../args/action-names.ts';
import {refusalText} from './refusal-text.ts';

const attach = resolveAction('volumes.attach');
const change = {typed: () => ({values: {}, secrets: []}), getState: () => ({}) as ChangeState};
const textFor = (field: string | null, reason: string, code = 'rejected') =>
  refusalText(attach, {code, words: `in short: ${reason}`, problems: [{field, reason}]}, change);

test('a reason names the flag of its field, for each spelling of the path', () => {
  expect(textFor('compute_id', 'is gone')).toBe('--compute-id is gone');
  expect(textFor('compute_id[0].x', 'is gone')).toBe('--compute-id.0.x is gone');
});

test('a reason that matches no flag keeps the full message', () => {
  expect(textFor(null, 'Not found')).toBe('in short: Not found');
  expect(textFor('colour', 'is red')).toBe('in short: is red');
  expect(textFor('compute_id', 'is not yours', 'unauthorized')).toBe('in short: is not yours');
});
