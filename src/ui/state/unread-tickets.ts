/** Tickets with a reply from support that the user has not opened here since; the API itself doesn't track that. */
import type {StoreApi} from 'zustand/vanilla';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {isAwaitingOurReply} from '../../families/support/tickets.ts';
import type {Session} from '../../store/session/session.ts';
import type {Preferences} from '../context/console-types.ts';

export interface UnreadTickets {
  /** The count; undefined until all tickets and all users are read, because an author who isn't a user is staff. */
  count(): number | undefined;
  /** The ticket's update time when the user last opened it here, as the API writes it. */
  lastReadAt(ticket: AnyRow): string | undefined;
  /** Marks a ticket as read while its conversation is on screen. */
  markRead(ticket: AnyRow): void;
  /** Follows its sources. */
  subscribe(changed: () => void): () => void;
}

export interface UnreadTicketsHost {
  readonly session: Session;
  readonly preferences: StoreApi<Preferences>;
  readonly profile: {readonly name: string};
}

/** The empty count for several accounts: each account counts its own. */
export const noUnreadTickets: UnreadTickets = {
  count: () => undefined,
  lastReadAt: () => undefined,
  markRead: () => {},
  subscribe: () => () => {},
};

const REQUIRED_FAMILIES = ['support.tickets', 'account.users'] as const;
/** The maximum number of read tickets to remember; the oldest are dropped first. */
const MAX_READ_TICKETS = 300;

export function createUnreadTickets({session, preferences, profile}: UnreadTicketsHost): UnreadTickets {
  const keyOf = ({id}: AnyRow): string => `${profile.name}/${id}`;
  const {lookup} = session;
  const readUpTo = (ticket: AnyRow): string | undefined => preferences.getState().read[keyOf(ticket)];
  return {
    lastReadAt: readUpTo,
    count() {
      if (!REQUIRED_FAMILIES.every(family => lookup.complete(family))) return undefined;
      return lookup
        .rows('support.tickets')
        .filter(row => isAwaitingOurReply(row, lookup) && (readUpTo(row) ?? '') < row.updated).length;
    },
    markRead(ticket) {
      const {updated} = ticket;
      if (typeof updated !== 'string' || (readUpTo(ticket) ?? '') >= updated) return;
      // A paint may start to follow the conversation, and the listeners of the mark paint again.
      queueMicrotask(() => {
        const {[keyOf(ticket)]: _, ...others} = preferences.getState().read;
        const kept = Object.entries(others).slice(1 - MAX_READ_TICKETS);
        preferences.setState({read: Object.fromEntries([...kept, [keyOf(ticket), updated]])});
      });
    },
    subscribe(changed) {
      const stops = REQUIRED_FAMILIES.map(family => session.collection(family).subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
