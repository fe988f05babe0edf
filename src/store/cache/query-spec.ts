/** A query: a request to the API whose response is kept up to date while it is shown. */
import type {PathParams, Ref} from '../../families/shape/resource.ts';
import type {Connection, Priority} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import {listRequest} from '../api/list-request.ts';
import type {LoadPhase} from './collection-state.ts';

/** The response of one read operation, kept up to date while it has listeners. */
export interface QueryState {
  readonly value: unknown;
  readonly phase: LoadPhase;
  readonly validAt: number | undefined;
  readonly failure: Failure | undefined;
  /** True if the resource has changed since the value was read, and no later response has arrived. */
  readonly isOutdated?: boolean;
}

/** A request to the API and the resources that its response depends on. */
export interface QuerySpec {
  readonly name: string;
  fetch(connection: Connection, priority: Priority): Promise<unknown>;
  /** True if the response belongs to this resource: the replies of a ticket, the zone file of a Domain. */
  isAbout(ref: Ref): boolean;
  isOfFamily(family: string): boolean;
}

/** The query for the response of one read operation. */
export function operationQuery(operation: string, params: PathParams): QuerySpec {
  return {
    name: [operation, ...Object.values(params)].join(' '),
    fetch(connection, priority) {
      const endpoint = connection.operation(operation);
      if (!endpoint) throw new Error(`No operation ${operation}`);
      return connection.call(endpoint, {...listRequest(endpoint, params), priority});
    },
    isAbout: ({family, id}) =>
      Object.values(params).some(value => String(value) === String(id)) && operation.startsWith(`${family}.`),
    isOfFamily: family => operation.startsWith(`${family}.`),
  };
}

/** Values of one metric of a resource over time. */
export interface MetricRequest {
  readonly serviceType: string;
  readonly entity: number;
  readonly metric: string;
  readonly aggregate: string;
  readonly duration: {readonly unit: string; readonly value: number};
  readonly granularity: {readonly unit: string; readonly value: number};
}

/** The query for the values of a metric; changes to the account's resources don't outdate it. */
export function metricQuery(request: MetricRequest): QuerySpec {
  const operation = 'monitor.services.metrics.read';
  const {serviceType, entity, metric, aggregate, duration, granularity} = request;
  const amount = ({unit, value}: MetricRequest['duration']) => `${value}${unit}`;
  return {
    name: [operation, serviceType, entity, aggregate, metric, amount(duration), amount(granularity)].join(' '),
    fetch(connection, priority) {
      const endpoint = connection.operation(operation);
      if (!endpoint) throw new Error(`No operation ${operation}`);
      const body = {
        entity_ids: [entity],
        metrics: [{name: metric, aggregate_function: aggregate}],
        relative_time_duration: duration,
        time_granularity: granularity,
      };
      return connection.call(endpoint, {params: {serviceType}, body, priority});
    },
    isAbout: () => false,
    isOfFamily: () => false,
  };
}
