/** Finds out when no watched account can be read any longer, so that a watch without data ends. */
import type {Clock} from '../../store/core/clock.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';

/**
 * The time in which the source of a token that worked may replace it. Without a new token after that time, the watch
 * ends, so that its service manager reports it.
 */
const maxRejectionMs = 5 * 60_000;

/** Follows one account. */
class AccountUsability {
  #hasData = false;
  /** Since when the same token is rejected, by the monotonic clock. */
  #rejectedSince: number | undefined;
  #rejectedTokenNumber: number | undefined;

  /** @returns true if the account can't be read without a new start */
  isUnusable({session}: AccountMember, clock: Clock): boolean {
    const {liveness, failure} = session.account.getState().status;
    if (liveness === 'live' || liveness === 'paused') {
      this.#hasData = true;
      this.#rejectedSince = undefined;
    }
    if (liveness === 'closed') return true;
    if (liveness !== 'unauthorized') return false;
    if (!this.#hasData) return true;
    const number = failure?.rejectedTokenNumber;
    const isOtherToken = number !== undefined && number !== this.#rejectedTokenNumber;
    if (this.#rejectedSince === undefined || isOtherToken) this.#rejectedSince = clock.monotonic();
    this.#rejectedTokenNumber = number ?? this.#rejectedTokenNumber;
    return clock.monotonic() - this.#rejectedSince >= maxRejectionMs;
  }
}

/**
 * Calls `onUnusable` with a reason for each account when none can be read: each was closed, or its token was rejected
 * before any data was read, or was rejected later and not replaced. Each rejection reads the source of the token again,
 * so that the time is checked after each.
 */
export function watchForUnusableAccounts(
  members: readonly AccountMember[],
  clock: Clock,
  onUnusable: (reasons: readonly string[]) => void,
): () => void {
  const accounts = members.map(member => ({member, usability: new AccountUsability()}));
  const check = (): void => {
    const isUnusable = accounts.map(({member, usability}) => usability.isUnusable(member, clock));
    if (isUnusable.includes(false)) return;
    onUnusable(
      members.map(({profile, session}) => {
        const {failure} = session.account.getState().status;
        const prefix = members.length > 1 ? `${profile.name}: ` : '';
        return `${prefix}${failure?.message ?? 'the account can’t be opened'}`;
      }),
    );
  };
  const stops = members.map(({session}) => session.account.subscribe(state => state.status, check));
  check();
  return () => {
    for (const stop of stops) stop();
  };
}
