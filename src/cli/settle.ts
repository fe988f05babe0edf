/** Waits until what a change started has ended: first its event, then the status of what it was done to. */
import {sleep} from '../client/clock.ts';
import type {AnyRow} from '../families/define.ts';
import {entityRef} from '../families/entities.ts';
import {sentenceText} from '../families/sentence.ts';
import {rowIn} from '../store/changes/made.ts';
import type {Clock} from '../store/clock.ts';
import type {Connection} from '../store/connection.ts';
import {isRunning} from '../store/events.ts';
import type {EventRow, Session} from '../store/types.ts';
import type {NamedAction} from './actions.ts';
import {exitCodes} from './exit.ts';
import type {Place} from './place.ts';
import {readOne} from './read.ts';
import {until} from './time.ts';

/** An event that does not come within this many milliseconds is not waited for. */
const patience = 30_000;
/** Between two readings of something busy, milliseconds. */
const every = 2000;

export interface Settling {
  readonly named: NamedAction;
  readonly place: Place;
  readonly row: AnyRow | undefined;
  readonly session: Session;
  readonly connect: () => Promise<Connection>;
  /** What the API answered. */
  readonly answer: unknown;
  /** Its file has followed. */
  readonly moved: boolean;
  readonly clock: Clock;
  /** The newest event before it was sent. */
  readonly since: number;
  /** Milliseconds. */
  readonly timeout: number;
}

export interface Settled {
  readonly code: number;
  /** A sentence that names what it is about; nothing where there was nothing to wait for. */
  readonly words: string | undefined;
}

/** What goes on all the same. @param words as it is now */
const late = (words: string): Settled => ({code: exitCodes.timeout, words: `skydeck: not ended in time: ${words}`});

export async function settle(settling: Settling): Promise<Settled> {
  const {named, session, clock, since, timeout} = settling;
  const end = clock.monotonic() + timeout;
  const {tracks = []} = named.action;
  let event: EventRow | undefined;
  if (tracks.length > 0) {
    const isOurs = aboutThis(settling);
    const ours = (events: readonly EventRow[]) =>
      events.find(event => event.id > since && tracks.includes(event.action) && isOurs(event));
    const wait = (test: (events: readonly EventRow[]) => boolean, most = timeout) =>
      until(session.events, test, {clock, milliseconds: Math.min(most, end - clock.monotonic())});
    const heard = ours((await wait(events => ours(events) !== undefined, patience)) ?? []);
    if (heard) {
      const ended = await wait(events => events.some(event => event === ours(events) && !isRunning(event)));
      event = ended && ours(ended);
      if (!event) return late(sentenceText(ours(session.events.get()) ?? heard, session.look));
      if (event.status === 'failed')
        return {code: exitCodes.failed, words: `skydeck: ${sentenceText(event, session.look)}`};
    }
  }
  return status(settling, end, event);
}

function aboutThis({named: {family, action}, place, row, answer}: Settling): (event: EventRow) => boolean {
  const made = rowIn({family, action}, answer);
  const ids = [row && family.key(row), made && family.key(made)].filter(id => id !== undefined).map(String);
  const places = Object.values(place.at).map(String);
  return event => {
    const ref = entityRef(event.entity);
    if (!ref) return false;
    return (ref.family === family.id ? ids : places).includes(String(ref.id));
  };
}

async function status(
  {named: {family, action}, place, row: target, answer, moved, connect, clock, session}: Settling,
  end: number,
  event: EventRow | undefined,
): Promise<Settled> {
  const made = rowIn({family, action}, answer);
  // A clone is waited for, not what it was made from.
  const onRow = (action.on === 'row' && action.undo?.of !== 'made') || family.single;
  const id = onRow ? place.id : made && String(family.key(made));
  if (!family.state || (id === undefined && !family.single))
    return {code: exitCodes.done, words: event && sentenceText(event, session.look)};
  const called = family.label((onRow ? target : made) ?? {});
  // Bytes that arrived are still worked on, and until then the row says what it said without them.
  const before = moved && made ? family.state(made, session.look, place.at).word : undefined;
  const connection = await connect();
  try {
    for (;;) {
      const row = await readOne(connection, family, {at: place.at, id});
      if (!row) return {code: exitCodes.done, words: `${called} is gone`};
      const {is, word} = family.state(row, session.look, place.at);
      const words = `${family.label(row)} is ${word}`;
      if (is === 'failed') return {code: exitCodes.failed, words: `skydeck: ${words}`};
      if (is !== 'busy' && word !== before) return {code: exitCodes.done, words};
      if (clock.monotonic() >= end) return late(words);
      await sleep(clock, Math.min(every, end - clock.monotonic()));
    }
  } finally {
    await connection.close();
  }
}
