import {expect, test} from 'vitest';
import {clipboardBytes} from './clipboard.ts';
import {titleBytes} from './window-title.ts';

const content = (bytes: string): string =>
  Buffer.from(/\x1b\]52;c;([^\x07]*)\x07/.exec(bytes)?.[1] ?? '', 'base64').toString();

test('text goes out as the terminal’s clipboard', () => {
  expect(clipboardBytes('web-01 é', undefined)).toBe('\x1b]52;c;d2ViLTAxIMOp\x07');
});

test('tmux gets it plain and wrapped, so that either of its settings lets it through', () => {
  expect(clipboardBytes('x', 'tmux')).toBe('\x1b]52;c;eA==\x07\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\');
});

test('screen gets it in pieces it can pass on', () => {
  const bytes = clipboardBytes('x'.repeat(3000), 'screen') ?? '';
  const pieces = bytes.split('\x1b\\').filter(Boolean);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.length).toBeLessThan(768);
  expect(content(pieces.map(piece => piece.slice(2)).join(''))).toBe('x'.repeat(3000));
});

test('what would arrive in part is refused, by its size in bytes', () => {
  expect(clipboardBytes('é'.repeat(40_000), undefined)).toBeUndefined();
  expect(clipboardBytes('e'.repeat(40_000), undefined)).toBeDefined();
});

test('a title cannot carry a sequence of its own', () => {
  expect(titleBytes('web\x07\x1b]52;c;eA==\x07\u202E01')).toBe('\x1b]2;web01\x07');
});
