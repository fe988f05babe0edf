/** `skydeck get monitor.services.metrics SERVICE RESOURCE…`: the request, from names and IDs as typed. */
import type {MetricDefinition, MonitorService} from '../../contract/monitoring/monitor.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {coveredFamily} from '../../families/monitor/alert-words.ts';
import {isPartialReading, metricSeries} from '../../families/monitor/metric-series.ts';
import {familyOf} from '../../families/registry.ts';
import type {PathParams} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import {metricsBody} from '../args/metrics-query.ts';
import {usageOfGet} from '../args/readable-names.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {suggestionOrAll} from '../io/did-you-mean.ts';
import {keyByLabel} from './place-args.ts';
import {readRows, rowListOf} from './read-lists.ts';

export interface MetricsRequest {
  readonly params: PathParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @throws UsageError @throws NotFoundError */
export async function metricsRequest(
  connection: Connection,
  endpoint: Endpoint,
  [serviceType, ...resources]: readonly string[],
  queryTexts: readonly string[],
): Promise<MetricsRequest> {
  if (serviceType === undefined || resources.length === 0)
    throw new UsageError(`Usage: ${usageOfGet(endpoint, connection.identifiers)}`);
  const services = (await readRows(connection, familyOf('monitor.services'))).rows as readonly MonitorService[];
  const known = services.map(service => service.service_type);
  if (!known.includes(serviceType))
    throw new NotFoundError(`No monitored service "${serviceType}"${suggestionOrAll(serviceType, known)}`);
  const params = {serviceType};
  const {rows} = await readRows(connection, familyOf('monitor.services.metricDefinitions'), {params});
  if (rows.length === 0) throw new NotFoundError(`Your provider defines no metrics of the service ${serviceType}.`);
  const entities = await entityIds(connection, serviceType, resources);
  const definitions = rows as readonly MetricDefinition[];
  return {params, body: metricsBody(endpoint.id, queryTexts, {entities, definitions})};
}

/** Resources by their IDs or, if the service measures a known resource type, by their labels. */
async function entityIds(
  connection: Connection,
  serviceType: string,
  resources: readonly string[],
): Promise<readonly number[]> {
  const familyId = coveredFamily(serviceType);
  const family = familyId && familyOf(familyId);
  const list = family && rowListOf(connection, family, {}, resources);
  const ids: number[] = [];
  for (const text of resources) {
    if (/^\d+$/.test(text)) ids.push(Number(text));
    else if (family && list) ids.push(Number(await keyByLabel(family, text, list)));
    else throw new UsageError(`A resource of ${serviceType} is a number, not "${text}"`);
  }
  return [...new Set(ids)];
}

/** A line about missing values in a response; undefined for a complete response. */
export function missingValuesText(response: unknown): string | undefined {
  if (metricSeries(response).length === 0) return 'No values in this time range.';
  return isPartialReading(response) ? 'Values are missing: your provider sent a part of them.' : undefined;
}
