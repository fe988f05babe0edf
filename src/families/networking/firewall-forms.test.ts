import {expect, test} from 'vitest';
import {ruleProblems} from './firewall-forms.ts';

const rule = {action: 'ACCEPT', protocol: 'TCP', ports: '22', addresses: {ipv4: ['192.0.2.0/24']}} as const;

test('bug: a rule without addresses or ports was refused only after it was sent', () => {
  const {addresses, ports, ...rest} = rule;
  const problems = (...inbound: readonly object[]) => ruleProblems({inbound} as never, 'rules.');
  expect(problems(rule, {...rest, ports})).toEqual([
    {field: 'rules.inbound.1.addresses', reason: 'must name at least one address'},
  ]);
  expect(problems({...rule, addresses: {ipv4: [], ipv6: []}})).toHaveLength(1);
  expect(problems({...rule, addresses: {ipv6: ['::/0']}})).toEqual([]);
  expect(problems({...rest, addresses})).toEqual([{field: 'rules.inbound.0.ports', reason: 'are required for TCP'}]);
  expect(problems({...rest, protocol: 'ICMP', addresses}, {ruleset: 7})).toEqual([]);
});
