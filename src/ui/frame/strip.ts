/** The line of what is running: percent, and the time left as learned from the account's own past. */
import {duration} from '../../families/format.ts';
import type {Operation} from '../../store/types.ts';
import type {Deck} from '../deck.ts';
import {paintSpans, type Span, span, spansWidth} from '../widgets/spans.ts';

const BAR = 10;

function operationSpans(deck: Deck, {label, word, percent, secondsLeft}: Operation): Span[] {
  const skin = deck.skin();
  const spans = [span(` ${skin.glyph('busy')} `, 'busy'), span(label, 'strong'), span(` ${word} `)];
  if (percent !== undefined) spans.push(span(skin.progress(percent, BAR), 'busy'), span(` ${percent}%`));
  if (secondsLeft !== undefined) spans.push(span(` ${duration(secondsLeft)} left`, 'dim'));
  return [...spans, span('  ')];
}

export function paintStrip(deck: Deck, columns: number): string[] {
  const operations = deck.session.operations.get();
  const shown: Span[] = [];
  for (const [index, operation] of operations.entries()) {
    const next = operationSpans(deck, operation);
    const left = operations.length - index;
    if (index > 0 && spansWidth(shown) + spansWidth(next) > columns - 10) {
      shown.push(span(` +${left} more`, 'dim'));
      break;
    }
    shown.push(...next);
  }
  return [paintSpans(deck.skin(), shown, columns)];
}
