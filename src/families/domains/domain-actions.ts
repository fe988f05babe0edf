/** Actions of domains. */

import type {Domain} from '../../contract/resources/domains.ts';
import {countText} from '../format/format.ts';
import type {FamilySpec, Lookup} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {ttlChoice} from './ttl-choices.ts';

type Spec = FamilySpec<'domains', 'dns'>;

export const domainParams = (row: Domain) => ({domainId: row.id});

/** An import fetches the zone from these addresses (D2 §4.4). */
const importers = '96.126.114.97, 96.126.114.98, 2600:3c00::5e and 2600:3c00::5f';

const typeOf = (values: Readonly<Record<string, unknown>>, row: Domain | undefined): unknown =>
  values.type ?? row?.type;

const form = {
  domain: {title: 'Domain', help: 'example.org', input: 'text'},
  type: {
    title: 'Type',
    input: 'choice',
    labels: {master: 'master: you edit its records', slave: 'slave: a copy of a zone elsewhere'},
    initial: ({row}: FormContext<Domain>) => (row?.type === 'slave' ? 'slave' : 'master'),
  },
  soa_email: {
    title: 'Contact',
    help: 'Contact email of the zone (SOA record)',
    input: 'text',
    required: true,
    isVisible: ({values, row}: FormContext<Domain>) => typeOf(values, row) !== 'slave',
  },
  master_ips: {
    title: 'Masters',
    help: 'addresses that the zone is copied from, one a line',
    input: 'lines',
    required: true,
    isVisible: ({values, row}: FormContext<Domain>) => typeOf(values, row) === 'slave',
  },
  description: {title: 'Description', input: 'text'},
  tags: standard.tagsInput,
  ttl_sec: ttlChoice('TTL', 'ttl_sec'),
  refresh_sec: ttlChoice('Refresh', 'refresh_sec'),
  retry_sec: ttlChoice('Retry', 'retry_sec'),
  expire_sec: ttlChoice('Expire', 'expire_sec'),
  axfr_ips: {title: 'AXFR IPs', help: 'addresses that may copy the zone, one a line', input: 'lines'},
  status: {title: 'Status', help: 'a disabled domain is not served', input: 'choice'},
} as const;

/** Resources that are deleted with a domain (D2 §4.4), if loaded. */
function lostWith(row: Domain, lookup: Lookup): string[] {
  const records = lookup.rows('domains.records', domainParams(row)).length;
  const all = lookup.complete('domains.records', domainParams(row))
    ? `its ${countText(records, 'record')}`
    : 'all its records';
  return [
    `${row.domain || 'The domain'} and ${all} are permanently deleted.`,
    'The name servers stop answering for the domain. Its registration is kept.',
  ];
}

/** Names for which the name servers stop responding. */
const unservedWarnings = (
  row: Domain,
  body: {readonly status?: string; readonly domain?: string},
): readonly string[] => [
  ...(body.status === 'disabled' && row.status !== 'disabled'
    ? [`The name servers stop answering for ${row.domain} while it is disabled.`]
    : []),
  ...(body.domain !== undefined && body.domain !== row.domain
    ? [`The name servers stop answering for ${row.domain}.`]
    : []),
];

export const domainActions: Spec['actions'] = {
  create: {
    title: 'New domain…',
    undo: {action: 'delete'},
    eventActions: ['dns_zone_create'],
    warnings: () => ['This does not register the name. Set the name servers of this service at your registrar.'],
    form: {
      ...form,
      group: {
        title: 'Group',
        help: 'deprecated: use tags',
        input: 'text',
        isVisible: ({values}) => Boolean(values.group),
      },
    },
  },
  import: {
    title: 'Import…',
    undo: {action: 'delete'},
    key: 'I',
    eventActions: ['dns_zone_import'],
    warnings: () => [`The name server must allow zone transfers from ${importers}.`],
    form: {
      domain: {title: 'Domain', input: 'text'},
      remote_nameserver: {title: 'From name server', help: 'Name server that serves the zone now', input: 'text'},
    },
  },
  update: {
    title: 'Edit…',
    risk: ({row, body}) => (unservedWarnings(row, body).length > 0 ? 'interrupts' : undefined),
    rowParams: domainParams,
    eventActions: ['dns_zone_update'],
    expectedFields: ({body}) => body,
    warnings: ({row, body}) => unservedWarnings(row, body),
    undo: {
      action: 'update',
      body: sentFields(
        'domain',
        'type',
        'soa_email',
        'master_ips',
        'description',
        'tags',
        'ttl_sec',
        'refresh_sec',
        'retry_sec',
        'expire_sec',
        'axfr_ips',
        'status',
        'group',
      ),
    },
    form: {
      ...form,
      group: {title: 'Group', help: 'deprecated: use tags', input: 'text', isVisible: ({row}) => Boolean(row?.group)},
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams: domainParams,
    eventActions: ['dns_zone_delete'],
    warnings: ({row, lookup}) => lostWith(row, lookup),
  },
  clone: {
    title: 'Clone…',
    undo: {action: 'delete', target: 'created'},
    key: 'K',
    rowParams: domainParams,
    eventActions: ['dns_zone_create'],
    warnings: ({row}) => [`All records of ${row.domain || 'the domain'} are copied to the new domain.`],
    form: {domain: {title: 'Name of the clone', input: 'text'}},
  },
};
