/** The heat map as a section of the wallboard: its title, its legend and its cells. */
import type {Condition} from '../../../families/format/cells.ts';
import {formatNumber} from '../../../families/format/format.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import type {MonitorLayout} from '../../../profiles/monitor-layout.ts';
import type {Skin} from '../../theme/skin.ts';
import {paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {groupsOf} from './groups.ts';
import {type MapGroup, mapRows, paintMap} from './heat-map.ts';
import type {WallboardSection} from './wallboard-sections.ts';
import {extentWords, isUnavailable, noticeFamilies, type WatchedAccounts} from './watched-accounts.ts';

const LEGEND: readonly Condition[] = ['ok', 'busy', 'off', 'attention', 'failed', 'unknown'];

/** More rows than any map needs. */
const MAX_MAP_ROWS = 1000;

/** @param families the families to show when grouped by family */
export function mapSection(
  wall: WatchedAccounts,
  layout: MonitorLayout,
  families: readonly Family[],
  columns: number,
): WallboardSection {
  const skin = wall.context.skin();
  const {group} = layout;
  const groups = groupsOf(
    wall,
    layout,
    families.filter(({id}) => !noticeFamilies.includes(id)),
  );
  const all = paintMap(skin, groups, columns, MAX_MAP_ROWS).lines.length;
  const partial = group === 'family' ? '' : partialWords(wall);
  return {
    wants: Math.max(1, all),
    enough: mapRows(groups, columns),
    paint(width, height) {
      const {lines, perCell: each} = paintMap(skin, groups, width, height);
      const scale = each > 1 ? ` · a cell is the worst of ${formatNumber(each)}` : '';
      const name = group === 'family' ? ' EVERYTHING BY RESOURCE TYPE' : ` INSTANCES BY ${group.toUpperCase()}`;
      const words = [span(name, 'strong'), span(partial, 'attention'), span(scale, 'dim')];
      return {
        title: [...words, ...legendSpans(skin, groups, width - spansWidth(words) - 4)],
        lines: groups.length > 0 ? lines : [emptyLine(wall, width)],
      };
    },
  };
}

/** The meaning of the symbols, in less than this room. If not all fit, only the symbols on the map are explained. */
function legendSpans(skin: Skin, groups: readonly MapGroup[], room: number): readonly Span[] {
  const legendOf = (conditions: readonly Condition[]) =>
    conditions.flatMap(is => [span(`  ${skin.glyph(is)}`, is), span(` ${is}`, 'dim')]);
  const onMap = new Set(groups.flatMap(({states}) => states.map(({condition}) => condition)));
  const legends = [LEGEND, LEGEND.filter(is => onMap.has(is)), LEGEND.filter(is => is !== 'ok' && onMap.has(is))];
  return legends.map(legendOf).find(spans => spansWidth(spans) < room) ?? [];
}

function emptyLine(wall: WatchedAccounts, columns: number): string {
  const {session, skin} = wall.context;
  const {failure, phase} = session.collection('instances').getState();
  const unread = isUnavailable(wall, 'instances') ? 'not read' : 'not read yet';
  const message = failure?.message ?? (phase === 'ready' ? 'none' : unread);
  return paintSpans(skin(), [span(` ${message}`, failure ? 'unknown' : 'dim')], columns);
}

/** The known part of the instances, if they are incomplete; with several accounts, the names of the incomplete ones. */
function partialWords({all, hasSeveral}: WatchedAccounts): string {
  const parts = all.flatMap(part => {
    const extent = extentWords(part, 'instances');
    return extent === undefined ? [] : [hasSeveral ? `${part.context.profile.name} ${extent}` : extent];
  });
  if (parts.length > 1) return ` · ${parts.length} of ${all.length} accounts not all read`;
  return parts.map(text => ` · ${text}`).join('');
}
