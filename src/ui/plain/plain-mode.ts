/**
 * The console as plain mode, for screen readers and for scripts: the same places, actions, forms and confirmations, one
 * question after the other, in whole lines. It draws nothing: it reads the console's context and answers its overlays.
 */

import {ownProperty} from '../../platform/text/own-property.ts';
import {accountPart} from '../../store/session/account-state.ts';
import {prefetchCounts} from '../app/background-prefetch.ts';
import type {SessionPort, TokenPort} from '../context/ports.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import {runAction, runSuggestion, subjectOf} from './action-commands.ts';
import {SessionAnnouncer} from './announcer.ts';
import {commandAliases, openNamedTab, plainCommands} from './commands.ts';
import {InputEnded, Interrupted, type LineIO} from './line-io.ts';
import {askOverlay} from './menus.ts';
import {
  askTrimmed,
  type PlainContext,
  parseListNumber,
  parseYesNo,
  tokenRejection,
  type ViewState,
  waitUntilDone,
} from './plain-context.ts';
import {detailRow, showView} from './view.ts';

/** The end of plain mode: by the user or with the end of the input, or at a question without an answer. */
export type PlainModeEnd = 'left' | 'unanswered';

/** Settles when the user leaves, or the input ends. */
export async function runPlainMode(
  context: PlainContext['context'],
  lines: LineIO,
  shouldLeave: () => boolean,
): Promise<PlainModeEnd> {
  const announcer = new SessionAnnouncer(context, line => lines.say(line));
  const plain: PlainContext = {
    ...lines,
    context,
    announcer,
    viewStates: new WeakMap(),
    renewTokenOnce: createTokenRenewal(context),
  };
  const stopPrefetch = prefetchCounts(context.session, context.families, context.clock, () => {});
  let state: ViewState | undefined;
  try {
    while (!shouldLeave()) {
      try {
        state = await runTurn(plain, state);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        const asked = context.overlays.stack.getState();
        // At the main prompt an interrupt ends the program.
        if (asked.length === 0 && state !== undefined && !state.isBusy) return 'left';
        context.overlays.closeAll();
        lines.say(asked.length > 0 ? 'Canceled. Nothing more was sent.' : 'Left.');
        if (state) state.isBusy = false;
      }
    }
  } catch (error) {
    if (!(error instanceof InputEnded)) throw error;
    if (context.overlays.stack.getState().length === 0) return 'left';
    // A script that is too short must not consider its change done.
    lines.say('The input ended. Nothing more was sent.');
    return 'unanswered';
  } finally {
    announcer.announce();
    stopPrefetch();
    announcer.close();
  }
  return 'left';
}

/** One turn: overlays come first, then the place, then the main prompt. */
async function runTurn(plain: PlainContext, before: ViewState | undefined): Promise<ViewState> {
  const {context, say, announcer} = plain;
  const overlay = context.overlays.stack.getState().at(-1);
  const view = context.navigation.current.getState();
  if (view === undefined) throw new Error('the console shows no view');
  if (overlay) {
    await attempt(plain, () => askOverlay(plain, overlay));
    return before ?? viewStateFor(plain, view);
  }
  const state = before?.view === view ? before : viewStateFor(plain, view);
  if (state.isUnread) {
    state.isUnread = false;
    state.isBusy = true;
    state.choices = undefined;
    state.shown = await showView(plain, view, state.position);
    state.position.wasReadOut = false;
    // A request other than this list's shows if the token itself is refused or only lacks a permission.
    if (state.shown.sources.some(from => from.getState().failure?.code === 'unauthorized'))
      await plain.waitFor(accountPart(context.session.account, 'status'), ({liveness}) => liveness !== 'connecting');
  }
  if (await plain.renewTokenOnce()) return state;
  state.isBusy = false;
  const typed = await askTrimmed(plain, `${promptText(state)}> `);
  state.isBusy = true;
  if (typed === '') {
    if (!announcer.announce()) say('Nothing new. Type ? for help.');
    return state;
  }
  await attempt(plain, () => runLine(plain, state, typed));
  return state;
}

/** Shows the failure of work that the user started; plain mode continues. */
async function attempt({context}: PlainContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Interrupted || error instanceof InputEnded) throw error;
    context.overlays.closeAll();
    context.fail(error);
  }
}

/** Runs a line of the main prompt: the number of an entry, or a command. */
async function runLine(plain: PlainContext, state: ViewState, typed: string): Promise<void> {
  const {choices, shown} = state;
  const opened = typed.replace(/^open\s+/i, '');
  const number =
    parseListNumber(opened, choices?.length ?? shown.destinations.length) ??
    (choices === undefined && opened !== typed ? numberOfLabel(state, opened) : undefined);
  const goal = number === undefined ? undefined : shown.destinations[number];
  if (choices && number !== undefined) await waitUntilDone(plain, choices[number]?.());
  else if (goal) plain.context.navigation.go(goal);
  else if (/^\d+$/.test(typed)) plain.say(`No entry ${typed}.`);
  else await runCommand(plain, state, typed);
}

/** The index of the row with this label among the rows read out last: another list may have the label, too. */
function numberOfLabel({view, shown}: ViewState, label: string): number | undefined {
  const family = (shown.creationSubject ?? subjectOf(view))?.family;
  const index = shown.rows?.().findIndex(row => family?.label(row) === label) ?? -1;
  return index < 0 ? undefined : index;
}

/** Asks for a new token after the first refusal; returns true if it asked. */
function createTokenRenewal(context: SessionPort & TokenPort): () => Promise<boolean> {
  let isAsked = context.renewToken === undefined;
  return async () => {
    if (isAsked || !tokenRejection(context)) return false;
    isAsked = true;
    await context.renewToken?.();
    return true;
  };
}

/** The state of a view; a list that was read out before continues where it stopped. */
function viewStateFor({viewStates}: PlainContext, view: ViewState['view']): ViewState {
  const known = viewStates.get(view);
  if (known) {
    known.isUnread = true;
    known.position.wasReadOut = !(isListView(view) && view.inDetail.getState());
    return known;
  }
  const {destination} = view;
  const state: ViewState = {
    view,
    position: {page: 0, tab: 'tab' in destination ? (destination.tab ?? 0) : 0, isRevealed: false, wasReadOut: false},
    shown: {destinations: [], sources: []},
    choices: undefined,
    isUnread: true,
    isBusy: true,
  };
  viewStates.set(view, state);
  return state;
}

async function runCommand(plain: PlainContext, state: ViewState, typed: string): Promise<void> {
  const line = typed.startsWith('/') ? `filter ${typed.slice(1)}` : typed.replace(/^:/, '');
  const [, head = '', text = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const name = head.toLowerCase();
  const command = ownProperty(plainCommands, ownProperty(commandAliases, name) ?? name);
  if (command) state.isUnread = (await command(plain, state, text)) || state.isUnread;
  else if (openNamedTab(plain, state, line)) state.isUnread = true;
  else if (parseYesNo(line) !== undefined) plain.say('No question is open. Type a command, or ? for help.');
  else if (!(await runAction(plain, state, line))) {
    await runSuggestion(plain, state, line, Object.keys(plainCommands));
  }
}

/** "instances", "instances web-01" */
function promptText({view}: ViewState): string {
  if (!isListView(view)) return view.title().toLowerCase();
  const row = view.inDetail.getState() ? detailRow(view) : undefined;
  const where = view.family.locationText?.(view.params);
  return [view.family.name, where, row && view.family.label(row)].filter(Boolean).join(' ');
}
