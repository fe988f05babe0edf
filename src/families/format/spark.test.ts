import {describe, expect, it} from 'vitest';
import {asciiSpark, peakValues, spark} from './spark.ts';

describe('a sparkline', () => {
  it('is scaled to its highest value, and shows every value above zero', () => {
    expect(spark([0, 1, 50, 100])).toBe(' ▁▄█');
    expect(spark([10, 20], {atLeast: 80})).toBe('▁▂');
    expect(spark([])).toBe('');
  });
  it('uses ASCII characters without block characters', () => {
    expect(spark([0, 1, 100], {isAscii: true})).toBe(' .#');
    expect(asciiSpark('12 % ▁█')).toBe('12 % .#');
  });
  it('keeps the peak of each interval', () => {
    const points = [1, 9, 2, 3, 0, 4].map((value, index): readonly number[] => [index, value]);
    expect(peakValues(points, 3)).toEqual([9, 3, 4]);
    expect(peakValues(points.slice(0, 2), 3)).toEqual([1, 9]);
    expect(peakValues([], 3)).toEqual([]);
  });
});
