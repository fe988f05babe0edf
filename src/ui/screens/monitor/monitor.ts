/** The wallboard: the whole account without a key, readable from across the room, honest when nothing comes any more. */
import type {Condition} from '../../../families/cells.ts';
import type {Family} from '../../../families/define.ts';
import {byName} from '../../../families/registry.ts';
import {layer} from '../../../keymap/layer.ts';
import {defaultMonitor, type MonitorLayout, type MonitorPart} from '../../../profiles/monitor.ts';
import {Watch, watchable} from '../../../store/watch.ts';
import type {Deck} from '../../deck.ts';
import {cellOf} from '../../observe.ts';
import type {Place} from '../../place.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {isUnread, number} from '../list/title.ts';
import {type Part, stacked} from './board.ts';
import {groupsOf} from './groups.ts';
import {heartbeatSpans, isStopped} from './heartbeat.ts';
import {mapRows, paintMap} from './map.ts';
import {countSpans, eventSection, noticeFamilies, noticeSection, problemSection, runningSection} from './sections.ts';

/** From so many columns on, map and lists stand side by side. */
const WIDE = 110;
/** The share of the width that the map has then. */
const MAP_SHARE = 0.55;
/** The heading: the heartbeat, and the fleet in numbers. */
const HEAD = 2;
/** Ages grow by the minute; while no data comes the wall says so more often. Milliseconds. */
const TICK = 60_000;
const STOPPED_TICK = 10_000;

const LEGEND: readonly Condition[] = ['ok', 'busy', 'off', 'attention', 'failed', 'unknown'];

export function createMonitor(deck: Deck): Place {
  const {session, clock} = deck;
  const layouts = deck.settings.monitor ?? defaultMonitor;
  let chosen = 0;
  const layout = (): MonitorLayout => layouts[chosen % layouts.length] as MonitorLayout;
  const watch = new Watch(session, watchedBy(deck), clock.now);
  const main = deck.surface(paint);

  /** What is watched for problems: what the provider says has a part of its own, unless it is left out. */
  function problemFamilies(): readonly Family[] {
    const {families, show} = layout();
    const wanted = families?.map(name => byName(name)?.id);
    return watch.families.filter(({id}) =>
      wanted ? wanted.includes(id) : !(show.includes('notices') && noticeFamilies.includes(id)),
    );
  }

  function head(columns: number): string[] {
    const skin = deck.skin();
    const status = session.status.get();
    const now = clock.now();
    const beat = heartbeatSpans(skin, status, session.pulse.get(), now, session.look.now - now);
    const {profile} = deck;
    const name: Span = profile.production
      ? {text: ` ${profile.name} `, style: skin.danger}
      : span(profile.name, 'accent');
    const account = status.account === undefined ? [] : [span(` ${skin.symbol('arrow')} ${status.account}`)];
    const room = columns - spansWidth(beat) - 2;
    const left = [span(' skydeck  ', 'strong'), name, ...account];
    const instances = watch.families.find(({id}) => id === 'instances');
    return [
      // The heartbeat is what everything else hangs on: it is cut last.
      paintSpans(skin, left, Math.max(0, room)) +
        paintSpans(skin, [...beat, span(' ')], Math.min(columns, columns - Math.max(0, room))),
      paintEnds(
        skin,
        [span(' '), ...(instances ? countSpans(deck, watch, instances, columns - 2) : [])],
        layouts.length > 1 ? [span(`${layout().name} `, 'dim')] : [],
        columns,
      ),
    ];
  }

  function mapPart(columns: number): Part {
    const skin = deck.skin();
    const {group} = layout();
    const families = problemFamilies().filter(({id}) => !noticeFamilies.includes(id));
    const groups = groupsOf(watch, layout(), families);
    const perCell = (rows: number) => paintMap(skin, groups, columns, rows).perCell;
    const all = paintMap(skin, groups, columns, 1000).lines.length;
    const dense = mapRows(groups, columns);
    let room = all;
    const {complete, rows} = watch.collection('instances').get();
    const partial = group !== 'family' && !complete ? ` · ${number(rows.length)} read so far` : '';
    return {
      wants: Math.max(1, all),
      enough: dense,
      get title() {
        const each = perCell(room);
        const scale = each > 1 ? ` · a cell is the worst of ${number(each)}` : '';
        const name = group === 'family' ? ' EVERYTHING BY FAMILY' : ` INSTANCES BY ${group.toUpperCase()}`;
        const words = [span(name, 'strong'), span(`${scale}${partial}`, 'dim')];
        const legend = LEGEND.flatMap(is => [span(`  ${skin.glyph(is)}`, is), span(` ${is}`, 'dim')]);
        return spansWidth(words) + spansWidth(legend) + 4 < columns ? [...words, ...legend] : words;
      },
      lines(width, height) {
        room = height;
        if (groups.length > 0) return paintMap(skin, groups, width, height).lines;
        const {failure, phase} = watch.collection('instances').get();
        const words = failure?.words ?? (phase === 'ready' ? 'none' : 'not read yet');
        return [paintSpans(skin, [span(` ${words}`, failure ? 'unknown' : 'dim')], width)];
      },
    };
  }

  function partOf(part: MonitorPart, columns: number, rows: number): Part | undefined {
    const most = (share: number) => Math.max(2, Math.floor(rows * share));
    switch (part) {
      case 'map':
        return mapPart(columns);
      case 'problems':
        return {...problemSection(deck, watch, problemFamilies(), isStopped(session.status.get())), enough: most(0.3)};
      case 'running': {
        const section = runningSection(deck);
        return section && {...section, enough: most(0.2)};
      }
      case 'notices': {
        const section = noticeSection(deck, watch);
        return section && {...section, enough: most(0.15)};
      }
      case 'events':
        return {...eventSection(deck), enough: most(0.25)};
    }
  }

  function body(columns: number, rows: number): readonly string[] {
    const skin = deck.skin();
    const {show} = layout();
    const partsOf = (names: readonly MonitorPart[], width: number) =>
      names.flatMap(name => partOf(name, width, rows) ?? []);
    if (columns < WIDE || !show.includes('map') || show.length === 1)
      return stacked(skin, partsOf(show, columns), columns, rows);
    const ticker = show.includes('events') ? Math.max(4, Math.floor(rows * 0.28)) : 0;
    const above = rows - ticker;
    const left = Math.floor(columns * MAP_SHARE);
    const right = columns - left - 1;
    const map = stacked(skin, partsOf(['map'], left), left, above);
    const lists = stacked(
      skin,
      partsOf(
        show.filter(name => name !== 'map' && name !== 'events'),
        right,
      ),
      right,
      above,
    );
    const sides = map.map((line, index) => `${line} ${lists[index] ?? ''}`);
    return ticker === 0 ? sides : [...sides, ...stacked(skin, partsOf(['events'], columns), columns, ticker)];
  }

  function paint(columns: number, rows: number): string[] {
    return [...head(columns), ...body(columns, rows - HEAD)].slice(0, rows);
  }

  const changed = (): void => deck.batch(() => main.repaint());
  const layers = [
    layer(
      'monitor',
      {
        close: () => void (deck.places.back() || deck.quit()),
        layout: {
          run() {
            chosen++;
            changed();
          },
          unless: () => (layouts.length > 1 ? undefined : 'the settings file names one layout only'),
        },
        refresh: () => deck.refreshAll(),
      },
      {title: 'Wallboard'},
    ),
  ];
  return {
    destination: {page: 'monitor'},
    title: () => 'Monitor',
    split: false,
    bare: true,
    main,
    aside: undefined,
    inDetail: cellOf(false),
    layers: () => layers,
    loading: () => watch.families.some(({id}) => isUnread(watch.collection(id).get())),
    awake() {
      let tick: (() => void) | undefined;
      const plan = (): void => {
        const wait = isStopped(session.status.get()) ? STOPPED_TICK : TICK;
        tick?.();
        tick = clock.schedule(wait, () => {
          changed();
          plan();
        });
      };
      const sources = [session.status, session.pulse, session.operations, session.events];
      const stops = [
        watch.follow(changed),
        ...sources.map(source => source.subscribe(changed)),
        session.status.subscribe(plan),
      ];
      plan();
      return () => {
        tick?.();
        for (const stop of stops) stop();
      };
    },
    repaint: changed,
  };
}

/** Whatever any layout shows: followed together, so that changing the layout reads nothing again. */
function watchedBy({families, settings: {monitor = defaultMonitor}}: Deck): readonly Family[] {
  const named = monitor.flatMap(layout => layout.families?.map(name => byName(name)?.id) ?? []);
  const all = monitor.some(layout => layout.families === undefined);
  return families.filter(
    family =>
      family.id === 'instances' ||
      noticeFamilies.includes(family.id) ||
      named.includes(family.id) ||
      (all && watchable(family)),
  );
}
