/**
 * Running operations: events in progress, and changes by Skydeck without an event yet, with the remaining time
 * estimated from past operations.
 */
import type {Event} from '../../contract/account/events.ts';
import {entityOf, entityRef} from '../../families/events/event-entities.ts';
import {parseSeconds, toMillis} from '../../families/format/format.ts';
import type {EventMeaning, Ref} from '../../families/shape/define-family.ts';
import type {Transfer} from '../transfers/transfer.ts';
import {percentOf, transferWord as wordFor} from '../transfers/transfer.ts';
import type {Operation} from './operation.ts';

/** A pending change by Skydeck: sent, or confirmed and waiting for its event. */
export interface PendingChange {
  readonly id: number;
  readonly target: Ref | undefined;
  readonly label: string;
  readonly word: string;
  readonly startedAt: number;
  /** True after its event has arrived, which reports the progress. */
  readonly hasEvent: boolean;
  /** True after a response that completes the change, although its event is still to come. */
  readonly isDone: boolean;
  /** True while reads look for its outcome, because its request got no response. */
  readonly isChecking: boolean;
}

export interface OperationsHost {
  now(): number;
  monotonic(): number;
  /** The API's clock minus this machine's clock, milliseconds. */
  clockSkewMs(): number;
  usualSeconds(action: string): number | undefined;
  meaning(action: string): EventMeaning | undefined;
}

/** The maximum ratio, in either direction, between an operation's duration and the usual one. */
const maxUsualRatio = 2;

/** The API may omit any text, even one that the contract requires. */
const withSpaces = (text: string | null | undefined): string => (text ?? '').replaceAll('_', ' ');

/** "booting"; for an operation without a word, its action: "being updated". */
export function operationWord(event: Event, meaning: EventMeaning | undefined): string {
  return (
    meaning?.busyWord ??
    /\b(?:is|are) (being \w+)/.exec(meaning?.doing ?? '')?.[1] ??
    (withSpaces(event.action) || 'changing')
  );
}

class EventOperation implements Operation {
  readonly id: string;
  readonly target: Ref | undefined;
  readonly label: string;
  readonly word: string;
  readonly percent: number | undefined;
  readonly by: string | undefined;
  readonly #event: Event;
  readonly #host: OperationsHost;
  /** The start by the API's clock, which users can't set. */
  readonly #createdAt: number;
  /** The time at which the event was received, by the monotonic clock. */
  readonly #receivedAt: number;

  constructor(event: Event, host: OperationsHost) {
    const {entity} = event;
    this.#event = event;
    this.#host = host;
    this.#receivedAt = host.monotonic();
    this.id = `event ${event.id}`;
    this.target = entityRef(entityOf(event));
    this.label = entity?.label ?? (entity ? `${withSpaces(entity.type)} ${entity.id ?? ''}`.trim() : '');
    this.word = operationWord(event, host.meaning(event.action));
    this.percent = event.percent_complete ?? undefined;
    this.#createdAt = toMillis(event.created) ?? host.now() + host.clockSkewMs();
    this.by = event.username || undefined;
  }

  get startedAt(): number {
    return this.#createdAt - this.#host.clockSkewMs();
  }

  /** The estimate, which counts down between polls. */
  get secondsLeft(): number | undefined {
    return this.#announcedLeft() ?? this.#estimatedLeft();
  }

  /**
   * The remaining time that the API announced, minus the time since then. Zero for a running operation means that the
   * provider doesn't know the time.
   */
  #announcedLeft(): number | undefined {
    const announced = parseSeconds(this.#event.time_remaining) ?? 0;
    const secondsLeft = Math.ceil(announced - (this.#host.monotonic() - this.#receivedAt) / 1000);
    return secondsLeft > 0 ? secondsLeft : undefined;
  }

  #estimatedLeft(): number | undefined {
    const usual = this.#host.usualSeconds(this.#event.action);
    const elapsedSeconds = (this.#host.now() - this.startedAt) / 1000;
    const percent = this.percent ?? 0;
    const ownEstimate = percent >= 10 && elapsedSeconds > 0 ? (elapsedSeconds * (100 - percent)) / percent : undefined;
    // The progress of an operation gives a better estimate when it takes longer than usual, or will clearly be faster.
    const ratio = ownEstimate !== undefined && usual !== undefined ? (elapsedSeconds + ownEstimate) / usual : 1;
    const isUsual = ratio <= maxUsualRatio && ratio >= 1 / maxUsualRatio;
    if (usual !== undefined && elapsedSeconds < usual && isUsual) return Math.ceil(usual - elapsedSeconds);
    // For an operation that takes longer than usual and has hardly any progress, no estimate is possible.
    return ownEstimate === undefined ? undefined : Math.ceil(ownEstimate);
  }
}

/** A running file transfer; its progress is read on demand. */
class TransferOperation implements Operation {
  readonly id: string;
  readonly label: string;
  readonly word: string;
  readonly by = undefined;
  readonly transfer: Transfer;

  constructor(transfer: Transfer) {
    this.transfer = transfer;
    this.id = `transfer ${transfer.id}`;
    this.label = transfer.name;
    this.word = wordFor(transfer);
  }
  get target(): Ref | undefined {
    return this.transfer.target;
  }
  get percent(): number | undefined {
    const {done, total} = this.transfer.getState();
    return percentOf(done, total);
  }
  get startedAt(): number {
    return this.transfer.startedAt;
  }
  get secondsLeft(): number | undefined {
    return this.transfer.secondsLeft;
  }
}

/** Creates the objects of operations, and reuses an object while its event is unchanged. */
export class Operations {
  readonly #host: OperationsHost;
  #operationsByEvent = new Map<Event, Operation>();
  #pending = new Map<PendingChange, Operation>();
  #operationsByTransfer = new Map<Transfer, Operation>();

  constructor(host: OperationsHost) {
    this.#host = host;
  }

  list(
    running: readonly Event[],
    pending: readonly PendingChange[],
    transfers: readonly Transfer[],
  ): readonly Operation[] {
    this.#operationsByTransfer = new Map(
      transfers.map(transfer => [
        transfer,
        this.#operationsByTransfer.get(transfer) ?? new TransferOperation(transfer),
      ]),
    );
    const transferring = [...this.#operationsByTransfer.values()];
    const current = new Map(
      running.map(event => [event, this.#operationsByEvent.get(event) ?? new EventOperation(event, this.#host)]),
    );
    this.#operationsByEvent = current;
    const reportedKeys = new Set(
      [...current.values(), ...transferring].flatMap(({target}) => (target ? [refKey(target)] : [])),
    );
    // A change with a running event is shown as that event, and a change with a running file transfer as that transfer.
    const unreported = pending.filter(
      ({hasEvent, isDone, target}) =>
        !hasEvent && !isDone && (target === undefined || !reportedKeys.has(refKey(target))),
    );
    this.#pending = new Map(
      unreported.map(change => {
        const operation = this.#pending.get(change);
        return [change, operation?.word === pendingWord(change) ? operation : pendingOperation(change)];
      }),
    );
    return [...transferring, ...current.values(), ...this.#pending.values()];
  }
}

const refKey = ({family, id}: Ref): string => `${family} ${id}`;

/** A change without a response may not have started. */
const pendingWord = ({word, isChecking}: PendingChange): string => (isChecking ? 'unconfirmed' : word);

const pendingOperation = (change: PendingChange): Operation => ({
  id: `change ${change.id}`,
  target: change.target,
  label: change.label,
  word: pendingWord(change),
  percent: undefined,
  startedAt: change.startedAt,
  secondsLeft: undefined,
  by: undefined,
});
