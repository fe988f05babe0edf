import {expect, test} from 'vitest';
import {areaText, editArea, moveShown, paintArea, shownRows, type TextArea, textArea} from './text-area.ts';

const press = (area: TextArea, ...keys: string[]): TextArea =>
  keys.reduce((now, key) => editArea(now, {key}) ?? now, area);

test('enter breaks a line and backspace joins it again', () => {
  const broken = press({lines: ['ab'], row: 0, cursor: 1}, 'enter');
  expect(broken).toEqual({lines: ['a', 'b'], row: 1, cursor: 0});
  expect(press(broken, 'backspace')).toEqual({lines: ['ab'], row: 0, cursor: 1});
  expect(press({...broken, row: 0, cursor: 1}, 'end', 'delete')).toEqual({lines: ['ab'], row: 0, cursor: 1});
});

test('the cursor crosses the ends of lines', () => {
  const area = {lines: ['ab', 'cd'], row: 1, cursor: 0};
  expect(press(area, 'left')).toMatchObject({row: 0, cursor: 2});
  expect(press(area, 'left', 'right')).toMatchObject({row: 1, cursor: 0});
});

test('ctrl-y inserts the text that ctrl-u, ctrl-k or ctrl-w deleted, also in another line', () => {
  for (const key of ['ctrl-u', 'ctrl-w']) {
    const cut = press(textArea('apt update'), 'home', 'alt-f', 'ctrl-k', key);
    expect(areaText(cut)).toBe('');
    expect(areaText(press(cut, 'ctrl-y'))).toBe('apt');
  }
  const cut = press({lines: ['one', 'two'], row: 0, cursor: 0}, 'ctrl-k');
  expect(areaText(press(cut, 'right', 'end', 'enter', 'ctrl-y'))).toBe('\ntwo\none');
  expect(areaText(press(cut, 'delete', 'ctrl-y'))).toBe('onetwo');
  const below = press({lines: ['one', 'two'], row: 1, cursor: 0}, 'ctrl-k');
  expect(areaText(press(below, 'backspace', 'ctrl-y'))).toBe('onetwo');
  expect(editArea(textArea('one'), {key: 'ctrl-y'})).toBeUndefined();
});

test('up and down are passed to the form', () => {
  const area = textArea('one');
  expect(editArea(area, {key: 'up'})).toBeUndefined();
  expect(editArea(area, {key: 'down'})).toBeUndefined();
});

test('a paste keeps its lines and loses its control bytes', () => {
  const area = editArea(textArea('x'), {key: 'paste', text: '#!/bin/sh\r\n\techo \x1b[31mhi\n', isPaste: true});
  expect(area && areaText(area)).toBe('x#!/bin/sh\n\techo hi\n');
  expect(area).toMatchObject({row: 2, cursor: 0});
});

test('a secret has one dot for each character, in the line of the cursor and in others', () => {
  const paint = (row: number) =>
    paintArea({lines: ['pä👍🏽x', 'y'], row, cursor: 1}, 8, 2, {isFocused: true, mask: '•'})[0]?.replace(
      /\x1b\[\d+m/g,
      '',
    );
  expect(paint(0)).toBe('••••    ');
  expect(paint(1)).toBe('••••    ');
});

test('the lines around the cursor fill their rows', () => {
  const area = textArea(Array.from({length: 20}, (_, index) => `line ${index}`).join('\n'));
  const rows = paintArea(area, 10, 4, {isFocused: false});
  expect(rows).toHaveLength(4);
  expect(rows.at(-1)).toBe('line 19   ');
});

test('a long line is folded at spaces, and no character is lost', () => {
  const area = textArea('the quick brown fox jumps');
  expect(paintArea(area, 11, 4, {isFocused: false})).toEqual([
    'the quick  ',
    'brown fox  ',
    'jumps      ',
    '           ',
  ]);
  expect(shownRows(area, 11)).toBe(3);
  expect(paintArea(textArea('abcdefghij'), 5, 3, {isFocused: false})).toEqual(['abcd ', 'efgh ', 'ij   ']);
  expect(paintArea(textArea('日本語日本'), 6, 3, {isFocused: false})).toEqual(['日本  ', '語日  ', '本    ']);
});

test('up and down move by displayed lines, at the same column', () => {
  const area = {lines: ['the quick brown fox', 'end'], row: 0, cursor: 2};
  const down = moveShown(area, 1, 11);
  expect(down).toMatchObject({row: 0, cursor: 12});
  const end = down && moveShown(down, 1, 11);
  expect(end).toMatchObject({row: 1, cursor: 2});
  expect(end && moveShown(end, 1, 11)).toBeUndefined();
  expect(moveShown(area, -1, 11)).toBeUndefined();
});

test('up from the end of a folded line moves to the displayed line above', () => {
  const area = textArea('the quick brown fox');
  const up = moveShown(area, -1, 11);
  expect(up).toMatchObject({row: 0, cursor: 9});
});

test('bug: up and down could put the cursor inside an emoji', () => {
  const area = {lines: ['😀'.repeat(12)], row: 0, cursor: 16};
  const above = moveShown(area, -1, 8);
  expect(above && editArea(above, {key: 'x', text: 'x'})?.lines[0]?.isWellFormed()).toBe(true);
  const atEdge = moveShown({...area, cursor: 24}, -1, 8);
  expect(atEdge && editArea(atEdge, {key: 'x', text: 'x'})?.lines[0]?.isWellFormed()).toBe(true);
  const below = moveShown({...area, cursor: 6}, 1, 8);
  expect(below && editArea(below, {key: 'x', text: 'x'})?.lines[0]?.isWellFormed()).toBe(true);
});

test('bug: tabs in pasted text became spaces', () => {
  const text = 'cat <<-END\n\tone\ttwo\n\tEND';
  const area = editArea(textArea(''), {key: 'paste', text, isPaste: true});
  expect(area && areaText(area)).toBe(text);
  expect(paintArea(textArea(text), 12, 3, {isFocused: false})).toEqual([
    'cat <<-END  ',
    '  one  two  ',
    '  END       ',
  ]);
});

test('the cursor on a tab is at its first cell, and moves as one character', () => {
  const area = {lines: ['\tab', 'wxyz'], row: 0, cursor: 0};
  expect(paintArea(area, 8, 1, {isFocused: true})).toEqual(['\x1b[7m \x1b[27m ab    ']);
  const after = press(area, 'right');
  expect(after.cursor).toBe(1);
  expect(paintArea(after, 8, 1, {isFocused: true})).toEqual(['  \x1b[7ma\x1b[27mb    ']);
  expect(moveShown(after, 1, 8)).toMatchObject({row: 1, cursor: 2});
  expect(press(after, 'backspace').lines[0]).toBe('ab');
});

test('a line with tabs is folded by its shown cells', () => {
  expect(paintArea(textArea('\tab\tcd ef'), 7, 3, {isFocused: false})).toEqual(['  ab   ', 'cd ef  ', '       ']);
});

test('bug: joiners and variation selectors were removed from pasted lines', () => {
  const family = '👨‍👩‍👧';
  const text = `${family} می\u200cخواهم\n❤\ufe0f`;
  const area = editArea(textArea(''), {key: 'paste', text, isPaste: true});
  expect(area && areaText(area)).toBe(text);
  expect(paintArea(textArea(family.repeat(2)), 8, 2, {isFocused: false})).toEqual(['👨👩👧  ', '👨👩👧  ']);
});
