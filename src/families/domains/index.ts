/** Domains: DNS zones that users edit in the API, or that are copied from other name servers (D2 §2.9, §4.4). */
import type {Domain} from '../../contract/resources/domains.ts';
import {domainEvents} from '../event-words/network-events.ts';
import {cellFor, defineStates, listCell, type State} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {openTicketAction} from '../support/ticket-subject.ts';
import {domainActions, domainParams} from './domain-actions.ts';
import {defaultTtls, ttlCell} from './ttl-choices.ts';

type Spec = FamilySpec<'domains', 'dns'>;

const condition = defineStates<Domain['status']>({
  active: {condition: 'ok', word: 'active'},
  disabled: {condition: 'off', word: 'disabled'},
});

/** A zone with errors is served in its last valid version, or not at all. */
const stateOf = (row: Domain): State =>
  row.errors ? {condition: 'attention', word: 'has errors'} : condition(row.status);

const columns: Spec['columns'] = [
  {field: 'domain', title: 'Domain', grow: true, width: 20},
  {field: 'status', title: 'Status', state: true, width: 10},
  {field: 'type', title: 'Type', width: 7},
  {field: 'description', title: 'Description', priority: 3, max: 36},
  {
    field: 'ttl_sec',
    title: 'TTL',
    align: 'right',
    priority: 4,
    kind: 'duration',
    // 0 means the default of the service, which the cell shows.
    measure: row => (row.ttl_sec === 0 ? defaultTtls.ttl_sec : row.ttl_sec),
    format: sec => ttl(sec),
  },
  {...standard.tagsColumn, priority: 3},
  standard.idColumn,
  // Most domains have the same contact: a filter that searched it would match all of them.
  {id: 'contact', title: 'Contact', optional: true, max: 32, value: row => cellFor(row.soa_email)},
  {field: 'group', title: 'Group', optional: true, max: 20},
  {field: 'master_ips', title: 'Masters', optional: true, max: 40, format: all => listCell(all)},
  {field: 'axfr_ips', title: 'AXFR IPs', optional: true, max: 40, format: all => listCell(all)},
];

function ttl(seconds: number) {
  const cell = ttlCell(seconds, defaultTtls.ttl_sec);
  return Array.isArray(cell) ? (cell[0] ?? '') : (cell as Exclude<typeof cell, readonly unknown[]>);
}

const detail: Spec['detail'] = [
  {title: 'Records', list: 'domains.records', params: domainParams, groupHeading: item => item.type},
  {
    title: 'Overview',
    sections: [
      {
        title: 'Domain',
        lines: [
          {title: 'Domain', value: row => row.domain},
          standard.idLine,
          {
            title: 'Type',
            value: row =>
              row.type === 'slave'
                ? 'slave: a copy of its master'
                : row.type === 'master'
                  ? 'master'
                  : cellFor(row.type),
          },
          {title: 'Description', value: row => row.description},
          standard.tagsLine,
          {title: 'Group', value: row => row.group, isVisible: row => Boolean(row.group)},
          {
            title: 'Errors',
            value: row => ({text: row.errors ?? '', tone: 'failed'}),
            isVisible: row => Boolean(row.errors),
          },
        ],
      },
      {
        title: 'Authority',
        lines: [
          {
            title: 'Contact',
            value: row => row.soa_email,
            isVisible: row => row.type !== 'slave' || Boolean(row.soa_email),
          },
          {title: 'Masters', value: row => row.master_ips, isVisible: row => row.type !== 'master'},
          {title: 'AXFR IPs', value: row => (row.axfr_ips.length === 0 ? 'none' : row.axfr_ips)},
        ],
      },
      {
        title: 'Intervals',
        lines: [
          {title: 'TTL', value: row => ttlCell(row.ttl_sec, defaultTtls.ttl_sec)},
          {title: 'Refresh', value: row => ttlCell(row.refresh_sec, defaultTtls.refresh_sec)},
          {title: 'Retry', value: row => ttlCell(row.retry_sec, defaultTtls.retry_sec)},
          {title: 'Expire', value: row => ttlCell(row.expire_sec, defaultTtls.expire_sec)},
        ],
      },
      {
        title: 'History',
        lines: [
          {...standard.createdLine, isVisible: row => Boolean(row.created)},
          {...standard.updatedLine, isVisible: row => Boolean(row.updated)},
        ],
      },
    ],
  },
  {
    title: 'Zone file',
    unless: row => (row.status === 'disabled' ? 'A disabled domain is not rendered.' : undefined),
    operation: 'domains.zoneFile.get',
    params: domainParams,
    refreshSeconds: 120,
    content: {text: response => response.zone_file.join('\n'), language: 'zone'},
  },
  standard.eventsTab('domain'),
];

export const domains = defineFamily('domains', {
  title: 'Domains',
  one: 'domain',
  unique: 'domain',
  group: 'network',
  aliases: ['domain', 'dns', 'zones', 'zone'],
  entity: 'domain',
  events: ['dns'],
  onEvent: domainEvents,
  label: row => row.domain,
  state: stateOf,
  stateWords: condition.words,
  sort: 'domain',
  columns,
  detail,
  actions: domainActions,
  quickActions: {
    disable: {
      title: 'Disable',
      action: 'update',
      key: 'D',
      unless: ({row}) => (row.status === 'disabled' ? 'already disabled' : undefined),
      presetValues: () => ({status: 'disabled'}),
    },
    enable: {
      title: 'Enable',
      action: 'update',
      key: 'A',
      unless: ({row}) => (row.status === 'active' ? 'already active' : undefined),
      presetValues: () => ({status: 'active'}),
    },
  },
  borrowedActions: {ticket: openTicketAction('domain_id')},
  summary: row => joinParts(row.type, row.description),
  search: row => `${row.id} ${row.description ?? ''} ${row.group ?? ''}`,
});
