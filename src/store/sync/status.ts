/** The state of the connection to an account. */
import type {Mismatch} from '../../client/core/mismatch-log.ts';
import type {RateLimitsByClass} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';

/** The heartbeat: one beat per successful poll. */
export interface Pulse {
  readonly beats: number;
  /** The time of the last beat; undefined before the first. */
  readonly at: number | undefined;
}

/**
 * Live: the last poll succeeded. Stale: the last poll was refused, or its response is late. Offline: the API could not
 * be reached.
 */
export type Liveness = 'connecting' | 'live' | 'paused' | 'stale' | 'offline' | 'unauthorized' | 'closed';

export interface Status {
  readonly liveness: Liveness;
  /** The time of the API's last response. */
  readonly lastResponseAt: number | undefined;
  /** The time of the last successful poll: all data on screen was correct then. */
  readonly confirmedAt: number | undefined;
  /** The time at which the poll with a late response was sent; undefined if no response is late. */
  readonly lateSince: number | undefined;
  readonly failure: Failure | undefined;
  /** Rate limits by class, as the API reports them or as Skydeck counts them. */
  readonly limits: RateLimitsByClass;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly notices: number | undefined;
  /** Fields of responses that broke the contract, most recent first. */
  readonly mismatches: readonly Mismatch[];
}
