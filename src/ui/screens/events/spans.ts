/** An event as a line: how it went, what happened, who and when. */
import type {Event} from '../../../contract/account/events.ts';
import {type Condition, cellText} from '../../../families/cells.ts';
import {ago, millis} from '../../../families/format.ts';
import {sentenceOf} from '../../../families/sentence.ts';
import type {Deck} from '../../deck.ts';
import {type Span, span} from '../../widgets/spans.ts';

const conditions: Readonly<Record<string, Condition>> = {
  scheduled: 'busy',
  started: 'busy',
  finished: 'ok',
  notification: 'ok',
  failed: 'failed',
};

export const eventCondition = (status: string): Condition => conditions[status] ?? 'unknown';

/** @param aged says how long ago it was, which another minute is another text */
export function eventSpans(deck: Deck, event: Event, aged = true): Span[] {
  const skin = deck.skin();
  const condition = eventCondition(event.status);
  const at = millis(event.created);
  const by = event.username ? [span(` by ${event.username}`)] : [];
  const when = at === undefined || !aged ? [] : [span(`, ${ago(at, deck.session.look.now)}`, 'dim')];
  const parts = sentenceOf(event, deck.session.look).parts.map(cell =>
    span(cellText(cell), typeof cell === 'string' ? undefined : cell.tone),
  );
  return [span(`${skin.glyph(condition)} `, condition), ...parts, ...by, ...when];
}
