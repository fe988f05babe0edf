/** The changes of state of several accounts, each delivered to every receiver once, also across restarts. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../store/core/clock.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import type {StateWatch} from '../../store/watch/state-watch.ts';
import {ChangeQueue, type QueuedChange, type Receiver} from './change-queue.ts';
import {type ChangeRecord, changeRecord} from './change-record.ts';
import {CursorFile} from './cursor-file.ts';
import {type KnownStates, restoreStates, StateTracker, type StoredStates, storeStates} from './state-tracker.ts';

/** The position of the stream in the cursor. */
interface StreamPoint {
  /** Distinguishes the IDs of this stream from those of other streams. */
  readonly stream: string;
  /** The number of changes so far. */
  readonly sequence: number;
  /** States by profile; profiles of earlier runs stay. */
  readonly states: Readonly<Record<string, StoredStates>>;
  readonly pending: readonly QueuedChange<ChangeRecord>[];
}

export interface StateStreamOptions {
  readonly cursorPath: string | undefined;
  readonly receivers: readonly Receiver<ChangeRecord>[];
  readonly clock: Clock;
  readonly err: (text: string) => void;
}

export class StateStream {
  readonly #clock: Clock;
  readonly #cursor: CursorFile;
  readonly #queue: ChangeQueue<ChangeRecord>;
  readonly #stream: string;
  readonly #states: Map<string, KnownStates>;
  #sequence: number;

  private constructor({receivers, clock, err}: StateStreamOptions, cursor: CursorFile) {
    const point = cursor.stored as StreamPoint | undefined;
    this.#clock = clock;
    this.#cursor = cursor;
    this.#stream = point?.stream ?? randomUUID();
    this.#sequence = point?.sequence ?? 0;
    this.#states = new Map(
      Object.entries(point?.states ?? {}).map(([profile, states]) => [profile, restoreStates(states)]),
    );
    this.#queue = new ChangeQueue({receivers, cursor, pending: point?.pending ?? [], err});
    cursor.follow(() => this.#point());
  }

  /** @throws UsageError for a cursor that can't be used */
  static async open(options: StateStreamOptions): Promise<StateStream> {
    const {cursorPath: path, clock, err} = options;
    const stream = new StateStream(options, await CursorFile.open({path, subject: 'monitor', clock, err}));
    stream.#queue.start();
    return stream;
  }

  /**
   * Follows an account until the returned function is called; `onUpdate` runs after each update. The watch must have no
   * other subscriber.
   */
  follow({profile: {name}, session}: AccountMember, watch: StateWatch, onUpdate: () => void): () => void {
    const states = this.#states.get(name) ?? new Map();
    this.#states.set(name, states);
    const tracker = new StateTracker(session, watch, states);
    const queueChanges = (): void => {
      // The first poll reports a failure that blocks the whole account.
      if (session.account.getState().status.liveness === 'connecting') return;
      onUpdate();
      const {baselines} = tracker;
      const changes = tracker.takeChanges();
      // The states at the start are now known, and must survive a kill.
      if (tracker.baselines > baselines && changes.length === 0) void this.#cursor.save();
      if (changes.length === 0) return;
      const at = this.#clock.now();
      const records = changes.map(change =>
        changeRecord(change, {id: `${this.#stream}-${++this.#sequence}`, profile: name, at}),
      );
      this.#queue.add(records);
    };
    const stops = [watch.subscribe(queueChanges), session.account.subscribe(state => state.status, queueChanges)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Waits for running deliveries. False if the cursor could not be written. */
  async close(): Promise<boolean> {
    this.#cursor.giveUp();
    await this.#queue.close();
    return this.#cursor.close();
  }

  #point(): StreamPoint {
    return {
      stream: this.#stream,
      sequence: this.#sequence,
      states: Object.fromEntries([...this.#states].map(([profile, states]) => [profile, storeStates(states)])),
      pending: this.#queue.pending,
    };
  }
}
