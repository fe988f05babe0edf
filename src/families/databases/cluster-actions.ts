/** Actions of a cluster, for every engine. */

import type {DatabaseEngine, DatabaseType} from '../../contract/databases/models.ts';
import type {Contract} from '../../contract/index.ts';
import type {Region} from '../../contract/resources/regions.ts';
import type {Vpc} from '../../contract/resources/vpcs.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {rangesWithin, uncoveredRanges} from '../format/address-coverage.ts';
import {typedDateNote, withTime} from '../format/typed-dates.ts';
import {subnetPick, unlessIn} from '../relations/subnet-pick.ts';
import type {Actions, Risk} from '../shape/actions.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import type {ListParamsOf, Lookup} from '../shape/define-family.ts';
import type {FormCandidateContext, FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {pickSentFields, sentFields} from '../shape/undo-body.ts';
import {
  allowListCell,
  clusterPrice,
  clusterStatusWord,
  type DatabaseCluster,
  type DatabaseEngineName,
  dayLabels,
  engineName,
  engineNames,
  hourLabels,
  planColumns,
  unlessActive,
  weekLabels,
} from './cluster.ts';
import {windowRules} from './cluster-rules.ts';

/** The contract's groups of the engines agree in these operations, so their actions are defined once. */
type Mysql = Contract['databases']['mysql'];
type Shared = Pick<
  Actions<Mysql, DatabaseCluster, ListParamsOf<'databases.mysql'>>,
  'update' | 'delete' | 'patch' | 'credentials.reset'
>;

export const databaseParams = (row: Pick<DatabaseCluster, 'id'>) => ({instanceId: row.id});

const nameOf = (row: DatabaseCluster): string => row.label || 'the database';

/** Texts about ranges that a new allow list refuses or adds; it replaces the old one (D3 §4.1 r5). */
function accessChanges(before: readonly string[], after: readonly string[] | undefined): readonly string[] {
  if (after === undefined) return [];
  const narrowed = uncoveredRanges(before, after).map(range => ({range, remaining: rangesWithin(range, after)}));
  const removed = narrowed.flatMap(({range, remaining}) => (remaining.length === 0 ? [range] : []));
  const allowedCell = allowListCell(after);
  return [
    ...(removed.length > 0 ? [`Connections from ${removed.join(', ')} are refused from now on.`] : []),
    ...narrowed.flatMap(({range, remaining}) =>
      remaining.length > 0
        ? [`Connections from ${range} are refused from now on, except from ${remaining.join(', ')}.`]
        : [],
    ),
    ...(typeof allowedCell === 'string' ? [] : [`Allowed to connect: ${allowedCell.text}.`]),
    'The allow list takes effect after a moment.',
  ];
}

/** The effect of a new allow list on connections. */
function accessRisk(before: readonly string[], after: readonly string[] | undefined): Risk | undefined {
  if (after === undefined) return undefined;
  if (uncoveredRanges(after, before).length > 0) return 'opens';
  return uncoveredRanges(before, after).length > 0 ? 'interrupts' : undefined;
}

const isMonthly = ({values, row}: FormContext<DatabaseCluster>): boolean =>
  (values.frequency ?? row?.updates.frequency) === 'monthly';

const window = {
  title: 'Maintenance',
  input: 'group',
  inputs: {
    frequency: {title: 'Frequency', input: 'choice', labels: {weekly: 'week', monthly: 'month'}},
    day_of_week: {title: 'Day', input: 'choice', values: [1, 2, 3, 4, 5, 6, 7], labels: dayLabels},
    week_of_month: {
      title: 'Week of the month',
      input: 'choice',
      values: [1, 2, 3, 4],
      labels: weekLabels,
      required: true,
      isVisible: isMonthly,
    },
    hour_of_day: {
      title: 'Hour (UTC)',
      input: 'choice',
      values: Array.from({length: 24}, (_, hour) => hour),
      labels: hourLabels,
    },
    duration: {
      title: 'Duration',
      input: 'choice',
      values: [1, 2, 3],
      labels: {1: '1 hour', 2: '2 hours', 3: '3 hours'},
    },
  },
} as const;

const allowList = {
  title: 'Allow list',
  help: 'Empty blocks all connections. One address or range per line.',
  input: 'lines',
} as const;

export const sharedClusterActions = {
  update: {
    title: 'Edit…',
    risk: ({row, body}) => accessRisk(row.allow_list, body.allow_list),
    rowParams: databaseParams,
    unless: ({row}) => unlessActive(row),
    problems: ({row, body}) => windowRules(body.updates, row.updates),
    eventActions: ['database_update'],
    expectedFields: ({row, body}) => ({
      ...pickSentFields(body, 'label', 'allow_list'),
      updates: {...row.updates, ...body.updates},
    }),
    warnings: ({row, body}) => accessChanges(row.allow_list, body.allow_list),
    undo: {action: 'update', body: sentFields('label', 'allow_list', 'updates')},
    form: {label: standard.labelInput, allow_list: allowList, updates: window},
  },
  delete: {
    ...standard.deleteAction,
    rowParams: databaseParams,
    unless: ({row: {status}}) =>
      ['active', 'failed', 'degraded'].includes(status)
        ? undefined
        : `needs a database that is active, failed or degraded: it is ${clusterStatusWord(status)}`,
    eventActions: ['database_delete'],
    invalidates: ['databases.instances'],
    warnings: ({row}) => [`All data and backups of ${nameOf(row)} are permanently deleted.`],
  },
  patch: {
    title: 'Patch now',
    risk: 'interrupts',
    key: 'P',
    rowParams: databaseParams,
    unless: ({row}) => unlessActive(row),
    confirm: 'ask',
    eventActions: ['database_update'],
    busyWord: 'updating',
    expectedFields: () => ({status: 'updating'}),
    warnings: ({row}) => [
      'Updates of the operating system are applied now; the engine keeps its version.',
      ...(row.cluster_size === 1 ? [`${nameOf(row)} is down meanwhile: it has only one node.`] : []),
    ],
  },
  'credentials.reset': {
    title: 'Reset credentials',
    risk: 'interrupts',
    key: 'W',
    rowParams: databaseParams,
    unless: ({row}) => unlessActive(row),
    confirm: {typing: 'label'},
    eventActions: ['database_credentials_reset'],
    busyWord: 'resetting credentials',
    warnings: () => [
      'The root user gets a new password. Clients that use the old one lose access.',
      'The Credentials tab shows the new password.',
      'Don’t restore backups from before this change: the cluster would fail.',
    ],
  },
} satisfies Shared;

type Create = RequestBody<Mysql['create']>;

const hasEngineConfig = ({row}: FormContext<object>): boolean => row !== undefined && 'engine_config' in row;

const hasReplicas = ({values}: FormContext): boolean => Number(values.cluster_size) > 1;

/** The inputs that new clusters of all engines share. */
export const createForm = (engine: DatabaseEngineName) =>
  ({
    label: standard.labelInput,
    engine: {
      title: 'Version',
      input: 'pick',
      family: 'databases.engines',
      unless: ({candidate}: FormCandidateContext<DatabaseEngine>) =>
        candidate.engine === engine ? undefined : `is ${engineName(candidate.engine)}`,
    },
    region: {
      title: 'Region',
      input: 'pick',
      family: 'regions',
      unless: ({candidate: region}: FormCandidateContext<Region>) =>
        unlessCapable(region, 'Managed Databases') ?? unlessInService(region),
    },
    type: {
      title: 'Plan',
      input: 'pick',
      family: 'databases.types',
      unless: ({candidate: plan}: FormCandidateContext<DatabaseType>) => {
        if (plan.deprecated) return 'is deprecated';
        return plan.engines[engine].length === 0 ? `is not offered for ${engineNames[engine]}` : undefined;
      },
      comparedColumns: ({candidate: plan, values}: FormCandidateContext<DatabaseType>) =>
        planColumns(plan, engine, Number(values.cluster_size) || 1),
    },
    cluster_size: {
      title: 'Nodes',
      input: 'choice',
      labels: {1: '1 node', 2: '2 nodes: a primary and a replica', 3: '3 nodes: a primary and 2 replicas'},
    },
    allow_list: allowList,
    ssl_connection: {title: 'Require TLS', input: 'toggle'},
    encrypted: {title: 'Encrypted', input: 'toggle'},
  }) as const;

/** The engine's settings by the API's names. */
const engineConfig = {title: 'Engine settings', help: 'as JSON', input: 'json', isVisible: hasEngineConfig} as const;
/** The reason why a VPC can't be chosen: the database is, or will be, in another region. */
const unlessInRegion = ({candidate: vpc, formValues, row}: FormCandidateContext<Vpc, object>): string | undefined =>
  unlessIn(vpc, row && 'region' in row ? row.region : formValues.region);

/** The reason why the subnets of a VPC can't be chosen: the user chose another VPC, or the region differs. */
function unlessOfVpc(context: FormCandidateContext<Vpc, object>): string | undefined {
  const {vpc_id: vpcId} = context.values;
  return typeof vpcId === 'number' && vpcId !== context.candidate.id ? 'of another VPC' : unlessInRegion(context);
}

const privateNetwork = {
  title: 'Private network',
  input: 'group',
  inputs: {
    vpc_id: {
      title: 'VPC',
      help: 'in the region of the database',
      input: 'pick',
      family: 'vpcs',
      unless: unlessInRegion,
    },
    subnet_id: {...subnetPick, help: 'of this VPC', unless: unlessOfVpc},
    public_access: {title: 'Public access', input: 'toggle'},
  },
} as const;

/** Inputs of the relational engines that only the API of today accepts. */
export const relationalUpdate = {
  engine_config: engineConfig,
  private_network: {
    ...privateNetwork,
    isVisible: ({row}: FormContext<object>) => row !== undefined && 'private_network' in row,
  },
} as const;
export const relationalCreate = {
  engine_config: {...engineConfig, isVisible: mayBeCurrentApi},
  private_network: {...privateNetwork, isVisible: mayBeCurrentApi},
  fork: {
    title: 'Copy of a database',
    input: 'group',
    isVisible: mayBeCurrentApi,
    inputs: {
      source: {title: 'Database', help: 'ID of the database', input: 'number'},
      restore_time: {
        title: 'State at',
        help: 'UTC, like 2026-11-24T18:30:00 or 3h',
        input: 'text',
        normalize: (text: string, now: number) => withTime(text, now, 'past'),
        note: ({values: {restore_time: text}, lookup}: FormContext) => typedDateNote(text, lookup.now, 'past'),
      },
    },
  },
} as const;

/** Kinds of replication; a cluster with one node has none (D3 §2.1). */
export const replication = {
  title: 'Replication',
  input: 'choice',
  values: ['semi_synch', 'asynch'],
  labels: {semi_synch: 'semi-synchronous: a replica has it, too', asynch: 'asynchronous: replicas follow later'},
  isVisible: hasReplicas,
} as const;

/** The price of a new cluster, and the steps that are needed before it can be used. */
export function createWarnings(
  engine: DatabaseEngineName,
  lookup: Lookup,
  body: Pick<Create, 'type' | 'cluster_size' | 'allow_list'>,
): readonly string[] {
  const price = clusterPrice(lookup.find('databases.types', body.type), engine, body.cluster_size ?? 1);
  const allowedCell = allowListCell(body.allow_list ?? []);
  return [
    price ? `Cost: +${price}.` : 'Couldn’t read the price.',
    'Creation takes 15 to 30 minutes.',
    ...(typeof allowedCell === 'string' ? [] : [`Allowed to connect: ${allowedCell.text}.`]),
  ];
}
