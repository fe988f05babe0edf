/** The pulse of the account: what runs, what is wrong and since when, and how much there is of everything. */
import {type Condition, isProblem} from '../../../families/cells.ts';
import type {AnyRow, Family, Ref} from '../../../families/define.ts';
import {age, duration} from '../../../families/format.ts';
import {layer} from '../../../keymap/layer.ts';
import type {CollectionState} from '../../../store/types.ts';
import {knownSince} from '../../../store/watch.ts';
import type {Deck} from '../../deck.ts';
import type {Destination, Place} from '../../place.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';
import {eventSpans} from '../events/spans.ts';
import {recordingLook} from '../list/consulted.ts';
import {countWords, number} from '../list/title.ts';
import {createPage, type PageLine, pageHeading, pageText} from '../page.ts';

/** Beyond this, problems are counted rather than listed. */
const LISTED = 12;
const EVENTS = 8;
/** Longer lists are not counted by state at every poll. */
const COUNTED = 20_000;

export function createOverview(deck: Deck): Place {
  const {session} = deck;
  // Conditions may look at what hangs below a row: the ports of a NodeBalancer.
  const consulted = recordingLook(session.look);
  const families = deck.families.filter(({group, id}) => group !== undefined && id !== 'account.events');
  const text = (spans: readonly Span[], goes?: Destination, opens?: () => Ref | undefined): PageLine =>
    pageText(deck, spans, goes, opens);
  const heading = (title: string): PageLine[] => pageHeading(deck, title);

  function overviewLines(): readonly PageLine[] {
    const {account, user, failure} = session.status.get();
    const who = [account, user].filter(Boolean).join(' · ');
    return [
      text([span('Overview', 'strong'), span(who === '' ? '' : `  ${who}`)]),
      ...(failure ? [text([span(failure.words, 'failed')])] : []),
      ...runningLines(),
      ...problemLines(),
      ...countLines(),
      ...eventLines(),
    ];
  }

  function runningLines(): PageLine[] {
    const skin = deck.skin();
    const operations = session.operations.get();
    if (operations.length === 0) return [...heading('Running'), text([span('nothing', 'dim')])];
    return [
      ...heading('Running'),
      ...operations.map(({label, word, percent, secondsLeft, by, target}) => {
        const progress = percent === undefined ? '' : ` ${skin.progress(percent, 12)} ${percent}%`;
        const left = secondsLeft === undefined ? '' : `  ${duration(secondsLeft)} left`;
        return text(
          [
            span(`${skin.glyph('busy')} `, 'busy'),
            span(label, 'strong'),
            span(` ${word}${progress}`),
            span(`${left}${by ? `  by ${by}` : ''}`, 'dim'),
          ],
          undefined,
          () => target,
        );
      }),
    ];
  }

  function problemLines(): PageLine[] {
    const skin = deck.skin();
    const found: PageLine[] = [];
    let more = 0;
    for (const family of families) {
      for (const row of session.collection(family.id).get().rows.slice(0, COUNTED)) {
        const state = family.state?.(row, consulted.look, {});
        if (state === undefined || !isProblem(state)) continue;
        if (found.length >= LISTED) {
          more++;
          continue;
        }
        const id = family.key(row);
        found.push(
          text(
            [
              span(`${skin.glyph(state.is)} `, state.is),
              span(`${family.one} `, 'dim'),
              span(family.label(row), 'strong'),
              span(` ${state.word}`, state.is),
              span(sinceWords(family, row), 'dim'),
            ],
            undefined,
            () => ({family: family.id, id}),
          ),
        );
      }
    }
    const known = families.every(({id}) => session.collection(id).get().complete);
    const none = known ? `${skin.glyph('ok')} nothing is wrong` : 'nothing so far; not everything is read yet';
    return [
      ...heading('Problems'),
      ...(found.length > 0 ? found : [text([span(none, known ? 'ok' : 'dim')])]),
      ...(more > 0 ? [text([span(`and ${number(more)} more`, 'dim')])] : []),
    ];
  }

  function sinceWords(family: Family, row: AnyRow): string {
    const at = knownSince(session, family, row);
    return at === undefined ? '' : `  for ${age(at, session.look.now)}`;
  }

  function countLines(): PageLine[] {
    return [
      ...heading('Everything'),
      ...families.map(family => {
        const state = session.collection(family.id).get();
        const name = cell(family.title, 18);
        // How many there are of what there is one of says nothing.
        const words = family.single && state.complete ? '' : countWords(state, 0, false);
        const count = cell(words, 9, 'right');
        const failed = state.failure === undefined ? [] : [span(`  ${state.failure.words}`, 'failed')];
        return text([span(name), span(count), span('  '), ...stateCounts(family, state), ...failed], {
          family: family.id,
        });
      }),
    ];
  }

  function stateCounts(family: Family, {rows}: CollectionState): Span[] {
    if (family.state === undefined || rows.length > COUNTED) return [];
    const counts = new Map<string, {readonly is: Condition; count: number}>();
    for (const row of rows) {
      const {is, word} = family.state(row, consulted.look, {});
      const known = counts.get(word);
      if (known) known.count++;
      else counts.set(word, {is, count: 1});
    }
    const skin = deck.skin();
    return [...counts]
      .sort((a, b) => b[1].count - a[1].count)
      .flatMap(([word, {is, count}]) => [span(`${skin.glyph(is)} `, is), span(`${count} ${word}   `)]);
  }

  function eventLines(): PageLine[] {
    const events = session.events.get().slice(0, EVENTS);
    return [
      ...heading('Last events'),
      ...(events.length > 0
        ? events.map(event => text(eventSpans(deck, event), {family: 'account.events'}))
        : [text([span('none read yet', 'dim')])]),
    ];
  }

  return createPage(deck, {
    page: 'overview',
    title: 'Overview',
    lines: overviewLines,
    sources: () => [
      session.status,
      session.operations,
      session.events,
      ...families.map(({id}) => session.collection(id)),
    ],
    follow: changed =>
      consulted.awake(session, () => {
        for (const {id} of families) deck.repaintSidebar(session.collection(id).get().rows);
        changed();
      }),
    keys: page =>
      layer(
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
