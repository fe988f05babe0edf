/** The overview of the account: running operations, problems with their start, and the number of resources. */

import {announcesWork} from '../../../families/account/planned-work.ts';
import {isProblem, type State} from '../../../families/format/cells.ts';
import {age, clockDuration, formatNumber, toMillis} from '../../../families/format/format.ts';
import {type AnyRow, type Family, isCounted} from '../../../families/shape/define-family.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import {countConditions, maxCountedRows, rowCondition} from '../../../store/cache/row-condition.ts';
import {accountSource} from '../../../store/session/account-state.ts';
import type {EventRow} from '../../../store/sync/event-log.ts';
import {stateSince} from '../../../store/watch/state-watch.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import type {Destination, View} from '../../context/navigation.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';
import {eventSpans} from '../shared/event-line.ts';
import {isUnloaded, rowCountWords} from '../shared/list-title.ts';
import {createPage, type PageLine, pageHeading, pageMore, pageText} from '../shared/page.ts';
import {type PageAccount, pageAccounts} from '../shared/page-accounts.ts';
import {createTrackedLookup, type TrackedLookup} from '../shared/tracked-families.ts';

/** The maximum number of problems to list; more are counted. */
const MAX_PROBLEMS = 12;
const MAX_EVENTS = 8;
/** The width from which the counts have a column of their own. */
const MIN_COLUMNS_FOR_TWO = 140;

const createdAt = ({created}: EventRow): number => toMillis(created) ?? 0;

interface OverviewAccount extends PageAccount {
  /** Conditions may depend on child lists of a row: the ports of a NodeBalancer. */
  readonly consulted: TrackedLookup;
}

interface OverviewProblem {
  readonly part: OverviewAccount;
  readonly family: Family;
  readonly row: AnyRow;
  readonly state: State;
}

/** The overview of several accounts: counts are sums, and all other lines name their account. */
export function createOverview(context: ConsoleContext): View {
  const {session, accounts} = context;
  const consulted = createTrackedLookup(session.lookup);
  const {
    all: parts,
    nameSpans,
    destinationOf: goalOf,
  } = pageAccounts(
    context,
    (own): OverviewAccount => ({
      context: own,
      consulted: accounts ? createTrackedLookup(own.session.lookup) : consulted,
    }),
  );
  const families = context.families.filter(isCounted);
  const text = (spans: readonly Span[], goes?: Destination): PageLine => pageText(context, spans, goes);
  const heading = (title: string): PageLine[] => pageHeading(context, title);

  /** The index of the first line of the counts, if they have a column of their own. */
  let countsAt = 0;

  function overviewLines(columns: number): readonly PageLine[] {
    const problems = problemsNow();
    const head = accounts ? accountLines(problems) : ownLines();
    const now = [...head, ...runningLines(), ...problemLines(problems)];
    if (columns < MIN_COLUMNS_FOR_TWO) return [...now, ...countLines(), ...eventLines()];
    const left = [...now, ...eventLines()];
    countsAt = left.length;
    // Blank lines beside the head, so that the titles of both columns are on one line.
    return [...left, ...head.map(() => text([])), ...countLines()];
  }

  const ownerWords = ({session}: ConsoleContext): string => {
    const {account, user} = session.account.getState().status;
    return [account, user].filter(Boolean).join(' · ');
  };

  function ownLines(): PageLine[] {
    const {failure} = session.account.getState().status;
    const who = ownerWords(context);
    return [
      text([span('Overview', 'strong'), span(who === '' ? '' : `  ${who}`)]),
      ...(failure ? [text([span(failure.words, 'failed')])] : []),
    ];
  }

  /** The accounts one by one: their state and number of problems, which a list that is cut off doesn't show. */
  function accountLines(problems: readonly OverviewProblem[]): PageLine[] {
    return [
      text([span('Overview', 'strong'), span(`  ${parts.length} accounts`)]),
      ...parts.map(part => {
        const {failure} = part.context.session.account.getState().status;
        const wrong = problems.filter(problem => problem.part === part).length;
        return text([
          ...nameSpans(part),
          span(ownerWords(part.context)),
          ...(wrong > 0 ? [span(`  ${formatNumber(wrong)} wrong`, 'attention')] : []),
          ...(failure ? [span(`  ${failure.words}`, 'failed')] : []),
        ]);
      }),
    ];
  }

  function runningLines(): PageLine[] {
    const skin = context.skin();
    const running = parts.flatMap(part =>
      part.context.session.account.getState().operations.map(operation => ({part, operation})),
    );
    if (running.length === 0) return [...heading('Running'), text([span('nothing', 'dim')])];
    return [
      ...heading('Running'),
      ...running.map(({part, operation: {label, word, percent, secondsLeft, by, target}}) => {
        const progress = percent === undefined ? '' : ` ${skin.progress(percent, 12)} ${percent}%`;
        const left = secondsLeft === undefined ? '' : `  ${clockDuration(secondsLeft)} left`;
        return text(
          [
            span(`${skin.glyph('busy')} `, 'busy'),
            ...nameSpans(part),
            span(label, 'strong'),
            span(` ${word}${progress}`),
            span(`${left}${by ? `  by ${by}` : ''}`, 'dim'),
          ],
          target && goalOf(part, target),
        );
      }),
    ];
  }

  function problemsNow(): readonly OverviewProblem[] {
    return families.flatMap(({id}) =>
      parts.flatMap(part => {
        const family = part.context.family(id);
        const list = part.context.session.collection(id);
        return list
          .get()
          .rows.slice(0, maxCountedRows)
          .flatMap((row): OverviewProblem[] => {
            if (id === 'account.notifications' && isWindow(part, row)) return [];
            const state = rowCondition(list, row, part.consulted.lookup, list.annotation(family.key(row)));
            return state !== undefined && isProblem(state) ? [{part, family, row, state}] : [];
          });
      }),
    );
  }

  /** True if the notification announces a maintenance window, which is listed itself. */
  const isWindow = ({context: {session}}: OverviewAccount, row: AnyRow): boolean =>
    session
      .collection('account.maintenance')
      .get()
      .rows.some(window => announcesWork(row, window));

  function problemLines(problems: readonly OverviewProblem[]): PageLine[] {
    const skin = context.skin();
    const more = problems.length - MAX_PROBLEMS;
    const known = families.every(({id}) => session.collection(id).get().complete);
    const none = known ? `${skin.glyph('ok')} no problems` : 'nothing so far; not everything is read yet';
    return [
      ...heading('Problems'),
      ...problems
        .slice(0, MAX_PROBLEMS)
        .map(({part, family, row, state}) =>
          text(
            [
              span(`${skin.glyph(state.is)} `, state.is),
              ...nameSpans(part),
              span(`${family.one} `, 'dim'),
              span(family.label(row), 'strong'),
              span(` ${state.word}`, state.is),
              span(sinceWords(part.context, family, row), 'dim'),
            ],
            goalOf(part, {family: family.id, id: family.key(row)}),
          ),
        ),
      ...(problems.length === 0 ? [text([span(none, known ? 'ok' : 'dim')])] : []),
      ...pageMore(context, more),
    ];
  }

  function sinceWords({session}: ConsoleContext, family: Family, row: AnyRow): string {
    const at = stateSince(session, family, row);
    return at === undefined ? '' : `  for ${age(at, session.lookup.now)}`;
  }

  function countLines(): PageLine[] {
    return [
      ...heading('Everything'),
      ...families.map(family => {
        const list = session.collection(family.id);
        const state = list.get();
        const name = cell(family.title, 18);
        // A count of 1 for a family with a single row is useless.
        const words = family.single && state.complete ? '' : rowCountWords(state, 0, false);
        const count = cell(words, 9, 'right');
        const failed = state.failure === undefined ? [] : [span(`  ${state.failure.words}`, 'failed')];
        const line = text([span(name), span(count), span('  '), ...stateCounts(list), ...failed], {
          family: family.id,
        });
        return isUnloaded(state) ? {...line, loading: true as const} : line;
      }),
    ];
  }

  function stateCounts(list: Collection): Span[] {
    const skin = context.skin();
    return countConditions(list, list.get().rows, consulted.lookup).flatMap(({word, is, count}) => [
      span(`${skin.glyph(is)} `, is),
      span(`${count} ${word}   `),
    ]);
  }

  function eventLines(): PageLine[] {
    const events = parts
      .flatMap(part =>
        part.context.session.account
          .getState()
          .events.slice(0, MAX_EVENTS)
          .map(event => ({part, event})),
      )
      // Events of one account are in order; between accounts only the time decides.
      .sort((left, right) => (accounts ? createdAt(right.event) - createdAt(left.event) : 0))
      .slice(0, MAX_EVENTS);
    return [
      ...heading('Last events'),
      ...(events.length > 0
        ? events.map(({part, event}) =>
            text([...nameSpans(part), ...eventSpans(part.context, event)], {family: 'account.events'}),
          )
        : [text([span('none read yet', 'dim')])]),
    ];
  }

  return createPage(context, {
    page: 'overview',
    title: 'Overview',
    lines: overviewLines,
    secondColumn: (_, columns) => (columns < MIN_COLUMNS_FOR_TWO ? undefined : countsAt),
    sources: () => [
      ...parts.flatMap(({context: {session}}) =>
        (['status', 'operations', 'events'] as const).map(part => accountSource(session.account, part)),
      ),
      ...families.map(({id}) => session.collection(id)),
    ],
    follow(changed) {
      const renew = (): void => {
        for (const {id} of families) context.repaintSidebar(session.collection(id).get().rows);
        changed();
      };
      const stops = [
        consulted.subscribe(session, renew),
        ...(accounts ? parts.map(part => part.consulted.subscribe(part.context.session, renew)) : []),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    keys: page =>
      createLayer(
        'overview',
        {
          open: {run: page.open, unless: page.unopenable},
          refresh: () => context.refetchAll(),
          back: {run: () => void context.navigation.back(), absent: () => !context.navigation.hasBack()},
        },
        {title: 'Overview'},
      ),
  });
}
