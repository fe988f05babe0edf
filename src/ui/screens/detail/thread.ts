/** A ticket and its replies as a conversation, the oldest first, each with who said it and when. */
import {ago, exact, millis} from '../../../families/format.ts';
import type {Deck} from '../../deck.ts';
import {span, wrap} from '../../widgets/spans.ts';
import {type DetailLine, spansLine} from './lines.ts';

interface Said {
  readonly by: string;
  readonly support: boolean;
  readonly at: number | undefined;
  readonly words: string;
}

export function threadLines(deck: Deck, values: readonly unknown[], columns: number): readonly DetailLine[] {
  const skin = deck.skin();
  const said = values
    .flatMap(entriesOf)
    .flatMap(saidIn)
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  if (said.length === 0) return [spansLine(skin, [span('nothing was said yet', 'dim')])];
  return said.flatMap(({by, support, at, words}, index) => [
    ...(index > 0 ? [spansLine(skin, [])] : []),
    spansLine(skin, [
      span(by, support ? 'accent' : 'strong'),
      span(support ? '  support' : '', 'accent'),
      span(at === undefined ? '' : `  ${ago(at, deck.session.look.now)}  ${exact(at)}`, 'dim'),
    ]),
    ...wrap(words, Math.max(20, columns - 4)).map(piece => spansLine(skin, [span(`  ${piece}`)])),
  ]);
}

/** A page holds entries, an answer is one. */
function entriesOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'data' in value && Array.isArray(value.data) ? value.data : [value];
}

function saidIn(entry: unknown): Said[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const {
    description,
    created_by: by,
    opened_by: opener,
    created,
    opened,
    from_compute: support,
  } = entry as Readonly<Record<string, unknown>>;
  if (typeof description !== 'string') return [];
  const who = [by, opener].find(name => typeof name === 'string') ?? 'unknown';
  const when = [created, opened].find(date => typeof date === 'string');
  return [{by: String(who), support: support === true, at: millis(when as string | undefined), words: description}];
}
