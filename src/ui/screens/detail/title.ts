/** The first line of a detail: what it is of, how that is, and what it is known by. */
import type {State} from '../../../families/format/cells.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {rowCondition, unconfirmedState} from '../../../store/cache/row-condition.ts';
import type {Annotation} from '../../../store/session/session.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {sanitize, truncate} from '../../terminal/index.ts';
import {type Span, span, spansWidth} from '../../widgets/spans.ts';
import type {ActionSubject} from '../change/target/action-subject.ts';

type Listed = Pick<ActionSubject, 'family' | 'params'>;

/** Less of a label than this says nothing: then the end of what is said of it is cut, too. */
const LABEL_LEAST = 12;

/**
 * Where there is no room for all of it, what it is known by goes first, and then the end of the label.
 * @param room cells there are for it
 */
export function detailTitle(context: ConsoleContext, {family, params}: Listed, row: AnyRow, room: number): Span[] {
  const id = family.key(row);
  const {lookup} = context.session;
  const label = family.label(row, lookup);
  const condition = conditionSpans(context, {family, params}, row);
  // What else rows are known by is made up of what they say, or is a secret.
  const name = family.single ? family.title : row.id === id ? family.idText(row, lookup) : label;
  const whole = [span(` ${label}`, 'strong'), ...condition];
  const also = span(`  ${name}`, 'dim');
  // Half an ID is that of something else.
  if (name !== label && spansWidth([...whole, also]) < room) return [...whole, also];
  const left = Math.max(LABEL_LEAST, room - 2 - spansWidth(condition));
  return [span(` ${truncate(sanitize(label), left)}`, 'strong'), ...condition];
}

function conditionSpans({session, skin: skinNow}: ConsoleContext, {family, params}: Listed, row: AnyRow): Span[] {
  const skin = skinNow();
  const annotation = session.collection(family.id, params).annotation(family.key(row));
  const state = rowCondition({family, params}, row, session.lookup, annotation);
  return state ? [span(`  ${skin.glyph(state.is)} ${state.word}${goesOn(state, annotation)}`, state.is)] : [];
}

function goesOn(state: State, annotation: Annotation | undefined): string {
  if (state === unconfirmedState) return ': changed since, and not read again yet';
  if (state.percent !== undefined) return ` ${state.percent}%`;
  return state.word === (annotation?.busy?.word ?? annotation?.pending) ? '…' : '';
}
