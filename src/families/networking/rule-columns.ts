/** Columns of all families with a set of rules: firewalls, their versions and templates. */
import type {FirewallRules} from '../../contract/networking/firewalls.ts';
import {type Cell, cellFor} from '../format/cells.ts';
import {countText} from '../format/format.ts';
import * as standard from '../shape/standard.ts';

interface WithRules {
  readonly rules: FirewallRules;
}

const policies: Readonly<Record<string, string>> = {ACCEPT: 'let through', DROP: 'dropped'};
/** "let through": the treatment of packets that match no rule. */
export const policyCell = (value: FirewallRules['inbound_policy']): Cell =>
  cellFor(value, word => (Object.hasOwn(policies, word) ? (policies[word] ?? word) : word));

export const ruleCountColumns = [
  {
    id: 'inbound',
    title: 'In',
    ...standard.numberFacts(({rules}: WithRules) => rules.inbound.length),
  },
  {
    id: 'outbound',
    title: 'Out',
    ...standard.numberFacts(({rules}: WithRules) => rules.outbound.length),
  },
] as const;

export const policyColumns = [
  {id: 'rest_in', title: 'Default in', priority: 2, value: ({rules}: WithRules) => policyCell(rules.inbound_policy)},
  {id: 'rest_out', title: 'Default out', priority: 3, value: ({rules}: WithRules) => policyCell(rules.outbound_policy)},
] as const;

export const ruleLines = [
  {title: 'Inbound', value: ({rules}: WithRules) => countText(rules.inbound.length, 'rule')},
  {title: 'Default policy', value: ({rules}: WithRules) => policyCell(rules.inbound_policy)},
  {title: 'Outbound', value: ({rules}: WithRules) => countText(rules.outbound.length, 'rule')},
  {title: 'Default policy', value: ({rules}: WithRules) => policyCell(rules.outbound_policy)},
] as const;
