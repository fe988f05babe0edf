/** One account after the other in conversation, each until another is chosen or the user leaves. */
import {createSeats, type Seat, type SeatOptions, type Seats} from '../seat.ts';
import {type End, hold} from './dialogue.ts';
import type {OpenLines} from './lines.ts';

export interface Conversation {
  readonly seats: Seats;
  /** Settles when the user leaves, or the input ends. */
  hold(first: Seat): Promise<End>;
}

export function createConversation(
  options: Omit<SeatOptions, 'changed' | 'quit' | 'oneAtATime'>,
  lines: OpenLines,
): Conversation {
  let left = false;
  let next: Promise<Seat> | undefined;
  const seats = createSeats({
    ...options,
    oneAtATime: true,
    changed(seat) {
      next = seat;
    },
    quit() {
      left = true;
    },
  });
  return {
    seats,
    async hold(first) {
      let seat = first;
      for (;;) {
        seat.deck.terminal = {...seat.deck.terminal, suspended: lines.away};
        const end = await hold(seat.deck, lines, () => left || next !== undefined);
        if (next === undefined) return end;
        // Until it is there nothing is asked: what is typed is meant for it.
        seat = await next;
        next = undefined;
        lines.say(`This is ${seat.deck.profile.name} now.`);
      }
    },
  };
}
