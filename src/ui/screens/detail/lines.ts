/** What a tab of a detail is made of: lines that know how to paint themselves and what they lead to. */
import type {Ref} from '../../../families/define.ts';
import {clean, fit} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {paintSpans, type Span} from '../../widgets/spans.ts';
import type {Subject} from '../change/subject.ts';
import type {CursorLook} from '../list/table.ts';

export interface DetailLine {
  paint(cursor: CursorLook, columns: number): string;
  /** What enter opens. */
  readonly opens?: () => Ref | undefined;
  /** The line is a resource of its own: actions are about it. */
  readonly subject?: Subject;
  /** Plain text of the line, for copying. */
  readonly text: string;
}

export interface TabContent {
  lines(columns: number): readonly DetailLine[];
  /** Asks for what the tab needs; returns how to stop. */
  awake?(changed: () => void): () => void;
  /** What new ones would be made of here. */
  readonly family?: Subject;
  /** Takes `[` and `]` for itself; says whether it did. */
  step?(by: number): boolean;
}

/** A line of spans with a margin for the cursor. */
export function spansLine(skin: Skin, spans: readonly Span[], opens?: () => Ref | undefined): DetailLine {
  return {
    get text() {
      return spans.map(span => span.text).join('');
    },
    ...(opens && {opens}),
    paint(cursor, columns) {
      if (cursor === 'bar') return skin.bar(fit(` ${clean(this.text)}`, columns));
      return ` ${paintSpans(skin, spans, columns - 1)}`;
    },
  };
}
