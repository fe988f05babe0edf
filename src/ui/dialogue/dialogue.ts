/**
 * The console as a conversation, for screen readers and for scripts: the same places, actions, forms and confirmations, one
 * question after the other, in whole lines. It draws nothing: it reads the deck, and answers what the deck asks.
 */
import {ownProperty} from '../../platform/look-up.ts';
import type {Deck} from '../deck.ts';
import {isListPlace} from '../place.ts';
import {survey} from '../survey.ts';
import {act, elsewhere} from './acting.ts';
import {commands, shortcuts, toNamedTab} from './commands.ts';
import {Ended, Interrupted, type Lines} from './lines.ts';
import {ask} from './menus.ts';
import {createNews} from './news.ts';
import {answer, finished, placeOf, refusalOf, type Stand, type Talk} from './talk.ts';
import {rowOf, show} from './view.ts';

/** How a conversation ended: by the user, where the input ended too, or at a question that nobody answered. */
export type End = 'left' | 'unanswered';

/** Settles when the user leaves, or the input ends. */
export async function hold(deck: Deck, lines: Lines, left: () => boolean): Promise<End> {
  const news = createNews(deck, line => lines.say(line));
  const talk: Talk = {...lines, deck, news, stands: new WeakMap(), renewed: onceRefused(deck)};
  const stopSurvey = survey(deck.session, deck.families, deck.clock, () => {});
  let stand: Stand | undefined;
  try {
    while (!left()) {
      try {
        stand = await turn(talk, stand);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        const asked = deck.overlays.stack.get();
        // At the main question there is nothing left to leave but the program.
        if (asked.length === 0 && stand !== undefined && !stand.busy) return 'left';
        deck.overlays.closeAll();
        lines.say(asked.length > 0 ? 'Left, and nothing more was sent.' : 'Left.');
        if (stand) stand.busy = false;
      }
    }
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    if (deck.overlays.stack.get().length === 0) return 'left';
    // A script that is a line short must not take its change for done.
    lines.say('The input ended here, and nothing more was sent.');
    return 'unanswered';
  } finally {
    news.tell();
    stopSurvey();
    news.close();
  }
  return 'left';
}

/** What lies over the place comes first, then the place, then the question what to do. */
async function turn(talk: Talk, before: Stand | undefined): Promise<Stand> {
  const {deck, say, news} = talk;
  const overlay = deck.overlays.stack.get().at(-1);
  const place = deck.places.current.get();
  if (place === undefined) throw new Error('the deck shows no place');
  if (overlay) {
    await ask(talk, overlay);
    return before ?? standIn(talk, place);
  }
  const stand = before?.place === place ? before : standIn(talk, place);
  if (stand.unread) {
    stand.unread = false;
    stand.busy = true;
    stand.choices = undefined;
    stand.shown = await show(talk, place, stand.at);
    stand.at.known = false;
    // Whether it is the token, or only what it may do, is known when the account was asked for more than this list.
    if (stand.shown.from.some(from => from.get().failure?.code === 'unauthorised'))
      await talk.until(deck.session.status, ({liveness}) => liveness !== 'connecting');
  }
  if (await talk.renewed()) return stand;
  stand.busy = false;
  const typed = await answer(talk, `${whereWords(stand)}> `);
  stand.busy = true;
  if (typed === '') {
    if (!news.tell()) say('Nothing new; ? says what can be typed.');
    return stand;
  }
  const {choices, shown} = stand;
  const number = placeOf(typed.replace(/^open\s+/i, ''), choices?.length ?? shown.goals.length);
  const goal = number === undefined ? undefined : shown.goals[number];
  if (choices && number !== undefined) await finished(talk, choices[number]?.());
  else if (goal) deck.places.go(goal);
  else if (/^\d+$/.test(typed)) say(`There is no number ${typed} here.`);
  else await obey(talk, stand, typed);
  return stand;
}

/** Asks for another token when the account first refuses the one there is; says whether there is something to ask. */
function onceRefused(deck: Deck): () => Promise<boolean> {
  let isAsked = deck.renewToken === undefined;
  return async () => {
    if (isAsked || !refusalOf(deck)) return false;
    isAsked = true;
    await deck.renewToken?.();
    return true;
  };
}

/** A list that was read out before goes on where it was. */
function standIn({stands}: Talk, place: Stand['place']): Stand {
  const known = stands.get(place);
  if (known) {
    known.unread = true;
    known.at.known = !(isListPlace(place) && place.inDetail.get());
    return known;
  }
  const {destination} = place;
  const stand: Stand = {
    place,
    at: {page: 0, tab: 'tab' in destination ? (destination.tab ?? 0) : 0, revealed: false, known: false},
    shown: {goals: [], from: []},
    choices: undefined,
    unread: true,
    busy: true,
  };
  stands.set(place, stand);
  return stand;
}

async function obey(talk: Talk, stand: Stand, typed: string): Promise<void> {
  const line = typed.startsWith('/') ? `filter ${typed.slice(1)}` : typed.replace(/^:/, '');
  const [, head = '', words = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const name = head.toLowerCase();
  const command = ownProperty(commands, ownProperty(shortcuts, name) ?? name);
  if (command) stand.unread = (await command(talk, stand, words)) || stand.unread;
  else if (toNamedTab(talk, stand, line)) stand.unread = true;
  else if (!(await act(talk, stand, line))) await elsewhere(talk, stand, line);
}

/** "instances", "instances web-01" */
function whereWords({place}: Stand): string {
  if (!isListPlace(place)) return place.title().toLowerCase();
  const row = place.inDetail.get() ? rowOf(place) : undefined;
  const where = place.family.where?.(place.params);
  return [place.family.name, where, row && place.family.label(row)].filter(Boolean).join(' ');
}
