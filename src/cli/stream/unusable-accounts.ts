/** Finds out when no watched account can be read any longer, so that a watch without data ends. */
import type {Clock} from '../../store/core/clock.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';

/**
 * The time in which the source of a token that worked may replace it. If the API accepts no token in that time, the watch
 * ends, so that its service manager reports it.
 */
const maxRejectionMs = 5 * 60_000;

/** The reason without the failure, or if the failure is already shown. */
export const unreadableText = 'The account can’t be read.';

/** Follows one account. */
class AccountUsability {
  #hasData = false;
  /**
   * Since when tokens are rejected, by the monotonic clock. Another rejected token doesn't restart the time: a command
   * may print a new one at each request.
   */
  #rejectedSince: number | undefined;

  /** @returns true if the account can't be read without a new start */
  isUnusable({session}: AccountMember, clock: Clock): boolean {
    const {liveness} = session.account.getState().status;
    if (liveness === 'live' || liveness === 'paused') {
      this.#hasData = true;
      this.#rejectedSince = undefined;
    }
    if (liveness === 'closed') return true;
    if (liveness !== 'unauthorized') return false;
    if (!this.#hasData) return true;
    this.#rejectedSince ??= clock.monotonic();
    return clock.monotonic() - this.#rejectedSince >= maxRejectionMs;
  }
}

/** An account that can't be read, with the reason. */
export interface UnusableAccount {
  readonly member: AccountMember;
  readonly reason: string;
}

/**
 * Calls `onUnusable` with a reason for each account when none can be read: each was closed, or its token was rejected
 * before any data was read, or was rejected later for 5 minutes. Each rejection reads the source of the token again,
 * so that the time is checked after each.
 */
export function watchForUnusableAccounts(
  members: readonly AccountMember[],
  clock: Clock,
  onUnusable: (accounts: readonly UnusableAccount[]) => void,
): () => void {
  const accounts = members.map(member => ({member, usability: new AccountUsability()}));
  const check = (): void => {
    const isUnusable = accounts.map(({member, usability}) => usability.isUnusable(member, clock));
    if (isUnusable.includes(false)) return;
    onUnusable(
      members.map(member => {
        const {failure} = member.session.account.getState().status;
        return {member, reason: failure?.message ?? unreadableText};
      }),
    );
  };
  const stops = members.map(({session}) => session.account.subscribe(state => state.status, check));
  check();
  return () => {
    for (const stop of stops) stop();
  };
}
