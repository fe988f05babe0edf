/**
 * Tracks whether the API is unavailable. While it is, only the poll sends requests, at its own pace, and all other
 * requests wait until one succeeds: 30 lists that each retry would only slow down an API that is recovering.
 */

import {isAccountClosed} from './account-closed.ts';
import type {RequestReport} from './connection.ts';
import {clientFailure} from './failure-text.ts';

export class Availability {
  /** The error of the last poll. */
  #error: unknown;
  /** So did the last request that was no poll. */
  #othersFail = false;

  onPoll(error?: unknown): void {
    this.#error = error;
  }

  /** Answers whether this is a sign of life of an API that was thought to be away: then the poll should look. */
  onResponse({operation, status, failure}: RequestReport): boolean {
    if (failure === 'cancelled' || operation.startsWith('account.events.')) return false;
    const wasAway = this.unavailableReason !== undefined;
    this.#othersFail = status === undefined || status >= 500;
    return wasAway && !this.#othersFail && status !== 401;
  }

  /** The reason not to send automatic requests; undefined while the API is available. */
  get unavailableReason(): unknown {
    if (isAccountClosed(this.#error)) return this.#error;
    const failure = clientFailure(this.#error);
    if (failure?.code === 'unauthorised') return failure.kind === 'token' ? this.#error : undefined;
    if (failure?.code !== 'unreachable') return undefined;
    // An API that answers, and has a fault, may have it with its events alone.
    return failure.status === undefined || this.#othersFail ? this.#error : undefined;
  }
}
