import {expect, test} from 'vitest';
import {clipboardBytes} from './clipboard.ts';
import {titleBytes} from './window-title.ts';

const content = (bytes: string): string =>
  Buffer.from(/\x1b\]52;c;([^\x07]*)\x07/.exec(bytes)?.[1] ?? '', 'base64').toString();

test('text is sent to the clipboard as an OSC 52 sequence', () => {
  expect(clipboardBytes('web-01 é', undefined)).toBe('\x1b]52;c;d2ViLTAxIMOp\x07');
});

test('tmux receives the text plain and wrapped, so that it arrives with either setting', () => {
  expect(clipboardBytes('x', 'tmux')).toBe('\x1b]52;c;eA==\x07\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\');
});

test('screen receives the text in pieces of fewer than 768 bytes', () => {
  const bytes = clipboardBytes('x'.repeat(3000), 'screen') ?? '';
  const pieces = bytes.split('\x1b\\').filter(Boolean);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.length).toBeLessThan(768);
  expect(content(pieces.map(piece => piece.slice(2)).join(''))).toBe('x'.repeat(3000));
});

test('a text that would be cut off is refused by its size in bytes', () => {
  expect(clipboardBytes('é'.repeat(40_000), undefined)).toBeUndefined();
  expect(clipboardBytes('e'.repeat(40_000), undefined)).toBeDefined();
});

test('a window title can’t contain an escape sequence', () => {
  expect(titleBytes('web\x07\x1b]52;c;eA==\x07\u202E01')).toBe('\x1b]2;web01\x07');
});
