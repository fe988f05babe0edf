/** The pulse of the account: what runs, what is wrong and since when, and how much there is of everything. */
import {type Condition, isProblem} from '../../../families/cells.ts';
import type {AnyRow, Family, Ref} from '../../../families/define.ts';
import {age, duration, millis} from '../../../families/format.ts';
import {layer} from '../../../keymap/layer.ts';
import type {CollectionState} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {cellOf} from '../../observe.ts';
import type {Destination, Place} from '../../place.ts';
import {AT_TOP, type Scroll, scrolled} from '../../widgets/scroll.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';
import {type DetailLine, spansLine} from '../detail/lines.ts';
import {eventSpans} from '../events/spans.ts';
import {recordingLook} from '../list/consulted.ts';
import {countWords, number} from '../list/title.ts';
import {movingLayer} from '../moving.ts';

interface OverviewLine extends DetailLine {
  readonly goes?: Destination;
}

/** Beyond this, problems are counted rather than listed. */
const LISTED = 12;
const EVENTS = 8;
/** Longer lists are not counted by state at every poll. */
const COUNTED = 20_000;

export function createOverview(deck: Deck): Place {
  const {session} = deck;
  // Conditions may look at what hangs below a row: the ports of a NodeBalancer.
  const consulted = recordingLook(session.look);
  let scroll: Scroll = AT_TOP;
  let height = 1;
  let lines: readonly OverviewLine[] = [];
  const families = deck.families.filter(({group, id}) => group !== undefined && id !== 'account.events');
  const main = deck.surface(paint);

  function paint(columns: number, rows: number): string[] {
    lines = overviewLines();
    height = rows;
    scroll = scrolled(scroll, lines.length, height);
    const focused = deck.focus.get() === 'main';
    return lines.slice(scroll.top, scroll.top + height).map((line, index) => {
      const here = scroll.top + index === scroll.cursor;
      return line.paint(here && focused ? 'bar' : 'none', columns);
    });
  }

  const text = (spans: readonly Span[], goes?: Destination, opens?: () => Ref | undefined): OverviewLine => ({
    ...spansLine(deck.skin(), spans, opens),
    ...(goes && {goes}),
  });
  const heading = (title: string): OverviewLine[] => [text([]), text([span(title.toUpperCase(), 'dim')])];

  function overviewLines(): readonly OverviewLine[] {
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

  function runningLines(): OverviewLine[] {
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

  function problemLines(): OverviewLine[] {
    const skin = deck.skin();
    const found: OverviewLine[] = [];
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
    const event = family.entity && session.look.lastEvent(family.entity, family.key(row));
    const at = millis(event ? event.created : (row.updated as string | undefined));
    return at === undefined ? '' : `  for ${age(at, session.look.now)}`;
  }

  function countLines(): OverviewLine[] {
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

  function eventLines(): OverviewLine[] {
    const events = session.events.get().slice(0, EVENTS);
    return [
      ...heading('Last events'),
      ...(events.length > 0
        ? events.map(event => text(eventSpans(deck, event), {family: 'account.events'}))
        : [text([span('none read yet', 'dim')])]),
    ];
  }

  const changed = (): void =>
    deck.batch(() => {
      main.repaint();
      deck.repaintFrame();
      deck.repaintSidebar();
    });
  const moving = movingLayer(
    by => {
      scroll = scrolled({cursor: stepped(by), top: scroll.top}, lines.length, height);
      changed();
    },
    () => height,
  );
  const leads = (at = scroll.cursor): OverviewLine | undefined => {
    const line = lines[at];
    return line?.goes !== undefined || line?.opens?.() !== undefined ? line : undefined;
  };
  /** One step goes to the next line that leads somewhere; beyond the last of them the page still scrolls. */
  function stepped(by: number): number {
    if (Math.abs(by) !== 1) return scroll.cursor + by;
    for (let at = scroll.cursor + by; at >= 0 && at < lines.length; at += by) if (leads(at) !== undefined) return at;
    return scroll.cursor + by;
  }
  const keys = layer(
    'overview',
    {
      open: {
        run() {
          const line = leads();
          const ref = line?.opens?.();
          if (ref !== undefined) deck.open(ref);
          else if (line?.goes !== undefined) deck.places.go(line.goes);
        },
        unless: () => (leads() === undefined ? 'this line leads nowhere' : undefined),
      },
      refresh: () => deck.refreshAll(),
      back: () => void deck.places.back(),
    },
    {title: 'Overview'},
  );
  const layers = [keys, moving];
  return {
    destination: {page: 'overview'},
    title: () => 'Overview',
    split: false,
    main,
    aside: undefined,
    inDetail: cellOf(false),
    layers: () => layers,
    awake() {
      const sources = [
        session.status,
        session.operations,
        session.events,
        ...families.map(({id}) => session.collection(id)),
      ];
      const stops = sources.map(source => source.subscribe(changed));
      stops.push(
        consulted.awake(session, () => {
          for (const {id} of families) deck.repaintSidebar(session.collection(id).get().rows);
          changed();
        }),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
    repaint: changed,
    click(row) {
      scroll = scrolled({cursor: scroll.top + row, top: scroll.top}, lines.length, height);
    },
  };
}
