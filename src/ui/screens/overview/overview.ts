/** The pulse of the account: what runs, what is wrong and since when, and how much there is of everything. */
import {isProblem, type State} from '../../../families/cells.ts';
import {type AnyRow, type Family, isCounted} from '../../../families/define.ts';
import {age, clockDuration, formatNumber, toMillis} from '../../../families/format.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {countConditions, maxCountedRows, rowCondition} from '../../../store/condition.ts';
import type {Collection, EventRow} from '../../../store/types.ts';
import {stateSince} from '../../../store/watch.ts';
import type {Deck} from '../../deck.ts';
import type {Destination, Place} from '../../place.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';
import {eventSpans} from '../events/spans.ts';
import {type ConsultedLook, recordingLook} from '../list/consulted.ts';
import {countWords, isUnread} from '../list/title.ts';
import {createPage, type PageLine, pageHeading, pageMore, pageText} from '../page.ts';
import {type Part, partsOf} from '../parts.ts';

/** Beyond this, problems are counted rather than listed. */
const LISTED = 12;
const EVENTS = 8;

const createdAt = ({created}: EventRow): number => toMillis(created) ?? 0;

interface Read extends Part {
  /** Conditions may look at what hangs below a row: the ports of a NodeBalancer. */
  readonly consulted: ConsultedLook;
}

interface Problem {
  readonly part: Read;
  readonly family: Family;
  readonly row: AnyRow;
  readonly state: State;
}

/** Of several accounts together: counts are sums, and whatever else is said names the account. */
export function createOverview(deck: Deck): Place {
  const {session, accounts} = deck;
  const consulted = recordingLook(session.look);
  const {
    all: parts,
    whose,
    goal: goalOf,
  } = partsOf(deck, (own): Read => ({deck: own, consulted: accounts ? recordingLook(own.session.look) : consulted}));
  const families = deck.families.filter(isCounted);
  const text = (spans: readonly Span[], goes?: Destination): PageLine => pageText(deck, spans, goes);
  const heading = (title: string): PageLine[] => pageHeading(deck, title);

  function overviewLines(): readonly PageLine[] {
    const problems = problemsNow();
    return [
      ...(accounts ? accountLines(problems) : ownLines()),
      ...runningLines(),
      ...problemLines(problems),
      ...countLines(),
      ...eventLines(),
    ];
  }

  const ownerWords = ({session}: Deck): string => {
    const {account, user} = session.status.get();
    return [account, user].filter(Boolean).join(' · ');
  };

  function ownLines(): PageLine[] {
    const {failure} = session.status.get();
    const who = ownerWords(deck);
    return [
      text([span('Overview', 'strong'), span(who === '' ? '' : `  ${who}`)]),
      ...(failure ? [text([span(failure.words, 'failed')])] : []),
    ];
  }

  /** Each by itself: how it is, and how much is wrong in it, which a list that is cut off does not say. */
  function accountLines(problems: readonly Problem[]): PageLine[] {
    return [
      text([span('Overview', 'strong'), span(`  ${parts.length} accounts`)]),
      ...parts.map(part => {
        const {failure} = part.deck.session.status.get();
        const wrong = problems.filter(problem => problem.part === part).length;
        return text([
          ...whose(part),
          span(ownerWords(part.deck)),
          ...(wrong > 0 ? [span(`  ${formatNumber(wrong)} wrong`, 'attention')] : []),
          ...(failure ? [span(`  ${failure.words}`, 'failed')] : []),
        ]);
      }),
    ];
  }

  function runningLines(): PageLine[] {
    const skin = deck.skin();
    const running = parts.flatMap(part => part.deck.session.operations.get().map(operation => ({part, operation})));
    if (running.length === 0) return [...heading('Running'), text([span('nothing', 'dim')])];
    return [
      ...heading('Running'),
      ...running.map(({part, operation: {label, word, percent, secondsLeft, by, target}}) => {
        const progress = percent === undefined ? '' : ` ${skin.progress(percent, 12)} ${percent}%`;
        const left = secondsLeft === undefined ? '' : `  ${clockDuration(secondsLeft)} left`;
        return text(
          [
            span(`${skin.glyph('busy')} `, 'busy'),
            ...whose(part),
            span(label, 'strong'),
            span(` ${word}${progress}`),
            span(`${left}${by ? `  by ${by}` : ''}`, 'dim'),
          ],
          target && goalOf(part, target),
        );
      }),
    ];
  }

  function problemsNow(): readonly Problem[] {
    return families.flatMap(({id}) =>
      parts.flatMap(part => {
        const family = part.deck.family(id);
        const list = part.deck.session.collection(id);
        return list
          .get()
          .rows.slice(0, maxCountedRows)
          .flatMap((row): Problem[] => {
            const state = rowCondition(list, row, part.consulted.look, list.annotation(family.key(row)));
            return state !== undefined && isProblem(state) ? [{part, family, row, state}] : [];
          });
      }),
    );
  }

  function problemLines(problems: readonly Problem[]): PageLine[] {
    const skin = deck.skin();
    const more = problems.length - LISTED;
    const known = families.every(({id}) => session.collection(id).get().complete);
    const none = known ? `${skin.glyph('ok')} nothing is wrong` : 'nothing so far; not everything is read yet';
    return [
      ...heading('Problems'),
      ...problems
        .slice(0, LISTED)
        .map(({part, family, row, state}) =>
          text(
            [
              span(`${skin.glyph(state.is)} `, state.is),
              ...whose(part),
              span(`${family.one} `, 'dim'),
              span(family.label(row), 'strong'),
              span(` ${state.word}`, state.is),
              span(sinceWords(part.deck, family, row), 'dim'),
            ],
            goalOf(part, {family: family.id, id: family.key(row)}),
          ),
        ),
      ...(problems.length === 0 ? [text([span(none, known ? 'ok' : 'dim')])] : []),
      ...pageMore(deck, more),
    ];
  }

  function sinceWords({session}: Deck, family: Family, row: AnyRow): string {
    const at = stateSince(session, family, row);
    return at === undefined ? '' : `  for ${age(at, session.look.now)}`;
  }

  function countLines(): PageLine[] {
    return [
      ...heading('Everything'),
      ...families.map(family => {
        const list = session.collection(family.id);
        const state = list.get();
        const name = cell(family.title, 18);
        // How many there are of what there is one of says nothing.
        const words = family.single && state.complete ? '' : countWords(state, 0, false);
        const count = cell(words, 9, 'right');
        const failed = state.failure === undefined ? [] : [span(`  ${state.failure.words}`, 'failed')];
        const line = text([span(name), span(count), span('  '), ...stateCounts(list), ...failed], {
          family: family.id,
        });
        return isUnread(state) ? {...line, loading: true as const} : line;
      }),
    ];
  }

  function stateCounts(list: Collection): Span[] {
    const skin = deck.skin();
    return countConditions(list, list.get().rows, consulted.look).flatMap(({word, is, count}) => [
      span(`${skin.glyph(is)} `, is),
      span(`${count} ${word}   `),
    ]);
  }

  function eventLines(): PageLine[] {
    const events = parts
      .flatMap(part =>
        part.deck.session.events
          .get()
          .slice(0, EVENTS)
          .map(event => ({part, event})),
      )
      // Those of one account are in their order; between accounts only time tells what is newer.
      .sort((left, right) => (accounts ? createdAt(right.event) - createdAt(left.event) : 0))
      .slice(0, EVENTS);
    return [
      ...heading('Last events'),
      ...(events.length > 0
        ? events.map(({part, event}) =>
            text([...whose(part), ...eventSpans(part.deck, event)], {family: 'account.events'}),
          )
        : [text([span('none read yet', 'dim')])]),
    ];
  }

  return createPage(deck, {
    page: 'overview',
    title: 'Overview',
    lines: overviewLines,
    sources: () => [
      ...parts.flatMap(({deck: {session}}) => [session.status, session.operations, session.events]),
      ...families.map(({id}) => session.collection(id)),
    ],
    follow(changed) {
      const renew = (): void => {
        for (const {id} of families) deck.repaintSidebar(session.collection(id).get().rows);
        changed();
      };
      const stops = [
        consulted.awake(session, renew),
        ...(accounts ? parts.map(part => part.consulted.awake(part.deck.session, renew)) : []),
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
          refresh: () => deck.refreshAll(),
          back: {run: () => void deck.places.back(), absent: () => !deck.places.hasBack()},
        },
        {title: 'Overview'},
      ),
  });
}
