/** The running operations that the strip shows: they follow the account, and the time remaining counts down. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Operation} from '../../store/sync/operation.ts';
import type {ClockPort, PreferencesPort, RepaintPort, SessionPort} from '../context/ports.ts';
import {type StripOperation, transferAmount} from './strip-spans.ts';

type StripPorts = ClockPort & PreferencesPort & RepaintPort & SessionPort;

/** The shortest time between two updates on a slow connection, milliseconds. */
const LOW_BANDWIDTH_UPDATE_MS = 10_000;
const COUNTDOWN_MS = 1000;

export interface StripState {
  readonly operations: readonly StripOperation[];
  /** True while the time remaining of an operation counts down. */
  readonly isCountingDown: boolean;
}

export class StripModel {
  readonly store: StoreApi<StripState>;
  readonly #context: StripPorts;
  #stopCountdown: (() => void) | undefined;
  #stopDelay: (() => void) | undefined;

  constructor(context: StripPorts) {
    this.#context = context;
    this.store = createStore<StripState>(() => this.#read());
  }

  /** Follows the account; returns the function that stops it. */
  activate(): () => void {
    this.refresh();
    const unsubscribe = this.#context.session.account.subscribe(
      state => state.operations,
      operations => this.#follow(operations),
    );
    return () => {
      unsubscribe();
      this.#stopCountdown?.();
      this.#stopDelay?.();
      this.#stopDelay = undefined;
    };
  }

  /** Shows the operations as they are now. */
  readonly refresh = (): void => {
    this.#stopCountdown?.();
    this.store.setState(this.#read());
    // The time remaining counts down every second, even if no poll changes a percentage.
    this.#stopCountdown = this.store.getState().isCountingDown
      ? this.#context.clock.schedule(COUNTDOWN_MS, this.#refreshLater)
      : undefined;
  };

  #read(): StripState {
    const {operations} = this.#context.session.account.getState();
    return {
      operations: operations.map(({label, word, percent, secondsLeft, transfer}) => ({
        label,
        word,
        percent,
        secondsLeft,
        amount: transfer && transferAmount(transfer),
      })),
      isCountingDown: operations.some(({secondsLeft}) => secondsLeft !== undefined),
    };
  }

  #follow(operations: readonly Operation[]): void {
    // The strip takes a row of the screen while there are operations.
    const isEmpty = this.store.getState().operations.length === 0;
    if ((operations.length === 0) !== isEmpty) this.refresh();
    else this.#refreshLater();
  }

  /** Percentages grow with every poll; on a slow connection they are shown less often. */
  readonly #refreshLater = (): void => {
    const {clock, preferences, paintInBackground} = this.#context;
    if (!preferences.getState().lowBandwidth) paintInBackground(this.refresh);
    else
      this.#stopDelay ??= clock.schedule(LOW_BANDWIDTH_UPDATE_MS, () => {
        this.#stopDelay = undefined;
        this.refresh();
      });
  };
}
