/** The wallboard: the whole account without a key, or several; readable from across the room, honest when nothing comes any more. */

import type {Condition} from '../../../families/cells.ts';
import type {Family} from '../../../families/define.ts';
import {formatNumber} from '../../../families/format.ts';
import {findFamily} from '../../../families/registry.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {MonitorLayout, MonitorSection} from '../../../profiles/monitor.ts';
import type {Deck} from '../../deck.ts';
import {cellOf} from '../../observe.ts';
import type {Place} from '../../place.ts';
import {paintSpans, span, spansWidth} from '../../widgets/spans.ts';
import {isUnread} from '../list/title.ts';
import {type Part, stacked} from './board.ts';
import {groupsOf} from './groups.ts';
import {headLines} from './head.ts';
import {isStopped} from './heartbeat.ts';
import {mapRows, paintMap} from './map.ts';
import {problemSection} from './problems.ts';
import {eventSection, noticeSection, runningSection} from './sections.ts';
import {createWall, extentWords, isLost, layoutsOf, noticeFamilies, type Problem} from './wall.ts';

/** From so many columns on, map and lists stand side by side. */
const WIDE = 110;
/** The share of the width that the map has then. */
const MAP_SHARE = 0.55;
/** Problems that are told before anything else has more than a line. */
const FIRST_PROBLEMS = 3;
/** Ages grow by the minute; while no data comes the wall says so more often. Milliseconds. */
const TICK = 60_000;
const STOPPED_TICK = 10_000;

const LEGEND: readonly Condition[] = ['ok', 'busy', 'off', 'attention', 'failed', 'unknown'];

/** What is the same in all parts of one painting. */
interface Painting {
  readonly families: readonly Family[];
  readonly problems: readonly Problem[];
  readonly rows: number;
}

export function createMonitor(deck: Deck): Place {
  const {clock} = deck;
  const layouts = layoutsOf(deck);
  let chosen = 0;
  const layout = (): MonitorLayout => layouts[chosen % layouts.length] as MonitorLayout;
  const wall = createWall(deck);
  const main = deck.surface(paint);
  const statuses = wall.all.map(part => part.deck.session.status);

  /** What is watched for problems: what the provider says has a part of its own, unless it is left out. */
  function problemFamilies(): readonly Family[] {
    const {families, show} = layout();
    const wanted = families?.map(name => findFamily(name)?.id);
    const watched = wall.all[0]?.watch.families ?? [];
    return watched.filter(({id}) =>
      wanted ? wanted.includes(id) : !(show.includes('notices') && noticeFamilies.includes(id)),
    );
  }

  function mapPart(columns: number, families: readonly Family[]): Part {
    const skin = deck.skin();
    const {group} = layout();
    const shown = families.filter(({id}) => !noticeFamilies.includes(id));
    const groups = groupsOf(wall, layout(), shown);
    const perCell = (rows: number) => paintMap(skin, groups, columns, rows).perCell;
    const all = paintMap(skin, groups, columns, 1000).lines.length;
    const dense = mapRows(groups, columns);
    let room = all;
    const partial = group === 'family' ? '' : partialWords();
    return {
      wants: Math.max(1, all),
      enough: dense,
      get title() {
        const each = perCell(room);
        const scale = each > 1 ? ` · a cell is the worst of ${formatNumber(each)}` : '';
        const name = group === 'family' ? ' EVERYTHING BY FAMILY' : ` INSTANCES BY ${group.toUpperCase()}`;
        const words = [span(name, 'strong'), span(partial, 'attention'), span(scale, 'dim')];
        const legend = LEGEND.flatMap(is => [span(`  ${skin.glyph(is)}`, is), span(` ${is}`, 'dim')]);
        return spansWidth(words) + spansWidth(legend) + 4 < columns ? [...words, ...legend] : words;
      },
      lines(width, height) {
        room = height;
        if (groups.length > 0) return paintMap(skin, groups, width, height).lines;
        const {failure, phase} = deck.session.collection('instances').get();
        const unread = isLost(wall, 'instances') ? 'not read' : 'not read yet';
        const words = failure?.words ?? (phase === 'ready' ? 'none' : unread);
        return [paintSpans(skin, [span(` ${words}`, failure ? 'unknown' : 'dim')], width)];
      },
    };
  }

  /** How much of the instances there is, where that is not all of them; of several accounts, whose. */
  function partialWords(): string {
    const {all, isOfSeveral} = wall;
    const parts = all.flatMap(part => {
      const words = extentWords(part, 'instances');
      return words === undefined ? [] : [isOfSeveral ? `${part.deck.profile.name} ${words}` : words];
    });
    if (parts.length > 1) return ` · ${parts.length} of ${all.length} accounts not all read`;
    return parts.map(words => ` · ${words}`).join('');
  }

  function partOf(part: MonitorSection, columns: number, {families, problems, rows}: Painting): Part | undefined {
    const most = (share: number) => Math.max(2, Math.floor(rows * share));
    switch (part) {
      case 'map':
        return mapPart(columns, families);
      case 'problems':
        return {...problemSection(wall, families, problems), enough: most(0.3), first: FIRST_PROBLEMS};
      case 'running': {
        const section = runningSection(wall);
        return section && {...section, enough: most(0.2)};
      }
      case 'notices': {
        const section = noticeSection(wall);
        return section && {...section, enough: most(0.15)};
      }
      case 'events':
        return {...eventSection(wall), enough: most(0.25)};
    }
  }

  function body(columns: number, painting: Painting): readonly string[] {
    const skin = deck.skin();
    const {rows} = painting;
    const {show} = layout();
    const partsOf = (names: readonly MonitorSection[], width: number) =>
      names.flatMap(name => partOf(name, width, painting) ?? []);
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
    const families = problemFamilies();
    const problems = wall.problems(families);
    const name = layouts.length > 1 ? layout().name : undefined;
    const head = headLines(wall, {layout: name, problems}, columns, rows);
    return [...head, ...body(columns, {families, problems, rows: rows - head.length})].slice(0, rows);
  }

  const changed = (): void => deck.batch(() => main.repaint());
  const layers = [
    createLayer(
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
    loading: () => wall.all.some(({watch}) => watch.families.some(({id}) => isUnread(watch.collection(id).get()))),
    awake() {
      let tick: (() => void) | undefined;
      const plan = (): void => {
        const wait = statuses.some(status => isStopped(status.get())) ? STOPPED_TICK : TICK;
        tick?.();
        tick = clock.schedule(wait, () => {
          changed();
          plan();
        });
      };
      const stops = wall.all.flatMap(({deck: {session}, watch}) => [
        watch.subscribe(changed),
        ...[session.status, session.pulse, session.operations, session.events].map(source => source.subscribe(changed)),
        session.status.subscribe(plan),
      ]);
      plan();
      return () => {
        tick?.();
        for (const stop of stops) stop();
      };
    },
    repaint: changed,
  };
}
