/** What a place shows, as lines: a list page by page, a detail tab by tab, a page as it is. */
import type {AnyRow, Family, PathParams, Ref} from '../../families/define.ts';
import {countConditions} from '../../store/condition.ts';
import {trackLookups} from '../../store/noting.ts';
import type {Collection, CollectionState} from '../../store/types.ts';
import {isDoubted} from '../accounts.ts';
import type {Deck} from '../deck.ts';
import {type Destination, isListPlace, type Place} from '../place.ts';
import type {Subject} from '../screens/change/subject.ts';
import {contentOf} from '../screens/detail/tabs.ts';
import {emptyWords} from '../screens/list/empty.ts';
import type {ListPlace} from '../screens/list/place.ts';
import {stateWords, titleSpans} from '../screens/list/title.ts';
import {AT_ONCE, numbered, refusalOf, type Talk} from './talk.ts';
import {capital, rowWords, spoken, stateOf} from './words.ts';

/** Where a number of what was shown last leads. */
export type Goal = Destination;

export interface Shown {
  /** By number, from 1. */
  readonly goals: readonly Goal[];
  /** What new ones would be made of here. */
  readonly among?: Subject | undefined;
  /** The rows behind the numbers, in a list, as they are by now. */
  readonly rows?: () => readonly AnyRow[];
  /** What it was read from. */
  readonly from: readonly Collection[];
}

export interface At {
  /** Of a list, from 0. */
  page: number;
  /** Of a detail, from 0. */
  tab: number;
  revealed: boolean;
  /** It was read out before: its heading is enough to know where one is. */
  known: boolean;
}

/** What is read besides takes its time; milliseconds. */
const PATIENCE = 5000;

/** Wider than any line: nothing is cut or broken for want of room. */
const WIDE = 10_000;
const PAGE_WIDE = 100;

const goalOf = (ref: Ref): Goal => ({family: ref.family, id: ref.id, ...(ref.params && {params: ref.params})});

/** Rows may have changed since they were read out: what is done is done to what they are now. */
const asNow = (collection: Collection, rows: readonly AnyRow[]) => (): readonly AnyRow[] => {
  const {byId} = collection.get();
  return rows.map(row => byId.get(collection.family.key(row)) ?? row);
};

/** Resolves when a list was read as far as that, or the account lets nobody in: then nothing more of it comes. */
async function readUntil(talk: Talk, collection: Collection, test: (state: CollectionState) => boolean): Promise<void> {
  const stop = collection.subscribe(() => talk.news.stir());
  try {
    await talk.until(talk.news.changes, () => test(collection.get()) || refusalOf(talk.deck) !== undefined);
  } finally {
    stop();
  }
}

/** Resolves when all of a list is read, or it is known that it cannot be. */
const settled = (talk: Talk, collection: Collection, late: () => boolean = () => false): Promise<void> =>
  readUntil(
    talk,
    collection,
    ({complete, phase, remembered, failure}) =>
      late() || failure !== undefined || phase === 'failed' || (!remembered && (complete || phase === 'ready')),
  );

/** Rows whose conditions are waited for: a page of them. */
const CONSIDERED = AT_ONCE;

/**
 * What conditions look at beyond their rows is read before they are said: the backends of a NodeBalancer, and whose turn it is in
 * a ticket. What takes too long stays unknown.
 */
async function considered(talk: Talk, family: Family, rows: readonly AnyRow[], params: PathParams): Promise<void> {
  const {session, clock} = talk.deck;
  const asked = new Set<Collection>();
  const look = trackLookups(session.look, (id, at) => asked.add(session.collection(id, at)));
  for (const row of rows.slice(0, CONSIDERED)) family.state?.(row, look, params);
  let late = false;
  const stopWaiting = clock.schedule(PATIENCE, () => {
    late = true;
    talk.news.stir();
  });
  const stops = [...asked].map(collection => collection.subscribe(() => talk.news.stir()));
  try {
    for (const collection of asked) await settled(talk, collection, () => late);
  } finally {
    for (const stop of stops) stop();
    stopWaiting();
  }
}

export async function show(talk: Talk, place: Place, at: At): Promise<Shown> {
  if (!isListPlace(place)) return page(talk, place);
  return place.inDetail.get() ? detail(talk, place, at) : list(talk, place, at);
}

async function list(talk: Talk, place: ListPlace, at: At): Promise<Shown> {
  const {deck, say} = talk;
  const {family, params, model} = place;
  await settled(talk, model.collection);
  await considered(talk, family, model.collection.get().rows, params);
  await talk.until(model, ({isSettling}) => !isSettling);
  const state = model.collection.get();
  const view = model.get();
  const title = titleSpans(family, params, state, view, {
    now: deck.clock.now(),
    doubted: isDoubted(deck),
    hidden: model.hiddenMarks(),
    sampled: place.sampled(),
  }).map(({text}) => text);
  const column = family.columns.find(({id, field}) => (id ?? field) === view.sort?.column)?.title;
  const facts = [
    spoken(title.join('')).replace(':', ''),
    view.filter === ''
      ? stateWords(countConditions(model.collection, state.rows, deck.session.look))
      : `filter ${view.filter}`,
    column === undefined ? '' : `by ${column}${view.sort?.descending ? ', descending' : ''}`,
  ];
  const pages = Math.max(1, Math.ceil(view.ids.length / AT_ONCE));
  at.page = Math.min(at.page, pages - 1);
  if (pages > 1) facts.push(`page ${at.page + 1} of ${pages}`);
  say(
    `${facts
      .filter(Boolean)
      .map(fact => spoken(fact))
      .join('. ')}.`,
  );
  const refusal = state.complete || state.failure ? undefined : refusalOf(deck);
  if (view.ids.length === 0 && state.rows.length === 0 && refusal) say(refusal.words);
  else if (view.ids.length === 0 && state.rows.length === 0)
    say(...emptyWords(family, state, view, place.sampled()).slice(0, state.failure ? 2 : 1));
  const rows = model.rows();
  const shown = rows.slice(at.page * AT_ONCE, (at.page + 1) * AT_ONCE);
  const goals = rows.map(row => {
    const about = family.opens?.(row, deck.session.look, params);
    return about ? goalOf(about) : goalFor(deck, family, row, params);
  });
  const shownNow: Shown = {rows: asNow(model.collection, rows), goals, from: [model.collection]};
  if (at.known && rows.length > 0) {
    say('list reads it out.');
    return shownNow;
  }
  const selected = (row: AnyRow): string => (view.selection.has(family.key(row)) ? 'selected, ' : '');
  say(
    ...numbered(
      shown.map(row => `${selected(row)}${rowWords(deck, family, row, params)}`),
      at.page * AT_ONCE,
    ),
  );
  return shownNow;
}

/** What a row stands for, what it has inside, or the row itself. */
function goalFor({session}: Deck, family: Family, row: AnyRow, params: PathParams): Goal {
  const folder = family.inside?.(row, params);
  if (folder) return folder;
  const ref = family.standsFor?.(row, session.look, params)?.ref ?? {family: family.id, id: family.key(row), params};
  const {params: place = {}} = ref;
  return {family: ref.family, id: ref.id, ...(Object.keys(place).length > 0 && {params: place})};
}

/** The row that a detail is about; undefined when there is none, or none any more. */
export function rowOf({destination, family, model}: ListPlace): AnyRow | undefined {
  const {byId, rows} = model.collection.get();
  if (family.single) return rows[0];
  return 'id' in destination ? byId.get(destination.id) : undefined;
}

async function detail(talk: Talk, place: ListPlace, at: At): Promise<Shown> {
  const {deck, say} = talk;
  const {family, params, model} = place;
  await readUntil(
    talk,
    model.collection,
    ({complete, failure}) => rowOf(place) !== undefined || complete || failure !== undefined,
  );
  const row = rowOf(place);
  if (row === undefined) {
    say(model.collection.get().failure?.words ?? `${family.one} is not there, or is there no more.`);
    return {goals: [], from: [model.collection]};
  }
  await considered(talk, family, [row], params);
  const tabs = family.detail;
  at.tab = Math.min(at.tab, tabs.length - 1);
  const tab = tabs[at.tab];
  const condition = stateOf(deck, family, row, params, model.collection.annotation(family.key(row)));
  say(`${capital(family.one)} ${[family.label(row), condition].filter(Boolean).join(', ')}.`);
  const from = [
    model.collection,
    ...(tab && 'list' in tab ? [deck.session.collection(tab.list, tab.params(row, params))] : []),
  ];
  if (tab === undefined) return {goals: [], from};
  const others = tabs.length > 1 ? ` of ${tabs.length}` : '';
  say(`Tab ${at.tab + 1}${others}: ${tab.title}.`);
  if (
    'list' in tab &&
    tab.as !== 'thread' &&
    tab.unless?.(row, deck.session.look, params) === undefined &&
    !deck.family(tab.list).single
  )
    return children(talk, deck.family(tab.list), tab.params(row, params), item => tab.where?.(item, row) !== false);
  const content = contentOf(deck, family, tab, row, params, () => at.revealed);
  const stop = content.awake?.(() => talk.news.stir());
  try {
    const lines = () => content.lines(WIDE);
    await talk.until(talk.news.changes, () => !lines().some(({loading}) => loading));
    const goals: Goal[] = [];
    for (const line of lines()) {
      const text = spoken(line.paint('none', WIDE));
      if (text === '') continue;
      const ref = line.opens?.();
      const where = line.shows?.();
      if (ref) goals.push(goalOf(ref));
      else if (where) goals.push({family: where.family, ...(where.params && {params: where.params})});
      say(ref || where ? `${goals.length}. ${text}` : text);
    }
    return {goals, from, among: content.family};
  } finally {
    stop?.();
  }
}

async function children(
  talk: Talk,
  family: Family,
  params: PathParams,
  belongs: (row: AnyRow) => boolean,
): Promise<Shown> {
  const collection = talk.deck.session.collection(family.id, params);
  await settled(talk, collection);
  const {rows: all, failure} = collection.get();
  const rows = all.filter(belongs);
  await considered(talk, family, rows, params);
  if (failure) talk.say(failure.words);
  else if (rows.length === 0) talk.say(`There are no ${family.title}.`);
  talk.say(...numbered(rows.map(row => rowWords(talk.deck, family, row, params))));
  const goals = rows.map(row => goalFor(talk.deck, family, row, params));
  return {goals, rows: asNow(collection, rows), from: [collection], among: {family, rows: [], params}};
}

/** A page is read as it is painted, on a sheet that is long enough. */
async function page(talk: Talk, place: Place): Promise<Shown> {
  const {main} = place;
  let late = false;
  const stopWaiting = talk.deck.clock.schedule(PATIENCE, () => {
    late = true;
    talk.news.stir();
  });
  main.place({x: 0, y: 0, width: PAGE_WIDE, height: 1000});
  place.repaint();
  const stop = main.subscribe(() => talk.news.stir());
  try {
    await talk.until(talk.news.changes, () => late || place.loading?.() !== true);
  } finally {
    stop();
    stopWaiting();
  }
  talk.say(`${place.title()}:`, ...main.rows.map(spoken).filter(Boolean));
  return {goals: [], from: []};
}
