/** The rules of a firewall as a table, in the order in which they are applied. */

import type {FirewallRules} from '../../contract/networking/firewalls.ts';
import {amountCell, type Cell, cellFor, listCell, noneCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {type Column, defineFamily, type Tab} from '../shape/define-family.ts';
import type {PositionedRule} from '../shape/derived-rows.ts';
import {ruleEdits} from './rule-edits.ts';
import {addressList, isPortless, ruleSetText} from './rule-words.ts';

const actionOf = (row: PositionedRule): Cell => {
  if (ruleSetText(row) !== undefined) return noneCell;
  if (row.action === 'ACCEPT') return {text: 'accept', tone: 'ok'};
  return row.action === 'DROP' ? {text: 'drop', tone: 'failed'} : cellFor(row.action);
};

const addresses = (row: PositionedRule, between = ', '): Cell => listCell(addressList(row.addresses), between);

const ports = (row: PositionedRule): Cell => (isPortless(row.protocol) ? noneCell : cellFor(row.ports));
/** "in 1": the rules of each direction are numbered separately. */
const rule = (row: PositionedRule): string => `${row.direction === 'inbound' ? 'in' : 'out'} ${row.place}`;
/** "TCP 80, 443", "rule set 5" */
const packets = (row: PositionedRule): string =>
  ruleSetText(row) ?? [row.protocol || '?', isPortless(row.protocol) ? '' : row.ports].filter(Boolean).join(' ');
const isRule = (row: PositionedRule): boolean => ruleSetText(row) === undefined;
/** Reads a value of a rule; an entry that refers to a rule set has none. */
const ofRule =
  <V>(value: (row: PositionedRule) => V) =>
  (row: PositionedRule): V | Cell =>
    isRule(row) ? value(row) : noneCell;

const ruleColumns: readonly Column<PositionedRule>[] = [
  {id: 'rule', title: 'Rule', width: 5, value: rule},
  {id: 'action', title: 'Action', width: 6, value: actionOf},
  {id: 'packets', title: 'Traffic', width: 8, max: 40, value: packets},
  {id: 'addresses', title: 'Addresses', grow: true, width: 14, value: row => addresses(row)},
  {id: 'label', title: 'Label', priority: 2, max: 32, value: ofRule(row => cellFor(row.label ?? null))},
  {
    id: 'description',
    title: 'Description',
    priority: 3,
    max: 40,
    value: ofRule(row => cellFor(row.description ?? null)),
  },
  {field: 'direction', title: 'Direction', optional: true},
  {field: 'protocol', title: 'Protocol', optional: true},
  {field: 'ports', title: 'Ports', optional: true, max: 40},
];

const ruleDetail: readonly Tab<PositionedRule>[] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Rule',
        lines: [
          {title: 'Rule set', value: row => amountCell(row.ruleset), isVisible: row => !isRule(row)},
          {title: 'Label', value: row => row.label, isVisible: isRule},
          {title: 'Description', value: row => row.description, isVisible: isRule},
          {title: 'Direction', value: row => `${row.direction}, rule ${row.place}`},
          {title: 'Action', value: actionOf, isVisible: isRule},
          {title: 'Protocol', value: row => row.protocol, isVisible: isRule},
          {title: 'Ports', value: ports, isVisible: isRule},
          {title: 'Addresses', value: row => addresses(row, '\n'), isVisible: isRule},
        ],
      },
    ],
  },
];

/** Facts that the current rules and the rules of an earlier version have in common. */
export const ruleFacts = {
  one: 'rule',
  key: (row: PositionedRule): string => `${row.direction} ${row.place}`,
  label: (row: PositionedRule): string => row.label,
  columns: ruleColumns,
  detail: ruleDetail,
  summary: (row: PositionedRule): string => ruleSetText(row) ?? joinParts(row.protocol, row.ports),
  search: (row: PositionedRule): string => [...row.addresses.ipv4, ...row.addresses.ipv6].join(' '),
} as const;

/** The rules of both directions, with their positions. */
export const positionedRules = ({inbound, outbound}: FirewallRules): readonly PositionedRule[] => [
  ...inbound.map((rule, index) => ({...rule, direction: 'inbound' as const, place: index + 1})),
  ...outbound.map((rule, index) => ({...rule, direction: 'outbound' as const, place: index + 1})),
];

export const firewallRules = defineFamily('networking.firewalls.rules', {
  ...ruleFacts,
  title: 'Rules',
  readOperation: 'get',
  rows: positionedRules,
  actions: {update: {elsewhere: 'offered on the firewall: rules replace each other as a whole'}},
  borrowedActions: {
    ...ruleEdits,
    edit: {
      title: 'Edit all rules…',
      key: 'L',
      on: 'list',
      family: 'networking.firewalls',
      action: 'rules.update',
      target: ({params}) => params.firewallId,
      presetValues: () => ({}),
    },
  },
});
