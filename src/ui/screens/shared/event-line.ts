/** An event as a line: outcome, sentence, user and time. */
import type {Event} from '../../../contract/account/events.ts';
import {sentenceOf} from '../../../families/events/event-sentence.ts';
import {type Condition, cellText} from '../../../families/format/cells.ts';
import {ago, toMillis} from '../../../families/format/format.ts';
import type {SessionPort, SkinPort} from '../../context/ports.ts';
import {type Span, span, spansWidth} from '../../widgets/spans.ts';

const conditions: Readonly<Record<string, Condition>> = {
  scheduled: 'busy',
  started: 'busy',
  finished: 'ok',
  notification: 'ok',
  failed: 'failed',
};

export const eventCondition = (status: string): Condition => conditions[status] ?? 'unknown';

/** @param options `hasAge: false` leaves out the event's age, which changes the text every minute */
export const eventSpans = (context: SessionPort & SkinPort, event: Event, {hasAge = true} = {}): Span[] =>
  sentence(subjectSpansOf(context, event), userSpansOf(event), hasAge ? timeSpansOf(context, event) : []);

/** The event in one line or, if that is too narrow, in two, so that user and time are not cut off. */
export function eventLines(context: SessionPort & SkinPort, event: Event, columns: number): Span[][] {
  const subjectSpans = subjectSpansOf(context, event);
  const userSpans = userSpansOf(event);
  const timeSpans = timeSpansOf(context, event);
  const whole = sentence(subjectSpans, userSpans, timeSpans);
  if (userSpans.length === 0 || spansWidth(whole) <= columns) return [whole];
  return [subjectSpans, [span(' '), ...userSpans, ...timeSpans]];
}

/** Progress and message follow the user: "web-02 is booting by ada · 62%, 3s ago". */
function sentence(subjectSpans: readonly Span[], userSpans: readonly Span[], timeSpans: readonly Span[]): Span[] {
  const detailIndex = subjectSpans.findIndex(({text}) => text.startsWith(' · '));
  const end = detailIndex < 0 ? subjectSpans.length : detailIndex;
  return [...subjectSpans.slice(0, end), ...userSpans, ...subjectSpans.slice(end), ...timeSpans];
}

function subjectSpansOf(context: SessionPort & SkinPort, event: Event): Span[] {
  const condition = eventCondition(event.status);
  const parts = sentenceOf(event, context.session.lookup).parts.map(cell =>
    span(cellText(cell), typeof cell === 'string' ? undefined : cell.tone),
  );
  return [span(`${context.skin().glyph(condition)} `, condition), ...parts];
}

const userSpansOf = ({username}: Event): Span[] => (username ? [span(` by ${username}`)] : []);

/** ", 3h ago" */
function timeSpansOf(context: SessionPort, event: Event): Span[] {
  const at = toMillis(event.created);
  return at === undefined ? [] : [span(`, ${ago(at, context.session.lookup.now)}`, 'dim')];
}
