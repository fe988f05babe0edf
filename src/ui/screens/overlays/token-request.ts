/** Asks once for a new token after the API rejected the current one, but never while the user types something else. */
import {isBareView} from '../../context/navigation.ts';
import type {AccountPort, ClockPort, KeyPort, NavigationPort, OverlayPort, ProfilesPort} from '../../context/ports.ts';
import {hasLogin} from './run-login.ts';

/** The time after a key in which the user may still be typing, milliseconds. */
const QUIET_MS = 2000;

export interface TokenRequestOptions {
  /** Opens the dialog once it is loaded, unless it would interrupt the user by then; returns true if it is open. */
  readonly open: (canOpen: () => boolean) => Promise<boolean>;
  /** The time of the last key, milliseconds since 1970. */
  readonly lastKeyAt: () => number;
}

export interface TokenRequest {
  /** Opens the dialog if the token was rejected and the user is free, or waits for the user. */
  check(): void;
  stop(): void;
}

type TokenRequestPorts = AccountPort & ClockPort & KeyPort & NavigationPort & OverlayPort & ProfilesPort;

export function createTokenRequest(context: TokenRequestPorts, {open, lastKeyAt}: TokenRequestOptions): TokenRequest {
  const {clock, navigation, overlays, session} = context;
  let isSettled = false;
  let isOpening = false;
  let wasAnnounced = false;
  let cancel: (() => void) | undefined;
  // A dialog that the user opens with :use-token is an answer, too.
  const stopFollowing = overlays.stack.subscribe(stack => {
    if (stack.some(({model}) => model.kind === 'token')) isSettled = true;
  });

  /** The wallboard shows the problem itself, and may have no user in front of it. */
  const isNeeded = (): boolean =>
    !isSettled &&
    session.account.getState().status.failure?.code === 'unauthorized' &&
    !isBareView(navigation.current.getState());
  /** True in a form, a dialog, a filter line or the command bar. */
  const isOccupied = (): boolean =>
    overlays.stack.getState().length > 0 || context.layers().some(layer => layer.isTyping?.() === true);
  /** The time until the user may be free, milliseconds. */
  const waitMs = (): number => (isOccupied() ? QUIET_MS : Math.max(0, lastKeyAt() + QUIET_MS - clock.now()));
  const canOpen = (): boolean => isNeeded() && waitMs() === 0;

  function announce(): void {
    if (wasAnnounced || !isOccupied()) return;
    wasAnnounced = true;
    const next = hasLogin(context) ? 'offers a new login' : 'asks for another token';
    const command = hasLogin(context) ? ':login' : ':use-token';
    session.showToast(`The token was rejected. Skydeck ${next} when you close this, or type ${command}.`, 'failed');
  }
  function checkLater(afterMs: number): void {
    cancel ??= clock.schedule(afterMs, () => {
      cancel = undefined;
      check();
    });
  }
  function check(): void {
    if (isOpening || !isNeeded()) return;
    if (!canOpen()) {
      announce();
      checkLater(waitMs());
      return;
    }
    isOpening = true;
    void open(canOpen)
      .then(isOpen => {
        isSettled ||= isOpen;
      })
      .finally(() => {
        isOpening = false;
        check();
      });
  }
  return {
    check,
    stop() {
      isSettled = true;
      cancel?.();
      stopFollowing();
    },
  };
}
