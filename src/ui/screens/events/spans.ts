/** An event as a line: how it went, what happened, who and when. */
import type {Event} from '../../../contract/account/events.ts';
import {type Condition, cellText} from '../../../families/cells.ts';
import {ago, millis} from '../../../families/format.ts';
import {sentenceOf} from '../../../families/sentence.ts';
import type {Deck} from '../../deck.ts';
import {type Span, span, spansWidth} from '../../widgets/spans.ts';

const conditions: Readonly<Record<string, Condition>> = {
  scheduled: 'busy',
  started: 'busy',
  finished: 'ok',
  notification: 'ok',
  failed: 'failed',
};

export const eventCondition = (status: string): Condition => conditions[status] ?? 'unknown';

/** @param aged says how long ago it was, which another minute is another text */
export const eventSpans = (deck: Deck, event: Event, aged = true): Span[] => [
  ...whatSpans(deck, event),
  ...whoSpans(deck, event, aged),
];

/** The same in one line or, where that has no room for it, in two: who it was and when are not what is cut. */
export function eventLines(deck: Deck, event: Event, columns: number): Span[][] {
  const what = whatSpans(deck, event);
  const who = whoSpans(deck, event, true);
  if (!event.username || spansWidth([...what, ...who]) <= columns) return [[...what, ...who]];
  return [what, [span(' '), ...who]];
}

function whatSpans(deck: Deck, event: Event): Span[] {
  const condition = eventCondition(event.status);
  const parts = sentenceOf(event, deck.session.look).parts.map(cell =>
    span(cellText(cell), typeof cell === 'string' ? undefined : cell.tone),
  );
  return [span(`${deck.skin().glyph(condition)} `, condition), ...parts];
}

/** " by ada, 3h ago" */
function whoSpans(deck: Deck, event: Event, aged: boolean): Span[] {
  const at = millis(event.created);
  const by = event.username ? [span(` by ${event.username}`)] : [];
  const when = at === undefined || !aged ? [] : [span(`, ${ago(at, deck.session.look.now)}`, 'dim')];
  return [...by, ...when];
}
