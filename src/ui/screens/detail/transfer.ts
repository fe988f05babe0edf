/** Network transfer as a gauge: what is used of what is included. */
import {allotment} from '../../../families/format.ts';
import type {Deck} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {type DetailLine, spansLine} from './lines.ts';

/** Quotas are announced in GB of 1,000 MB, use in bytes (D2 §2.7). */
const GB = 1e9;

export function transferLines(deck: Deck, values: readonly unknown[], columns: number): readonly DetailLine[] {
  const skin = deck.skin();
  return values.flatMap(value => {
    if (typeof value !== 'object' || value === null) return [];
    const {used, quota, billable} = value as Readonly<Record<string, unknown>>;
    if (typeof used !== 'number' || typeof quota !== 'number') return [];
    const percent = quota > 0 ? (used / GB / quota) * 100 : 0;
    const tone = percent >= 100 ? 'failed' : percent >= 80 ? 'attention' : 'ok';
    const wide = Math.max(10, Math.min(60, columns - 24));
    return [
      spansLine(skin, [span('Transfer this month', 'strong')]),
      spansLine(skin, []),
      spansLine(skin, [span(skin.progress(percent, wide), tone), span(` ${percent.toFixed(1)} %`)]),
      spansLine(skin, [span(`${allotment(used / GB)} of ${allotment(quota)} used`)]),
      spansLine(skin, [
        typeof billable === 'number' && billable > 0
          ? span(`${allotment(billable)} beyond what is included: billed`, 'attention')
          : span('nothing beyond what is included', 'dim'),
      ]),
    ];
  });
}
