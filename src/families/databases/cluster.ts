/** Common parts of clusters of all engines: states and texts (D3 §2.1). */

import type {Database, DatabaseType, DatabaseUpdates} from '../../contract/databases/models.ts';
import {resourcePriceColumn} from '../cost/price-column.ts';
import {databaseEvents} from '../event-words/database-events.ts';
import {eventMeaning} from '../event-words/index.ts';
import {
  amountCell,
  type Cell,
  cellFor,
  defineStates,
  formatIfKnown,
  listCell,
  momentCell,
  type State,
  unknownCell,
  yesNoCell,
} from '../format/cells.ts';
import {countText, formatNumber, gigabytes, joinParts, megabytes, monthly} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {ageColumn} from '../shape/column.ts';
import type {Column, Line, ListParamsOf, Lookup, Section} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

/** The fields that the list of all engines also has. */
export type DatabaseCluster = Omit<Database, 'instance_uri' | 'engine'> & {readonly engine: string};

export const engineNames = {mysql: 'MySQL', postgresql: 'PostgreSQL', mongodb: 'MongoDB'} as const;
export type DatabaseEngineName = keyof typeof engineNames;

export const isEngine = (engine: string): engine is DatabaseEngineName => Object.hasOwn(engineNames, engine);
export const engineName = (engine: string): string => (isEngine(engine) ? engineNames[engine] : engine || '?');

/** "MySQL 8.0.26" */
export const engineVersion = ({engine, version}: Pick<DatabaseCluster, 'engine' | 'version'>): Cell =>
  cellFor(engine, name => [engineName(name), version ?? '?'].join(' '));

const condition = defineStates<Database['status']>({
  provisioning: {condition: 'busy', word: 'provisioning'},
  active: {condition: 'ok', word: 'active'},
  suspending: {condition: 'busy', word: 'suspending'},
  suspended: {condition: 'off', word: 'suspended'},
  resuming: {condition: 'busy', word: 'resuming'},
  restoring: {condition: 'busy', word: 'restoring'},
  failed: {condition: 'failed', word: 'failed'},
  degraded: {condition: 'attention', word: 'degraded'},
  updating: {condition: 'busy', word: 'updating'},
  backing_up: {condition: 'busy', word: 'backing up'},
  resizing: {condition: 'busy', word: 'resizing'},
});

/** The status, with the percentage of the event that changes it. */
function clusterState(row: Pick<DatabaseCluster, 'id' | 'status'>, lookup: Lookup): State {
  const state = condition(row.status);
  // The provider reports some problems only by an event; the next event of the cluster ends them.
  const lastEvent = state.condition === 'ok' ? lookup.lastEvent('database', row.id) : undefined;
  const alarm = lastEvent && eventMeaning(lastEvent.action)?.alarm;
  if (alarm !== undefined) return {condition: 'attention', word: alarm};
  const percent = state.condition === 'busy' ? lookup.running('database', row.id)?.percent_complete : undefined;
  return typeof percent === 'number' ? {...state, percent} : state;
}

export const clusterStatusWord = (status: string): string => condition(status).word;

/** Most actions need an active cluster (D3 §3). */
export const unlessActive = ({status}: {readonly status: string}): string | undefined =>
  status === 'active' ? undefined : `needs an active database: it is ${clusterStatusWord(status)}`;

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const places = ['first', 'second', 'third', 'fourth'] as const;

/** Days count from 1, which is Sunday (D3 §2.1). */
export const dayLabels = Object.fromEntries(days.map((day, index) => [index + 1, day]));
export const weekLabels = Object.fromEntries(places.map((place, index) => [index + 1, `the ${place} in the month`]));

const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;
export const hourLabels = Object.fromEntries(Array.from({length: 24}, (_, hour) => [hour, `${clock(hour)} UTC`]));

/** "every Sunday, 20:00–23:00 UTC", "the second Saturday of every month, 03:00–05:00 UTC". */
export function windowText(updates: Pick<DatabaseUpdates, keyof DatabaseUpdates>): Cell {
  const {frequency, day_of_week, week_of_month, hour_of_day, duration} = updates;
  const day = days[day_of_week - 1];
  const hasHour = typeof hour_of_day === 'number' && Number.isFinite(hour_of_day);
  if (day === undefined || !hasHour || typeof duration !== 'number') return unknownCell;
  const time = `${clock(hour_of_day)}–${clock(hour_of_day + duration)} UTC`;
  if (frequency !== 'monthly') return `every ${day}, ${time}`;
  const place = places[(week_of_month ?? 0) - 1];
  return place === undefined ? `a ${day} every month, ${time}` : `the ${place} ${day} of every month, ${time}`;
}

const anyAddressRanges = new Set(['0.0.0.0/0', '::/0']);

/** Ranges that may connect; a new cluster's list is empty. */
export function allowListCell(ranges: readonly string[]): Cell {
  if (ranges.length === 0) return {text: 'none', tone: 'attention'};
  if (ranges.some(range => anyAddressRanges.has(range))) return {text: 'all addresses', tone: 'attention'};
  return countText(ranges.length, 'range');
}

const nodes = (size: number): Cell =>
  amountCell(size, n => (n === 1 ? '1 node' : `${countText(n, 'node')}: a primary and ${countText(n - 1, 'replica')}`));

/** The price of the plan for this number of nodes of an engine. */
export function clusterPrice(plan: DatabaseType | undefined, engine: string, size: number): string | undefined {
  const prices = plan && isEngine(engine) ? plan.engines[engine] : undefined;
  const price = prices?.find(({quantity}) => quantity === size)?.price.monthly;
  return typeof price === 'number' ? monthly(price) : undefined;
}

/** "4 GB RAM", "2 VCPU", "80 GB", "$195.00/mo": on a narrow screen the price is hidden last. */
export const planColumns = (plan: DatabaseType, engine: string, size: number): readonly string[] => [
  formatIfKnown(plan.memory, n => `${megabytes(n)} RAM`) ?? '',
  formatIfKnown(plan.vcpus, n => `${formatNumber(n)} VCPU`) ?? '',
  formatIfKnown(plan.disk, megabytes) ?? '',
  clusterPrice(plan, engine, size) ?? '',
];

/** "Dedicated 4 GB  g6-dedicated-2 · $195.00/mo" */
function planCell(row: DatabaseCluster, lookup: Lookup): Cell | readonly Cell[] {
  const plan = lookup.find('databases.types', row.type);
  if (!plan) return cellFor(row.type);
  return [
    plan.label || plan.id,
    {text: joinParts(plan.id, clusterPrice(plan, row.engine, row.cluster_size)), tone: 'dim'},
  ];
}

type ListParams = ListParamsOf<'databases.mysql'>;

const clusterColumns: readonly Column<DatabaseCluster, ListParams>[] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'status', title: 'Status', state: true, width: 14},
  {id: 'software', title: 'Engine', width: 12, max: 24, value: engineVersion},
  {field: 'cluster_size', title: 'Nodes', align: 'right', format: size => amountCell(size)},
  {field: 'type', title: 'Plan', priority: 3, max: 18, link: row => ({family: 'databases.types', id: row.type})},
  {field: 'region', title: 'Region', priority: 2, max: 14, link: row => ({family: 'regions', id: row.region})},
  {
    field: 'allow_list',
    title: 'Allow list',
    priority: 2,
    width: 9,
    format: allowListCell,
    kind: 'number',
    measure: row => row.allow_list.length,
  },
  {...ageColumn, priority: 3},
  resourcePriceColumn('databases.instances'),
  {id: 'window', title: 'Maintenance', optional: true, max: 48, value: row => windowText(row.updates)},
  {id: 'host', title: 'Host', optional: true, max: 60, value: row => cellFor(row.hosts.primary)},
  {field: 'encrypted', title: 'Encrypted', optional: true, format: yesNoCell},
  standard.idColumn,
];

/** "3 of 15 GB" */
function diskText({total_disk_size_gb: total, used_disk_size_gb: used}: DatabaseCluster): string {
  if (total === undefined || total === null) return gigabytes(used ?? 0);
  return used === undefined || used === null ? gigabytes(total) : `${used} of ${gigabytes(total)}`;
}

const addedLines: readonly Line<DatabaseCluster, ListParams>[] = [
  addedLine('Platform', 'platform'),
  {
    title: 'Disk',
    value: diskText,
    isVisible: row => row.total_disk_size_gb !== undefined || row.used_disk_size_gb !== undefined,
  },
  addedLine('Restorable from', 'oldest_restore_time', (date, lookup) => momentCell(date, lookup.now)),
  addedLine('Copy of', 'fork', ({source, restore_time: time}, lookup) => [
    lookup.find('databases.instances', source)?.label ?? `database ${source}`,
    ...(time ? [' at ', ...[momentCell(time, lookup.now)].flat()] : []),
  ]),
];

const memberLines: readonly Line<DatabaseCluster, ListParams>[] = [
  addedLine('Members', 'members', members =>
    listCell(
      Object.entries(members).map(([address, role]) => (typeof role === 'string' ? `${address} ${role}` : address)),
      '\n',
    ),
  ),
];

/** Updates that wait for the next maintenance window. */
const pendingUpdates: Line<DatabaseCluster, ListParams> = {
  title: 'Pending updates',
  value: ({updates}) =>
    listCell(
      (updates.pending ?? []).map(({description}) => description),
      '\n',
    ),
  isVisible: ({updates}) => (updates.pending ?? []).length > 0,
};

/** The sections of the overview; those of an engine are between connection and history. */
export function clusterSections<Row extends DatabaseCluster>(
  connection: readonly Line<Row, ListParams>[] = [],
  ownSections: readonly Section<Row, ListParams>[] = [],
): readonly Section<Row, ListParams>[] {
  return [
    {
      title: 'Database',
      lines: [
        ...standard.identityLines,
        {title: 'Engine', value: engineVersion},
        regionLine,
        {title: 'Plan', value: planCell, link: row => ({family: 'databases.types', id: row.type})},
        {title: 'Nodes', value: row => nodes(row.cluster_size)},
        {title: 'Encrypted', value: row => yesNoCell(row.encrypted)},
        ...addedLines,
      ],
    },
    {
      title: 'Connection',
      lines: [
        {title: 'Primary', value: row => row.hosts.primary},
        {title: 'Secondary', value: row => row.hosts.secondary, isVisible: row => row.hosts.secondary !== null},
        ...connection,
        ...memberLines,
        {title: 'Allow list', value: row => (row.allow_list.length === 0 ? allowListCell([]) : row.allow_list)},
      ],
    },
    ...ownSections,
    {
      title: 'Maintenance',
      lines: [
        {title: 'Window', value: row => windowText(row.updates)},
        pendingUpdates,
        {
          title: 'During updates',
          value: () => 'down: the database has only one node',
          isVisible: row => row.cluster_size === 1,
        },
      ],
    },
    standard.historySection,
  ];
}

/** The common parts of the lists of clusters of every engine. */
export const clusterFacts = {
  unique: 'label',
  one: 'database',
  entity: 'database',
  events: ['database'],
  onEvent: databaseEvents,
  label: (row: DatabaseCluster) => row.label,
  state: clusterState,
  stateWords: condition.words,
  sort: 'label',
  columns: clusterColumns,
  // Not every provider reports databases in events.
  reconcileSeconds: 120,
} as const;
