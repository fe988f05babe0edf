/** The bottom layer: the keys that work everywhere, and the ways to leave. */
import {createLayer, type Layer} from '../../keymap/layer.ts';
import type {Session} from '../../store/session/session.ts';
import type {TransferState} from '../../store/transfers/transfer.ts';
import type {ActionSubject} from '../context/action-subject.ts';
import {isBareView, isPageView} from '../context/navigation.ts';
import type {ConsoleContext} from '../context/ports.ts';
import {startUndo} from '../screens/actions/undo.ts';
import {openCommandBar} from '../screens/command/command-bar.ts';
import {openFinder} from '../screens/overlays/finder.ts';
import {openHelp} from '../screens/overlays/help.ts';
import {openTransfers} from '../screens/overlays/transfer-list.ts';

export interface GlobalKeysHost {
  /** The rows that actions on the command line apply to. */
  subject(): ActionSubject | undefined;
  leave(): void;
  /** The context of the current screen's account, if several accounts are open. */
  activeContext(): ConsoleContext;
}

/** Transfers that have ended and need no action. */
const SETTLED_PHASES: ReadonlySet<TransferState['phase']> = new Set(['done', 'canceled']);

/** The time after a warning during which a second ctrl-c quits, milliseconds. */
const QUIT_WARNING_MS = 5000;

/** Quits, after one warning if typed text or a file would be lost, or the response to a change would not be seen. */
export function createQuit(context: ConsoleContext, leave: () => void): () => void {
  let hasWarned = false;
  return () => {
    const unsaved = context.overlays.stack.getState().some(({model}) => model.hasUnsavedInput?.() === true);
    const moving = context.session.account
      .getState()
      .transfers.filter(transfer => transfer.getState().phase === 'running');
    const [written] = context.fileSaver.names();
    const unanswered = context.session.unansweredChange();
    if ((!unsaved && moving.length === 0 && written === undefined && unanswered === undefined) || hasWarned) {
      leave();
      return;
    }
    hasWarned = true;
    context.clock.schedule(QUIT_WARNING_MS, () => {
      hasWarned = false;
    });
    const [file] = moving;
    context.say(`${quitWarning(file?.name, written, unanswered)}. Press again to quit`, 'attention');
  };
}

/** The consequences of quitting now. */
function quitWarning(
  moving: string | undefined,
  written: string | undefined,
  unanswered: ReturnType<Session['unansweredChange']>,
): string {
  if (moving !== undefined) return `${moving} is still transferring and would be canceled`;
  if (written !== undefined) return `${written} is still being written and would be lost`;
  if (unanswered)
    return `No response yet for ${unanswered.label} (${unanswered.word}). If you quit, check :audit for its result`;
  return 'Draft saved';
}

/** Moves the focus in a circle: sidebar, list, detail. */
function cycleFocus({navigation, focus, repaintAll}: ConsoleContext, by: number): void {
  const view = navigation.current.getState();
  if (view === undefined || isBareView(view)) return;
  const split = isPageView(view) || !view.isSplit ? undefined : view;
  const stops = ['sidebar', 'list', ...(split ? ['detail'] : [])];
  const now = focus.getState() === 'sidebar' ? 'sidebar' : split?.inDetail.getState() ? 'detail' : 'list';
  const next = stops[(stops.indexOf(now) + by + stops.length) % stops.length];
  focus.setState(next === 'sidebar' ? 'sidebar' : 'main', true);
  if (next !== 'sidebar') split?.setInDetail(next === 'detail');
  repaintAll();
}

/** Undoes the last change of this account; with several accounts on screen, of the account of the row under the cursor. */
function undoLast(context: ConsoleContext, subject: ActionSubject | undefined, kind: 'Undo' | 'Redo'): unknown {
  const {accounts} = context;
  const target = subject && subject.rows.length > 0 ? accounts?.targetFor(subject) : undefined;
  if (accounts === undefined) return startUndo(context, {kind});
  if (target && target.refused === undefined) return startUndo(target.context, {kind});
  return context.say('Each account has its own undo. Move the cursor to a resource of one account.', 'attention');
}

export function globalKeysLayer(context: ConsoleContext, {subject, leave, activeContext}: GlobalKeysHost): Layer {
  const {navigation} = context;
  return createLayer('everywhere', {
    help: () => openHelp(context),
    commandBar: () => openCommandBar(activeContext(), subject),
    finder: () => openFinder(context),
    focusNext: () => cycleFocus(context, 1),
    focusPrevious: () => cycleFocus(context, -1),
    refreshAll: () => context.refetchAll(),
    previousView: () => void (navigation.swap() || context.say('No previous view')),
    historyBack: () => void (navigation.back() || context.say('Start of history')),
    historyForward: () => void (navigation.forward() || context.say('this is the last view')),
    transfers: {
      run: () => openTransfers(context),
      isHidden: () => context.session.account.getState().transfers.length === 0,
      isQuiet: () =>
        context.session.account.getState().transfers.every(transfer => SETTLED_PHASES.has(transfer.getState().phase)),
    },
    undo: () => undoLast(activeContext(), subject(), 'Undo'),
    redo: () => undoLast(activeContext(), subject(), 'Redo'),
    redraw() {
      context.terminal.compositor?.invalidate();
      context.repaintAll();
    },
    profile: () => import('../screens/overlays/profiles.ts').then(({openProfiles}) => openProfiles(context)),
    suspend: () => context.terminal.stop(),
    quit() {
      const view = navigation.current.getState();
      if (
        view &&
        !isPageView(view) &&
        view.isSplit &&
        view.inDetail.getState() &&
        context.focus.getState() === 'main'
      ) {
        view.setInDetail(false);
        context.repaintAll();
      } else leave();
    },
    interrupt: leave,
  });
}
