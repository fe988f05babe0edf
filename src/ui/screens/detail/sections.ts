/** A tab of titled lines, drawn from the row at hand at once. */
import {type Cell, cellText} from '../../../families/cells.ts';
import type {AnyRow, AnyTab, Look, PathParams} from '../../../families/define.ts';
import type {Deck} from '../../deck.ts';
import {clean, fit, width} from '../../terminal/index.ts';
import {type Span, span, wrap} from '../../widgets/spans.ts';
import {type DetailLine, headingLine, spansLine, type TabContent} from './lines.ts';

type SectionsTab = Extract<AnyTab, {sections: unknown}>;

export function sectionsTab(
  deck: Deck,
  tab: Pick<SectionsTab, 'sections'>,
  row: AnyRow,
  at: PathParams,
  revealed: () => boolean,
  look: Look = deck.session.look,
): TabContent {
  return {
    lines(columns) {
      const skin = deck.skin();
      const lines: DetailLine[] = [];
      const sections = tab.sections.map(section => ({
        title: section.title,
        lines: section.lines.filter(line => line.when?.(row, look, at) !== false),
      }));
      const name = Math.min(22, Math.max(...sections.flatMap(({lines}) => lines.map(({title}) => width(title))), 8));
      for (const section of sections) {
        if (section.lines.length === 0) continue;
        if (lines.length > 0) lines.push(headingLine(skin, []));
        lines.push(headingLine(skin, [span(section.title.toUpperCase(), 'dim')]));
        for (const {title, value, opens, eachOpens, secret} of section.lines) {
          const masked =
            secret === true && !revealed() ? [span('••••••••', 'dim'), span('  v shows it', 'dim')] : undefined;
          const whole = masked ? undefined : value(row, look, at);
          const parts = eachOpens !== undefined && isMany(whole) ? whole : [whole];
          for (const [place, part] of parts.entries()) {
            const leadsEach = eachOpens && (() => eachOpens(row, look, at)[place]);
            const leads = leadsEach ?? (opens && (() => opens(row, look, at)));
            const link = leads?.() === undefined ? [] : [span(` ${skin.symbol('link')}`, 'link')];
            for (const [index, spans] of (masked ? [masked] : valueLines(part, columns - name - 4)).entries()) {
              const head = span(fit(place === 0 && index === 0 ? title : '', name + 2), 'dim');
              lines.push(spansLine(skin, [head, ...spans, ...(index === 0 ? link : [])], leads));
            }
          }
        }
      }
      return lines;
    },
  };
}

/** A value as lines: its pieces flow and break between each other; nothing is a dash, unread is unknown. */
export function valueLines(value: Cell | readonly Cell[] | null | undefined, columns: number): readonly Span[][] {
  if (value === undefined) return [[span('? unknown', 'unknown')]];
  const cells = value === null ? [] : isList(value) ? value : [value];
  const filled = cells.filter(cell => cellText(cell) !== '');
  if (filled.length === 0) return [[span('—', 'dim')]];
  const lines: Span[][] = [[]];
  let used = 0;
  const feed = (): void => {
    lines.push([]);
    used = 0;
  };
  for (const cell of filled) {
    const tone = typeof cell === 'string' ? undefined : cell.tone;
    const text = cellText(cell);
    const before = lines.at(-1)?.at(-1)?.text ?? ' ';
    // Parts of a sentence bring their own spaces; values that stand side by side need some.
    const gap = /\s$/.test(before) || /^\s/.test(text) ? '' : '  ';
    if (used > 0 && gap === '' && !/[\r\n]/.test(text)) {
      for (const word of words(text)) {
        const needed = width(clean(word.trimEnd()));
        if (used > 0 && used + needed > columns) feed();
        for (const [index, piece] of (needed > columns ? wrap(word, columns) : [word]).entries()) {
          if (index > 0) feed();
          const shown = used === 0 ? piece.trimStart() : piece;
          lines.at(-1)?.push(span(shown, tone));
          used += width(clean(shown));
        }
      }
      continue;
    }
    const wide = width(clean(text)) + gap.length;
    if (used > 0 && used + wide > columns) feed();
    const pieces = wide > columns || /[\r\n]/.test(text) ? wrap(text, columns) : [used > 0 ? gap + text : text];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) feed();
      lines.at(-1)?.push(span(piece, tone));
      used += width(clean(piece));
    }
  }
  return lines;
}

/** Words with the space behind them; what a dot announces stays with it. */
const words = (text: string): readonly string[] => text.split(/(?<=\s)(?<!·\s)(?=\S)/);

const isMany = (value: Cell | readonly Cell[] | null | undefined): value is readonly Cell[] =>
  value !== null && value !== undefined && isList(value);
const isList = (value: Cell | readonly Cell[]): value is readonly Cell[] => Array.isArray(value);
