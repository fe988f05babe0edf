import {describe, expect, it} from 'vitest';
import type {TextFormat} from './field.ts';
import {formats} from './formats.ts';

const samples: Partial<Record<TextFormat, {good: string[]; bad: string[]}>> = {
  'date-time': {
    good: ['2018-01-01T00:01:01', '2018-01-01T00:01:01Z', '2018-01-01T00:01:01.123+02:00', '2024-02-29T23:59:59'],
    bad: ['2018-01-01', '2018-13-01T00:00:00', '2023-02-29T00:00:00', '2018-01-01T24:00:00', 'yesterday', ''],
  },
  email: {good: ['me@example.org', 'a+b@c'], bad: ['me', '@example.org', 'a b@c', 'a@b\nBcc: c@d', '']},
  digits: {good: ['0', '4111111111111111'], bad: ['4111 1111', '-1', '1.5', '１']},
  ip: {good: ['192.0.2.1', '2001:db8::1'], bad: ['192.0.2', '192.0.2.256', '192.0.2.1/24', 'fe80::1%eth0', '']},
  'ip:port': {good: ['192.168.1.2', '192.168.1.2:80', '[2001:db8::1]:443'], bad: ['192.168.1.2:0', 'host:80', ':80']},
  'ip/netmask': {good: ['10.0.0.1/24', 'fd00::1/64', ''], bad: ['10.0.0.1', '10.0.0.1/33', '10.0.0.1/024']},
  ipv4: {good: ['203.0.113.1'], bad: ['2001:db8::1', '203.0.113.1/32']},
  'ipv4/mask': {good: ['203.0.113.5/32', '0.0.0.0/0'], bad: ['203.0.113.5', '203.0.113.5/33', 'web', '::/0', '']},
  'ipv4/prefix_length': {good: ['203.0.113.1', '203.0.113.0/24', '0.0.0.0/0'], bad: ['2001:db8::/32', '1.2.3.4/']},
  'ipv4|ipv6/prefix_length': {good: ['203.0.113.1', '2001:db8::/64'], bad: ['2001:db8::/129', 'x']},
  ipv6: {good: ['2001:db8::1'], bad: ['203.0.113.1', '2001:db8::1/64']},
  'ipv6/128': {good: ['2001:db8::1/128', '2001:db8::1'], bad: ['2001:db8::1/129']},
  'ipv6/mask': {good: ['2001:db8::/32', '::/0'], bad: ['2001:db8::1', '::/129', '192.0.2.0/24', '']},
  'ipv6/prefix_length': {good: ['2001:db8::/64'], bad: ['203.0.113.0/24']},
  'MM/YYYY': {good: ['07/2026'], bad: ['7/2026', '13/2026', '07/26']},
  'oauth-scopes': {
    good: ['*', 'volumes:read_only', 'volumes:read_write images:read_only', 'volumes:read_only,domains:read_write', ''],
    bad: ['volumes', 'volumes:write', 'volumes:'],
  },
  phone: {good: ['123-456-7890', '+49 (30) 123456', ''], bad: ['call me', '+', '12#4']},
  ports: {
    good: ['1', '65535', '22,80', '80-443, 8080', ''],
    bad: ['0', '022', '65536', '80-80', '443-80', 'http', '1-2-3', '22-, 99999', '22,', ' '],
  },
  'ssh-key': {
    good: ['ssh-ed25519 AAAAC3Nz me@home', 'ssh-rsa AAAA_valid_public=='],
    bad: ['AAAAC3Nz', '', 'not a key', 'ssh-rsa key'],
  },
  'ssl-cert': {
    good: ['-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n'],
    bad: ['MII', '-----BEGIN CERTIFICATE-----'],
  },
  url: {
    good: ['https://example.org/a?b=c', 'example.org:8080', '192.0.2.1:80', 'myapp://done'],
    bad: ['', 'a b', 'http://'],
  },
  uuid: {good: ['123E4567-E89B-12D3-A456-426614174000'], bad: ['123E4567', '123E4567E89B12D3A456426614174000']},
  base64: {good: ['TUlJ', 'TUk=', 'TUlJ\nTUk='], bad: ['T-U', 'TU=x']},
};

describe.each(Object.entries(samples))('format %s', (name, {good, bad}) => {
  const {test, requirement} = formats[name as TextFormat];
  it.each(good)('accepts %j', value => expect(test(value)).toBe(true));
  it.each(bad)('refuses %j', value => expect(test(value)).toBe(false));
  it('has a description in words', () => expect(requirement).not.toBe(''));
});

it('bug: the description of an address with a port didn’t state the range of the port', () => {
  expect(formats['ip:port'].test('1.2.3.4:99999')).toBe(false);
  expect(formats['ip:port'].requirement).toBe('an IP address, or one with a port from 1 to 65535');
});
