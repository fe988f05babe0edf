import {expect, test} from 'vitest';
import {speechText, spokenValue} from './speech-text.ts';

test.each([
  ['\x1b[32m● running\x1b[39m', 'running'],
  [' Region              us-east  United States →', 'Region: us-east, United States'],
  ['   Size   20 GB → 40 GB', 'Size: 20 GB to 40 GB'],
  ['Backups            —', 'Backups: none'],
  ['Instances  ?', 'Instances: unknown'],
  ['?', 'unknown'],
  ['NodeBalancers  3   ? 3 unknown', 'NodeBalancers: 3, 3 unknown'],
  ['LAST CHANGE', 'Last change'],
  ['ID', 'ID'],
  ['Token  ••••••••  v shows it', 'Token: hidden, v shows it'],
  ['███████░░░ 62% · 0:14 left', '62%, 0:14 left'],
  ['───────', ''],
])('%j is read as %j', (painted, read) => {
  expect(speechText(painted)).toBe(read);
});

test('bug: abbreviations in headings were spoken in lower case', () => {
  expect(speechText('IP ADDRESSES')).toBe('IP addresses');
  expect(speechText('REVERSE DNS')).toBe('Reverse DNS');
});

test('a heading in capitals is spoken in sentence case, and a value unchanged', () => {
  expect(speechText('LAST CHANGE')).toBe('Last change');
  expect(spokenValue('CNAME')).toBe('CNAME');
});
