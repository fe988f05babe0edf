/** Network transfer as a gauge: the used part of the included amount, and the earlier months. */

import {allotment} from '../../../../families/format/format.ts';
import {chartedSeriesOf} from '../../../../families/format/series.ts';
import type {AnyRow, AnyTab, PathParams} from '../../../../families/shape/define-family.ts';
import type {ClockPort, KeymapPort, SessionPort, SkinPort} from '../../../context/ports.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, loadingLine, messageLines, spansLine, type TabContent} from '../../shared/detail-lines.ts';
import {createMonths, stepHint} from './months.ts';

/** Quotas are in GB of 1,000 MB, usage is in bytes (D2 §2.7). */
const GB = 1e9;

type ViewTab = Extract<AnyTab, {view: unknown}>;

/** The current month with its quota; `[` opens earlier months, for which only the number of bytes is known. */
export function transferTab(
  context: ClockPort & KeymapPort & SessionPort & SkinPort,
  tab: ViewTab,
  row: AnyRow,
  params: PathParams,
): TabContent {
  const [load] = tab.requests;
  if (load === undefined) return {lines: () => []};
  const {month} = chartedSeriesOf(load.operation);
  const months = createMonths(context, {load, params: load.params(row, params), month, first: 1});
  return {
    lines(columns) {
      const {value, failure} = months.get();
      const skin = context.skin();
      const line = (text: string, tone?: 'dim' | 'strong') => spansLine(skin, [span(text, tone)]);
      const title = months.title === undefined ? [] : [line(`Transfer in ${months.title}`, 'strong'), line('')];
      const turns = month === undefined ? [] : [line(''), line(stepHint(context, 'month'), 'dim')];
      if (failure !== undefined) return [...title, ...messageLines(skin, failure.message, 'failed', columns), ...turns];
      if (value === undefined) return [...title, loadingLine(skin), ...turns];
      const shown = months.title === undefined ? transferLines(context, [value], columns) : monthLines(context, value);
      return [...title, ...shown, ...turns];
    },
    subscribe: months.subscribe,
    step: months.step,
  };
}

function monthLines(context: SkinPort, value: unknown): readonly DetailLine[] {
  const {bytes_in, bytes_out, bytes_total} = value as Readonly<Record<string, unknown>>;
  const counted = [
    ['In', bytes_in],
    ['Out', bytes_out],
    ['Total', bytes_total],
  ] as const;
  return counted.flatMap(([title, bytes]) =>
    typeof bytes === 'number'
      ? [spansLine(context.skin(), [span(title.padEnd(8), 'dim'), span(allotment(bytes / GB))])]
      : [],
  );
}

export function transferLines(context: SkinPort, values: readonly unknown[], columns: number): readonly DetailLine[] {
  const skin = context.skin();
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
      spansLine(skin, [span(skin.progress(percent, wide), tone), span(` ${percent.toFixed(1)}%`)]),
      spansLine(skin, [span(`${allotment(used / GB)} of ${allotment(quota)} used`)]),
      spansLine(skin, [
        typeof billable === 'number' && billable > 0
          ? span(`${allotment(billable)} over the quota: billed`, 'attention')
          : span('within the quota', 'dim'),
      ]),
    ];
  });
}
