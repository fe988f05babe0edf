import {expect, test} from 'vitest';
import {parseNumber} from './parse-number.ts';

test.each([
  // bug: the size of a disk was accepted in MB only, although lists show GB
  ['20 GB', 'MB', 20_480],
  ['1.5gb', 'MB', 1536],
  ['1 TB', 'MB', 1_048_576],
  ['1 TB', 'GB', 1024],
  ['40', undefined, 40],
  [' -1.5 ', undefined, -1.5],
  ['40 GB', 'GB', 40],
  ['1,024 MB', 'MB', 1024],
  ['1,02', 'MB', '1,02'],
  ['5 constructor', 'MB', '5 constructor'],
  ['40gb', 'GB', 40],
  ['90', 'seconds', 90],
  ['1h', 'seconds', 3600],
  ['1.5 h', 'seconds', 5400],
  ['1.1h', 'seconds', 3960],
  ['30m', 'seconds', 1800],
  ['2d', 'hours', 48],
  ['10 Mbit/s', 'Mbit/s', 10],
  // A duration is not a size.
  ['30m', 'GB', '30m'],
  ['1h', undefined, '1h'],
  ['', 'seconds', ''],
  ['soon', 'seconds', 'soon'],
])('the text %j with the unit %s is read as %j', (text, unit, value) => {
  expect(parseNumber(text, unit)).toBe(value);
});
