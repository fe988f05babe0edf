/** Ages on the screen grow with the time: the view is repainted for them, more often while its data is unconfirmed. */
import {shortSpan} from '../../families/format/format.ts';
import {isStaleOrOffline} from '../../store/sync/freshness-text.ts';
import type {Status} from '../../store/sync/status.ts';
import type {ConsoleApp} from './console-app.ts';

/** The intervals of repaints, milliseconds. */
const AGE_REPAINT_MS = 60_000;
const STALE_AGE_REPAINT_MS = 10_000;
/** For pages with a countdown. */
const COUNTDOWN_REPAINT_MS = 5000;

export class AgeRepaints {
  readonly #context: ConsoleApp;
  #liveness: Status['liveness'];
  #shownAge: string | undefined;
  #stopTimer: (() => void) | undefined;

  constructor(context: ConsoleApp) {
    this.#context = context;
    this.#liveness = this.#status.liveness;
    this.#shownAge = unconfirmedAge(this.#status, context.clock.now());
  }

  get #status(): Status {
    return this.#context.session.account.getState().status;
  }

  /** Starts the interval again, because its length may have changed. */
  readonly schedule = (): void => {
    this.#stopTimer?.();
    this.#stopTimer = this.#context.clock.schedule(this.#intervalMs(), this.#repaint);
  };

  /** Repaints the view if its title shows another age, or another liveness. */
  readonly followStatus = (): void => {
    const {liveness} = this.#status;
    // List titles mark unconfirmed data with the same age as the header.
    const age = unconfirmedAge(this.#status, this.#context.clock.now());
    if (liveness !== this.#liveness || age !== this.#shownAge) this.#repaint();
    this.#liveness = liveness;
    this.#shownAge = age;
  };

  readonly stop = (): void => this.#stopTimer?.();

  readonly #repaint = (): void => {
    this.#context.paintInBackground(this.#repaintView);
    this.schedule();
  };

  readonly #repaintView = (): void => this.#context.navigation.current.getState()?.repaint();

  #intervalMs(): number {
    const {frame, navigation, preferences} = this.#context;
    if (preferences.getState().lowBandwidth) return AGE_REPAINT_MS;
    const {destination} = navigation.current.getState() ?? {};
    // Pages show the remaining time of running operations.
    if (frame.strip.store.getState().isCountingDown && destination && 'page' in destination)
      return COUNTDOWN_REPAINT_MS;
    return isStaleOrOffline(this.#status) ? STALE_AGE_REPAINT_MS : AGE_REPAINT_MS;
  }
}

/** "55s", as list titles show it; undefined while the data is confirmed. */
const unconfirmedAge = (status: Status, now: number): string | undefined =>
  isStaleOrOffline(status) && status.confirmedAt !== undefined ? shortSpan(now - status.confirmedAt) : undefined;
