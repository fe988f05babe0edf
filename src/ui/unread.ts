/** Tickets in which support wrote last, and that nobody looked at here since: the API itself keeps no account of it. */
import type {AnyRow} from '../families/define.ts';
import {isAwaitingOurReply} from '../families/support/tickets.ts';
import type {Session} from '../store/types.ts';
import type {Preferences} from './deck.ts';
import type {Cell} from './observe.ts';

export interface Unread {
  /** Undefined while it is not known: all tickets must be read, and all users, for who is none of ours is staff. */
  count(): number | undefined;
  /** When the ticket had last been updated as somebody looked at it here, as the API writes it. */
  readUpTo(ticket: AnyRow): string | undefined;
  /** The conversation is on the screen. */
  read(ticket: AnyRow): void;
  /** Follows what it depends on. */
  awake(changed: () => void): () => void;
}

export interface UnreadHost {
  readonly session: Session;
  readonly preferences: Cell<Preferences>;
  readonly profile: {readonly name: string};
}

/** Where several accounts are shown, each counts its own. */
export const noUnread: Unread = {
  count: () => undefined,
  readUpTo: () => undefined,
  read: () => {},
  awake: () => () => {},
};

const FAMILIES = ['support.tickets', 'account.users'] as const;
/** So many tickets are remembered as read; the oldest are forgotten first. */
const REMEMBERED = 300;

export function createUnread({session, preferences, profile}: UnreadHost): Unread {
  const keyOf = ({id}: AnyRow): string => `${profile.name}/${id}`;
  const {look} = session;
  const readUpTo = (ticket: AnyRow): string | undefined => preferences.get().read[keyOf(ticket)];
  return {
    readUpTo,
    count() {
      if (!FAMILIES.every(family => look.complete(family))) return undefined;
      return look
        .rows('support.tickets')
        .filter(row => isAwaitingOurReply(row, look) && (readUpTo(row) ?? '') < row.updated).length;
    },
    read(ticket) {
      const {updated} = ticket;
      if (typeof updated !== 'string' || (readUpTo(ticket) ?? '') >= updated) return;
      // Noted while painting: whoever hears of it paints again.
      queueMicrotask(() => {
        const {[keyOf(ticket)]: _, ...others} = preferences.get().read;
        const kept = Object.entries(others).slice(1 - REMEMBERED);
        preferences.patch({read: Object.fromEntries([...kept, [keyOf(ticket), updated]])});
      });
    },
    awake(changed) {
      const stops = FAMILIES.map(family => session.collection(family).subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
