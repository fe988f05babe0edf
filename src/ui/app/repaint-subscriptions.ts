/** The triggers of each repaint: the frame follows the session and the user's choices. */
import type {AnyRow} from '../../families/shape/define-family.ts';
import {accountContexts} from '../context/active-account.ts';
import type {ConsoleContext} from '../context/ports.ts';
import {createTokenRequest} from '../screens/overlays/token-request.ts';
import {followPlans} from '../screens/plans/plan-messages.ts';
import {AgeRepaints} from './age-repaints.ts';
import {prefetchCounts} from './background-prefetch.ts';
import type {ConsoleApp} from './console-app.ts';

export interface RepaintOptions {
  /** Asks for another token; undefined if none can be entered. */
  readonly renewToken: ConsoleContext['renewToken'];
  /** Called when theme or glyphs may have changed. */
  readonly reskin: () => void;
}

/** Milliseconds before tickets are read to count unread replies. */
const UNREAD_DELAY_MS = 3000;

/** Starts to follow all sources; returns the function that stops it. */
export function subscribeRepaints(context: ConsoleApp, {renewToken, reskin}: RepaintOptions): () => void {
  const {session, navigation, overlays, preferences, frame} = context;
  const ages = new AgeRepaints(context);
  const tokenRequest =
    renewToken && createTokenRequest(context, {open: renewToken, lastKeyAt: () => context.lastKeyAt()});
  let {notices} = session.account.getState().status;
  /** The header follows the status itself; other parts of the screen show it, too. */
  function followStatus(): void {
    const {status} = session.account.getState();
    // The list of notices was read again, and the sidebar counts it, too.
    if (status.notices !== notices) context.repaintSidebar();
    ({notices} = status);
    ages.followStatus();
    tokenRequest?.check();
  }
  ages.schedule();
  nameWindow(context);
  const stops = [
    ages.stop,
    () => tokenRequest?.stop(),
    ...startPrefetches(context),
    frame.header.activate(followStatus),
    followUnreadTickets(context),
    followPlans(context),
    frame.strip.activate(),
    frame.strip.store.subscribe((state, before) => {
      if (state.isCountingDown !== before.isCountingDown) ages.schedule();
    }),
    followOverlays(context),
    navigation.current.subscribe(() => {
      ages.schedule();
      nameWindow(context);
      session.dismissSeen();
      overlays.closeAll();
      context.repaintAll();
      tokenRequest?.check();
    }),
    preferences.subscribe(() => {
      reskin();
      context.repaintAll();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function nameWindow({navigation, profile, terminal}: ConsoleApp): void {
  const title = navigation.current.getState()?.title() ?? '';
  terminal.setTitle(`skydeck ${profile.name} ${title}`.trim());
}

/** Each of several accounts is read separately; the merged lists follow. */
function startPrefetches(context: ConsoleApp): readonly (() => void)[] {
  const {accounts, clock, families, session} = context;
  const onCounted = (rows: readonly AnyRow[]): void => {
    const merged = accounts && families.map(({id}) => session.collection(id).getState().rows);
    context.repaintSidebar(...(merged ?? [rows]));
  };
  return accountContexts(context).map(one => prefetchCounts(one.session, one.families, clock, onCounted));
}

/** The header counts unread replies once the data of the current screen was read. */
function followUnreadTickets({clock, frame, paintInBackground, unreadTickets}: ConsoleApp): () => void {
  let stop = clock.schedule(UNREAD_DELAY_MS, () => {
    stop = unreadTickets.subscribe(() => paintInBackground(frame.header.refresh));
  });
  return () => stop();
}

/** The footer follows the topmost overlay: a form may turn into a preview automatically, and other keys work then. */
function followOverlays(context: ConsoleApp): () => void {
  const {stack} = context.overlays;
  let stopTopmost: (() => void) | undefined;
  function followTopmost(): void {
    stopTopmost?.();
    stopTopmost = stack
      .getState()
      .at(-1)
      ?.model.store.subscribe(() => context.repaintFooter());
  }
  let open = stack.getState().length;
  followTopmost();
  const stopStack = stack.subscribe(() => {
    followTopmost();
    context.repaintFooter();
    const {length} = stack.getState();
    if (length > open) context.session.dismissForDialog();
    // The bar of the list is gray while an overlay gets the keys.
    if (length > 0 !== open > 0) context.navigation.current.getState()?.repaint();
    open = length;
  });
  return () => {
    stopStack();
    stopTopmost?.();
  };
}
