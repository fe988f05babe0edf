/** Versions of a firewall's rules, and the rules of one version. The API of today stores them. */
import type {Firewall, FirewallRules} from '../../contract/networking/firewalls.ts';
import {amountCell, cellFor, listCell, momentCell} from '../format/cells.ts';
import {countText} from '../format/format.ts';
import {protectedName} from '../relations/interface-names.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type ListParamsOf, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {sentRules} from './firewall-forms.ts';
import {positionedRules, ruleFacts} from './firewall-rules.ts';
import {policyColumns, ruleCountColumns, ruleLines} from './rule-columns.ts';

type ListParams = ListParamsOf<'networking.firewalls.history'>;

/** The reason why the rules of a version can't be restored. */
function unlessRestorable({rules}: Firewall, lookup: Lookup, {firewallId}: ListParams): string | undefined {
  const firewall = lookup.find('networking.firewalls', firewallId);
  if (!firewall) return 'the firewall is not read yet';
  if (firewall.status === 'deleted') return 'the firewall is being deleted';
  return rules.version !== undefined && firewall.rules.version === rules.version
    ? 'these are the current rules'
    : undefined;
}

/** The rules in a response about one version: a part of the firewall at that time, or the rules alone. */
const rulesIn = (response: Firewall): FirewallRules =>
  'inbound' in response ? (response as unknown as FirewallRules) : response.rules;

export const firewallVersions = defineFamily('networking.firewalls.history', {
  title: 'Versions of the rules',
  one: 'version',
  name: 'firewall-versions',
  aliases: ['firewall-versions'],
  readOperation: 'get',
  today: true,
  sort: '-version',
  // All versions have the ID of the firewall.
  key: row => row.rules.version ?? row.updated,
  label: row => `version ${row.rules.version ?? '?'}`,
  columns: [
    {
      id: 'version',
      title: 'Version',
      ...standard.numberFacts((row: Firewall) => row.rules.version),
    },
    ...ruleCountColumns,
    ...policyColumns,
    standard.shownUpdatedColumn(2),
    {
      id: 'fingerprint',
      title: 'Fingerprint',
      priority: 3,
      grow: true,
      max: 32,
      value: row => cellFor(row.rules.fingerprint),
    },
  ],
  detail: [
    {
      title: 'Rules',
      list: 'networking.firewalls.history.rules',
      params: (row, params) => ({firewallId: params.firewallId, version: String(row.rules.version)}),
      unless: row => (row.rules.version === undefined ? 'the API doesn’t number this version' : undefined),
    },
    {
      title: 'Overview',
      sections: [
        {
          title: 'Version',
          lines: [
            {title: 'Version', value: row => amountCell(row.rules.version)},
            {title: 'Changed', value: (row, lookup) => momentCell(row.updated, lookup.now)},
            {title: 'Fingerprint', value: row => cellFor(row.rules.fingerprint)},
            addedLine('Protects', 'entities', all => listCell(all.map(protectedName), ', ')),
          ],
        },
        {title: 'Rules', lines: ruleLines},
      ],
    },
  ],
  actions: {},
  borrowedActions: {
    restore: {
      title: 'Restore these rules',
      on: 'row',
      family: 'networking.firewalls',
      action: 'rules.update',
      unless: ({row, lookup, params}) => row && unlessRestorable(row, lookup, params),
      target: ({params}) => params.firewallId,
      presetValues: ({row}) => (row ? sentRules(row.rules) : {}),
    },
  },
  summary: row => countText(row.rules.inbound.length + row.rules.outbound.length, 'rule'),
});

export const versionRules = defineFamily('networking.firewalls.history.rules', {
  ...ruleFacts,
  title: 'Rules of the version',
  name: 'firewall-version-rules',
  aliases: ['firewall-version-rules'],
  readOperation: 'get',
  today: true,
  rows: response => positionedRules(rulesIn(response)),
  actions: {},
});
