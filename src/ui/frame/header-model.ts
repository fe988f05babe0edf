/** The state of the header: it follows the account, and its ages and countdowns move on with the time. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {freshnessTickMs, livenessWord, scarceLimit} from '../../store/sync/freshness-text.ts';
import type {Status} from '../../store/sync/status.ts';
import {activeContext, liveAccountCount} from '../context/active-account.ts';
import type {
  AccountPort,
  ClockPort,
  MergedAccountsPort,
  NavigationPort,
  PreferencesPort,
  RepaintPort,
  UnreadTicketsPort,
} from '../context/ports.ts';
import type {HeaderState} from './header-spans.ts';

type HeaderPorts = AccountPort &
  ClockPort &
  MergedAccountsPort &
  NavigationPort &
  PreferencesPort &
  RepaintPort &
  UnreadTicketsPort;

/** The steps of a countdown, and those on a slow connection, milliseconds. */
const COUNTDOWN_MS = 1000;
const LOW_BANDWIDTH_COUNTDOWN_MS = 10_000;

export class HeaderModel {
  readonly store: StoreApi<HeaderState>;
  readonly #context: HeaderPorts;
  #stopTimer: (() => void) | undefined;

  constructor(context: HeaderPorts) {
    this.#context = context;
    this.store = createStore<HeaderState>(() => this.#read());
  }

  /**
   * Follows the account; returns the function that stops it.
   * @param onStep called after a change of the status and when an age on the screen has grown
   */
  activate(onStep: () => void): () => void {
    const step = (): void => {
      this.#stopTimer?.();
      const {clock, preferences, session} = this.#context;
      this.#context.paintInBackground(this.refresh);
      onStep();
      // Steps, so that an idle console writes nothing between two of them.
      const countdown = preferences.getState().lowBandwidth ? LOW_BANDWIDTH_COUNTDOWN_MS : COUNTDOWN_MS;
      const wait = nextHeaderStepMs(session.account.getState().status, clock.now(), countdown);
      this.#stopTimer = wait === undefined ? undefined : clock.schedule(wait, step);
    };
    step();
    const unsubscribe = this.#context.session.account.subscribe(state => state.status, step);
    return () => {
      unsubscribe();
      this.#stopTimer?.();
    };
  }

  /** Shows the state of now. */
  readonly refresh = (): void => this.store.setState(this.#read(), true);

  #read(): HeaderState {
    const context = activeContext(this.#context);
    return {
      now: context.clock.now(),
      profile: context.profile,
      status: context.session.account.getState().status,
      members: context.accounts?.members.map(({profile, session}) => {
        const {status} = session.account.getState();
        return {profile, liveness: status.liveness, word: livenessWord(status)};
      }),
      liveCount: liveAccountCount(context),
      unread: context.unreadTickets.count(),
    };
  }
}

/**
 * The time until the header's text changes; undefined if it stays.
 * @param countdownMs the time between two steps of a countdown in seconds
 */
function nextHeaderStepMs(status: Status, now: number, countdownMs: number): number | undefined {
  const scarce = scarceLimit(status.limits, now);
  // The text about a rate limit disappears when the limit resets, to the second.
  const renewal = scarce && Math.min(countdownMs, Math.max(1, scarce.resetAt - now));
  const tick = freshnessTickMs(status, now);
  const age = tick === undefined ? undefined : Math.max(tick, Math.min(countdownMs, 60_000));
  return renewal === undefined ? age : Math.min(renewal, age ?? renewal);
}
