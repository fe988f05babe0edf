/** Watched resources: bell, title and a message after a change of condition, an action, or a deletion. */

import {isEventAbout} from '../../families/events/event-entities.ts';
import {sentenceText} from '../../families/events/event-sentence.ts';
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import {type Keymap, pressText} from '../../keymap/keymap.ts';
import type {Session} from '../../store/session/session.ts';
import type {Toast} from '../../store/session/toast.ts';
import {type EventRow, isRunning} from '../../store/sync/event-log.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {ActionSubject} from '../context/action-subject.ts';

export interface Watchlist {
  toggle(subject: ActionSubject): void;
  toggleOperation(operation: Operation): void;
  isWatched(operation: Operation): boolean;
}

export interface WatchlistHost {
  keymap(): Keymap;
  notify(text: string): void;
  say(text: string, tone?: Toast['tone']): void;
}

interface WatchEntry {
  word: string;
  readonly stop: () => void;
}

/** The newest event of an account; a change that starts now has a later one. */
export const newestEventId = ({account}: Pick<Session, 'account'>): number =>
  account.getState().events.reduce((newest, {id}) => Math.max(newest, id), 0);

/**
 * The outcome of an operation that has ended, as a sentence; undefined without an event of its own.
 * @param after the newest event when the operation was seen first: earlier ones tell of other changes
 */
export function operationOutcome(
  {account, lookup}: Pick<Session, 'account' | 'lookup'>,
  {id, label}: Pick<Operation, 'id' | 'label'>,
  after: number,
): string | undefined {
  const number = id.startsWith('event ') ? Number(id.slice('event '.length)) : undefined;
  const {events} = account.getState();
  const event = events.find(one =>
    number === undefined ? one.id > after && one.entity?.label === label : one.id === number,
  );
  return event && sentenceText(event, lookup);
}

export function createWatchlist(session: Session, host: WatchlistHost): Watchlist {
  const watches = new Map<string, WatchEntry>();
  const operations = new Map<string, () => void>();

  function toggleRow(subject: ActionSubject, row: AnyRow): void {
    const {family, params} = subject;
    const id = family.key(row);
    const key = JSON.stringify([family.id, params, id]);
    const label = family.label(row);
    const known = watches.get(key);
    if (known !== undefined) {
      known.stop();
      watches.delete(key);
      host.say(`no longer watching ${label}`);
      return;
    }
    const stopEvents = followEvents(session, subject, id, text => host.notify(text));
    const stopRow = session.collection(family.id, params).subscribe(() => {
      const watch = watches.get(key);
      if (watch === undefined) return;
      const word = conditionWord(session, subject, id);
      if (word === watch.word) return;
      watch.word = word;
      host.notify(`${label} is ${word}`);
    });
    const stop = (): void => {
      stopEvents();
      stopRow();
    };
    watches.set(key, {word: conditionWord(session, subject, id), stop});
    host.say(`Watching ${label}. ${pressText(host.keymap(), 'list.watch', 'again to stop')}`.trimEnd(), 'ok');
  }

  return {
    isWatched: ({id}) => operations.has(id),
    toggleOperation(operation) {
      const {id, label, word} = operation;
      const stop = operations.get(id);
      if (stop) {
        stop();
        operations.delete(id);
        host.say(`no longer waiting for ${label}`);
        return;
      }
      const after = newestEventId(session);
      const onEnd = (): void => {
        operations.delete(id);
        host.notify(operationOutcome(session, operation, after) ?? `${label}: ${word} has ended`);
      };
      operations.set(id, followOperation(session, operation, onEnd));
      const stopText = pressText(host.keymap(), 'operations.watch', 'again to stop');
      host.say(`Watching ${label} until it is no longer ${word}. ${stopText}`.trimEnd(), 'ok');
    },
    toggle(subject) {
      for (const row of subject.rows) toggleRow(subject, row);
    },
  };
}

/** Follows an own change from its request to the end of its event: its subject stays the same, its ID doesn't. */
function followOperation({account}: Pick<Session, 'account'>, {id, target}: Operation, onEnd: () => void): () => void {
  const isSame = (other: Operation): boolean =>
    other.id === id ||
    (id.startsWith('change') &&
      target !== undefined &&
      other.target?.family === target.family &&
      other.target.id === target.id);
  const stop = account.subscribe(
    state => state.operations,
    operations => {
      if (operations.some(isSame)) return;
      stop();
      onEnd();
    },
  );
  return stop;
}

/** The condition, or that the resource was deleted. */
function conditionWord(session: Session, {family, params}: ActionSubject, id: RowId): string {
  const row = session.collection(family.id, params).getState().byId.get(id);
  return row === undefined ? 'gone' : (family.state?.(row, session.lookup, params).word ?? 'there');
}

/** Follows events that change no condition: a Volume stays active when it is attached. */
function followEvents(
  session: Session,
  {family, params}: ActionSubject,
  id: RowId,
  notify: (text: string) => void,
): () => void {
  const {account, lookup} = session;
  const rowEvents = (): readonly EventRow[] =>
    account.getState().events.filter(event => family.entity !== undefined && isEventAbout(event, family.entity, id));
  const reported = new Set(rowEvents().flatMap(event => (isRunning(event) ? [] : [event.id])));
  const since = Math.max(0, ...account.getState().events.map(event => event.id));
  const runningAtStart = new Set(rowEvents().map(event => event.id));
  return account.subscribe(
    state => state.events,
    () => {
      for (const event of rowEvents()) {
        const isNew = event.id > since || runningAtStart.has(event.id);
        if (isRunning(event) || reported.has(event.id) || !isNew) continue;
        reported.add(event.id);
        const row = session.collection(family.id, params).getState().byId.get(id);
        // A transition ends with a new condition, which is announced when it is read.
        if (row !== undefined && family.state?.(row, lookup, params).condition !== 'busy')
          notify(sentenceText(event, lookup));
      }
    },
  );
}
