/**
 * Waits for an operation that must end before a change is possible. The wait is visible, can be canceled, and ends when
 * no operation is running.
 */
import {createStore} from 'zustand/vanilla';
import type {PathParams, RowId} from '../../../families/shape/define-family.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {Change} from '../../../store/changes/change.ts';
import type {ReadonlyStore} from '../../../store/core/traced-store.ts';
import type {Operation} from '../../../store/sync/operation.ts';
import type {Overlay, OverlayModel} from '../../context/overlay-stack.ts';
import type {OverlayPort, SessionPort} from '../../context/ports.ts';

/** Shows the wait; returns the function that closes it. */
export type ShowWait = (context: OverlayPort & SessionPort, wait: PendingWait) => () => void;

export interface PendingWait {
  /** "Undo: Shut down web-01" */
  readonly title: string;
  /** "web-01 is shutting down." */
  lines(): readonly string[];
  /** Cancels the wait. */
  cancel(): void;
}

interface WaitingChange {
  readonly change: Change;
  readonly id: RowId;
  readonly params: PathParams;
}

const subjectOf = (change: Change): WaitingChange | undefined =>
  change.row && {change, id: change.family.key(change.row), params: change.params};

/** The activity on the row of a change: a running operation, or a change whose outcome isn't known yet. */
function underWay(context: SessionPort, {change, id}: WaitingChange): Operation | undefined {
  return context.session.account
    .getState()
    .operations.find(({target}) => target?.family === change.family.id && String(target.id) === String(id));
}

const isMoving = (context: SessionPort, subject: WaitingChange): boolean =>
  underWay(context, subject) !== undefined ||
  context.session.collection(subject.change.family.id, subject.params).annotation(subject.id)?.pending !== undefined;

/** The reason why a change isn't possible on its row now. */
function reasonNow({session}: SessionPort, {change: {family, name}, id, params}: WaitingChange): string | undefined {
  const row = session.collection(family.id, params).getState().byId.get(id);
  return session.unless({family: family.id, action: name, row, params});
}

/**
 * `ready`: the changes are possible without a wait. `waited`: they became possible, and their rows may be others.
 * `impossible`: no running operation can make them possible.
 */
export type WaitResult = 'ready' | 'waited' | 'impossible' | 'canceled';

/** Waits until these changes are possible. */
export async function waitUntilPossible(
  context: OverlayPort & SessionPort,
  changes: readonly Change[],
  title: string,
  show: ShowWait = showWait,
): Promise<WaitResult> {
  const subjects = changes.flatMap(change => subjectOf(change) ?? []);
  const waiting = (): readonly WaitingChange[] => subjects.filter(subject => reasonNow(context, subject) !== undefined);
  if (waiting().length === 0) return 'ready';
  const {session} = context;
  const reread = (): Promise<unknown> =>
    Promise.all(
      waiting().map(({change, id, params}) => session.collection(change.family.id, params).refetchRows?.([id], 'user')),
    );
  // The rows may not show yet that an operation has ended.
  if (!waiting().some(subject => isMoving(context, subject))) await reread();
  if (waiting().length === 0) return 'waited';
  if (!waiting().some(subject => isMoving(context, subject))) return 'impossible';
  const {promise, resolve} = Promise.withResolvers<WaitResult>();
  const end = show(context, {
    title,
    lines: () => waiting().map(subject => lineOf(context, subject)),
    cancel: () => resolve('canceled'),
  });
  let isReading = false;
  const look = (): void => {
    if (waiting().length === 0) resolve('waited');
    else if (!isReading && !waiting().some(subject => isMoving(context, subject))) void read();
  };
  async function read(): Promise<void> {
    isReading = true;
    try {
      await reread();
    } finally {
      isReading = false;
    }
    const isOver = waiting().length > 0 && !waiting().some(subject => isMoving(context, subject));
    if (isOver) resolve('impossible');
    else look();
  }
  const stops = [
    session.account.subscribe(state => state.operations, look),
    ...subjects.map(({change, params}) => session.collection(change.family.id, params).subscribe(look)),
  ];
  look();
  const result = await promise;
  for (const stop of stops) stop();
  end();
  return result;
}

/** "web-01 is shutting down: 40%, 8s left." */
function lineOf(context: SessionPort, subject: WaitingChange): string {
  const {family, row} = subject.change;
  const {word, percent, secondsLeft} = underWay(context, subject) ?? {};
  const label = row ? family.label(row) : family.one;
  const parts = [
    percent === undefined ? '' : `${percent}%`,
    secondsLeft === undefined ? '' : `${Math.ceil(secondsLeft)}s left`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return `${label} is ${word ?? 'being changed'}${text === '' ? '' : `: ${text}`}.`;
}

export interface WaitModel extends OverlayModel {
  readonly kind: 'wait';
  readonly store: ReadonlyStore<{readonly lines: readonly string[]}>;
}

function createWait({session}: SessionPort, {title, lines, cancel}: PendingWait, close: () => void): WaitModel {
  const store = createStore(() => ({lines: lines()}));
  const unsubscribe = session.account.subscribe(
    state => state.operations,
    () => store.setState({lines: lines()}),
  );
  const layers = [{...createLayer('dialog', {close}), isModal: true}];
  return {
    kind: 'wait',
    title: () => title,
    store,
    layers: () => layers,
    onClosed() {
      unsubscribe();
      cancel();
    },
  };
}

/** Shows the wait as an overlay; esc cancels it. */
export const showWait: ShowWait = (context, wait) => {
  const overlay: Overlay = context.overlays.open(createWait(context, wait, () => overlay.close()));
  return () => overlay.close();
};
