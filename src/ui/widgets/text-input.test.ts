import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellWidth} from '../terminal/index.ts';
import {editLine, type InputLine, inputLine, paintLine} from './text-input.ts';

const bare = (text: string): string => text.replace(/\x1b\[[\d;]*m/g, '');
const typed = (...keys: (string | {key: string})[]): InputLine =>
  keys.reduce<InputLine>(
    (line, key) => editLine(line, typeof key === 'string' ? {key, text: key} : key) ?? line,
    inputLine(),
  );

test('typed and pasted text is inserted at the cursor', () => {
  expect(typed('a', 'c', {key: 'left'}, 'b').text).toBe('abc');
  expect(editLine({text: 'ab', cursor: 1}, {key: 'paste', text: 'x\ny', isPaste: true})).toEqual({
    text: 'ax yb',
    cursor: 4,
  });
});

test('control bytes are removed from pasted text', () => {
  expect(editLine(inputLine(), {key: 'paste', text: 'a\x1b[31mb\u202ec\x07', isPaste: true})?.text).toBe('abc');
});

test('a grapheme of several code points is edited as one character', () => {
  const family = '👨‍👩‍👧';
  const line = inputLine(`a${family}e\u0301`);
  const back = editLine(line, {key: 'backspace'});
  expect(back?.text).toBe(`a${family}`);
  expect(editLine(back ?? line, {key: 'backspace'})?.text).toBe('a');
  expect(editLine({text: `${family}b`, cursor: 0}, {key: 'right'})?.cursor).toBe(family.length);
  expect(editLine({text: `${family}b`, cursor: 0}, {key: 'delete'})?.text).toBe('b');
});

test('keys move the cursor by words and delete words', () => {
  const line = inputLine('status:running  web');
  expect(editLine(line, {key: 'ctrl-w'})?.text).toBe('status:running  ');
  expect(editLine(line, {key: 'alt-b'})?.cursor).toBe(16);
  expect(editLine({...line, cursor: 0}, {key: 'alt-f'})?.cursor).toBe(14);
  expect(editLine({...line, cursor: 14}, {key: 'ctrl-u'})).toMatchObject({text: '  web', cursor: 0});
  expect(editLine({...line, cursor: 14}, {key: 'ctrl-k'})).toMatchObject({text: 'status:running', cursor: 14});
  expect(editLine(line, {key: 'home'})?.cursor).toBe(0);
  expect(editLine({...line, cursor: 0}, {key: 'ctrl-e'})?.cursor).toBe(19);
});

test('bug: ctrl-a did nothing in a text field', () => {
  expect(editLine(inputLine('text'), {key: 'ctrl-a'})).toEqual({text: 'text', cursor: 0});
});

test('bug: ctrl-y did nothing in a text field', () => {
  for (const key of ['ctrl-w', 'ctrl-u']) {
    const cut = editLine(inputLine('web-01'), {key}) ?? inputLine();
    expect(cut.text).toBe('');
    const started = editLine(cut, {key: 'x', text: 'x'}) ?? cut;
    expect(editLine(started, {key: 'ctrl-y'})).toMatchObject({text: 'xweb-01', cursor: 7});
  }
  const cut = editLine({text: 'web-01', cursor: 3}, {key: 'ctrl-k'}) ?? inputLine();
  const home = editLine(cut, {key: 'home'}) ?? cut;
  expect(editLine(home, {key: 'ctrl-y'})).toMatchObject({text: '-01web', cursor: 3});
  expect(editLine(inputLine('web'), {key: 'ctrl-y'})).toBeUndefined();
});

const strokes = fc.array(
  fc.oneof(
    fc.string({unit: 'grapheme', minLength: 1, maxLength: 1}).map(text => ({key: text, text})),
    fc
      .constantFrom('left', 'right', 'home', 'end', 'backspace', 'delete', 'ctrl-w', 'alt-b', 'alt-f', 'ctrl-u')
      .map(key => ({key})),
  ),
  {maxLength: 30},
);

test('the cursor never leaves the text, and the line has exactly the given width', () => {
  fc.assert(
    fc.property(strokes, fc.integer({min: 2, max: 20}), (keys, columns) => {
      let line = inputLine();
      for (const key of keys) line = editLine(line, key) ?? line;
      expect(line.cursor).toBeGreaterThanOrEqual(0);
      expect(line.cursor).toBeLessThanOrEqual(line.text.length);
      expect(cellWidth(bare(paintLine(line, columns, {isFocused: true})))).toBe(columns);
      expect(cellWidth(bare(paintLine(line, columns, {isFocused: false})))).toBe(columns);
    }),
  );
});

test('a character wider than the line is cut like any text', () => {
  const note = '\u{1d158}\u{1d165}\u{1d16e}';
  expect(bare(paintLine({...inputLine(note), cursor: 0}, 2, {isFocused: true}))).toBe('… ');
});

test('a secret shows one dot for each character', () => {
  expect(bare(paintLine(inputLine('hunter2'), 12, {isFocused: true, mask: '•'}))).toBe('•••••••     ');
});

test('bug: joiners and variation selectors were removed from pasted text', () => {
  const family = '👨‍👩‍👧';
  for (const text of [family, 'می\u200cخواهم', '❤\ufe0f']) {
    expect(editLine(inputLine(), {key: 'paste', text, isPaste: true})?.text).toBe(text);
    expect(editLine(inputLine(), {key: text, text})?.text).toBe(text);
  }
  expect(typed('a', '\u202e', 'b')).toEqual({text: 'ab', cursor: 2});
  for (const focused of [true, false]) {
    const row = bare(paintLine(inputLine(`${family}x`), 12, {isFocused: focused}));
    expect(cellWidth(row)).toBe(12);
    expect(row).not.toContain('\u200d');
  }
});
