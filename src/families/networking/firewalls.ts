/**
 * Cloud firewalls: rules for inbound and outbound traffic of their devices.
 */

import type {Firewall, FirewallRules} from '../../contract/networking/firewalls.ts';
import {firewallEvents} from '../event-words/network-events.ts';
import {amountCell, type Cell, defineStates, listCell, type State} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {protectedName} from '../relations/interface-names.ts';
import {addedLine} from '../shape/added-line.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {openAccessText} from './allow-list-words.ts';
import {defaultCell} from './firewall-defaults.ts';
import {type Rules, ruleProblems, ruleSets, rulesForm} from './firewall-forms.ts';
import {unlessUnprotected} from './firewall-guard.ts';
import {policyColumns, ruleCountColumns, ruleLines} from './rule-columns.ts';
import {ruleOrderText} from './rule-words.ts';

type Spec = FamilySpec<'networking.firewalls', 'firewall'>;

const condition = defineStates<Firewall['status']>({
  enabled: {condition: 'ok', word: 'enabled'},
  disabled: {condition: 'off', word: 'disabled'},
  deleted: {condition: 'busy', word: 'being deleted'},
});
export const firewallStateWords = condition.words;
export const firewallState = (row: Firewall): State => condition(row.status);

const rowParams = (row: Firewall) => ({firewallId: row.id});

/**
 * The number of devices of the firewall, if the list is loaded: instances, interfaces of instances and NodeBalancers.
 */
function deviceCount(row: Firewall, lookup: Lookup): number | undefined {
  const devices = lookup.rows('networking.firewalls.devices', rowParams(row));
  return lookup.complete('networking.firewalls.devices', rowParams(row)) ? devices.length : undefined;
}
const deviceCountCell = (row: Firewall, lookup: Lookup): Cell => amountCell(deviceCount(row, lookup));

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'status', title: 'Status', state: true, width: 14},
  ...ruleCountColumns,
  ...policyColumns,
  {
    id: 'behind',
    title: 'Devices',
    align: 'right',
    priority: 2,
    value: deviceCountCell,
    kind: 'number',
    measure: deviceCount,
  },
  {id: 'default_for', title: 'Default for', priority: 4, max: 40, value: defaultCell},
  {...ageColumn, priority: 3},
  standard.tagsColumn,
  standard.idColumn,
  standard.updatedColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Firewall',
        lines: [
          ...standard.identityLines,
          {title: 'Status', value: row => condition(row.status).word},
          standard.tagsLine,
          addedLine('Protects', 'entities', all => listCell(all.map(protectedName), ', ')),
          addedLine('Default for', 'entities', (_, lookup, row) => defaultCell(row, lookup)),
        ],
      },
      {
        title: 'Rules',
        lines: ruleLines,
      },
      {
        title: 'History',
        lines: [
          standard.createdLine,
          standard.updatedLine,
          {
            title: 'Version of the rules',
            value: ({rules}) => [
              amountCell(rules.version),
              ...(rules.fingerprint ? [{text: rules.fingerprint, tone: 'dim' as const}] : []),
            ],
            isVisible: ({rules}) => rules.version !== undefined || rules.fingerprint !== undefined,
          },
        ],
      },
    ],
  },
  {title: 'Rules', list: 'networking.firewalls.rules', params: rowParams},
  {title: 'Devices', list: 'networking.firewalls.devices', params: rowParams},
  {
    title: 'History',
    list: 'networking.firewalls.history',
    params: rowParams,
    unless: row => (row.rules.version === undefined ? 'your provider’s API keeps no versions of rules' : undefined),
  },
  standard.eventsTab('firewall'),
];

/** Warnings about access that stays open: a user who is locked out may have no other access. */
function cutsOff(row: Firewall, body: Rules, lookup: Lookup): readonly string[] {
  if (row.status !== 'enabled') return ['The firewall is disabled. The rules take effect when you enable it.'];
  return [
    `The rules take effect immediately for ${attachedText(row, lookup)}.`,
    ...openAccessText({...row.rules, ...body}),
  ];
}

const isSwitchedOff = (row: Firewall, {status}: {readonly status?: string}): boolean =>
  status === 'disabled' && row.status === 'enabled';

/** The labels of the instances that a new firewall protects. */
const protectedLabels = (ids: readonly number[] | undefined, lookup: Lookup): readonly string[] =>
  (ids ?? []).map(id => lookup.find('instances', id)?.label ?? String(id));

const actions: Spec['actions'] = {
  create: {
    title: 'New firewall…',
    risk: ({body: {devices, rules}}) =>
      (devices?.computes?.length ?? 0) > 0 && openAccessText(rules).length > 0 ? 'interrupts' : undefined,
    undo: {action: 'delete'},
    problems: ({body: {rules}}) => ruleProblems(rules, 'rules.'),
    eventActions: ['firewall_create'],
    warnings({lookup, body: {devices, rules}}) {
      const labels = protectedLabels(devices?.computes, lookup);
      return labels.length === 0 ? [] : openAccessText(rules, labels.join(', '));
    },
    form: {
      label: standard.labelInput,
      rules: {
        title: 'Rules',
        input: 'group',
        inputs: {
          ...rulesForm,
          inbound: {...rulesForm.inbound, initial: () => []},
          inbound_policy: {...rulesForm.inbound_policy, initial: () => 'DROP'},
          outbound: {...rulesForm.outbound, initial: () => []},
          outbound_policy: {...rulesForm.outbound_policy, initial: (): 'ACCEPT' => 'ACCEPT'},
        },
      },
      devices: {
        title: 'Instances',
        input: 'group',
        inputs: {
          computes: {
            title: 'Instances',
            input: 'pickMany',
            family: 'instances',
            unless: ({candidate, lookup}) => unlessUnprotected(candidate.id, lookup),
          },
        },
      },
      tags: standard.tagsInput,
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    eventActions: ['firewall_update', 'firewall_enable', 'firewall_disable'],
    expectedFields: ({body}) => body,
    warnings: ({row, lookup, body}) => [
      ...(isSwitchedOff(row, body)
        ? [`These lose this firewall and accept all traffic: ${attachedText(row, lookup)}.`]
        : []),
      ...(body.status === 'enabled' && row.status === 'disabled'
        ? [`The rules take effect immediately for ${attachedText(row, lookup)}.`, ...openAccessText(row.rules)]
        : []),
    ],
    risk: ({row, body}) =>
      isSwitchedOff(row, body)
        ? 'opens'
        : body.status === 'enabled' && row.status === 'disabled'
          ? 'interrupts'
          : undefined,
    undo: {action: 'update', body: sentFields('label', 'tags', 'status')},
    form: {
      label: standard.labelInput,
      status: {
        title: 'Status',
        input: 'choice',
        labels: {enabled: 'enabled: the rules hold', disabled: 'disabled: everything is let through'},
      },
      tags: standard.tagsInput,
    },
  },
  'rules.update': {
    title: 'Edit rules…',
    risk: ({row}) => (row.status === 'enabled' ? 'interrupts' : undefined),
    key: 'L',
    rowParams,
    unless: ({row}) => (row.status === 'deleted' ? 'is being deleted' : undefined),
    confirm: 'ask',
    problems: ({body}) => ruleProblems(body, ''),
    eventActions: ['firewall_update'],
    warnings: ({row, lookup, body}) => [
      ...ruleOrderText(row.rules.inbound, body.inbound ?? row.rules.inbound, 'Inbound'),
      ...ruleOrderText(row.rules.outbound, body.outbound ?? row.rules.outbound, 'Outbound'),
      ...cutsOff(row, body, lookup),
    ],
    // The next edit of a rule starts from this set, so that it doesn't restore a rule that was just removed.
    expectedFields: ({row, body}) => ({rules: {...row.rules, ...body} as FirewallRules}),
    invalidates: ['networking.firewalls.rules', 'networking.firewalls.history'],
    undo: {action: 'rules.update', body: ({rules}, body) => sentFields<Rules>(...ruleSets)(rules, body)},
    form: {
      inbound: {...rulesForm.inbound, initial: ({row}) => row && rulesOf(row, 'inbound')},
      inbound_policy: {...rulesForm.inbound_policy, initial: ({row}) => row && rulesOf(row, 'inbound_policy')},
      outbound: {...rulesForm.outbound, initial: ({row}) => row && rulesOf(row, 'outbound')},
      outbound_policy: {...rulesForm.outbound_policy, initial: ({row}) => row && rulesOf(row, 'outbound_policy')},
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    eventActions: ['firewall_delete'],
    // The references to the firewall name the resources that lose it.
    warnings: ({row: {rules}}) => {
      const count = rules.inbound.length + rules.outbound.length;
      return count === 0 ? [] : [`${countText(count, 'rule')} ${count === 1 ? 'is' : 'are'} permanently deleted.`];
    },
  },
  'settings.update': {elsewhere: 'networking.firewalls.settings'},
};

/** The API accepts the values that it returned. */
const rulesOf = <K extends (typeof ruleSets)[number]>(row: Firewall, set: K) => row.rules[set] as unknown as Rules[K];

/** "web-01, front"; the list may not be loaded yet. */
function attachedText(row: Firewall, lookup: Lookup): string {
  if (!lookup.complete('networking.firewalls.devices', rowParams(row)))
    return 'all of its devices (couldn’t read their names)';
  const labels = lookup.rows('networking.firewalls.devices', rowParams(row)).map(({entity}) => protectedName(entity));
  return labels.join(', ') || 'no device';
}

/** "is already disabled"; for a firewall that is being deleted, another reason. */
const unavailableReason = ({status}: Firewall): string =>
  status === 'enabled' || status === 'disabled' ? `is already ${status}` : `is ${condition(status).word}`;

export const firewalls = defineFamily('networking.firewalls', {
  title: 'Firewalls',
  one: 'firewall',
  unique: 'label',
  group: 'network',
  aliases: ['firewall', 'fw'],
  entity: 'firewall',
  events: ['firewall'],
  onEvent: firewallEvents,
  label: row => row.label,
  state: firewallState,
  stateWords: firewallStateWords,
  sort: 'label',
  columns,
  detail,
  actions,
  quickActions: {
    disable: {
      title: 'Disable',
      action: 'update',
      key: 'D',
      unless: ({row}) => (row.status === 'enabled' ? undefined : unavailableReason(row)),
      presetValues: () => ({status: 'disabled'}),
    },
    enable: {
      title: 'Enable',
      action: 'update',
      key: 'A',
      unless: ({row}) => (row.status === 'disabled' ? undefined : unavailableReason(row)),
      presetValues: () => ({status: 'enabled'}),
    },
  },
  borrowedActions: {
    instance: {
      title: 'Add instance…',
      key: 'N',
      on: 'row',
      family: 'networking.firewalls.devices',
      action: 'create',
      listParams: ({row}) => ({firewallId: row?.id ?? 0}),
      presetValues: () => ({}),
    },
  },
  summary: row => joinParts(row.status, countText(row.rules.inbound.length + row.rules.outbound.length, 'rule')),
  search: row => [row.id, ...row.rules.inbound, ...row.rules.outbound].map(searchText).join(' '),
});

function searchText(part: number | FirewallRules['inbound'][number]): string {
  return typeof part === 'object' && part !== null ? [part.label, part.ports].filter(Boolean).join(' ') : String(part);
}
