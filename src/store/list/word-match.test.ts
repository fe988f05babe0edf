import {describe, expect, it} from 'vitest';
import {addSearchText, hasWord, impliesWord, joinSearchText} from './word-match.ts';

function searchText(...values: string[]): string {
  const [words, codes]: [string[], string[]] = [[], []];
  for (const value of values) addSearchText(value, words, codes);
  return joinSearchText(words, codes);
}

describe('bug: a short word found rows by chance', () => {
  it.each([
    ['an IPv6 address', '2001:db8:1::1/64', 'db', 'db8:'],
    ['an IPv6 address without a gap', '2001:db8:0:0:0:0:0:1', 'db8', '2001:'],
    ['a MAC address', '22:00:db:a6:22:43', 'db', 'db:a6'],
    ['an IPv6 range among others', '192.0.2.0/24, 2001:db8::/32', 'db8', ':db8'],
    ['a UUID', 'e1d0e58b-f89f-4237-84ab-b82077db1359', 'db', '82077db'],
    ['a hash', '8743b52063cd84097a65d1633f5c74f5db', 'db', '8743b52'],
    ['a public key', `ssh-rsa ${'AAAAB3NzaC1yc2EAdb'.repeat(6)}== me@host`, 'db', 'aaaab3nzac1yc2eadbaaaab3n'],
  ])('in %s', (_kind, value, chance, part) => {
    const text = searchText('web-01', value, 'active');
    expect(hasWord(text, chance)).toBe(false);
    expect(hasWord(text, part)).toBe(true);
    expect(hasWord(text, value.toLowerCase())).toBe(!value.includes(' '));
    for (const word of ['web-01', 'active', 'we']) expect(hasWord(text, word)).toBe(true);
  });

  it.each([
    'db-02',
    '192.0.2.30',
    'a:db',
    '12:30:45',
    'pvc-a-volume-of-a-cluster-db',
    '/srv/backups/of/a/database/db',
  ])('but finds it in %s', value => {
    expect(hasWord(searchText('2001:db8::1', value), value.includes('db') ? 'db' : value.slice(-2))).toBe(true);
  });
});

it('a longer word implies a part of it, unless only the longer one is searched in codes', () => {
  expect(impliesWord('web', 'we')).toBe(true);
  expect(impliesWord('db8:', 'db8')).toBe(false);
  expect(impliesWord('db8::1', 'db8:')).toBe(true);
});
