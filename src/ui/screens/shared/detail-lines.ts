/** The lines of a detail's tab, each with its painter and its target. */
import type {Tone} from '../../../families/format/cells.ts';
import type {AnyRow, ListRef, PathParams, Ref} from '../../../families/shape/define-family.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {TabTable} from '../../models/tab-table.ts';
import {fitToCells, sanitize} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {paintSpans, type Span, span, wrap} from '../../widgets/spans.ts';
import type {CursorStyle} from './row-painter.ts';

export interface DetailLine {
  paint(cursor: CursorStyle, columns: number): string;
  /** The resource that enter opens. */
  readonly link?: () => Ref | undefined;
  /** The list that enter opens instead: the contents of a folder. */
  readonly list?: () => ListRef | undefined;
  /** Called by enter if the line has no target. */
  readonly run?: () => void;
  /** True for the placeholder of content that is still being read. */
  readonly isLoading?: true;
  /** True for a heading of the lines below: the cursor skips it. */
  readonly isHeading?: true;
  /** The resource that actions on the line apply to. */
  readonly subject?: ActionSubject;
  /** The plain text of the line, copied if the line has no separate value. */
  readonly text: string;
  /** The complete value, even if the line shows only a part. */
  readonly copies?: LineValue;
  /** The key of the line: the cursor stays on the line when lines above are added or removed. */
  readonly key?: string;
  /** The subject of the action that creates a sibling resource. */
  readonly creationSubject?: ActionSubject;
  /** Folds the lines below it, or the group that it belongs to; returns the key of the line for the cursor. */
  readonly fold?: () => string;
}

/** The value that a line shows, for copying. */
export interface LineValue {
  /** "Password" */
  readonly name: string;
  /** True if the value stays masked until the user reveals it. */
  readonly isSecret: boolean;
  /** The pieces of the value, as they are side by side; none if it is unknown. */
  pieces(): readonly string[];
}

export interface TextContent {
  /** "certificate" */
  readonly kind: string;
  readonly text: string;
  /** The proposed file name. */
  readonly file: string;
  /** True if only the user may read the file. */
  readonly isSecret: boolean;
}

/** The resource that a tab describes. */
export interface TabSubject {
  readonly row: AnyRow;
  readonly params: PathParams;
  /** True while secrets are shown. */
  readonly revealed: () => boolean;
}

export interface TabContent {
  lines(columns: number): readonly DetailLine[];
  /** Requests the tab's data; returns the function that stops. */
  subscribe?(changed: () => void): () => void;
  /** The subject of create actions in this tab. */
  readonly creationSubject?: ActionSubject;
  /** The text of the tab if it is a single text, to copy or save as a whole. */
  textContent?(): TextContent | undefined;
  /** The rows of the tab if it is a list. */
  table?(): TabTable;
  /** Folds or unfolds all lines. */
  foldAll?(): void;
  /** True if the newest line is at the end, where the tab opens and stays until the user moves the cursor. */
  readonly isFromEnd?: true;
  /** Handles the first key of the previous or the next tab; returns false if the tab doesn't use it. */
  step?(by: number): boolean;
}

/** The scroll position that keeps the cursor on the line with this key when lines move. */
export function scrollToKey(scroll: Scroll, key: string | undefined, lines: readonly DetailLine[]): Scroll {
  if (key === undefined || lines[scroll.cursor]?.key === key) return scroll;
  const cursor = lines.findIndex(line => line.key === key);
  if (cursor < 0) return scrollAfterRemoval(scroll, key, lines);
  return {cursor, top: Math.max(0, scroll.top + cursor - scroll.cursor)};
}

/**
 * If a line of a tree was removed, the cursor stays below its parent, where the next key has the same kind of target.
 */
function scrollAfterRemoval(scroll: Scroll, key: string, lines: readonly DetailLine[]): Scroll {
  const parent = key.slice(0, Math.max(0, key.lastIndexOf(' ')));
  const isBelow = (line: DetailLine | undefined): boolean => line?.key?.startsWith(`${parent} `) === true;
  if (parent === '' || isBelow(lines[scroll.cursor])) return scroll;
  const last = lines.findLastIndex(line => line.key === parent || isBelow(line));
  return last < 0 ? scroll : {...scroll, cursor: last};
}

/** Cursor and window on these lines: never on a heading, and with the headings of the cursor's line visible. */
export function settleScroll(
  scroll: Scroll,
  lines: readonly DetailLine[],
  height: number,
  towards: 1 | -1 = 1,
): Scroll {
  const {cursor, top} = clampScroll(scroll, lines.length, height);
  const at = nearestLine(lines, cursor, towards) ?? nearestLine(lines, cursor, towards === 1 ? -1 : 1) ?? cursor;
  let first = at;
  while (lines[first - 1]?.isHeading) first--;
  return clampScroll({cursor: at, top: Math.min(top, first)}, lines.length, height);
}

function nearestLine(lines: readonly DetailLine[], from: number, towards: 1 | -1): number | undefined {
  let at = from;
  while (lines[at]?.isHeading) at += towards;
  return lines[at] === undefined ? undefined : at;
}

/** A heading of the lines below it. */
export const headingLine = (skin: Skin, spans: readonly Span[]): DetailLine => ({
  ...spansLine(skin, spans),
  isHeading: true,
});

/** A line of spans with a margin for the cursor. It is painted once per width and then usually shown again. */
export function spansLine(skin: Skin, spans: readonly Span[], link?: () => Ref | undefined): DetailLine {
  let wide = 0;
  let painted = '';
  // Dozens of lines are created per cursor move: a getter on each would take longer than creating the text.
  let text = '';
  for (let index = 0; index < spans.length; index++) text += spans[index]?.text;
  function paint(cursor: CursorStyle, columns: number): string {
    if (cursor === 'bar') return skin.bar(fitToCells(` ${sanitize(text)}`, columns));
    if (columns !== wide) {
      wide = columns;
      painted = ` ${paintSpans(skin, spans, columns - 1)}`;
    }
    return painted;
  }
  return link === undefined ? {text, paint} : {text, link, paint};
}

/** The same line with a target. */
export const withTarget = ({text, paint, copies}: DetailLine, link: () => Ref | undefined): DetailLine =>
  copies === undefined ? {text, link, paint} : {text, link, paint, copies};

/** The minimum number of cells in which a message is wrapped. */
const MIN_MESSAGE_CELLS = 20;

/** A sentence for the user, such as a failure or the reason for an empty tab, in as many lines as it needs. */
export const messageLines = (skin: Skin, text: string, tone: Tone, columns: number): readonly DetailLine[] =>
  wrap(text, Math.max(MIN_MESSAGE_CELLS, columns - 1)).map(line => spansLine(skin, [span(line, tone)]));

/** The placeholder of content that is still being read. */
export const loadingLine = (skin: Skin, text = 'loading…'): DetailLine => ({
  ...spansLine(skin, [span(text, 'dim')]),
  isLoading: true,
});
