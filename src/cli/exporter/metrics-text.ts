/** The metrics of the accounts as OpenMetrics text. */
import {Counter, Gauge, type OpenMetricsContentType, Registry} from 'prom-client';
import type {AccountFacts} from './account-facts.ts';

/** A value of a metric with its labels; undefined values are not exported. */
interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number | undefined;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type?: 'counter';
  /** Names of the labels in addition to `profile`. */
  readonly labels?: readonly string[];
  readonly samples: (facts: AccountFacts) => readonly Sample[];
}

export const metricsContentType = Registry.OPENMETRICS_CONTENT_TYPE;

/** The API counts in GB. */
const bytesPerGigabyte = 1e9;

const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds === undefined ? undefined : milliseconds / 1000;
const bytes = (gigabytes: number | undefined): number | undefined =>
  gigabytes === undefined ? undefined : gigabytes * bytesPerGigabyte;
const one = (value: number | undefined): readonly Sample[] => [{value}];

const accountMetrics: readonly Metric[] = [
  {
    name: 'skydeck_up',
    help: '1 if the last poll of the account succeeded, otherwise 0.',
    samples: ({isLive}) => one(isLive ? 1 : 0),
  },
  {
    name: 'skydeck_data_age_seconds',
    help: 'Time since the last successful poll of the account.',
    samples: ({dataAgeMs}) => one(seconds(dataAgeMs)),
  },
  {
    name: 'skydeck_operations_running',
    help: 'Operations that are running, such as a reboot.',
    samples: ({runningOperations}) => one(runningOperations),
  },
  {
    name: 'skydeck_transfer_used_bytes',
    help: 'Network transfer of the account this month.',
    samples: ({transfer}) => one(bytes(transfer.used)),
  },
  {
    name: 'skydeck_transfer_quota_bytes',
    help: 'Network transfer that the account has this month without extra cost.',
    samples: ({transfer}) => one(bytes(transfer.quota)),
  },
  {
    name: 'skydeck_transfer_billable_bytes',
    help: 'Network transfer beyond the quota this month.',
    samples: ({transfer}) => one(bytes(transfer.billable)),
  },
  {
    name: 'skydeck_balance_dollars',
    help: 'Balance of the account in US dollars. Above 0: amount due. Below 0: credit.',
    samples: ({balance}) => one(balance),
  },
  {
    name: 'skydeck_uninvoiced_dollars',
    help: 'Usage that is not invoiced yet, in US dollars.',
    samples: ({uninvoiced}) => one(uninvoiced),
  },
  {
    name: 'skydeck_tickets_unread',
    help: 'Open tickets whose last reply is from support.',
    samples: ({unreadTickets}) => one(unreadTickets),
  },
  {
    name: 'skydeck_event_lag_seconds',
    help: 'Time from the creation of the newest event until Skydeck read it. Absent before the first event.',
    samples: ({eventLagMs}) => one(seconds(eventLagMs)),
  },
  {
    name: 'skydeck_newest_event_timestamp_seconds',
    help: 'Creation time of the newest event of the account.',
    samples: ({newestEventAt}) => one(seconds(newestEventAt)),
  },
];

const listMetrics: readonly Metric[] = [
  {
    name: 'skydeck_resources',
    labels: ['type', 'state', 'status'],
    help: 'Resources by type, state (ok, busy, off, attention, failed, unknown, or none) and status in the API.',
    samples: ({resources}) =>
      resources.map(({type, state, status, count}) => ({labels: {type, state, status}, value: count})),
  },
  {
    name: 'skydeck_list_readable',
    labels: ['type'],
    help: '1 if the list of this type was read and is kept current, otherwise 0.',
    samples: ({lists}) => lists.map(({type, isReadable}) => ({labels: {type}, value: isReadable ? 1 : 0})),
  },
  {
    name: 'skydeck_list_age_seconds',
    labels: ['type'],
    help: 'Time since the list of this type was last known to be correct.',
    samples: ({lists}) => lists.map(({type, ageMs}) => ({labels: {type}, value: seconds(ageMs)})),
  },
  {
    name: 'skydeck_problems',
    labels: ['type'],
    help: 'Resources in the state attention or failed, by type. Absent for a type that can’t be read.',
    samples: ({problemCounts}) => problemCounts.map(({type, count}) => ({labels: {type}, value: count})),
  },
  {
    name: 'skydeck_problem_since_timestamp_seconds',
    labels: ['type', 'id', 'label', 'state', 'reason'],
    help: 'Start of each problem, 0 if unknown. At most 200 problems of an account have a series.',
    samples: ({problems}) => problems.map(({since, ...labels}) => ({labels: {...labels}, value: seconds(since) ?? 0})),
  },
  {
    name: 'skydeck_problems_without_series',
    help: 'Problems beyond the 200 that have a series of their own.',
    samples: ({problemsWithoutSeries}) => one(problemsWithoutSeries),
  },
  {
    name: 'skydeck_instance_running',
    labels: ['id', 'label', 'region'],
    help: '1 if the instance is running, otherwise 0; only for instances with a tag of --tag, at most 1000.',
    samples: ({instances}) =>
      instances.map(({isRunning, ...labels}) => ({labels: {...labels}, value: isRunning ? 1 : 0})),
  },
];

const requestMetrics: readonly Metric[] = [
  {
    name: 'skydeck_api_requests_remaining',
    labels: ['limit'],
    help: 'Requests that the API still accepts in the current window, by rate limit.',
    samples: ({limits}) => limits.map(({name, remaining}) => ({labels: {limit: name}, value: remaining})),
  },
  {
    name: 'skydeck_api_requests_limit',
    labels: ['limit'],
    help: 'Requests that the API accepts in one window, by rate limit.',
    samples: ({limits}) => limits.map(({name, limit}) => ({labels: {limit: name}, value: limit})),
  },
  {
    name: 'skydeck_api_requests_total',
    labels: ['limit'],
    type: 'counter',
    help: 'Requests that Skydeck sent to the API, by rate limit.',
    samples: ({traffic}) => traffic.map(({name, requests}) => ({labels: {limit: name}, value: requests})),
  },
  {
    name: 'skydeck_api_failures_total',
    labels: ['limit'],
    type: 'counter',
    help: 'Requests to the API that failed, by rate limit.',
    samples: ({traffic}) => traffic.map(({name, failures}) => ({labels: {limit: name}, value: failures})),
  },
  {
    name: 'skydeck_api_throttled_total',
    labels: ['limit'],
    type: 'counter',
    help: 'Answers with status 429, by rate limit.',
    samples: ({traffic}) => traffic.map(({name, throttled}) => ({labels: {limit: name}, value: throttled})),
  },
  {
    name: 'skydeck_api_received_bytes_total',
    labels: ['limit'],
    type: 'counter',
    help: 'Bytes of bodies that the API sent, by rate limit.',
    samples: ({traffic}) => traffic.map(({name, bytesIn}) => ({labels: {limit: name}, value: bytesIn})),
  },
];

const metrics: readonly Metric[] = [...accountMetrics, ...listMetrics, ...requestMetrics];

/** Builds the text from current facts; no state is kept between two texts. */
export async function metricsText(accounts: readonly AccountFacts[], version: string): Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(metricsContentType);
  const registers = [registry];
  new Gauge({
    name: 'skydeck_build_info',
    help: 'Version of Skydeck. Always 1.',
    labelNames: ['version'],
    registers,
  }).set({version}, 1);
  for (const {name, help, type, labels: ownLabels = [], samples} of metrics) {
    const options = {name, help, labelNames: ['profile', ...ownLabels], registers};
    const set = type === 'counter' ? counterSetter(new Counter(options)) : gaugeSetter(new Gauge(options));
    for (const account of accounts)
      for (const {labels = {}, value} of samples(account))
        if (value !== undefined) set({profile: account.profile, ...labels}, value);
  }
  return registry.metrics();
}

type Labels = Readonly<Record<string, string>>;

const counterSetter =
  (counter: Counter) =>
  (labels: Labels, value: number): void =>
    counter.inc({...labels}, value);

const gaugeSetter =
  (gauge: Gauge) =>
  (labels: Labels, value: number): void =>
    gauge.set({...labels}, value);
