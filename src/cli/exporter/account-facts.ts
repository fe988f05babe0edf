/** The facts of one account that the metrics show. Undefined values are unknown, and are not exported. */
import type {RequestCounts} from '../../store/sync/traffic-meter.ts';

export interface AccountFacts {
  readonly profile: string;
  /** True if the last poll succeeded. */
  readonly isLive: boolean;
  readonly dataAgeMs: number | undefined;
  readonly lists: readonly ListFact[];
  readonly resources: readonly ResourceCount[];
  readonly problems: readonly ProblemFact[];
  readonly problemCounts: readonly {readonly type: string; readonly count: number}[];
  readonly problemsWithoutSeries: number;
  readonly runningOperations: number;
  /** GB. */
  readonly transfer: Readonly<Record<'used' | 'quota' | 'billable', number | undefined>>;
  /** US dollars. */
  readonly balance: number | undefined;
  readonly uninvoiced: number | undefined;
  readonly unreadTickets: number | undefined;
  /** Milliseconds since 1970. */
  readonly newestEventAt: number | undefined;
  readonly eventLagMs: number | undefined;
  readonly limits: readonly {readonly name: string; readonly limit: number; readonly remaining: number}[];
  readonly traffic: readonly ({readonly name: string} & RequestCounts)[];
  readonly instances: readonly InstanceFact[];
}

export interface ListFact {
  readonly type: string;
  readonly isReadable: boolean;
  readonly ageMs: number | undefined;
}

export interface ResourceCount {
  readonly type: string;
  /** One of six conditions, or `none` for a type without states. */
  readonly state: string;
  /** The API's status; empty for a type without a status. */
  readonly status: string;
  readonly count: number;
}

export interface ProblemFact {
  readonly type: string;
  /** Empty if the ID is a secret. */
  readonly id: string;
  readonly label: string;
  readonly state: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
}

export interface InstanceFact {
  readonly id: string;
  readonly label: string;
  readonly region: string;
  readonly isRunning: boolean;
}
