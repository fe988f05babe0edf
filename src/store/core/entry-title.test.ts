import {expect, test} from 'vitest';
import {entryTitle} from './entry-title.ts';

test('an entry is named by the singular of the title of its list, or by the title and the singular', () => {
  const title = (list: string, one: string) => entryTitle({title: list, items: {one}}, 1);
  expect(title('Interfaces', 'interface')).toBe('Interface 2');
  expect(title('IPv4 addresses', 'address')).toBe('IPv4 address 2');
  expect(title('Only where', 'filter')).toBe('Only where, filter 2');
});
