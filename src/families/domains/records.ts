/** Records of a domain. Each type has its own fields (D2 §2.10). */

import {isIPv4} from 'node:net';
import type {Contract} from '../../contract/index.ts';
import type {DomainRecord, recordTypes} from '../../contract/resources/domains.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import {amountCell, type Cell, cellFor} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import type {ActionContext} from '../shape/contexts.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup, type Ref} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody, sentFields} from '../shape/undo-body.ts';
import {defaultTtls, ttlCell, ttlChoiceWithoutDefault, ttlText} from './ttl-choices.ts';
import {isPlainIPv6} from './zone-record.ts';
import {planZoneEdit, writeZone} from './zone-text.ts';

type Spec = FamilySpec<'domains.records', never>;
type ListParams = ListParamsOf<'domains.records'>;
type RecordType = (typeof recordTypes)[number];
type Create = RequestBody<Contract['domains']['records']['create']>;
type Values = Readonly<Record<string, unknown>>;

/** Types in the order of the list, the most common first. PTR records are set on their addresses instead. */
const types = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA'] as const satisfies readonly RecordType[];
const rankOf = (type: string): number => {
  const index = (types as readonly string[]).indexOf(type);
  return index < 0 ? types.length : index;
};

/** The fields of a type besides name, target and TTL. */
const extras: Readonly<Partial<Record<string, readonly (keyof DomainRecord)[]>>> = {
  MX: ['priority'],
  SRV: ['service', 'protocol', 'priority', 'weight', 'port'],
  CAA: ['tag'],
};
const hasField = (type: unknown, field: keyof DomainRecord): boolean => extras[String(type)]?.includes(field) === true;

/** A record at the apex has an empty name. */
const nameOf = (row: DomainRecord): Cell => (row.name === '' ? '@' : cellFor(row.name));

/** The data before the target in a zone file: "10", "5 50 5060", "issue". */
const before = (row: DomainRecord): readonly (string | number | null)[] =>
  row.type === 'SRV'
    ? [row.priority, row.weight, row.port]
    : row.type === 'MX'
      ? [row.priority]
      : row.type === 'CAA'
        ? [row.tag]
        : [];

function dataOf(row: DomainRecord): Cell {
  // A null MX means that the domain accepts no mail.
  if (row.type === 'MX' && row.target === '') return 'no mail';
  return cellFor(row.target, target => [...before(row).map(part => part ?? '?'), target].join(' '));
}

/** The instance or NodeBalancer of the account with the address in the record. */
function ownerOf({type, target}: DomainRecord, lookup: Lookup): Ref | undefined {
  if (type !== 'A' && type !== 'AAAA') return undefined;
  const hasAddress = ({ipv6}: {readonly ipv6: string | null}) => ipv6?.replace(/\/\d+$/, '') === target;
  const instance = lookup.rows('instances').find(row => row.ipv4.includes(target) || hasAddress(row));
  if (instance) return {family: 'instances', id: instance.id};
  const balancer = lookup.rows('nodebalancers').find(row => row.ipv4 === target || hasAddress(row));
  return balancer && {family: 'nodebalancers', id: balancer.id};
}

const zoneOf = (lookup: Lookup, params: ListParams) => lookup.find('domains', params.domainId);
const textZone = (lookup: Lookup, params: ListParams) => zoneOf(lookup, params) ?? {domain: '', ttl_sec: 0};
const zoneTtl = (lookup: Lookup, params: ListParams): number => zoneOf(lookup, params)?.ttl_sec || defaultTtls.ttl_sec;

const columns: Spec['columns'] = [
  {field: 'type', title: 'Type', width: 5, sortBy: row => rankOf(row.type)},
  {id: 'name', title: 'Name', width: 14, max: 32, value: nameOf, sortBy: row => row.name},
  {id: 'value', title: 'Value', grow: true, width: 20, value: dataOf, link: ownerOf, sortBy: row => row.target},
  {
    field: 'ttl_sec',
    title: 'TTL',
    align: 'right',
    priority: 2,
    kind: 'duration',
    // 0 means the domain’s TTL.
    measure: row => (row.ttl_sec === 0 ? null : row.ttl_sec),
    format: seconds =>
      seconds === 0 ? {text: 'default', tone: 'dim'} : typeof seconds === 'number' ? ttlText(seconds) : '?',
  },
  standard.shownUpdatedColumn(4),
  standard.idColumn,
  {field: 'target', title: 'Target', optional: true, max: 60},
  {field: 'priority', title: 'Priority', align: 'right', optional: true},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Record',
        lines: [
          {title: 'Type', value: row => row.type},
          {title: 'Name', value: nameOf},
          {title: 'Target', value: row => dataOf({...row, type: row.type === 'MX' ? row.type : ''}), link: ownerOf},
          {title: 'Service', value: row => row.service, isVisible: row => hasField(row.type, 'service')},
          {title: 'Protocol', value: row => row.protocol, isVisible: row => hasField(row.type, 'protocol')},
          {title: 'Priority', value: row => amountCell(row.priority), isVisible: row => hasField(row.type, 'priority')},
          {title: 'Weight', value: row => amountCell(row.weight), isVisible: row => hasField(row.type, 'weight')},
          {title: 'Port', value: row => amountCell(row.port), isVisible: row => hasField(row.type, 'port')},
          {title: 'Tag', value: row => row.tag, isVisible: row => hasField(row.type, 'tag')},
          {
            title: 'TTL',
            value: (row, lookup, params) => ttlCell(row.ttl_sec, zoneTtl(lookup, params), 'as the domain'),
          },
        ],
      },
      {
        title: 'History',
        lines: [standard.idLine, standard.createdLine, standard.updatedLine],
      },
    ],
  },
];

const rowParams = (row: DomainRecord) => ({recordId: row.id});

const unlessPrimary = (lookup: Lookup, params: ListParams): string | undefined =>
  zoneOf(lookup, params)?.type === 'slave' ? 'the domain is a copy: its records are changed at its master' : undefined;

const requiresField =
  (field: keyof DomainRecord) =>
  ({values, row}: FormContext<DomainRecord>) =>
    hasField(values.type ?? row?.type, field);
const isNot =
  (type: RecordType) =>
  ({values, row}: FormContext<DomainRecord>) =>
    (values.type ?? row?.type) !== type;

const form = {
  name: {
    title: 'Name',
    help: 'Leave empty for the domain itself.',
    input: 'text',
    blank: true,
    isVisible: isNot('SRV'),
  },
  service: {title: 'Service', help: 'sip, xmpp, ldap', input: 'text', isVisible: requiresField('service')},
  protocol: {title: 'Protocol', help: 'Leave empty for tcp.', input: 'text', isVisible: requiresField('protocol')},
  tag: {
    title: 'Tag',
    input: 'choice',
    labels: {
      issue: 'issue: may issue certificates',
      issuewild: 'issuewild: may issue wildcard certificates',
      iodef: 'iodef: address for reports of violations',
    },
    isVisible: requiresField('tag'),
  },
  target: {
    title: 'Target',
    help: 'Address, host name or text, depending on the type. [remote_addr] = your address.',
    input: 'text',
  },
  priority: {
    title: 'Priority',
    help: 'The lowest number comes first.',
    input: 'number',
    isVisible: requiresField('priority'),
  },
  weight: {
    title: 'Weight',
    help: 'Share of the traffic among equal priorities',
    input: 'number',
    isVisible: requiresField('weight'),
  },
  port: {title: 'Port', input: 'number', isVisible: requiresField('port')},
  ttl_sec: ttlChoiceWithoutDefault('TTL', 'Leave empty to use the default of the domain.', 'domain default'),
} as const;

/** A new record needs all fields of its type; an edited record already has them. */
const newForm = {
  ...form,
  service: {...form.service, required: true},
  tag: {...form.tag, required: true, initial: () => 'issue' as const},
  priority: {...form.priority, required: ({type}: Values) => type === 'SRV'},
  weight: {...form.weight, required: true},
  port: {...form.port, required: true},
} as const;

const labels = {
  A: 'A: an IPv4 address',
  AAAA: 'AAAA: an IPv6 address',
  CNAME: 'CNAME: another name',
  MX: 'MX: a mail server',
  TXT: 'TXT: a text',
  NS: 'NS: the name server of a subdomain',
  SRV: 'SRV: the location of a service',
  CAA: 'CAA: the issuers of certificates',
} as const;

/** The provider replaces this text by the address of the request. */
const ownAddress = '[remote_addr]';

/** The problem of a target that isn't an IP address of the record's type. */
function targetProblems(type: string | undefined, target: string | undefined): readonly FieldError[] {
  if (target === undefined || target === '' || target === ownAddress) return [];
  if (type === 'A' && !isIPv4(target)) return [{field: 'target', reason: 'must be an IPv4 address'}];
  if (type === 'AAAA' && !isPlainIPv6(target)) return [{field: 'target', reason: 'must be an IPv6 address'}];
  return [];
}

/** Resolvers cache earlier responses. */
const cacheWarnings = ({row, lookup, params}: ActionContext<DomainRecord, ListParams>): readonly string[] => [
  `Resolvers may cache the old record for up to ${ttlText(row.ttl_sec || zoneTtl(lookup, params))}.`,
];

const actions: Spec['actions'] = {
  create: {
    title: 'New record…',
    unless: ({lookup, params}) => unlessPrimary(lookup, params),
    eventActions: ['dns_record_create'],
    undo: {action: 'delete'},
    problems: ({body: {type, target}}) => targetProblems(type, target),
    warnings: ({body: {type, target = ''}}) =>
      type === 'MX' && target === '' ? ['Without a target, this record states that the domain accepts no mail.'] : [],
    form: {
      type: {title: 'Type', input: 'choice', values: types, labels, initial: () => 'A'},
      ...newForm,
      target: {...form.target, required: ({type}) => type !== 'MX'},
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    unless: ({lookup, params}) => unlessPrimary(lookup, params),
    eventActions: ['dns_record_update'],
    expectedFields: ({body}) => body,
    problems: ({row, body: {target}}) => targetProblems(row.type, target),
    warnings: cacheWarnings,
    undo: {
      action: 'update',
      body: sentFields('name', 'target', 'priority', 'weight', 'port', 'service', 'protocol', 'ttl_sec', 'tag'),
    },
    form,
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({lookup, params}) => unlessPrimary(lookup, params),
    // The record can be created again with the same data.
    confirm: 'ask',
    eventActions: ['dns_record_delete'],
    warnings: cacheWarnings,
    undo: {
      action: 'create',
      body: row => restoringBody<Create>(row, 'type', 'name', 'target', 'ttl_sec', ...extraFields(row)),
    },
  },
};

const extraFields = (row: DomainRecord) => (extras[row.type] ?? []) as readonly (keyof Create)[];

export const records = defineFamily('domains.records', {
  title: 'Records',
  one: 'record',
  label: row => [row.type, row.name || '@'].filter(Boolean).join(' '),
  otherNames: row => [row.name || '@', `${row.type} ${row.name || '@'} ${row.target}`],
  sort: 'type',
  columns,
  detail,
  actions,
  text: {
    title: 'Zone as text…',
    key: 'Z',
    suffix: '.zone',
    comment: ';',
    about: (lookup, params) => textZone(lookup, params).domain,
    unless: (lookup, params) =>
      unlessPrimary(lookup, params) ?? (zoneOf(lookup, params) ? undefined : 'the domain is not read yet'),
    write: (rows, lookup, params) => writeZone(rows, textZone(lookup, params)),
    read: (text, rows, lookup, params) => planZoneEdit(text, rows, textZone(lookup, params)),
  },
  summary: row => {
    const cell = dataOf(row);
    return joinParts(typeof cell === 'string' ? cell : cell.text);
  },
  search: row => String(row.id),
});
