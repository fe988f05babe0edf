/**
 * Tracks whether the API is available. While it is unavailable, only the poll sends requests, at its own pace, and all
 * other requests wait until a poll succeeds: retries of 30 lists would slow down an API that is recovering.
 */

import {isAccountClosed} from './account-closed.ts';
import type {RequestReport} from './connection.ts';
import {clientFailure} from './failure-text.ts';

export class Availability {
  /** The error of the last poll. */
  #error: unknown;
  /** True if the last request other than a poll failed, too. */
  #othersFail = false;

  onPoll(error?: unknown): void {
    this.#error = error;
  }

  /**
   * Returns true if the outcome of a request contradicts the last poll: an API considered unavailable responds again, or
   * one considered available can't be reached. Then the poller should poll.
   */
  onResponse({operation, status, failure, limitClass}: RequestReport): boolean {
    // Another host, such as the metrics host, has no limit class, and its responses prove nothing about the API.
    if (failure === 'canceled' || limitClass === undefined || operation.startsWith('account.events.')) return false;
    const wasAway = this.unavailableReason !== undefined;
    this.#othersFail = status === undefined || status >= 500;
    return wasAway ? !this.#othersFail && status !== 401 : status === undefined;
  }

  /** The reason not to send automatic requests; undefined while the API is available. */
  get unavailableReason(): unknown {
    if (isAccountClosed(this.#error)) return this.#error;
    const failure = clientFailure(this.#error);
    if (failure?.code === 'unauthorized') return failure.kind === 'token' ? this.#error : undefined;
    if (failure?.code !== 'unreachable') return undefined;
    // If the API responds with an error, only its events may fail.
    return failure.status === undefined || this.#othersFail ? this.#error : undefined;
  }
}
