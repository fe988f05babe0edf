/** Waits until what a change started has ended: first its event, then the status of what it was done to. */
import {sleep} from '../client/clock.ts';
import type {AnyAction, AnyRow} from '../families/define.ts';
import {refOf} from '../families/entities.ts';
import {sentenceText} from '../families/sentence.ts';
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

interface Settled {
  readonly code: number;
  readonly words: string;
}

const late: Settled = {code: exitCodes.timeout, words: 'it has not ended yet'};

export async function settle(settling: Settling): Promise<Settled> {
  const {named, session, clock, since, timeout} = settling;
  const end = clock.now() + timeout;
  const {tracks = []} = named.action;
  if (tracks.length > 0) {
    const isOurs = aboutThis(settling);
    const ours = (events: readonly EventRow[]) =>
      events.find(event => event.id > since && tracks.includes(event.action) && isOurs(event));
    const wait = (test: (events: readonly EventRow[]) => boolean, most = timeout) =>
      until(session.events, test, {clock, milliseconds: Math.min(most, end - clock.now())});
    const heard = await wait(events => ours(events) !== undefined, patience);
    if (heard) {
      const ended = await wait(events => events.some(event => event === ours(events) && !isRunning(event)));
      const event = ended && ours(ended);
      if (!event) return late;
      if (event.status === 'failed')
        return {code: exitCodes.failed, words: `skydeck: ${sentenceText(event, session.look)}`};
    }
  }
  return status(settling, end);
}

function aboutThis({named: {family, action}, place, row, answer}: Settling): (event: EventRow) => boolean {
  const made = madeBy(action, answer);
  const ids = [row && family.key(row), made?.id].filter(id => id !== undefined).map(String);
  const places = Object.values(place.at).map(String);
  return event => {
    const ref = refOf(event.entity);
    if (!ref) return false;
    return (ref.family === family.id ? ids : places).includes(String(ref.id));
  };
}

const madeBy = ({made}: AnyAction, answer: unknown): AnyRow | undefined =>
  answer === undefined || made === undefined ? (answer as AnyRow | undefined) : made(answer);

async function status(
  {named: {family, action}, place, answer, moved, connect, clock, session}: Settling,
  end: number,
): Promise<Settled> {
  const made = madeBy(action, answer);
  const id = action.on === 'row' || family.single ? place.id : made?.id === undefined ? undefined : String(made.id);
  if (!family.state || (id === undefined && !family.single)) return {code: exitCodes.done, words: 'ended'};
  // Bytes that arrived are still worked on, and until then the row says what it said without them.
  const before = moved && made ? family.state(made, session.look, place.at).word : undefined;
  const connection = await connect();
  try {
    for (;;) {
      const row = await readOne(connection, family, {at: place.at, id});
      if (!row) return {code: exitCodes.done, words: 'gone'};
      const {is, word} = family.state(row, session.look, place.at);
      if (is !== 'busy' && word !== before)
        return {code: is === 'failed' ? exitCodes.failed : exitCodes.done, words: word};
      if (clock.now() >= end) return late;
      await sleep(clock, Math.min(every, end - clock.now()));
    }
  } finally {
    await connection.close();
  }
}
