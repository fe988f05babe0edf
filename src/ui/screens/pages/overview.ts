/** The overview of the account: running operations, problems with their start, and the number of resources. */

import {announcesWork} from '../../../families/account/planned-work.ts';
import {isProblem, type State} from '../../../families/format/cells.ts';
import {age, ago, clockDuration, formatNumber, toMillis} from '../../../families/format/format.ts';
import {nounInSentence} from '../../../families/format/nouns.ts';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {maxCountedRows, rowCondition} from '../../../store/cache/row-condition.ts';
import {forecastLine, runRateLine} from '../../../store/cost/cost-report.ts';
import {accountPart} from '../../../store/session/account-state.ts';
import type {EventRow} from '../../../store/sync/event-log.ts';
import {stateSince} from '../../../store/watch/state-watch.ts';
import type {NavigationPort, PagePorts, RefetchPort, SessionPort} from '../../context/ports.ts';
import {cell, span} from '../../widgets/spans.ts';
import {eventSpans} from '../shared/event-line.ts';
import {type CostAccount, followCost, reportOf} from '../shared/forecasts.ts';
import {type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {createTrackedLookup, type TrackedLookup} from '../shared/tracked-families.ts';
import {columnWidths, LinePage} from './line-page.ts';
import {countedFamilies, countLines} from './overview-counts.ts';
import {type PageContent, type PageLine, pageHeading, pageMessage, pageMore, pageText} from './page-lines.ts';
import {waitingPlanLines} from './waiting-plan-lines.ts';

/** The maximum number of problems to list; further problems are counted. */
const MAX_PROBLEMS = 12;
const MAX_EVENTS = 8;
/** The width from which the counts have a separate column. */
const MIN_COLUMNS_FOR_TWO = 140;

const createdAt = ({created}: EventRow): number => toMillis(created) ?? 0;

interface OverviewProblem {
  readonly part: CostAccount;
  readonly family: Family;
  readonly row: AnyRow;
  readonly state: State;
}

type OverviewAccounts = PageAccounts<CostAccount>;

/** With several accounts, counts are sums, and all other lines name their account. */
export function createOverview(context: PagePorts & RefetchPort): LinePage {
  const {session, accounts} = context;
  const trackedLookup = createTrackedLookup(session.lookup);
  const parts = pageAccounts(
    context,
    (own): CostAccount => ({
      context: own,
      trackedLookup: accounts ? createTrackedLookup(own.session.lookup) : trackedLookup,
    }),
  );
  const families = countedFamilies(context);
  return new LinePage(context, {
    kind: 'overview',
    title: 'Overview',
    content: columns => overviewContent(parts, trackedLookup, columns),
    sources: () => [
      ...parts.all.flatMap(({context: {session}}) =>
        (['status', 'operations', 'events'] as const).map(part => accountPart(session.account, part)),
      ),
      ...families.map(({id}) => session.collection(id)),
      ...parts.all.flatMap(({context: {session}}) => session.plans ?? []),
    ],
    follow(changed) {
      const renew = (): void => {
        context.repaintSidebar(...families.map(({id}) => session.collection(id).getState().rows));
        changed();
      };
      const stops = [
        ...(accounts ? [trackedLookup.subscribe(session, renew)] : []),
        ...parts.all.map(part => followCost(part, renew)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    keys: page => overviewLayer(context, page),
  });
}

const overviewLayer = (context: NavigationPort & RefetchPort, page: LinePage<PageLine>): Layer =>
  createLayer('overview', {
    open: {run: page.open, unless: page.openRefusal},
    refresh: () => context.refetchAll(),
    back: {run: () => void context.navigation.back(), isAbsent: () => !context.navigation.hasBack()},
  });

function overviewContent(
  parts: OverviewAccounts,
  trackedLookup: TrackedLookup,
  columns: number,
): PageContent<PageLine> {
  const {context} = parts;
  const problems = currentProblems(parts);
  const isNarrow = columns < MIN_COLUMNS_FOR_TWO;
  const leftColumns = isNarrow ? columns : columnWidths(columns)[0];
  const head = context.accounts ? accountLines(parts, problems) : ownLines(context, leftColumns);
  const now = [...head, ...waitingPlanLines(parts), ...runningLines(parts), ...problemLines(parts, problems)];
  const counts = [...countLines(context, trackedLookup), ...costLines(parts)];
  const events = eventLines(parts);
  if (isNarrow) return {left: [...now, ...counts, ...events]};
  // Empty lines beside the head, so that the titles of both columns are on one line.
  return {left: [...now, ...events], right: [...head.map(() => pageText([])), ...counts]};
}

function ownerWords({session}: SessionPort): string {
  const {account, user} = session.account.getState().status;
  return [account, user].filter(Boolean).join(' · ');
}

function ownLines(context: SessionPort, columns: number): PageLine[] {
  const {failure} = context.session.account.getState().status;
  const owner = ownerWords(context);
  return [
    pageText([span('Overview', 'strong'), span(owner === '' ? '' : `  ${owner}`)]),
    ...(failure ? pageMessage(failure.message, 'failed', columns) : []),
  ];
}

/** Each account with its state and number of problems, which a list that is cut off doesn't show. */
function accountLines({all, nameSpans}: OverviewAccounts, problems: readonly OverviewProblem[]): PageLine[] {
  return [
    pageText([span('Overview', 'strong'), span(`  ${all.length} accounts`)]),
    ...all.map(part => {
      const {failure} = part.context.session.account.getState().status;
      const wrong = problems.filter(problem => problem.part === part).length;
      return pageText([
        ...nameSpans(part),
        span(ownerWords(part.context)),
        ...(wrong > 0 ? [span(`  ${formatNumber(wrong)} wrong`, 'attention')] : []),
        ...(failure ? [span(`  ${failure.message}`, 'failed')] : []),
      ]);
    }),
  ];
}

function runningLines({context, all, nameSpans, destinationOf}: OverviewAccounts): PageLine[] {
  const skin = context.skin();
  const running = all.flatMap(part =>
    part.context.session.account.getState().operations.map(operation => ({part, operation})),
  );
  if (running.length === 0) return [...pageHeading('Running'), pageText([span('nothing', 'dim')])];
  return [
    ...pageHeading('Running'),
    ...running.map(({part, operation: {label, word, percent, secondsLeft, by, target}}) => {
      const progress = percent === undefined ? '' : ` ${skin.progress(percent, 12)} ${percent}%`;
      const left = secondsLeft === undefined ? '' : `  ${clockDuration(secondsLeft)} left`;
      return pageText(
        [
          span(`${skin.glyph('busy')} `, 'busy'),
          ...nameSpans(part),
          span(label, 'strong'),
          span(` ${word}${progress}`),
          span(`${left}${by ? `  by ${by}` : ''}`, 'dim'),
        ],
        target && destinationOf(part, target),
      );
    }),
  ];
}

const currentProblems = ({context, all}: OverviewAccounts): readonly OverviewProblem[] =>
  countedFamilies(context).flatMap(({id}) => all.flatMap(part => problemsOf(part, part.context.family(id))));

function problemsOf(part: CostAccount, family: Family): readonly OverviewProblem[] {
  const list = part.context.session.collection(family.id);
  return list
    .getState()
    .rows.slice(0, maxCountedRows)
    .flatMap((row): OverviewProblem[] => {
      if (family.id === 'account.notifications' && isWindow(part, row)) return [];
      const state = rowCondition(list, row, part.trackedLookup.lookup, list.annotation(family.key(row)));
      return state !== undefined && isProblem(state) ? [{part, family, row, state}] : [];
    });
}

/** True if the notification announces a maintenance window, which the overview lists itself. */
const isWindow = ({context: {session}}: CostAccount, row: AnyRow): boolean =>
  session
    .collection('account.maintenance')
    .getState()
    .rows.some(window => announcesWork(row, window));

function problemLines(parts: OverviewAccounts, problems: readonly OverviewProblem[]): PageLine[] {
  const {context} = parts;
  const known = countedFamilies(context).every(({id}) => context.session.collection(id).getState().isComplete);
  const none = known ? `${context.skin().glyph('ok')} no problems` : 'nothing so far; not everything is read yet';
  return [
    ...pageHeading('Problems'),
    ...problems.slice(0, MAX_PROBLEMS).map(problem => problemLine(parts, problem)),
    ...(problems.length === 0 ? [pageText([span(none, known ? 'ok' : 'dim')])] : []),
    ...pageMore(problems.length - MAX_PROBLEMS, {page: 'monitor'}),
  ];
}

function problemLine(
  {context, nameSpans, destinationOf}: OverviewAccounts,
  {part, family, row, state}: OverviewProblem,
): PageLine {
  const spans = [
    span(`${context.skin().glyph(state.condition)} `, state.condition),
    ...nameSpans(part),
    span(`${family.one} `, 'dim'),
    span(family.label(row), 'strong'),
    span(` ${state.word}`, state.condition),
    span(detailWords(part.context, family, row), 'dim'),
  ];
  return pageText(spans, destinationOf(part, {family: family.id, id: family.key(row)}));
}

/** The date of planned work, the message of a notification, or the time since the problem started. */
function detailWords({session}: SessionPort, family: Family, row: AnyRow): string {
  const when = family.id === 'account.maintenance' && typeof row.when === 'string' ? toMillis(row.when) : undefined;
  if (when !== undefined) return `  ${ago(when, session.lookup.now)}`;
  if (family.id === 'account.notifications' && row.message) return `  ${row.message}`;
  const at = stateSince(session, family, row);
  return at === undefined ? '' : `  for ${age(at, session.lookup.now)}`;
}

/** The run rate and the forecast of each account; the page of the cost has the details. */
const costLines = (parts: OverviewAccounts): PageLine[] => [
  ...pageHeading('Cost'),
  ...parts.all.flatMap(part => accountCostLines(parts, part)),
];

/** Without all lists, the sums are too small and are not shown. */
function accountCostLines({nameSpans, columns}: OverviewAccounts, part: CostAccount): readonly PageLine[] {
  const {session} = part.context;
  const {rate, unread, ...forecast} = reportOf(part);
  const failed = unread.find(id => session.collection(id).getState().failure !== undefined);
  const gap = failed ? `couldn’t read ${nounInSentence(session.collection(failed).family.title)}` : 'reading…';
  return [runRateLine(rate), forecastLine(forecast)].flatMap(({name, amount, notes}) => {
    const [shownAmount, [shownNote = '', ...more]] = unread.length > 0 ? ['unknown', [gap]] : [amount, notes];
    const spans = [
      ...nameSpans(part),
      span(cell(name, 24)),
      span(cell(shownAmount, 14, 'right')),
      span(`  ${shownNote}`, 'dim'),
    ];
    return [
      pageText(spans, {page: 'cost'}),
      ...more.map(text => pageText([span(cell('', columns + 38)), span(`  ${text}`, 'dim')])),
    ];
  });
}

function eventLines({context, all, nameSpans}: OverviewAccounts): PageLine[] {
  const events = all
    .flatMap(part =>
      part.context.session.account
        .getState()
        .events.slice(0, MAX_EVENTS)
        .map(event => ({part, event})),
    )
    // Events of one account are in order; events of several accounts are sorted by time.
    .sort((left, right) => (context.accounts ? createdAt(right.event) - createdAt(left.event) : 0))
    .slice(0, MAX_EVENTS);
  return [
    ...pageHeading('Last events'),
    ...(events.length > 0
      ? events.map(({part, event}) =>
          pageText([...nameSpans(part), ...eventSpans(part.context, event)], {family: 'account.events'}),
        )
      : [pageText([span('none read yet', 'dim')])]),
  ];
}
