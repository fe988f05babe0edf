/** The lines of a choice in a list: its text, with its explanation beside or below it. */
import type {Tone} from '../../families/format/cells.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import type {Scroll} from './scroll.ts';
import {cell, paintEnds, paintSpans, type Span, span, wrap} from './spans.ts';

export interface ChoiceText {
  /** A column before the text: keys, kinds. */
  readonly lead?: string;
  readonly text: string;
  readonly detail?: string | undefined;
  /** The status at the start of the detail, in its color. */
  readonly status?: {readonly text: string; readonly tone: Tone} | undefined;
  /**
   * The detail in aligned columns; if there is little room, the first ones are dropped and show for the choice under
   * the cursor.
   */
  readonly cells?: readonly string[] | undefined;
  readonly tone?: Tone;
  /** The reason why it is disabled; on separate lines if it doesn't fit beside the text. */
  readonly unless?: string | undefined;
  /** True if switched on, when several can be chosen; `some` if some of the rows have it. */
  readonly on?: boolean | 'some';
}

/** The number of choices that determine the widths of all columns. */
const MAX_MEASURED = 200;
/** A word up to this length is left out rather than cut. */
const MAX_SHORT_WORD_CELLS = 16;

interface ChoicePainter {
  /** The number of lines that a choice takes. */
  height(choice: ChoiceText | undefined): number;
  paint(choice: ChoiceText, isCurrent: boolean): readonly string[];
  /** The cells without a column. */
  omittedCells(choice: ChoiceText | undefined): string;
}

export function choicePainter(skin: Skin, choices: readonly ChoiceText[], columns: number): ChoicePainter {
  const measured = choices.slice(0, MAX_MEASURED);
  const lead = Math.max(0, ...measured.map(choice => cellWidth(choice.lead ?? ''))) + 2;
  const compare = comparing(measured, columns - 4);
  const headOf = (choice: ChoiceText): string => (lead > 2 ? fitToCells(choice.lead ?? '', lead) : '');
  const boxOf = ({on}: ChoiceText): string => (on === undefined ? '' : `[${on === 'some' ? '-' : on ? 'x' : ' '}] `);
  const margin = lead > 2 ? lead + 1 : 3;
  /** The lines of a reason that does not fit beside the text. */
  function reasonLines(choice: ChoiceText): readonly string[] {
    const {text, unless} = choice;
    if (unless === undefined) return [];
    const used = cellWidth(headOf(choice) + boxOf(choice)) + cellWidth(sanitize(text));
    const fits = used + cellWidth(sanitize(unless)) + 4 <= columns;
    return fits ? [] : wrap(unless, Math.max(1, columns - margin - 1));
  }
  function besideOf(choice: ChoiceText, used: number): string {
    const beside = choice.unless ?? choice.detail ?? '';
    const isShortWord = !beside.includes(' ') && cellWidth(beside) <= MAX_SHORT_WORD_CELLS;
    return isShortWord && used + cellWidth(beside) + 4 > columns ? '' : beside;
  }
  return {
    height: choice => (choice === undefined ? 1 : 1 + reasonLines(choice).length),
    omittedCells: choice =>
      choice?.cells === undefined || choice.unless !== undefined ? '' : compare.left(choice.cells),
    paint(choice, isCurrent) {
      const {unless, cells, tone} = choice;
      const off = unless !== undefined;
      const [head, box] = [headOf(choice), boxOf(choice)];
      const reason = reasonLines(choice);
      const used = cellWidth(head + box) + cellWidth(sanitize(choice.text));
      const [text, beside] =
        cells && !off
          ? compare.line(choice.text, cells)
          : [choice.text, reason.length > 0 ? '' : besideOf(choice, used)];
      const margins = ' '.repeat(margin);
      if (isCurrent) {
        const room = Math.max(0, Math.min(cellWidth(beside), columns - cellWidth(head + box + text) - 4));
        return [
          skin.bar(`${cell(` ${head}${box}${text}`, columns - room - 1)}${cell(beside, room)} `),
          ...reason.map(line => skin.bar(cell(margins + line, columns))),
        ];
      }
      const spans: Span[] = [span(` ${head}`, off ? 'dim' : 'accent'), span(box + text, off ? 'dim' : tone)];
      return [
        paintEnds(skin, spans, besideSpans(beside, choice.status), columns),
        ...reason.map(line => paintSpans(skin, [span(margins + line, 'dim')], columns)),
      ];
    },
  };
}

const besideSpans = (beside: string, status: ChoiceText['status']): Span[] =>
  status !== undefined && beside.startsWith(status.text)
    ? [span(' '), span(status.text, status.tone), span(`${beside.slice(status.text.length)} `, 'dim')]
    : [span(` ${beside} `, 'dim')];

/** The choices that fit in these lines, scrolled as little as possible to keep the current one visible. */
export function choiceWindow(
  from: Scroll,
  count: number,
  room: number,
  heightOf: (at: number) => number,
): {readonly scroll: Scroll; readonly shown: number} {
  const cursor = Math.max(0, Math.min(from.cursor, count - 1));
  const top = Math.min(Math.max(Math.min(from.top, cursor), topEndingAt(cursor)), topEndingAt(count - 1));
  let shown = 0;
  for (let used = 0; top + shown < count; shown++) {
    used += heightOf(top + shown);
    if (used > room && shown > 0) break;
  }
  return {scroll: {cursor, top}, shown: Math.max(1, shown)};

  /** The highest window whose last choice is this one. */
  function topEndingAt(last: number): number {
    let at = Math.max(0, last);
    for (let lines = heightOf(at); at > 0; at--) {
      lines += heightOf(at - 1);
      if (lines > room) break;
    }
    return at;
  }
}

/** The number of cells of a name that distinguish it from other names. */
const MIN_NAME_CELLS = 14;

/**
 * The widths of a name and its columns: the first column is dropped to keep a whole name, the others only to keep a
 * short one.
 */
function comparing(choices: readonly ChoiceText[], columns: number) {
  const compared = choices.filter(({cells, unless}) => cells !== undefined && unless === undefined);
  const count = Math.max(0, ...compared.map(({cells = []}) => cells.length));
  const widths = Array.from({length: count}, (_, at) =>
    Math.max(0, ...compared.map(({cells = []}) => cellWidth(cells[at] ?? ''))),
  );
  const longest = Math.max(0, ...compared.map(({text}) => cellWidth(text)));
  const shown = (from: number) => widths.map((wide, at) => ({wide, at})).filter(({wide, at}) => wide > 0 && at >= from);
  const room = (from: number, gap: number) => shown(from).reduce((sum, {wide}) => sum - wide - gap, columns);
  let [from, gap] = [0, 2];
  if (room(0, 2) < longest && room(1, 2) >= longest) from = 1;
  else if (room(0, 2) < MIN_NAME_CELLS) {
    gap = 1;
    while (from < count && room(from, gap) < MIN_NAME_CELLS) from++;
  }
  return {
    line: (text: string, cells: readonly string[]): readonly [string, string] => [
      truncate(text, Math.max(1, room(from, gap))),
      shown(from)
        .map(({wide, at}) => fitToCells(cells[at] ?? '', wide, 'right'))
        .join(' '.repeat(gap)),
    ],
    /** The cells that have no column. */
    left: (cells: readonly string[]): string =>
      cells
        .slice(0, from)
        .filter(Boolean)
        .map(text => ` ${text} `)
        .join('·'),
  };
}
