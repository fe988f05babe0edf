import {describe, expect, test} from 'vitest';
import {coversPort, type InboundRules, openAccessText} from './allow-list-words.ts';

const rule = (ports: string, ipv4: readonly string[], action = 'ACCEPT', protocol = 'TCP') => ({
  ...{action, protocol, ports},
  addresses: {ipv4, ipv6: []},
});
const all = ['0.0.0.0/0'];
const accept = (ports: string, ipv4: readonly string[], ipv6: readonly string[]) => ({
  ...rule(ports, ipv4),
  addresses: {ipv4, ipv6},
});
const closed = (...inbound: NonNullable<InboundRules['inbound']>): InboundRules => ({inbound, inbound_policy: 'DROP'});

describe('the warning for a set of inbound rules', () => {
  test('names the allowed traffic, and the access by SSH', () => {
    expect(openAccessText(closed(rule('443', ['203.0.113.5/32'])))).toEqual([
      'Inbound traffic is limited to TCP 443 from 203.0.113.5/32.',
      'SSH (port 22) is blocked.',
    ]);
    expect(openAccessText(closed(rule('22', ['192.0.2.0/24']), rule('80, 443', all)))).toEqual([
      'Inbound traffic is limited to TCP 22 from 192.0.2.0/24; TCP 80, 443 from all IPv4 addresses.',
      'SSH (port 22) is limited to 192.0.2.0/24.',
    ]);
    expect(openAccessText(closed(rule('1-1024', all)))).toEqual([
      'Inbound traffic is limited to TCP 1-1024 from all IPv4 addresses.',
    ]);
    expect(openAccessText(closed())).toEqual(['All inbound traffic is blocked.', 'SSH (port 22) is blocked.']);
  });

  test('bug: a rule for one IP version was called a rule for everywhere', () => {
    const text = (...lists: readonly [readonly string[], readonly string[]]) =>
      openAccessText(closed(accept('1-1024', ...lists)))[0];
    expect(text(all, ['::/0'])).toBe('Inbound traffic is limited to TCP 1-1024 from everywhere.');
    expect(text([], ['::/0'])).toBe('Inbound traffic is limited to TCP 1-1024 from all IPv6 addresses.');
    expect(text(all, ['2001:db8::/32'])).toBe(
      'Inbound traffic is limited to TCP 1-1024 from all IPv4 addresses, 2001:db8::/32.',
    );
  });

  test('bug: a block of all outbound traffic had no warning', () => {
    const blocked = {outbound: [], outbound_policy: 'DROP'};
    expect(openAccessText({...closed(rule('1-1024', all)), ...blocked})).toEqual([
      'Inbound traffic is limited to TCP 1-1024 from all IPv4 addresses.',
      'All outbound traffic is blocked.',
    ]);
    expect(openAccessText(blocked, 'web-01')).toEqual(['web-01: all outbound traffic is blocked.']);
    expect(openAccessText({...blocked, outbound: [rule('443', all, 'DROP')]})).toHaveLength(1);
    expect(openAccessText({...blocked, outbound: [rule('443', all)]})).toEqual([]);
    expect(openAccessText({...blocked, outbound: [{ruleset: 7}]})).toEqual([]);
    expect(openAccessText({outbound: [], outbound_policy: 'ACCEPT'})).toEqual([]);
  });

  test('is empty if the policy accepts traffic, unless a rule drops SSH', () => {
    const open = (...inbound: NonNullable<InboundRules['inbound']>): InboundRules => ({
      inbound,
      inbound_policy: 'ACCEPT',
    });
    expect(openAccessText(open())).toEqual([]);
    expect(openAccessText(open(rule('22', ['192.0.2.0/24']), rule('22', all, 'DROP')))).toEqual([
      'SSH (port 22) is limited to 192.0.2.0/24.',
    ]);
    expect(openAccessText(open(rule('22', all, 'DROP')))).toEqual(['SSH (port 22) is blocked.']);
    // The first matching rule decides.
    expect(openAccessText(open(rule('20-25', all), rule('22', all, 'DROP')))).toEqual([]);
  });

  test('names four rules and counts the rest, and accepts rules without fields', () => {
    const many = Array.from({length: 7}, (_, index) => rule(String(8000 + index), all));
    expect(openAccessText(closed(rule('22', all), ...many))).toEqual([
      'Inbound traffic is limited to TCP 22 from all IPv4 addresses; TCP 8000 from all IPv4 addresses; TCP 8001 from all IPv4 addresses; TCP 8002 from all IPv4 addresses and 4 more.',
    ]);
    expect(openAccessText(closed({}, {action: 'ACCEPT'}))).toEqual([
      'Inbound traffic is limited to packets from nowhere.',
      'SSH (port 22) is blocked.',
    ]);
  });

  test('names the affected resource', () => {
    expect(openAccessText(closed(), 'bastion')).toEqual([
      'bastion: all inbound traffic is blocked.',
      'bastion: SSH (port 22) is blocked.',
    ]);
  });

  test('matches ports and ranges', () => {
    expect(['22', '1-100', '80,22', null, ''].map(ports => coversPort(ports, 22))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['23', '80-443', 'x'].map(ports => coversPort(ports, 22))).toEqual([false, false, false]);
  });
});
