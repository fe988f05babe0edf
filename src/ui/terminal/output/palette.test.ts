import {describe, expect, test} from 'vitest';
import {reduce} from './palette.ts';
import {applySgr, Pen} from './sgr-style.ts';

describe('reduce', () => {
  test.each([
    ['31', '16', '31'],
    ['31', 'none', ''],
    ['', 'truecolor', ''],
    ['38;2;255;0;0', 'truecolor', '38;2;255;0;0'],
    ['38;2;255;0;0', '256', '38;5;196'],
    ['48;2;128;128;128', '256', '48;5;244'],
    ['38;2;255;0;0', '16', '91'],
    ['48;2;0;0;238', '16', '44'],
    ['48;5;24', '256', '48;5;24'],
    ['48;5;196', '16', '101'],
    ['38;5;1', '16', '31'],
    ['38;5;9', '16', '91'],
    ['38;5;250', '16', '37'],
    ['38;5;24', 'none', ''],
  ] as const)('%s at %s is %s', (parameters, colors, expected) => {
    expect(reduce(parameters, colors)).toBe(expected);
  });
});

describe('styles', () => {
  const style = (...sequences: string[]): number => sequences.reduce(applySgr, 0);

  test('equal looks have one style, for any order of sequences', () => {
    expect(style('1;31')).toBe(style('31', '1'));
    expect(style('31', '39')).toBe(0);
    expect(style('1', '2', '22')).toBe(0);
    expect(style('4;7', '')).toBe(0);
    expect(style('38;5;24', '1', '0')).toBe(0);
  });

  test.each([
    ['to a color', [''], ['31'], '\x1b[31m'],
    ['back to the default', ['1;31;44'], [''], '\x1b[m'],
    ['only the background changes', ['31;48;5;24'], ['31'], '\x1b[49m'],
    ['only the foreground changes', ['48;5;24'], ['31;48;5;24'], '\x1b[31m'],
    ['from bold to dim', ['1'], ['2'], '\x1b[0;2m'],
    ['from many attributes to few, with a reset', ['1;3;4;31;44'], ['32'], '\x1b[0;32m'],
  ])('%s', (_, from, to, bytes) => {
    expect(new Pen('truecolor').change(style(...from), style(...to))).toBe(bytes);
  });

  test('without colors, attributes are kept and colors write no bytes', () => {
    const pen = new Pen('none');
    expect(pen.change(0, style('31'))).toBe('');
    expect(pen.change(0, style('31;7'))).toBe('\x1b[7m');
  });

  test('without colors, text with a background color is inverse', () => {
    const pen = new Pen('none');
    expect(pen.change(0, style('30;46'))).toBe('\x1b[7m');
    expect(pen.change(style('30;46'), 0)).toBe('\x1b[m');
  });
});
