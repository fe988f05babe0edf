/** The first line of a detail: what it is of, how that is, and what it is known by. */
import type {AnyRow, Family, PathParams} from '../../../families/define.ts';
import type {Deck} from '../../deck.ts';
import {type Span, span, spansWidth} from '../../widgets/spans.ts';

/** @param room cells there are for it */
export function detailTitle(
  {session, skin: skinNow}: Deck,
  {family, params}: {readonly family: Family; readonly params: PathParams},
  row: AnyRow,
  room: number,
): Span[] {
  const skin = skinNow();
  const id = family.key(row);
  const label = family.label(row);
  const spans = [span(` ${label}`, 'strong')];
  const annotation = session.collection(family.id, params).annotation(id);
  if (annotation?.busy || annotation?.pending !== undefined) {
    const {word, percent} = annotation.busy ?? {word: annotation.pending ?? '', percent: undefined};
    spans.push(span(`  ${skin.glyph('busy')} ${word}${percent === undefined ? '…' : ` ${percent}%`}`, 'busy'));
  } else if (annotation?.stale)
    spans.push(span(`  ${skin.glyph('unknown')} unconfirmed: changed since, and not read again yet`, 'unknown'));
  else {
    const state = family.state?.(row, session.look, params);
    if (state) spans.push(span(`  ${skin.glyph(state.is)} ${state.word}`, state.is));
  }
  // What else rows are known by is made up of what they say, or is a secret.
  const name = family.single ? family.title : row.id === id ? String(id) : label;
  const also = span(`  ${name}`, 'dim');
  // Half an ID is that of something else.
  if (name !== label && spansWidth([...spans, also]) < room) spans.push(also);
  return spans;
}
