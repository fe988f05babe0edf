/** The subject of a ticket: at most one resource (D3 §4.5 rules). */
import type {FormContext} from '../shape/forms.ts';

/** The fields of a new ticket that name an entity. */
const fields = {
  instance: 'compute_id',
  volume: 'volume_id',
  domain: 'domain_id',
  NodeBalancer: 'nodebalancer_id',
  'Longview client': 'longviewclient_id',
  cluster: 'kubecluster_id',
  firewall: 'firewall_id',
  database: 'database_id',
  VPC: 'vpc_id',
  bucket: 'bucket',
} as const;
type SubjectField = (typeof fields)[keyof typeof fields];

const subjects = [...Object.keys(fields), 'VLAN', 'Managed issue'];
const nameOf = (field: SubjectField) => Object.entries(fields).find(([, candidate]) => candidate === field)?.[0];

type Values = Readonly<Record<string, unknown>>;
const isGiven = (values: Values, field: string): boolean => values[field] !== undefined && values[field] !== null;

/**
 * The type is chosen first, so that the user names only one resource, unless the user opens the ticket from the
 * resource.
 */
export const subjectInputs = {
  title: 'About',
  input: 'choice',
  values: subjects,
  isVisible: ({values}: FormContext) =>
    !Object.values(fields).some(field => isGiven(values, field)) || isGiven(values, 'about'),
} as const;

/** Shown if its type was chosen, or if the user opened the ticket from the resource. */
export const isSubjectField =
  (field: SubjectField) =>
  ({values}: FormContext): boolean =>
    isGiven(values, 'about') ? values.about === nameOf(field) : isGiven(values, field);
export const isSubjectKind =
  (kind: 'VLAN' | 'Managed issue') =>
  ({values}: FormContext): boolean =>
    values.about === kind;

/** An action for any list that opens a ticket about one of its rows. */
export const openTicketAction = <K extends SubjectField>(field: K) =>
  ({
    title: 'Open a ticket…',
    key: 'T',
    on: 'row',
    family: 'support.tickets',
    action: 'create',
    presetValues: ({row}: {readonly row: {readonly id: number} | undefined}) =>
      row ? ({[field]: row.id} as Record<K, number>) : {},
  }) as const;

/** A subject without an ID: the type, and the fields that name it. */
const asKind = (kind: 'VLAN' | 'Managed issue', named: {readonly vlan?: string; readonly region?: string}) => ({
  about: kind,
  ...named,
  ...(kind === 'Managed issue' && {managed_issue: true}),
});

/** The action for a VLAN, which is identified by its label and region. */
export const openVlanTicketAction = {
  title: 'Open a ticket…',
  key: 'T',
  on: 'row',
  family: 'support.tickets',
  action: 'create',
  presetValues: ({row}: {readonly row: {readonly label: string; readonly region: string} | undefined}) =>
    asKind('VLAN', row ? {vlan: row.label, region: row.region} : {}),
} as const;

/** The action for a resource that Managed watches: the ticket has no entity, so its text names the resource. */
export const openManagedTicketAction = {
  title: 'Open a ticket…',
  key: 'T',
  on: 'row',
  family: 'support.tickets',
  action: 'create',
  presetValues: () => asKind('Managed issue', {}),
} as const;
