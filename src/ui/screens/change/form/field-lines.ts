/** Paints the fields of a form: name, value, problems, and the help of the field in focus. */
import type {FieldState} from '../../../../store/changes/form/field-state.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../../terminal/index.ts';
import type {Skin} from '../../../theme/skin.ts';
import {paintSpans, type Span, span, wrap} from '../../../widgets/spans.ts';
import {areaText, paintArea, shownRows} from '../../../widgets/text-area.ts';
import {paintLine} from '../../../widgets/text-input.ts';
import {detailOf, differsWords, levelsText, selectedText} from './chosen-label.ts';
import {type Block, tableLines} from './edit-table.ts';
import {type FieldInputs, inputKind} from './field-inputs.ts';
import {hasLevels} from './focus-order.ts';

export const NAME_CELLS = 22;
const AREA_ROWS = 6;
/** Cells in front of a value: a long text that is the only field is below its name and has the whole width. */
const marginOf = (field: FieldState, alone: boolean): number =>
  alone && inputKind(field) === 'area' ? 2 : NAME_CELLS + 2;
/** Cells of a value in a form of this width. */
export const roomFor = (columns: number, field: FieldState, alone: boolean): number =>
  Math.max(4, columns - marginOf(field, alone) - 1);

export interface FieldPainting {
  readonly skin: Skin;
  readonly inputs: FieldInputs;
  readonly field: FieldState;
  readonly focused: string | undefined;
  readonly columns: number;
  /** True for the only field: a long text may take the screen. With others it leaves room for them. */
  readonly alone: boolean;
}

export function fieldBlocks(painting: FieldPainting): readonly Block[] {
  const {skin, field, focused, columns, alone} = painting;
  const room = roomFor(columns, field, alone);
  const margin = ' '.repeat(marginOf(field, alone));
  const below = (text: string, tone: Span['tone']): string[] =>
    wrap(text, room).map(line => paintSpans(skin, [span(margin), span(line, tone)], columns));
  const problemLines = field.problems.flatMap(problem => below(`${skin.glyph('failed')} ${problem}`, 'failed'));
  const hint = [openHint(field), field.help, field.bounds].filter(Boolean).join(' · ');
  const hintLines = (isFocused: boolean): string[] => (isFocused && hint !== '' ? below(hint, 'dim') : []);
  if (inputKind(field) === 'group')
    return [
      {
        id: field.path,
        lines: [
          '',
          paintSpans(skin, [span(` ${field.title}`, 'dim')], columns),
          ...problemLines,
          ...(field.told === undefined ? [] : below(field.told, 'dim')),
        ],
      },
    ];
  const hasFocus = field.path === focused;
  const name = fitToCells(sanitize(`${field.title}${field.required ? ' *' : ''}`), NAME_CELLS);
  if (field.items !== undefined && !hasLevels(field)) {
    const inside = focused?.startsWith(`${field.path}.`) === true;
    const heading = inside ? skin.heading(name) : name;
    return [
      {id: field.path, lines: [` ${heading} `, ...problemLines, ...hintLines(inside)]},
      ...tableLines({skin, field, items: field.items, focused, columns}),
    ];
  }
  const head = `${hasFocus ? skin.tone('accent', skin.symbol('cursor')) : ' '}${hasFocus ? skin.heading(name) : name} `;
  const values = valueLines(painting, room, hasFocus);
  const lines =
    margin.length < NAME_CELLS
      ? [head, ...values.map(line => margin + line)]
      : values.map((line, index) => (index === 0 ? head : margin) + line);
  const noteLines = field.told === undefined ? [] : below(field.told, 'plain');
  return [{id: field.path, lines: [...lines, ...problemLines, ...noteLines, ...hintLines(hasFocus)]}];
}

/** True if several rows have different values, and none was typed for all of them. */
const isOpen = ({several, value}: FieldState): boolean => several?.differs === true && value === undefined;

/** The meaning of an empty line if several rows differ. */
const openHint = (field: FieldState): string | undefined =>
  isOpen(field) && inputKind(field) !== 'chooseMany' ? 'they differ; leave empty to keep each' : undefined;

function valueLines({skin, inputs, field, alone}: FieldPainting, room: number, here: boolean): string[] {
  const unit = field.unit === undefined ? '' : ` ${field.unit}`;
  switch (inputKind(field)) {
    case 'area': {
      const area = inputs.area(field);
      const needs = shownRows(area, room);
      const maxRows = AREA_ROWS * (alone ? 4 : 2);
      const rows = here ? Math.max(AREA_ROWS, Math.min(needs + 1, maxRows)) : Math.min(AREA_ROWS, needs);
      if (!here && areaText(area) === '') return [skin.tone('dim', isOpen(field) ? differsWords : '—')];
      return paintArea(area, room, rows, here, field.secret ? '•' : undefined).map(line =>
        here ? `\x1b[4m${line}\x1b[24m` : line,
      );
    }
    case 'line': {
      // A number takes only the cells it needs, so that its unit is beside it.
      const wide = Math.min(room - cellWidth(unit), field.input === 'number' && unit !== '' ? 14 : 48);
      const text = inputs.line(field);
      if (!here && text.text === '' && isOpen(field)) return [skin.tone('dim', `${differsWords}${unit}`)];
      if (here && inputs.fresh(field)) {
        const shown = sanitize(text.text);
        const blank = ' '.repeat(Math.max(0, wide - cellWidth(shown)));
        return [`\x1b[7m${shown}\x1b[27m\x1b[4m${blank}\x1b[24m${skin.tone('dim', unit)}`];
      }
      if (!here && field.input === 'number' && unit !== '') {
        const shown = truncate(sanitize(text.text), wide);
        return [`${shown}${skin.tone('dim', shown === '' ? unit.trimStart() : unit)}`];
      }
      const line = paintLine(text, wide, here, field.secret ? '•' : undefined);
      return [`${here ? `\x1b[4m${line}\x1b[24m` : line}${skin.tone('dim', unit)}`];
    }
    case 'toggle':
      if (isOpen(field)) return [`[-] ${skin.tone('dim', differsWords)}`];
      return [`[${field.value === true ? 'x' : ' '}] ${field.value === true ? 'yes' : 'no'}`];
    default: {
      const text = hasLevels(field) ? levelsText(field) : selectedText(field);
      const shown =
        text === '' ? skin.tone('dim', field.loading ? 'loading…' : 'choose') : truncate(sanitize(text), room - 4);
      const left = room - cellWidth(sanitize(text)) - 6;
      const detail = text === '' || left < 12 ? '' : lastThat(detailOf(field), left);
      const detailText = detail === '' ? '' : `  ${skin.tone('dim', truncate(detail, left))}`;
      return [`${shown} ${skin.tone('dim', skin.symbol('picker'))}${detailText}`];
    }
  }
}

/** As many of the last parts as fit; a single one is cut. */
function lastThat(parts: readonly string[], columns: number): string {
  const words = sanitize(parts.join('  '));
  return parts.length > 1 && cellWidth(words) > columns ? lastThat(parts.slice(1), columns) : words;
}
