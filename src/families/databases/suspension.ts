/** Suspension of clusters, their metrics, and the settings of an engine. The API of today has them. */
import type {Contract} from '../../contract/index.ts';
import type {Actions} from '../shape/actions.ts';
import type {ListParamsOf} from '../shape/define-family.ts';
import {isObject} from '../shape/json-object.ts';
import * as standard from '../shape/standard.ts';
import {clusterStatusWord, type DatabaseCluster} from './cluster.ts';
import {databaseParams} from './cluster-actions.ts';

type Suspension = Pick<
  Actions<Contract['databases']['mysql'], DatabaseCluster, ListParamsOf<'databases.mysql'>>,
  'suspend' | 'resume'
>;

/** A cluster of today's API, which has its platform. */
type TodaysCluster = Pick<DatabaseCluster, 'status'> & {readonly platform?: string | undefined};

const unlessStatus =
  (needed: string) =>
  ({row: {status, platform}}: {readonly row: TodaysCluster}): string | undefined => {
    if (platform === undefined) return 'your provider can’t suspend databases';
    return status === needed ? undefined : `needs a database that is ${needed}: it is ${clusterStatusWord(status)}`;
  };

export const suspensionActions = {
  suspend: {
    title: 'Suspend',
    risk: 'destroys',
    rowParams: databaseParams,
    unless: unlessStatus('active'),
    confirm: {typing: 'label'},
    eventActions: ['database_suspend', 'database_update'],
    busyWord: 'suspending',
    invalidates: ['databases.instances'],
    expectedFields: () => ({status: 'suspending'}),
    warnings: () => [
      'Data without a backup is lost.',
      'Clients can’t connect until you resume the database.',
      'Billing stops. After 180 days, your provider deletes the database.',
    ],
  },
  resume: {
    title: 'Resume',
    rowParams: databaseParams,
    unless: unlessStatus('suspended'),
    confirm: 'ask',
    eventActions: ['database_resume'],
    busyWord: 'resuming',
    invalidates: ['databases.instances'],
    expectedFields: () => ({status: 'resuming'}),
    warnings: () => ['Billing starts again.'],
  },
} satisfies Suspension;

/** "integer, 2 to 3600, such as 10; needs a restart" */
function optionText(option: Readonly<Record<string, unknown>>): string {
  const {type, minimum, maximum, minLength, maxLength, example, enum: values} = option;
  const range = (from: unknown, to: unknown, unit: string) =>
    from === undefined && to === undefined ? [] : [`${String(from ?? '…')} to ${String(to ?? '…')}${unit}`];
  return [
    Array.isArray(type) ? type.join(' or ') : String(type ?? 'any value'),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...(Array.isArray(values) ? [`one of ${values.join(', ')}`] : []),
    ...(example === undefined ? [] : [`such as ${typeof example === 'string' ? `"${example}"` : String(example)}`]),
    ...(option.requires_restart === true ? ['needs a restart'] : []),
  ].join(', ');
}

/** Lines about the settings of an engine, which differ between versions. */
function* optionLines(options: Readonly<Record<string, unknown>>, before = ''): Generator<string> {
  for (const [name, option] of Object.entries(options)) {
    if (!isObject(option)) continue;
    // A group of settings has no type.
    if (Object.values(option).some(isObject)) yield* optionLines(option, `${before}${name}.`);
    else yield `${before}${name}: ${optionText(option)}`;
  }
}

export const optionsText = (response: unknown): string | undefined =>
  isObject(response) ? [...optionLines(response)].join('\n') : undefined;

/** The tab with charts of a database. */
export const databaseMetrics = {
  ...standard.metricsTab('dbaas'),
  unless: ({platform}: TodaysCluster) =>
    platform === undefined ? 'your provider has no metrics of databases' : undefined,
} as const;

/** The tab with the settings of an engine. */
export const engineOptions = {
  title: 'Engine settings',
  params: () => ({}),
  refreshSeconds: 3600,
  unless: ({platform}: TodaysCluster) => (platform === undefined ? 'your provider doesn’t list them' : undefined),
  content: {text: optionsText},
} as const;
