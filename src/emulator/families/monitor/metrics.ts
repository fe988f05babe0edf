/** Tokens for metrics, and the values of metrics on their own host. */
import type {Contract} from '../../../contract/index.ts';
import {metricAggregates} from '../../../contract/monitoring/metrics.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import {digest} from '../../engine/access/actors.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {FieldErrors, forbidden, Refusal} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {days, hours, minutes, parseTimestamp} from '../../engine/time/clock.ts';
import {DatabaseClusters} from '../databases/database-kinds.ts';
import {NodeBalancerConfigs, NodeBalancers} from '../nodebalancers/nodebalancer-kinds.ts';
import {type MeasuredSeries, type ValueSpan, valuesOf} from './metric-values.ts';
import {metricDefinitions, requireService} from './monitor-kinds.ts';

type Services = Contract['monitor']['services'];
type ReadCall = Call<Services['metrics']['read']>;
type Query = RequestBody<Services['metrics']['read']>;

interface MetricsToken {
  readonly service_type: string;
  readonly entity_ids: readonly number[];
  /** Milliseconds since 1970. */
  readonly expiry: number;
}

/** Found by digest: the token itself is not stored. */
const MetricsTokens = defineKind<MetricsToken>('metrics_token');

const tokenLifetimeMs = 6 * hours;
const maxSpanMs = 31 * days;
const unitMs = {sec: 1000, min: minutes, hr: hours, days};

/** The resource of the account that the service measures. */
const entityOf = (db: Store, service: string, id: number): {readonly created: string} | undefined =>
  service === 'dbaas' ? db.get(DatabaseClusters, id) : db.get(NodeBalancers, id);

export const token: Handlers<Services>['token'] = call => {
  const {db, body, now, random} = call;
  const service = requireService(call.params.serviceType);
  const fieldErrors = new FieldErrors();
  const ids = body.entity_ids;
  fieldErrors.addIf(ids.length === 0, 'must have at least one entity', 'entity_ids');
  for (const [index, id] of ids.entries())
    fieldErrors.addIf(!entityOf(db, service, id), 'is not a resource of the service', `entity_ids.${index}`);
  fieldErrors.throwIfAny();
  const secret = random.hex(32);
  const granted = {service_type: service, entity_ids: ids, expiry: now + tokenLifetimeMs};
  db.insert(MetricsTokens, () => granted, {key: digest(secret)});
  return {token: secret};
};

/** @throws Refusal 401 for an unknown or expired token; 403 for a token of another service */
function grantedBy({db, authorization, now}: ReadCall, service: string): MetricsToken {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const granted = secret === undefined ? undefined : db.byKey(MetricsTokens, digest(secret))?.doc;
  if (!granted || granted.expiry <= now) throw new Refusal(401, [{field: null, reason: 'Invalid token for metrics'}]);
  if (granted.service_type !== service) throw forbidden('The token is for another service.');
  return granted;
}

const durationMs = ({unit = 'min', value = 0}: NonNullable<Query['time_granularity']> = {}): number =>
  unitMs[unit] * value;

/** The requested time. @throws through `problems` */
function spanOf({relative_time_duration, absolute_time_duration, time_granularity}: Query, now: number): ValueSpan {
  const to = absolute_time_duration?.end === undefined ? now : parseTimestamp(absolute_time_duration.end);
  const from =
    absolute_time_duration?.start === undefined
      ? to - durationMs(relative_time_duration)
      : parseTimestamp(absolute_time_duration.start);
  const step = durationMs(time_granularity) || Math.max(5 * minutes, Math.ceil((to - from) / 288 / minutes) * minutes);
  return {from, to, step};
}

/** Values of a dimension that the resource has; undefined for a dimension that the service doesn't have. */
function dimensionValues(db: Store, id: number, dimension: string): readonly string[] {
  if (dimension === 'node_type')
    return (db.get(DatabaseClusters, id)?.cluster_size ?? 1) > 1 ? ['primary', 'secondary'] : ['primary'];
  if (dimension === 'port') return db.all(NodeBalancerConfigs, id).map(({port}) => String(port));
  return ['TCP'];
}

function checkQuery(service: string, query: Query, {entity_ids: granted}: MetricsToken, span: ValueSpan): void {
  const fieldErrors = new FieldErrors();
  const {entity_ids: ids, metrics, relative_time_duration: relative, absolute_time_duration: absolute} = query;
  const definitions = metricDefinitions(service);
  const dimensions = new Set(definitions.flatMap(definition => definition.dimensions.map(d => d.dimension_label)));
  fieldErrors.addIf(ids.length === 0, 'must have at least one entity', 'entity_ids');
  for (const [index, id] of ids.entries())
    fieldErrors.addIf(!granted.includes(id), 'is not covered by the token', `entity_ids.${index}`);
  fieldErrors.addIf(metrics.length === 0, 'must have at least one metric', 'metrics');
  for (const [index, {name, aggregate_function: aggregate}] of metrics.entries()) {
    const definition = definitions.find(({metric}) => metric === name);
    fieldErrors.addIf(!definition, 'is not a metric of the service', `metrics.${index}.name`);
    fieldErrors.addIf(
      aggregate === undefined || (definition && !definition.available_aggregate_functions.includes(aggregate)) === true,
      `must be one of ${metricAggregates.join(', ')}`,
      `metrics.${index}.aggregate_function`,
    );
  }
  for (const [index, name] of (query.group_by ?? []).entries())
    fieldErrors.addIf(!dimensions.has(name), 'is not a dimension of the service', `group_by.${index}`);
  for (const [index, {dimension_label: name = ''}] of (query.filters ?? []).entries())
    fieldErrors.addIf(!dimensions.has(name), 'is not a dimension of the service', `filters.${index}.dimension_label`);
  fieldErrors.addIf(
    (relative === undefined) === (absolute === undefined),
    'must have a relative or an absolute duration',
  );
  fieldErrors.addIf(!(span.to > span.from), 'must end after its start', 'absolute_time_duration');
  fieldErrors.addIf(span.to - span.from > maxSpanMs, 'must be at most 31 days');
  fieldErrors.throwIfAny();
}

type Filter = NonNullable<Query['filters']>[number];

const comparisons: Readonly<Record<string, (text: string, value: string) => boolean>> = {
  eq: (text, value) => text === value,
  neq: (text, value) => text !== value,
  startswith: (text, value) => text.startsWith(value),
  endswith: (text, value) => text.endsWith(value),
};

/** Labels of the series of a resource: one for each combination of the dimensions that it is divided by. */
function seriesLabels(db: Store, id: number, {group_by = [], filters = []}: Query): readonly Record<string, string>[] {
  const passes = (dimension: string) => (text: string) =>
    filters
      .filter(({dimension_label: name}) => name === dimension)
      .every(({operator = 'eq', value = ''}: Filter) => comparisons[operator]?.(text, value) ?? true);
  const divide = (labels: readonly Record<string, string>[], dimension: string) =>
    labels.flatMap(label =>
      dimensionValues(db, id, dimension)
        .filter(passes(dimension))
        .map(value => ({...label, [dimension]: value})),
    );
  // A filter alone leaves one series, or none.
  const isEmpty = filters.some(({dimension_label: name = ''}) => !dimensionValues(db, id, name).some(passes(name)));
  return isEmpty ? [] : group_by.reduce<readonly Record<string, string>[]>(divide, [{}]);
}

/** Handlers on the host of the metrics, which has its own tokens. */
export const metrics: Handlers<Services['metrics']> = {
  read(call) {
    const {db, body, now} = call;
    const service = requireService(call.params.serviceType);
    const granted = grantedBy(call, service);
    const span = spanOf(body, now);
    checkQuery(service, body, granted, span);
    const definitions = new Map(metricDefinitions(service).map(definition => [definition.metric, definition]));
    const result = body.entity_ids.flatMap(id =>
      body.metrics.flatMap(({name = '', aggregate_function: aggregate = 'avg'}) => {
        const metric = definitions.get(name);
        const entity = entityOf(db, service, id);
        if (!metric || !entity) return [];
        // Values start at the creation of the resource.
        const from = Math.max(span.from, parseTimestamp(entity.created));
        return seriesLabels(db, id, body).map(labels => {
          const series: MeasuredSeries = {metric, aggregate, source: [id, ...Object.values(labels)].join(' ')};
          return {
            metric: {entity_id: String(id), metric_name: `${aggregate}_${name}`, ...labels},
            values: valuesOf(series, {...span, from}),
          };
        });
      }),
    );
    const series = result.filter(({values}) => values.length > 0);
    return {
      status: 'success',
      isPartial: false,
      stats: {executionTimeMsec: 20, seriesFetched: String(series.length)},
      data: {resultType: 'matrix', result: series},
    };
  },
};
