/** The first line of a detail: the resource, its state, and its ID. */
import type {State} from '../../../families/format/cells.ts';
import type {AnyRow, RowId} from '../../../families/shape/define-family.ts';
import type {Annotation} from '../../../store/cache/annotations.ts';
import {rowCondition, unconfirmedState} from '../../../store/cache/row-condition.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {SessionPort, SkinPort} from '../../context/ports.ts';
import {sanitize, truncate} from '../../terminal/index.ts';
import {type Span, span, spansWidth} from '../../widgets/spans.ts';

type Listed = Pick<ActionSubject, 'family' | 'params'>;

/** The minimum width of the label: with less room, the end of the state is cut off, too. */
const LABEL_LEAST = 12;

/**
 * Without room for everything, the ID is dropped first; then the end of the label is cut off.
 * @param room the available cells
 */
export function detailTitle(
  context: SessionPort & SkinPort,
  {family, params}: Listed,
  row: AnyRow,
  room: number,
): Span[] {
  const id = family.key(row);
  const {lookup} = context.session;
  const label = family.label(row, lookup);
  const condition = conditionSpans(context, {family, params}, row);
  // Keys of other families are built from the row's values or are secrets, so they are not shown.
  const name = family.single ? family.title : row.id === id ? family.idText(row, lookup) : label;
  const whole = [span(` ${label}`, 'strong'), ...condition];
  const nameSpan = span(`  ${name}`, 'dim');
  // An ID that is cut off would be that of another resource.
  if (name !== label && spansWidth([...whole, nameSpan]) < room) return [...whole, nameSpan];
  const left = Math.max(LABEL_LEAST, room - 2 - spansWidth(condition));
  return [span(` ${truncate(sanitize(label), left)}`, 'strong'), ...condition];
}

function conditionSpans(
  {session, skin: skinNow}: SessionPort & SkinPort,
  {family, params}: Listed,
  row: AnyRow,
): Span[] {
  const skin = skinNow();
  const annotation = session.collection(family.id, params).annotation(family.key(row));
  const state = rowCondition({family, params}, row, session.lookup, annotation);
  return state
    ? [span(`  ${skin.glyph(state.condition)} ${state.word}${activitySuffix(state, annotation)}`, state.condition)]
    : [];
}

function activitySuffix(state: State, annotation: Annotation | undefined): string {
  if (state === unconfirmedState) return ': changed since, and not read again yet';
  if (state.percent !== undefined) return ` ${state.percent}%`;
  return state.word === (annotation?.busy?.word ?? annotation?.pending) ? '…' : '';
}

/** The reason why no resource is shown. */
export function absenceSpan({session}: SessionPort, {family, params}: Listed, id: RowId | undefined): Span {
  const {failure, isComplete} = session.collection(family.id, params).getState();
  if (id === undefined && !family.single) return span('');
  if (failure !== undefined) return span(`  ${failure.message}`, 'failed');
  if (family.single) return span(isComplete ? `  No ${family.one}.` : '  loading…', 'dim');
  return span(`  ${family.one} ${id} not found. It may ${isComplete ? 'be deleted' : 'still be loading'}.`, 'dim');
}
