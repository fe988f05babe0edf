/** The lines of a preview: consequences first, then the differences, and the request last. */
import type {Tone} from '../../../families/format/cells.ts';
import {withoutEllipsis} from '../../../families/format/format.ts';
import {type BatchPlan, type BatchStep, stepsToSend} from '../../../store/changes/batch/batch-plan.ts';
import {type BatchLoad, batchDurationText} from '../../../store/changes/preview/batch-duration.ts';
import {batchFacts, skippedRowText} from '../../../store/changes/preview/batch-facts.ts';
import type {Preview} from '../../../store/changes/preview/preview-content.ts';
import {
  type ChangedValue,
  changedStepTexts,
  isConsequence,
  type PreviewFacts,
  type PreviewNote,
  previewFacts,
} from '../../../store/changes/preview/preview-facts.ts';
import type {ChangePreview} from '../../models/change/change-preview.ts';
import {checkingWords} from '../../models/change/change-question.ts';
import {cellWidth, fitToCells, sanitize} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {type Span, span, spansWidth, wrap, wrapIndented} from '../../widgets/spans.ts';

type Spans = readonly Span[];

/** The parts of the console that a preview shows. */
export interface PreviewLook extends Pick<ChangePreview, 'profile'> {
  readonly skin: Skin;
  /** The number of requests, and the rate limit that they use. */
  load(preview: Preview): BatchLoad;
}

const glyphs = {known: 'attention', loading: 'busy', unknown: 'unknown'} as const;
/** The width of the title of a difference, in cells. */
const TITLE = 26;

/** The profile's name before a change in production. */
const placeSpans = ({profile, skin}: PreviewLook): Spans =>
  profile.production ? [{text: ` ${profile.name} `, style: skin.danger}, span(' ')] : [];

/** A sentence with a symbol before its first line. */
function textLines(text: string, tone: Span['tone'], sign: string, columns: number): readonly Spans[] {
  return wrap(text, Math.max(8, columns - 4)).map((piece, index) => [
    span(` ${index === 0 ? sign : ' '} ${piece}`, tone),
  ]);
}

export function previewLines(look: PreviewLook, plan: BatchPlan, columns: number): readonly Spans[] {
  if (plan.steps !== undefined) return batchStepLines(look, plan, stepsToSend(plan), columns);
  const {preview} = plan.state();
  if (preview === undefined) return [[span(' working out the request…', 'dim')]];
  const facts = previewFacts(preview);
  const parts = [
    [
      ...headLines(look, plan, preview, columns),
      ...(plan.notes ?? []).flatMap(text => textLines(text, 'attention', look.skin.glyph('attention'), columns)),
      // The costs are above the skipped rows, because there may be many of them.
      ...facts.notes.filter(isCost).flatMap(note => noteLines(look, note, columns)),
      ...leftOutLines(look, plan, preview, columns),
      ...facts.notes.filter(note => !isCost(note)).flatMap(note => noteLines(look, note, columns)),
    ],
    differenceLines(look, facts, columns),
  ].filter(lines => lines.length > 0);
  return parts.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}

const isCost = ({kind}: PreviewNote): boolean => kind === 'cost';

/** The request, below the scrolling part. */
export function requestLines(plan: BatchPlan): readonly Spans[] {
  const {preview} = plan.state();
  if (plan.steps !== undefined || preview === undefined) return [];
  const {method, path, secondRequest} = preview;
  const more = plan.toSend().length - 1;
  return [
    [span(' '), span(method, 'strong'), span(` ${path}${more > 0 ? ` and ${more} more` : ''}`, 'dim')],
    ...(secondRequest
      ? [[span(' then ', 'dim'), span(secondRequest.method, 'strong'), span(` at ${secondRequest.to}`, 'dim')]]
      : []),
  ];
}

/** The profile of the change, and its resource if the change has several. */
function headLines(look: PreviewLook, plan: BatchPlan, preview: Preview, columns: number): readonly Spans[] {
  const place = placeSpans(look);
  const {lead, about = lead.label} = plan;
  const titleText = [withoutEllipsis(plan.title), plan.changes.length === 1 ? about : undefined]
    .filter(Boolean)
    .join(' ');
  const head: Spans[] = place.length > 0 ? [[span(' '), ...place, span(titleText, 'strong')]] : [];
  if (plan.changes.length === 1) return head;
  const skin = look.skin;
  return [
    ...head,
    ...textLines(batchFacts(plan).target, 'strong', skin.glyph('busy'), columns),
    ...textLines(batchDurationText(look.load(preview)), 'dim', ' ', columns),
  ];
}

/** The skipped rows, and the rows that are still being checked. */
const leftOutLines = (look: PreviewLook, plan: BatchPlan, preview: Preview, columns: number): readonly Spans[] => [
  ...batchFacts(plan).skippedRows.flatMap(row =>
    textLines(skippedRowText(row), 'attention', look.skin.glyph('attention'), columns),
  ),
  ...(preview.checking === 0 ? [] : textLines(checkingWords(preview, plan), 'busy', look.skin.glyph('busy'), columns)),
];

/** A consequence has a warning symbol; the required scopes and the undo have only a dot. */
function noteLines({skin}: PreviewLook, note: PreviewNote, columns: number): readonly Spans[] {
  const {text, state = 'known'} = note;
  if (!isConsequence(note)) return textLines(text, 'dim', skin.symbol('dot'), columns);
  return textLines(text, state === 'unknown' ? 'unknown' : 'attention', skin.glyph(glyphs[state]), columns);
}

function differenceLines(look: PreviewLook, {changes, body}: PreviewFacts, columns: number): readonly Spans[] {
  if (changes.length === 0) return body.map(text => [span(`   ${text}`, 'dim')]);
  const widest = Math.min(TITLE, Math.max(0, ...changes.map(({title}) => cellWidth(title))));
  return changes.flatMap(change => oneDifference(look, change, widest, columns));
}

/** A value before and after; a state has its usual color. */
function oneDifference(look: PreviewLook, change: ChangedValue, widest: number, columns: number): readonly Spans[] {
  const skin = look.skin;
  const {title, before, after, conditions} = change;
  const value = Math.max(10, columns - widest - 6);
  const name = span(`   ${fitToCells(sanitize(title), widest)}  `, 'dim');
  const arrow = span(`${skin.symbol('link')} `, 'dim');
  const [was, is] = [tonesOf(conditions?.before, 'dim'), tonesOf(conditions?.after, 'plain')];
  const isShort =
    !/[\r\n]/.test(`${before ?? ''}${after}`) &&
    cellWidth(sanitize(before ?? '')) + cellWidth(sanitize(after)) + 3 <= value;
  if (isShort) return [[name, ...(before === undefined ? [] : [span(before, was), span(' '), arrow]), span(after, is)]];
  // Long values are shown one below the other, complete and unchanged, because the user reads a text before sending it.
  const margin = span(' '.repeat(widest + 5));
  const old = before === undefined ? [] : wrapIndented(before, value).map(text => [span(text, was)]);
  const now = wrapIndented(after, before === undefined ? value : value - 2).map((text, index) => [
    ...(before === undefined ? [] : [index === 0 ? arrow : span('  ')]),
    span(text, is),
  ]);
  return [...old, ...now].map((spans, index) => [index === 0 ? name : margin, ...spans]);
}

const tonesOf = (condition: Tone | undefined, otherwise: Tone): Tone => condition ?? otherwise;

/** Different changes: a line for each, with added and removed values. */
function batchStepLines(
  look: PreviewLook,
  plan: BatchPlan,
  steps: readonly BatchStep[],
  columns: number,
): readonly Spans[] {
  const skin = look.skin;
  const count = (mark: BatchStep['mark']): number => steps.filter(step => step.mark === mark).length;
  const summary = `${count('+')} added, ${count('~')} changed, ${count('-')} deleted`;
  const requests = steps.length === 1 ? 'one request' : `${steps.length} requests, one after the other`;
  const notes = [
    ...changedStepTexts(steps, '→'),
    ...batchFacts(plan).skippedRows.map(skippedRowText),
    ...(plan.notes ?? []),
  ];
  const widest = Math.min(28, Math.max(0, ...steps.map(({label}) => cellWidth(sanitize(label)))));
  return [
    [span(' '), ...placeSpans(look), span(summary, 'strong'), span(`  ${requests}`, 'dim')],
    [],
    ...steps.flatMap(step => stepLines(look, step, widest, columns)),
    ...(notes.length > 0 ? [[]] : []),
    ...notes.flatMap(text => textLines(text, 'attention', skin.glyph('attention'), columns)),
  ];
}

const marks = {'+': 'ok', '~': 'attention', '-': 'failed'} as const;

/** The symbol shows the kind of change; the values have no separate color. */
function stepLines(
  {skin}: PreviewLook,
  {mark, label, before, after}: BatchStep,
  widest: number,
  columns: number,
): readonly Spans[] {
  const arrow = `${skin.symbol('link')} `;
  const head = [span(` ${mark} `, marks[mark]), span(`${fitToCells(sanitize(label), widest)}  `)];
  const oldSpans = before === undefined ? [] : [span(before, 'dim')];
  const is = after === undefined ? [] : [span(after)];
  const allSpans = [...head, ...oldSpans, ...(mark === '~' ? [span(` ${arrow}`, 'dim')] : []), ...is];
  if (mark !== '~' || spansWidth(allSpans) <= columns) return [allSpans];
  return [
    [...head, ...oldSpans],
    [span(' '.repeat(widest + 3)), span(arrow, 'dim'), ...is],
  ];
}
