/** A select list in a dialog: the typed text, the number of matches, and the matching choices. */
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {formatNumber} from '../../families/format/format.ts';
import type {Overlay} from '../context/overlay-stack.ts';
import {useTheme} from '../hooks/use-console.ts';
import type {SelectListModel, SelectListState} from '../models/select-list.ts';
import {cellWidth} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import {choicePainter, choiceWindow} from '../widgets/choice-lines.ts';
import {paintSpans, span} from '../widgets/spans.ts';
import {paintPrompt} from '../widgets/text-input.ts';
import {Dialog, useDialogArea} from './dialog.tsx';
import {Row, TextRow, TextRows} from './display/row.tsx';

const DEFAULT_COLUMNS = 90;
/** The rows above the choices: the typed text, and a rule. */
const HEAD_ROWS = 2;
/** At least a few rows, so that the dialog keeps its size while a few choices match, and at most a screenful. */
const [MIN_ROWS, MAX_ROWS] = [7, 20];
/** The number of choices at which the dialog reaches its full height: their number is enough then. */
const MAX_SIZED_CHOICES = 18;
/** The least room for typed text beside the number of matches. */
const MIN_PROMPT_CELLS = 20;

export function SelectDialog({overlay}: {readonly overlay: Overlay<SelectListModel>}) {
  const {model} = overlay;
  const {spec} = model;
  const skin = useTheme();
  const state = useStore(model.store);
  const {choices, isSearching, line} = state;
  const area = useDialogArea((maxColumns, maxRows) => {
    const columns = Math.min(spec.columns ?? DEFAULT_COLUMNS, maxColumns - 6);
    const wanted = Math.max(MIN_ROWS, Math.min(lineCount(skin, state, columns) + HEAD_ROWS, MAX_ROWS));
    return {columns, rows: Math.min(Math.max(wanted, (spec.rows ?? 0) + HEAD_ROWS), maxRows - 4)};
  }, spec.at ?? 'upper');
  const {columns} = area;
  const rows = Math.max(1, area.rows - HEAD_ROWS);
  const painter = choicePainter(skin, choices, columns);
  const {scroll, shown} = choiceWindow(state.scroll, choices.length, rows, at => painter.height(choices[at]));
  useLayoutEffect(() => model.setViewport(scroll, shown), [model, scroll, shown]);
  const visible = choices.slice(scroll.top, scroll.top + shown);
  const omitted = painter.omittedCells(choices[scroll.cursor]);
  const rule = skin.symbol('rule').repeat(Math.max(0, columns - cellWidth(omitted)));
  return (
    <Dialog title={state.title} area={area} tone={overlay.tone()}>
      <TextRow text={promptLine(skin, model, state, columns)} columns={columns} />
      <Row spans={[span(`${omitted}${rule}`, 'dim')]} columns={columns} />
      {visible.length === 0 && !isSearching && (
        <Row spans={[span(` ${spec.nothing(line.text)}`, 'dim')]} columns={columns} />
      )}
      <TextRows
        texts={visible.flatMap((choice, index) => painter.paint(choice, scroll.top + index === scroll.cursor))}
        columns={columns}
      />
    </Dialog>
  );
}

function lineCount(skin: Skin, {choices}: SelectListState, columns: number): number {
  if (choices.length > MAX_SIZED_CHOICES) return choices.length;
  const painter = choicePainter(skin, choices, columns);
  return choices.reduce((sum, choice) => sum + painter.height(choice), 0);
}

/** The typed text, and the cursor's position among the matches: "17 of 62". */
function promptLine(skin: Skin, {spec, isPicker}: SelectListModel, state: SelectListState, columns: number): string {
  const {choices, line, scroll} = state;
  const count = choices.length === 0 ? '' : ` ${formatNumber(scroll.cursor + 1)} of ${formatNumber(choices.length)} `;
  const room = columns - cellWidth(count);
  const prompt = {prompt: spec.prompt, line, hint: isPicker ? 'type to filter' : ''};
  if (room < MIN_PROMPT_CELLS) return paintPrompt(skin, prompt, columns);
  return paintPrompt(skin, prompt, room) + paintSpans(skin, [span(count, 'dim')], cellWidth(count));
}
