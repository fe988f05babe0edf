/** Templates of firewalls: predefined initial rules. The API of today has them. */
import type {FirewallTemplate} from '../../contract/networking/firewalls.ts';
import {countText} from '../format/format.ts';
import {defineFamily} from '../shape/define-family.ts';
import {sentRules} from './firewall-forms.ts';
import {policyColumns, ruleCountColumns, ruleLines} from './rule-columns.ts';
import {rulesText} from './rule-words.ts';

const daily = 86_400;

/** The initial values of a new firewall, from a template. */
function startRules({rules}: FirewallTemplate) {
  const {inbound, inbound_policy, outbound, outbound_policy} = sentRules(rules);
  return {
    'rules.inbound': inbound,
    'rules.inbound_policy': inbound_policy,
    'rules.outbound': outbound,
    'rules.outbound_policy': outbound_policy,
  };
}

const ruleCount = ({rules}: FirewallTemplate): number => rules.inbound.length + rules.outbound.length;

export const firewallTemplates = defineFamily('networking.firewalls.templates', {
  title: 'Firewall templates',
  one: 'firewall template',
  name: 'firewall-templates',
  aliases: ['firewall-templates'],
  group: 'more',
  today: true,
  reconcileSeconds: daily,
  key: row => row.slug,
  label: row => row.slug,
  columns: [{field: 'slug', title: 'Template', grow: true, width: 14}, ...ruleCountColumns, ...policyColumns],
  detail: [
    {title: 'Rules', text: ({rules}) => rulesText(rules)},
    {title: 'Overview', sections: [{title: 'Rules', lines: ruleLines}]},
  ],
  actions: {},
  borrowedActions: {
    create: {
      title: 'New firewall…',
      key: 'N',
      on: 'row',
      family: 'networking.firewalls',
      action: 'create',
      initialValues: ({row}) => (row ? startRules(row) : {}),
      presetValues: () => ({}),
    },
  },
  summary: row => countText(ruleCount(row), 'rule'),
});
