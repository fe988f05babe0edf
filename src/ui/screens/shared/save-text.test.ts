import {expect, test} from 'vitest';
import {fileNameOf} from './save-text.ts';

test('a file name has neither blanks nor dashes at its ends', () => {
  expect(fileNameOf('skydeck Foo!', 'csv')).toBe('skydeck-foo.csv');
  expect(fileNameOf('..web 01 Zone file', 'txt')).toBe('web-01-zone-file.txt');
  expect(fileNameOf('skydeck example.com Records', 'md')).toBe('skydeck-example.com-records.md');
});

test('bug: a label without Latin letters made a hidden file', () => {
  expect(fileNameOf('日本 1', 'csv')).toBe('日本-1.csv');
  expect(fileNameOf('!?', 'csv')).toBe('skydeck.csv');
});
