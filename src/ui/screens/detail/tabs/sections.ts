/** A tab of titled lines, drawn at once from the current row. */

import {type Cell, cellText, noneCell, unknownCell} from '../../../../families/format/cells.ts';
import type {AnyTab, Lookup, Ref} from '../../../../families/shape/define-family.ts';
import {type Keymap, keyText} from '../../../../keymap/keymap.ts';
import type {KeymapPort, SessionPort, SkinPort} from '../../../context/ports.ts';
import {cellWidth, fitToCells, sanitize} from '../../../terminal/index.ts';
import type {Skin} from '../../../theme/skin.ts';
import {type Span, span, wrap} from '../../../widgets/spans.ts';
import {
  type DetailLine,
  headingLine,
  type LineValue,
  spansLine,
  type TabContent,
  type TabSubject,
  withTarget,
} from '../../shared/detail-lines.ts';

type SectionsTab = Extract<AnyTab, {sections: unknown}>;
type Section = SectionsTab['sections'][number];
type Line = Section['lines'][number];
type Value = ReturnType<Line['value']>;

/** The minimum and maximum width of titles. */
const TITLES = {least: 8, most: 22} as const;

export function sectionsTab(
  context: KeymapPort & SessionPort & SkinPort,
  tab: Pick<SectionsTab, 'sections'>,
  {row, params, revealed}: TabSubject,
  lookup: Lookup = context.session.lookup,
): TabContent {
  const applies = ({isVisible}: Line): boolean => isVisible?.(row, lookup, params) !== false;
  return {
    lines(columns) {
      const skin = context.skin();
      const sections = tab.sections.map(({lines}) => lines.filter(applies));
      const style = {skin, name: titlesWidth(sections), columns};
      const detailLines: DetailLine[] = [];
      const masked = maskedValue(context);
      const draw = (line: Line): void => {
        const {value, link, links, secret} = line;
        const shown = value(row, lookup, params);
        const whole = secret === true && !revealed() && hasText(shown) ? masked : shown;
        const openTarget = link && (() => link(row, lookup, params));
        const addLine = (part: Value, place: number): void => {
          const openLink = links && (() => links(row, lookup, params)[place]);
          linesOf(detailLines, line, place, part, openLink ?? openTarget, style);
        };
        if (whole === masked) {
          const from = detailLines.length;
          linesOf(detailLines, line, 0, masked, openTarget, style);
          // The painted line is shared by resources, but each resource has its own value to copy.
          const copies = lineValue(line.title, () => value(row, lookup, params), {isSecret: true});
          for (let index = from; index < detailLines.length; index++)
            detailLines[index] = {...(detailLines[index] as DetailLine), copies};
        } else if (links !== undefined && isMany(whole)) whole.forEach(addLine);
        else addLine(whole, 0);
      };
      tab.sections.forEach((section, index) => {
        const lines = sections[index] ?? [];
        if (lines.length === 0) return;
        const {blank, heading} = headingsOf(section, skin);
        if (detailLines.length > 0) detailLines.push(blank);
        detailLines.push(heading);
        lines.forEach(draw);
      });
      return detailLines;
    },
  };
}

function titlesWidth(sections: readonly (readonly Line[])[]): number {
  let widest: number = TITLES.least;
  const measure = ({title}: Line): void => {
    widest = Math.max(widest, Math.min(TITLES.most, cellWidth(title)));
  };
  sections.forEach(lines => lines.forEach(measure));
  return widest;
}

/** The value to copy: without placeholders for missing and unknown values. */
const lineValue = (name: string, value: () => Value, {isSecret}: {readonly isSecret: boolean}): LineValue => ({
  name,
  isSecret,
  pieces() {
    const values = value() ?? [];
    return (isMany(values) ? values : [values])
      .filter(cell => cell !== noneCell && cell !== unknownCell)
      .map(cellText)
      .filter(text => text.trim() !== '');
  },
});

/** False for a secret that isn't set: a user who reveals it would see nothing. */
const hasText = (value: Value): boolean =>
  value !== null && value !== undefined && value !== '' && value !== noneCell && value !== unknownCell;

/** The values shown instead of a secret: one for each keymap, because lines are painted once for each value. */
const maskedValues = new WeakMap<Keymap, Value>();

function maskedValue({keymap}: KeymapPort): Value {
  const existing = maskedValues.get(keymap);
  if (existing !== undefined) return existing;
  const masked: Value = maskedTexts(keymap).map(text => ({text, tone: 'dim' as const}));
  maskedValues.set(keymap, masked);
  return masked;
}

/** The texts shown instead of a secret, with the key that shows it. */
export function maskedTexts(keymap: Keymap): readonly string[] {
  const key = keyText(keymap, 'detail.reveal');
  return ['••••••••', ...(key === undefined ? [] : [`  ${key} shows it`])];
}

interface Headings {
  readonly skin: Skin;
  readonly blank: DetailLine;
  readonly heading: DetailLine;
}
const headings = new WeakMap<Section, Headings>();

function headingsOf(section: Section, skin: Skin): Headings {
  const cached = headings.get(section);
  if (cached?.skin === skin) return cached;
  const created = {
    skin,
    blank: headingLine(skin, []),
    heading: headingLine(skin, [span(section.title.toUpperCase(), 'dim')]),
  };
  headings.set(section, created);
  return created;
}

interface Style {
  readonly skin: Skin;
  /** The width of the titles in cells. */
  readonly name: number;
  readonly columns: number;
}

interface Drawn extends Style {
  readonly part: Value;
  readonly leads: boolean;
  readonly lines: readonly DetailLine[];
}
/** The last output of each line: two resources often have most lines in common. */
const lineCache = new WeakMap<Line, Drawn[]>();

function linesOf(
  into: DetailLine[],
  line: Line,
  place: number,
  part: Value,
  link: (() => Ref | undefined) | undefined,
  {skin, name, columns}: Style,
): void {
  const hasTarget = link?.() !== undefined;
  let cached = lineCache.get(line);
  if (cached === undefined) {
    cached = [];
    lineCache.set(line, cached);
  }
  let cachedLine = cached[place];
  if (
    cachedLine?.skin !== skin ||
    cachedLine.name !== name ||
    cachedLine.columns !== columns ||
    cachedLine.leads !== hasTarget ||
    !isSame(cachedLine.part, part)
  ) {
    const copies = lineValue(line.title, () => part, {isSecret: line.secret === true});
    const link = hasTarget ? [span(` ${skin.symbol('link')}`, 'link')] : [];
    const lines = valueLines(part, columns - name - 4).map((spans, index) => {
      const head = span(fitToCells(place === 0 && index === 0 ? line.title : '', name + 2), 'dim');
      return {...spansLine(skin, index === 0 ? [head, ...spans, ...link] : [head, ...spans]), copies};
    });
    cachedLine = {skin, name, columns, part, leads: hasTarget, lines};
    cached[place] = cachedLine;
  }
  const {lines} = cachedLine;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as DetailLine;
    into.push(hasTarget && link !== undefined ? withTarget(line, link) : line);
  }
}

function isSame(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left === null || left === undefined || right === null || right === undefined) return false;
  if (typeof left === 'string' || typeof right === 'string') return false;
  if (isList(left) || isList(right)) {
    if (!isList(left) || !isList(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) if (!isSame(left[index], right[index])) return false;
    return true;
  }
  return left.text === right.text && left.tone === right.tone;
}

/**
 * A value as lines: its pieces are separated by spaces and wrap between each other; an empty value is a dash, a value
 * that isn't loaded is unknown.
 */
export function valueLines(value: Cell | readonly Cell[] | null | undefined, columns: number): readonly Span[][] {
  if (value === undefined) return [[span('? unknown', 'unknown')]];
  if (value !== null && !isList(value)) {
    const text = cellText(value);
    // Most values are one or two words.
    if (text !== '' && !/[\r\n]/.test(text) && cellWidth(sanitize(text)) <= columns)
      return [[span(text, typeof value === 'string' ? undefined : value.tone)]];
  }
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
    // Parts of a sentence contain their spaces; separate values need a gap.
    const gap = /\s$/.test(before) || /^\s/.test(text) ? '' : '  ';
    if (used > 0 && gap === '' && !/[\r\n]/.test(text)) {
      for (const word of words(text)) {
        const needed = cellWidth(sanitize(word.trimEnd()));
        if (used > 0 && used + needed > columns) feed();
        for (const [index, piece] of (needed > columns ? wrap(word, columns) : [word]).entries()) {
          if (index > 0) feed();
          const shown = used === 0 ? piece.trimStart() : piece;
          lines.at(-1)?.push(span(shown, tone));
          used += cellWidth(sanitize(shown));
        }
      }
      continue;
    }
    const wide = cellWidth(sanitize(text)) + gap.length;
    if (used > 0 && used + wide > columns) feed();
    const pieces = wide > columns || /[\r\n]/.test(text) ? wrap(text, columns) : [used > 0 ? gap + text : text];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) feed();
      lines.at(-1)?.push(span(piece, tone));
      used += cellWidth(sanitize(piece));
    }
  }
  return lines;
}

/** Words with the following space; a leading dot stays with its word. */
const words = (text: string): readonly string[] => text.split(/(?<=\s)(?<!·\s)(?=\S)/);

const isMany = (value: Cell | readonly Cell[] | null | undefined): value is readonly Cell[] =>
  value !== null && value !== undefined && isList(value);
const isList = (value: Cell | readonly Cell[]): value is readonly Cell[] => Array.isArray(value);
