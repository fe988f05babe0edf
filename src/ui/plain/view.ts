/** The content of a place as lines: a list page by page, a detail tab by tab, a page as a whole. */
import type {AnyRow, Family, PathParams, Ref} from '../../families/shape/define-family.ts';
import type {Collection, CollectionState} from '../../store/cache/collection-state.ts';
import {countConditions} from '../../store/cache/row-condition.ts';
import {trackLookups} from '../../store/core/track-lookups.ts';
import {foreignFilterHint} from '../../store/list/foreign-filter.ts';
import {type Destination, isPageView, type PageView, type View} from '../context/navigation.ts';
import type {SessionPort} from '../context/ports.ts';
import {contentOf} from '../screens/detail/tabs/tab-content.ts';
import {emptyWords} from '../screens/list/empty-state.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import {ageFacts, stateCountWords, titleSpans} from '../screens/shared/list-title.ts';
import type {ListView} from '../screens/shared/list-view-types.ts';
import {
  MAX_LISTED,
  MAX_WAIT_MS,
  numberLines,
  type PlainContext,
  refetchUnreported,
  tokenRejection,
} from './plain-context.ts';
import {capitalize, rowWords, speechText, spokenState} from './speech-text.ts';
import type {ShownItems, ViewPosition} from './view-types.ts';

/** Wider than any line, so that nothing is cut or broken. */
const UNBOUNDED_COLUMNS = 10_000;
const PAGE_COLUMNS = 100;
/** More rows than a page has. */
const PAGE_ROWS = 1000;

const destinationOf = (ref: Ref): Destination => ({
  family: ref.family,
  id: ref.id,
  ...(ref.params && {params: ref.params}),
});

/**
 * The rows with their current values: they may have changed since they were read out, and an action applies to what
 * they are now.
 */
const currentRows = (collection: Collection, rows: readonly AnyRow[]) => (): readonly AnyRow[] => {
  const {byId} = collection.getState();
  return rows.map(row => byId.get(collection.family.key(row)) ?? row);
};

/** Resolves when the list was read that far, or when the account refuses access and nothing more will arrive. */
async function waitForCollection(
  plain: PlainContext,
  collection: Collection,
  test: (state: CollectionState) => boolean,
): Promise<void> {
  const stop = collection.subscribe(() => plain.announcer.notify());
  try {
    await plain.waitFor(
      plain.announcer.changes,
      () => test(collection.getState()) || tokenRejection(plain.context) !== undefined,
    );
  } finally {
    stop();
  }
}

/** Resolves when the whole list is read, or can't be read. */
const waitUntilLoaded = (
  plain: PlainContext,
  collection: Collection,
  late: () => boolean = () => false,
): Promise<void> =>
  waitForCollection(
    plain,
    collection,
    ({isComplete, phase, isFromSnapshot, failure}) =>
      late() || failure !== undefined || phase === 'failed' || (!isFromSnapshot && (isComplete || phase === 'ready')),
  );

/** The number of rows whose conditions are waited for: one page. */
const MAX_AWAITED_ROWS = MAX_LISTED;

/**
 * Reads lists that conditions depend on before the conditions are announced: the backends of a NodeBalancer, or the
 * last reply of a ticket. A list that takes too long leaves the condition unknown.
 */
async function waitForConditions(
  plain: PlainContext,
  family: Family,
  rows: readonly AnyRow[],
  params: PathParams,
): Promise<void> {
  const {session, clock} = plain.context;
  const asked = new Set<Collection>();
  const lookup = trackLookups(session.lookup, (id, listParams) => asked.add(session.collection(id, listParams)));
  for (const row of rows.slice(0, MAX_AWAITED_ROWS)) family.state?.(row, lookup, params);
  let late = false;
  const stopWaiting = clock.schedule(MAX_WAIT_MS, () => {
    late = true;
    plain.announcer.notify();
  });
  const stops = [...asked].map(collection => collection.subscribe(() => plain.announcer.notify()));
  try {
    for (const collection of asked) await waitUntilLoaded(plain, collection, () => late);
  } finally {
    for (const stop of stops) stop();
    stopWaiting();
  }
}

export async function showView(plain: PlainContext, view: View, at: ViewPosition): Promise<ShownItems> {
  if (isPageView(view)) return showPage(plain, view);
  if (!isListView(view)) throw new Error(`${view.title()} is neither a list nor a page.`);
  return view.inDetail.getState() ? showDetail(plain, view, at) : showList(plain, view, at);
}

async function showList(plain: PlainContext, view: ListView, at: ViewPosition): Promise<ShownItems> {
  const {context, say} = plain;
  const {family, params, model} = view;
  await refetchUnreported(plain, model.collection);
  await waitUntilLoaded(plain, model.collection);
  await waitForConditions(plain, family, model.collection.getState().rows, params);
  await plain.waitFor(model, ({isSettling}) => !isSettling);
  const state = model.collection.getState();
  const listState = model.getState();
  // The title doesn't count deleted rows either, which the screen still shows for a while.
  const isPresent = (row: AnyRow): boolean => model.collection.annotation(family.key(row))?.isDeleted !== true;
  const title = titleSpans(
    {family, params, state, view: listState},
    {
      ...ageFacts(context),
      hidden: model.hiddenSelectedCount(),
      sampled: view.sampleProgress(),
    },
  ).map(({text}) => text);
  const column = family.columns.find(({id, field}) => (id ?? field) === listState.sort?.column)?.title;
  const facts = [
    speechText(title.join('')).replace(':', ''),
    listState.filter === ''
      ? stateCountWords(countConditions(model.collection, state.rows.filter(isPresent), context.session.lookup))
      : `filter ${listState.filter}`,
    column === undefined ? '' : `by ${column}${listState.sort?.descending ? ', descending' : ''}`,
  ];
  const rows = model.rows().filter(isPresent);
  const pages = Math.max(1, Math.ceil(rows.length / MAX_LISTED));
  at.page = Math.min(at.page, pages - 1);
  if (pages > 1) facts.push(`page ${at.page + 1} of ${pages}`);
  say(
    `${facts
      .filter(Boolean)
      .map(fact => speechText(fact))
      .join('. ')}.`,
  );
  const refusal = state.isComplete || state.failure ? undefined : tokenRejection(context);
  if (listState.ids.length === 0 && state.rows.length === 0 && refusal) say(refusal.message);
  else if (listState.ids.length === 0 && state.rows.length === 0)
    say(...emptyWords(context.keymap, family, state, listState, view.sampleProgress()).slice(0, state.failure ? 2 : 1));
  else if (listState.ids.length === 0 && listState.hint === undefined) {
    const hint = foreignFilterHint(listState.filter, family);
    if (hint !== undefined) say(`${hint}.`);
  }
  const shown = rows.slice(at.page * MAX_LISTED, (at.page + 1) * MAX_LISTED);
  const goals = rows.map(row => {
    const about = family.link?.(row, context.session.lookup, params);
    return about ? destinationOf(about) : rowDestination(context, family, row, params);
  });
  const shownNow: ShownItems = {
    rows: currentRows(model.collection, rows),
    destinations: goals,
    sources: [model.collection],
  };
  if (at.wasReadOut && rows.length > 0) {
    say('list reads it out.');
    return shownNow;
  }
  const selected = (row: AnyRow): string => (listState.selection.has(family.key(row)) ? 'selected, ' : '');
  say(
    ...numberLines(
      shown.map(row => `${selected(row)}${rowWords(context, family, row, params)}`),
      at.page * MAX_LISTED,
    ),
  );
  return shownNow;
}

/** The place that a row opens: the resource it represents, its contents, or its own detail. */
function rowDestination({session}: SessionPort, family: Family, row: AnyRow, params: PathParams): Destination {
  const folder = family.contents?.(row, params);
  if (folder) return folder;
  const ref = family.represents?.(row, session.lookup, params)?.ref ?? {family: family.id, id: family.key(row), params};
  const {params: view = {}} = ref;
  return {family: ref.family, id: ref.id, ...(Object.keys(view).length > 0 && {params: view})};
}

/** The row that a detail shows; undefined if it never existed or was deleted. */
export function detailRow({destination, family, model}: ListView): AnyRow | undefined {
  const {byId, rows} = model.collection.getState();
  if (family.single) return rows[0];
  return 'id' in destination ? byId.get(destination.id) : undefined;
}

async function showDetail(plain: PlainContext, view: ListView, at: ViewPosition): Promise<ShownItems> {
  const {context, say} = plain;
  const {family, params, model} = view;
  await waitForCollection(
    plain,
    model.collection,
    ({isComplete, failure}) => detailRow(view) !== undefined || isComplete || failure !== undefined,
  );
  const row = detailRow(view);
  if (row === undefined) {
    say(model.collection.getState().failure?.message ?? `${family.one} not found.`);
    return {destinations: [], sources: [model.collection]};
  }
  await waitForConditions(plain, family, [row], params);
  const tabs = family.detail;
  at.tab = Math.min(at.tab, tabs.length - 1);
  const tab = tabs[at.tab];
  const condition = spokenState(context, {family, row, params}, model.collection.annotation(family.key(row)));
  say(`${capitalize(family.one)} ${[family.label(row), condition].filter(Boolean).join(', ')}.`);
  const from = [
    model.collection,
    ...(tab && 'list' in tab ? [context.session.collection(tab.list, tab.params(row, params))] : []),
  ];
  if (tab === undefined) return {destinations: [], sources: from};
  const others = tabs.length > 1 ? ` of ${tabs.length}` : '';
  say(`Tab ${at.tab + 1}${others}: ${tab.title}.`);
  if (
    'list' in tab &&
    tab.layout !== 'thread' &&
    tab.unless?.(row, context.session.lookup, params) === undefined &&
    !context.family(tab.list).single
  )
    return showChildren(
      plain,
      context.family(tab.list),
      tab.params(row, params),
      item => tab.filter?.(item, row) !== false,
    );
  const content = contentOf(context, family, tab, {row, params, revealed: () => at.isRevealed});
  const stop = content.subscribe?.(() => plain.announcer.notify());
  try {
    const lines = () => content.lines(UNBOUNDED_COLUMNS);
    await plain.waitFor(plain.announcer.changes, () => !lines().some(({isLoading}) => isLoading));
    const goals: Destination[] = [];
    for (const line of lines()) {
      const text = speechText(line.paint('none', UNBOUNDED_COLUMNS));
      if (text === '') continue;
      const ref = line.link?.();
      const where = line.list?.();
      if (ref) goals.push(destinationOf(ref));
      else if (where) goals.push({family: where.family, ...(where.params && {params: where.params})});
      say(ref || where ? `${goals.length}. ${text}` : text);
    }
    return {destinations: goals, sources: from, creationSubject: content.creationSubject};
  } finally {
    stop?.();
  }
}

async function showChildren(
  plain: PlainContext,
  family: Family,
  params: PathParams,
  belongs: (row: AnyRow) => boolean,
): Promise<ShownItems> {
  const collection = plain.context.session.collection(family.id, params);
  await refetchUnreported(plain, collection);
  await waitUntilLoaded(plain, collection);
  const {rows: all, failure} = collection.getState();
  const rows = all.filter(belongs);
  await waitForConditions(plain, family, rows, params);
  if (failure) plain.say(failure.message);
  else if (rows.length === 0) plain.say(`No ${family.title}.`);
  plain.say(...numberLines(rows.map(row => rowWords(plain.context, family, row, params))));
  const goals = rows.map(row => rowDestination(plain.context, family, row, params));
  return {
    destinations: goals,
    rows: currentRows(collection, rows),
    sources: [collection],
    creationSubject: {family, rows: [], params},
  };
}

/** A page is read out as it is in an area that is long enough. */
async function showPage(plain: PlainContext, view: PageView): Promise<ShownItems> {
  let late = false;
  const stopWaiting = plain.context.clock.schedule(MAX_WAIT_MS, () => {
    late = true;
    plain.announcer.notify();
  });
  view.setArea({x: 0, y: 0, columns: PAGE_COLUMNS, rows: PAGE_ROWS});
  view.repaint();
  const stop = view.store.subscribe(() => plain.announcer.notify());
  try {
    await plain.waitFor(plain.announcer.changes, () => late || !view.isLoading());
  } finally {
    stop();
    stopWaiting();
  }
  plain.say(`${view.title()}:`, ...view.texts().map(speechText).filter(Boolean));
  return {destinations: [], sources: []};
}
