/** The triggers of each repaint: the frame follows the session and the user's choices. */
import {shortSpan} from '../../families/format/format.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {Status} from '../../store/sync/status.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import {prefetchCounts} from './background-prefetch.ts';
import type {ConsoleApp} from './console-app.ts';

export interface RepaintOptions {
  /** Called at the first rejection of the token. */
  readonly onTokenRejected: (() => void) | undefined;
  /** Called when theme or glyphs may have changed. */
  readonly reskin: () => void;
}

/** Milliseconds before tickets are read to count unread replies. */
const UNREAD_DELAY_MS = 3000;
/** Ages on screen grow: they are repainted at this interval, and more often without a confirmation. Milliseconds. */
const AGE_REPAINT_MS = 60_000;
const STALE_AGE_REPAINT_MS = 10_000;
/** The interval for pages with a countdown. */
const COUNTDOWN_REPAINT_MS = 5000;

/** "55s", as list titles show it; undefined while the data is confirmed. */
const unconfirmedAge = ({liveness, confirmedAt}: Status, now: number): string | undefined =>
  (liveness === 'stale' || liveness === 'offline') && confirmedAt !== undefined
    ? shortSpan(now - confirmedAt)
    : undefined;

/** Starts to follow all sources; returns the function that stops it. */
export function subscribeRepaints(context: ConsoleApp, {onTokenRejected, reskin}: RepaintOptions): () => void {
  const {session, clock, navigation, overlays, preferences, frame} = context;
  let stopAgeTimer: (() => void) | undefined;
  let stopTopmost: (() => void) | undefined;
  let {liveness} = session.account.getState().status;
  let wasAsked = onTokenRejected === undefined;
  let {notices} = session.account.getState().status;
  let shownAge = unconfirmedAge(session.account.getState().status, clock.now());

  function repaintAges(): void {
    context.paintInBackground(() => navigation.current.get()?.repaint());
    scheduleAges();
  }
  function scheduleAges(): void {
    stopAgeTimer?.();
    stopAgeTimer = clock.schedule(preferences.get().lowBandwidth ? AGE_REPAINT_MS : ageIntervalMs(), repaintAges);
  }
  function ageIntervalMs(): number {
    const {liveness} = session.account.getState().status;
    const {destination} = navigation.current.get() ?? {};
    // Pages show the remaining time of running operations.
    if (frame.strip.store.getState().isCountingDown && destination && 'page' in destination)
      return COUNTDOWN_REPAINT_MS;
    return liveness === 'stale' || liveness === 'offline' ? STALE_AGE_REPAINT_MS : AGE_REPAINT_MS;
  }
  /** The other parts of the screen that show the status, and ages. */
  function followStatus(): void {
    const status = session.account.getState().status;
    // The list of notices was read again, and the sidebar counts it, too.
    if (status.notices !== notices) context.repaintSidebar();
    ({notices} = status);
    // List titles mark unconfirmed data, too, with the same age as the header.
    const age = unconfirmedAge(status, clock.now());
    if (status.liveness !== liveness || age !== shownAge) repaintAges();
    ({liveness} = status);
    shownAge = age;
    askForToken();
  }
  /**
   * Asks for a new token, except over the wallboard, which shows the problem itself and may have no user in front of
   * it.
   */
  function askForToken(): void {
    if (
      wasAsked ||
      session.account.getState().status.failure?.code !== 'unauthorised' ||
      navigation.current.get()?.bare
    )
      return;
    wasAsked = true;
    onTokenRejected?.();
  }
  function nameWindow(): void {
    const title = navigation.current.get()?.title() ?? '';
    context.terminal.setTitle(`skydeck ${context.profile.name} ${title}`.trim());
  }

  /** Waits until the data of the current screen was read. */
  let stopUnread = clock.schedule(UNREAD_DELAY_MS, () => {
    stopUnread = context.unreadTickets.subscribe(() => context.paintInBackground(frame.header.refresh));
  });

  const {accounts} = context;
  /** Each of several accounts is read separately; the merged lists follow. */
  const accountContexts: readonly ConsoleContext[] = accounts?.members.map(({profile}) =>
    accounts.contextOf(profile.name),
  ) ?? [context];
  const onCounted = (rows: readonly AnyRow[]): void => {
    const merged = accounts && context.families.map(({id}) => session.collection(id).get().rows);
    context.repaintSidebar(...(merged ?? [rows]));
  };

  /** A form may turn into a preview automatically, and other keys work then. */
  function followTopmost(): void {
    stopTopmost?.();
    stopTopmost = overlays.stack
      .get()
      .at(-1)
      ?.model.store.subscribe(() => context.repaintFooter());
  }

  followTopmost();
  scheduleAges();
  nameWindow();
  let open = overlays.stack.get().length;
  const stops = [
    ...accountContexts.map(one => prefetchCounts(one.session, one.families, clock, onCounted)),
    frame.header.activate(followStatus),
    frame.strip.activate(),
    frame.strip.store.subscribe((state, before) => {
      if (state.isCountingDown !== before.isCountingDown) scheduleAges();
    }),
    overlays.stack.subscribe(() => {
      followTopmost();
      context.repaintFooter();
      const {length} = overlays.stack.get();
      if (length > open) session.evictOldest();
      // The bar of the list is gray while an overlay gets the keys.
      if (length > 0 !== open > 0) navigation.current.get()?.repaint();
      open = length;
    }),
    navigation.current.subscribe(() => {
      scheduleAges();
      nameWindow();
      session.dismissSeen();
      overlays.closeAll();
      context.repaintAll();
      askForToken();
    }),
    preferences.subscribe(() => {
      reskin();
      context.repaintAll();
    }),
  ];
  return () => {
    stopUnread();
    stopAgeTimer?.();
    stopTopmost?.();
    for (const stop of stops) stop();
  };
}
