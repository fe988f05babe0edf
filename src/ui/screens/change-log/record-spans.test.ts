import {expect, test} from 'vitest';
import {differenceText, recordTitle, shortTime} from './record-spans.ts';

test('a changed field has its title in the form, and never its API name', () => {
  expect(differenceText({path: 'iso_code', title: 'Country', after: 'US'})).toBe('Country US');
  expect(differenceText({path: 'otp_code', title: 'Code'})).toBe('Code (secret)');
  expect(differenceText({path: 'label', title: 'Label', before: 'web-1', after: 'web-2'})).toBe('Label web-1 → web-2');
  // Lines of earlier versions have no title.
  expect(differenceText({path: 'disk_id', after: '7'})).toBe('disk id 7');
});

test('a short time has no year in the current year, and no clock time in other years', () => {
  const now = Date.UTC(2026, 10, 22, 7);
  expect(shortTime(Date.UTC(2026, 2, 1, 9, 5), now)).toBe('03-01 09:05');
  expect(shortTime(Date.UTC(2025, 11, 31, 9, 5), now)).toBe('2025-12-31 ');
});

test('bug: the title of an undo named its resource twice', () => {
  const record = {operation: 'instances.update', label: 'web-01'};
  expect(recordTitle({...record, title: 'Undo: Add tags web-01'})).toBe('Undo: Add tags web-01');
  expect(recordTitle({...record, title: 'Add tags'})).toBe('Add tags web-01');
  // Lines of earlier versions have no title.
  expect(recordTitle(record)).toBe('instances.update web-01');
});
