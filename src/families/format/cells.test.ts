import {describe, expect, test} from 'vitest';
import {now} from '../testing/rows.ts';
import {
  ageCell,
  ageOrder,
  amountCell,
  cellFor,
  defineStates,
  isProblem,
  listCell,
  momentCell,
  noneCell,
  unknownCell,
  yesNoCell,
} from './cells.ts';

describe('absent values', () => {
  test('null and empty are shown as none, and missing is shown as unknown', () => {
    expect(cellFor(null)).toBe(noneCell);
    expect(cellFor('')).toBe(noneCell);
    expect(cellFor(undefined)).toBe(unknownCell);
    expect(amountCell(Number.NaN)).toBe(unknownCell);
    expect(listCell([])).toBe(noneCell);
    expect(listCell(undefined)).toBe(unknownCell);
    expect(yesNoCell(undefined)).toBe(unknownCell);
  });

  test('zero and false are values', () => {
    expect(amountCell(0)).toBe('0');
    expect(yesNoCell(false)).toBe('no');
  });

  test('an unreadable date is unknown', () => {
    expect(ageCell('yesterday', now)).toBe(unknownCell);
    expect(momentCell('yesterday', now)).toBe(unknownCell);
    expect(ageCell(null, now)).toBe(noneCell);
    expect(momentCell('2026-02-26T12:00:00', now)).toEqual(['3d ago', {text: '2026-02-26 12:00:00 UTC', tone: 'dim'}]);
  });

  test('an unknown age has no sort order', () => {
    expect(ageOrder('2026-02-28T12:00:00', now)).toBe(24 * 3600_000);
    expect(ageOrder('?', now)).toBeNaN();
  });
});

describe('conditions', () => {
  const condition = defineStates<'on' | 'off' | (string & {})>({
    on: {condition: 'ok', word: 'on'},
    off: {condition: 'off', word: 'off'},
  });

  test('an unknown value keeps its own word', () => {
    expect(condition('on')).toEqual({condition: 'ok', word: 'on'});
    expect(condition('hibernating')).toEqual({condition: 'unknown', word: 'hibernating'});
  });

  test('a value named like a property of Object is unknown', () => {
    expect(condition('constructor').condition).toBe('unknown');
    expect(condition('__proto__').condition).toBe('unknown');
  });

  test('a missing value is unknown', () => {
    expect(condition(undefined as unknown as string)).toEqual({condition: 'unknown', word: 'unknown'});
  });

  test('problems are states with attention or failed', () => {
    const words = (['ok', 'busy', 'off', 'attention', 'failed', 'unknown'] as const).filter(is =>
      isProblem({condition: is, word: is}),
    );
    expect(words).toEqual(['attention', 'failed']);
  });
});
