import {expect, test} from 'vitest';
import {boundText, brokenBound} from './bound-text.ts';

test('reports no broken bound for a number within its bounds', () => {
  expect(brokenBound(3, {min: 3, max: 5}, ' GB')).toBeUndefined();
  expect(brokenBound(3, {}, ' GB')).toBeUndefined();
});

test('names the broken bound with its unit, in the singular after 1', () => {
  const characters = [' characters', ' character'] as const;
  expect(brokenBound(0, {min: 1}, ...characters)).toBe('must be at least 1 character');
  expect(brokenBound(0, {min: 3}, ...characters)).toBe('must be at least 3 characters');
  expect(brokenBound(2, {max: 1}, ...characters)).toBe('must be at most 1 character');
  expect(brokenBound(2, {min: 1, max: 1}, ...characters)).toBe('must be exactly 1 character');
  expect(brokenBound(6, {min: 1, max: 5}, ' GB')).toBe('must be 1 to 5 GB');
});

test('writes amounts with commas, but not numbers without a unit, such as ports', () => {
  expect(brokenBound(20480, {min: 10, max: 10240}, ' GB')).toBe('must be 10 to 10,240 GB');
  expect(brokenBound(70000, {min: 1, max: 65535}, '')).toBe('must be 1 to 65535');
});

test('writes bounds for a hint, and nothing without a bound', () => {
  expect(boundText(undefined, undefined, ' GB')).toBeUndefined();
  expect(boundText(3, 32, ' characters')).toBe('3 to 32 characters');
  expect(boundText(undefined, 1, ' entries', ' entry')).toBe('at most 1 entry');
});
