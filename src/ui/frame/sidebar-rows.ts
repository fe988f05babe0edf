/** The sidebar as rows of styled text. */
import {type Rectangle, stripStyles} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import {paintSpans, type Span, span, spansWidth} from '../widgets/spans.ts';
import {firstEntry, isItem, type SidebarItem} from './sidebar-entries.ts';
import type {SidebarModel, SidebarState} from './sidebar-model.ts';

/** The part of the model that the rows show. */
export type SidebarSource = Pick<SidebarModel, 'entries' | 'items' | 'counts'>;

type SidebarSize = Pick<Rectangle, 'width' | 'height'>;

/** The visible entries below each other. */
export function sidebarRows(
  skin: Skin,
  source: SidebarSource,
  {cursor, top, isFocused}: SidebarState,
  {width, height}: SidebarSize,
): readonly string[] {
  const current = source.items[cursor];
  const first = firstEntry(source.entries, current, top, height);
  return source.entries.slice(first, first + height).map(entry => {
    if (!isItem(entry)) return paintSpans(skin, [span(` ${entry.heading}`, 'dim')], width);
    if (entry !== current) return itemRow(skin, source, {item: entry, isCurrent: false}, width);
    const row = itemRow(skin, source, {item: entry, isCurrent: true}, width);
    return isFocused ? skin.bar(stripStyles(row)) : row;
  });
}

function itemRow(
  skin: Skin,
  source: SidebarSource,
  {item, isCurrent}: {readonly item: SidebarItem; readonly isCurrent: boolean},
  columns: number,
): string {
  const {rows, problems} = source.counts(item);
  const left = [
    span(isCurrent ? skin.symbol('cursor') : ' ', isCurrent ? 'accent' : undefined),
    span(` ${item.title}`, isCurrent ? 'strong' : undefined),
  ];
  if (rows === '' && problems === undefined) return paintSpans(skin, left, columns);
  const mark = problems && span(` ${skin.glyph(problems.condition)}${problems.count}`, problems.condition);
  const right = [span(` ${rows}`, 'dim'), mark ?? span('  '), span(' ')];
  // A long title is cut, and first the space that keeps the numbers of all lines in a column.
  const isTight = spansWidth(left) + spansWidth(right) > columns;
  const shown = isTight && mark === undefined ? [span(` ${rows}`, 'dim'), span(' ')] : right;
  const width = spansWidth(shown);
  return paintSpans(skin, left, columns - width) + paintSpans(skin, shown, width);
}

/** One row: the current item between its neighbors. */
export function switcherRow(
  skin: Skin,
  items: readonly SidebarItem[],
  {cursor, isFocused}: SidebarState,
  columns: number,
): string {
  const piece = (index: number): Span => {
    const text = ` ${items[index]?.title ?? ''} `;
    if (index !== cursor) return span(text, 'dim');
    return {text, style: isFocused ? skin.bar : skin.heading};
  };
  // A page without an item, such as the operations, has no neighbors.
  let from = Math.max(0, cursor);
  let to = from;
  let spans = [piece(from)];
  for (;;) {
    const next = to + 1 < items.length ? [...spans, piece(to + 1)] : spans;
    const both = from > 0 ? [piece(from - 1), ...next] : next;
    if (both.length === spans.length || spansWidth(both) > columns - 4) break;
    spans = both;
    if (to + 1 < items.length) to++;
    if (from > 0) from--;
  }
  return paintSpans(
    skin,
    [span(from > 0 ? ' <' : '  ', 'dim'), ...spans, span(to < items.length - 1 ? '>' : '', 'dim')],
    columns,
  );
}
