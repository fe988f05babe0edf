/** The lines of a detail's tab: they paint themselves and know their target. */
import type {ListRef, Ref} from '../../../families/shape/define-family.ts';
import {fitToCells, sanitize} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {clampScroll, type Scroll} from '../../widgets/scroll.ts';
import {paintSpans, type Span, span} from '../../widgets/spans.ts';
import type {ActionSubject} from '../change/target/action-subject.ts';
import type {CursorStyle} from './row-painter.ts';

export interface DetailLine {
  paint(cursor: CursorStyle, columns: number): string;
  /** The resource that enter opens. */
  readonly opens?: () => Ref | undefined;
  /** The list that enter opens instead: the contents of a folder. */
  readonly shows?: () => ListRef | undefined;
  /** The action of enter if there is nothing to open. */
  readonly does?: () => void;
  /** True for the placeholder of content that is still being read. */
  readonly loading?: true;
  /** It says what the lines below it are: the cursor passes over it. */
  readonly heading?: true;
  /** The line is a resource of its own: actions are about it. */
  readonly subject?: ActionSubject;
  /** Plain text of the line, copied where it has no value of its own. */
  readonly text: string;
  /** Its value as the whole of it is, however much of that the line shows. */
  readonly copies?: LineValue;
  /** The key of the line: the cursor stays with it when lines above are added or removed. */
  readonly key?: string;
  /** The subject of the action that creates a resource beside it. */
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
  /** In pieces, as they stand side by side; none where nothing is known. */
  pieces(): readonly string[];
}

export interface TextContent {
  /** "certificate" */
  readonly kind: string;
  readonly text: string;
  /** The name of the file that is proposed. */
  readonly file: string;
}

export interface TabContent {
  lines(columns: number): readonly DetailLine[];
  /** Asks for what the tab needs; returns how to stop. */
  subscribe?(changed: () => void): () => void;
  /** The subject of create actions in this tab. */
  readonly creationSubject?: ActionSubject;
  /** The tab is one text, which can be copied whole, or kept as a file. */
  textContent?(): TextContent | undefined;
  /** Folds everything, or unfolds it. */
  foldAll?(): void;
  /** The newest stands at the end, and that is where it opens and stays until the cursor is moved. */
  readonly fromEnd?: true;
  /** Takes `[` and `]` for itself; says whether it did. */
  step?(by: number): boolean;
}

/** The scroll that keeps the cursor on the line of that key, wherever it went. */
export function scrollToKey(scroll: Scroll, key: string | undefined, lines: readonly DetailLine[]): Scroll {
  if (key === undefined || lines[scroll.cursor]?.key === key) return scroll;
  const cursor = lines.findIndex(line => line.key === key);
  return cursor < 0 ? scroll : {cursor, top: Math.max(0, scroll.top + cursor - scroll.cursor)};
}

/** Cursor and window on these lines: never on a heading, and the headings of the line with the cursor stay in sight. */
export function settleScroll(
  scroll: Scroll,
  lines: readonly DetailLine[],
  height: number,
  towards: 1 | -1 = 1,
): Scroll {
  const {cursor, top} = clampScroll(scroll, lines.length, height);
  const at = restingPlace(lines, cursor, towards) ?? restingPlace(lines, cursor, towards === 1 ? -1 : 1) ?? cursor;
  let first = at;
  while (lines[first - 1]?.heading) first--;
  return clampScroll({cursor: at, top: Math.min(top, first)}, lines.length, height);
}

function restingPlace(lines: readonly DetailLine[], from: number, towards: 1 | -1): number | undefined {
  let at = from;
  while (lines[at]?.heading) at += towards;
  return lines[at] === undefined ? undefined : at;
}

/** A line that says what the lines below it are. */
export const headingLine = (skin: Skin, spans: readonly Span[]): DetailLine => ({
  ...spansLine(skin, spans),
  heading: true,
});

/** A line of spans with a margin for the cursor. It is painted once for each width, and mostly shown again. */
export function spansLine(skin: Skin, spans: readonly Span[], opens?: () => Ref | undefined): DetailLine {
  let wide = 0;
  let painted = '';
  // Dozens of lines are made per move of a cursor: a getter on each would cost more than the whole text does.
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
  return opens === undefined ? {text, paint} : {text, opens, paint};
}

/** The same line, leading somewhere. */
export const withTarget = ({text, paint, copies}: DetailLine, opens: () => Ref | undefined): DetailLine =>
  copies === undefined ? {text, opens, paint} : {text, opens, paint, copies};

/** The placeholder of content that is still being read. */
export const loadingLine = (skin: Skin, words = 'loading…'): DetailLine => ({
  ...spansLine(skin, [span(words, 'dim')]),
  loading: true,
});
