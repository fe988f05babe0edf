/** The status of a change after its request. */

/**
 * `started`: the operation that the change started still runs; an event or a file reports its end. `unknown`: no
 * response arrived; the outcome is being determined, and another status will follow.
 */
export type ChangeStatus = 'done' | 'started' | 'failed' | 'unknown';

/** True if the API carried the change out, or started it. */
export const isSuccess = ({status}: {readonly status: ChangeStatus}): boolean =>
  status === 'done' || status === 'started';
