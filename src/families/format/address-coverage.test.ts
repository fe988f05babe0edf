import {expect, test} from 'vitest';
import {rangesWithin, uncoveredRanges} from './address-coverage.ts';

test('a wider network contains an address, a network of its own, and the same network in another form', () => {
  expect(uncoveredRanges(['192.0.2.0/24', '198.51.100.7'], ['0.0.0.0/0'])).toEqual([]);
  expect(uncoveredRanges(['192.0.2.0/24', '198.51.100.7'], ['192.0.2.0/23', '198.51.100.0/24'])).toEqual([]);
  expect(uncoveredRanges(['198.51.100.7/32', '192.0.2.9/24'], ['198.51.100.7', '192.0.2.0/24'])).toEqual([]);
  expect(uncoveredRanges(['2001:db8:1::/48', '2001:0db8::0001'], ['2001:db8::/32'])).toEqual([]);
});

test('two halves contain their network', () => {
  expect(uncoveredRanges(['192.0.2.0/24'], ['192.0.2.128/25', '192.0.2.0/25'])).toEqual([]);
  expect(uncoveredRanges(['192.0.2.0/24'], ['192.0.2.0/25', '192.0.2.192/26'])).toEqual(['192.0.2.0/24']);
});

test('networks of the other IP version contain no address', () => {
  expect(uncoveredRanges(['192.0.2.1', '2001:db8::1'], ['::/0'])).toEqual(['192.0.2.1']);
  expect(uncoveredRanges(['192.0.2.1', '2001:db8::1'], ['0.0.0.0/0'])).toEqual(['2001:db8::1']);
});

test('texts that aren’t networks are compared as texts', () => {
  expect(uncoveredRanges(['office', '300.1.1.1', '1::2::3'], ['office', '0.0.0.0/0'])).toEqual([
    '300.1.1.1',
    '1::2::3',
  ]);
});

test('other values in a list of the API contain no address', () => {
  const list = [null, 7, '192.0.2.1'] as unknown as string[];
  expect(uncoveredRanges(list, ['192.0.2.0/24'])).toEqual([null, 7]);
  expect(uncoveredRanges(['::1.2.3', '192.0.2.1'], list)).toEqual(['::1.2.3']);
});

test('the networks within a network', () => {
  expect(rangesWithin('192.0.2.0/24', ['192.0.2.0/25', '192.0.3.1', '0.0.0.0/0', 'office'])).toEqual(['192.0.2.0/25']);
  expect(rangesWithin('::ffff:192.0.2.0/120', ['::ffff:c000:201'])).toEqual(['::ffff:c000:201']);
});
