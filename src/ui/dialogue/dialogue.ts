/**
 * The console as a conversation, for screen readers and for scripts: the same places, actions, forms and confirmations, one
 * question after the other, in whole lines. It draws nothing: it reads the deck, and answers what the deck asks.
 */
import {ownProperty} from '../../platform/text/own-property.ts';
import {prefetchCounts} from '../app/background-prefetch.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import {isListView} from '../context/navigation.ts';
import {runAction, runSuggestion} from './action-commands.ts';
import {createAnnouncer} from './announcer.ts';
import {commandAliases, dialogueCommands, openNamedTab} from './commands.ts';
import {
  askTrimmed,
  type DialogueContext,
  parseListNumber,
  tokenRejection,
  type ViewState,
  waitUntilDone,
} from './dialogue-context.ts';
import {InputEnded, Interrupted, type LineIO} from './line-io.ts';
import {askOverlay} from './menus.ts';
import {detailRow, showView} from './view.ts';

/** How a conversation ended: by the user, where the input ended too, or at a question that nobody answered. */
export type DialogueEnd = 'left' | 'unanswered';

/** Settles when the user leaves, or the input ends. */
export async function runDialogue(
  context: ConsoleContext,
  lines: LineIO,
  shouldLeave: () => boolean,
): Promise<DialogueEnd> {
  const news = createAnnouncer(context, line => lines.say(line));
  const talk: DialogueContext = {
    ...lines,
    context,
    announcer: news,
    viewStates: new WeakMap(),
    renewTokenOnce: createTokenRenewal(context),
  };
  const stopPrefetch = prefetchCounts(context.session, context.families, context.clock, () => {});
  let state: ViewState | undefined;
  try {
    while (!shouldLeave()) {
      try {
        state = await runTurn(talk, state);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        const asked = context.overlays.stack.get();
        // At the main question there is nothing left to leave but the program.
        if (asked.length === 0 && state !== undefined && !state.isBusy) return 'left';
        context.overlays.closeAll();
        lines.say(asked.length > 0 ? 'Left, and nothing more was sent.' : 'Left.');
        if (state) state.isBusy = false;
      }
    }
  } catch (error) {
    if (!(error instanceof InputEnded)) throw error;
    if (context.overlays.stack.get().length === 0) return 'left';
    // A script that is a line short must not take its change for done.
    lines.say('The input ended here, and nothing more was sent.');
    return 'unanswered';
  } finally {
    news.announce();
    stopPrefetch();
    news.close();
  }
  return 'left';
}

/** What lies over the place comes first, then the place, then the question what to do. */
async function runTurn(talk: DialogueContext, before: ViewState | undefined): Promise<ViewState> {
  const {context, say, announcer} = talk;
  const overlay = context.overlays.stack.get().at(-1);
  const place = context.navigation.current.get();
  if (place === undefined) throw new Error('the deck shows no place');
  if (overlay) {
    await askOverlay(talk, overlay);
    return before ?? viewStateFor(talk, place);
  }
  const stand = before?.view === place ? before : viewStateFor(talk, place);
  if (stand.isUnread) {
    stand.isUnread = false;
    stand.isBusy = true;
    stand.choices = undefined;
    stand.shown = await showView(talk, place, stand.position);
    stand.position.wasReadOut = false;
    // Whether it is the token, or only what it may do, is known when the account was asked for more than this list.
    if (stand.shown.sources.some(from => from.get().failure?.code === 'unauthorised'))
      await talk.waitFor(context.session.status, ({liveness}) => liveness !== 'connecting');
  }
  if (await talk.renewTokenOnce()) return stand;
  stand.isBusy = false;
  const typed = await askTrimmed(talk, `${promptText(stand)}> `);
  stand.isBusy = true;
  if (typed === '') {
    if (!announcer.announce()) say('Nothing new; ? says what can be typed.');
    return stand;
  }
  const {choices, shown} = stand;
  const number = parseListNumber(typed.replace(/^open\s+/i, ''), choices?.length ?? shown.destinations.length);
  const goal = number === undefined ? undefined : shown.destinations[number];
  if (choices && number !== undefined) await waitUntilDone(talk, choices[number]?.());
  else if (goal) context.navigation.go(goal);
  else if (/^\d+$/.test(typed)) say(`There is no number ${typed} here.`);
  else await runCommand(talk, stand, typed);
  return stand;
}

/** Asks for another token when the account first refuses the one there is; says whether there is something to ask. */
function createTokenRenewal(deck: ConsoleContext): () => Promise<boolean> {
  let isAsked = deck.renewToken === undefined;
  return async () => {
    if (isAsked || !tokenRejection(deck)) return false;
    isAsked = true;
    await deck.renewToken?.();
    return true;
  };
}

/** A list that was read out before goes on where it was. */
function viewStateFor({viewStates}: DialogueContext, place: ViewState['view']): ViewState {
  const known = viewStates.get(place);
  if (known) {
    known.isUnread = true;
    known.position.wasReadOut = !(isListView(place) && place.inDetail.get());
    return known;
  }
  const {destination} = place;
  const stand: ViewState = {
    view: place,
    position: {page: 0, tab: 'tab' in destination ? (destination.tab ?? 0) : 0, isRevealed: false, wasReadOut: false},
    shown: {destinations: [], sources: []},
    choices: undefined,
    isUnread: true,
    isBusy: true,
  };
  viewStates.set(place, stand);
  return stand;
}

async function runCommand(talk: DialogueContext, stand: ViewState, typed: string): Promise<void> {
  const line = typed.startsWith('/') ? `filter ${typed.slice(1)}` : typed.replace(/^:/, '');
  const [, head = '', words = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const name = head.toLowerCase();
  const command = ownProperty(dialogueCommands, ownProperty(commandAliases, name) ?? name);
  if (command) stand.isUnread = (await command(talk, stand, words)) || stand.isUnread;
  else if (openNamedTab(talk, stand, line)) stand.isUnread = true;
  else if (!(await runAction(talk, stand, line))) await runSuggestion(talk, stand, line);
}

/** "instances", "instances web-01" */
function promptText({view}: ViewState): string {
  if (!isListView(view)) return view.title().toLowerCase();
  const row = view.inDetail.get() ? detailRow(view) : undefined;
  const where = view.family.where?.(view.params);
  return [view.family.name, where, row && view.family.label(row)].filter(Boolean).join(' ');
}
