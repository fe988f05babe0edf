/** Tabs that are more than lines and lists: each reads its responses and passes them to a special painter. */
import type {AnyRow, AnyTab, PathParams, SpecialView} from '../../../../families/shape/define-family.ts';
import type {QueryState} from '../../../../store/cache/query-spec.ts';
import type {ReadonlyStore} from '../../../../store/core/traced-store.ts';
import type {ClockPort, KeymapPort, NotificationPort, SessionPort, SkinPort} from '../../../context/ports.ts';
import {type DetailLine, loadingLine, messageLines, type TabContent} from '../../shared/detail-lines.ts';
import {jsonLines} from './json-lines.ts';
import {pictureLines} from './picture.ts';
import {statsTab} from './stats.ts';
import {transferTab} from './transfer-gauge.ts';

type SpecialPorts = ClockPort & KeymapPort & NotificationPort & SessionPort & SkinPort;

type ViewTab = Extract<AnyTab, {view: unknown}>;

/** Converts the tab's responses, in the order of its loads, to lines. Calling `changed` repaints them. */
export type SpecialPainter = (
  context: NotificationPort & SkinPort,
  values: readonly unknown[],
  columns: number,
  changed: () => void,
) => readonly DetailLine[];

const painters: Readonly<Record<Exclude<SpecialView, 'stats' | 'transfer'>, SpecialPainter>> = {
  picture: pictureLines,
  devices: jsonLines,
  records: jsonLines,
};

export function specialTab(context: SpecialPorts, tab: ViewTab, row: AnyRow, params: PathParams): TabContent {
  const {view} = tab;
  if (view === 'stats') return statsTab(context, tab, row, params);
  if (view === 'transfer') return transferTab(context, tab, row, params);
  const sources: readonly ReadonlyStore<QueryState>[] = tab.requests.map(load =>
    context.session.query(load.operation, load.params(row, params), load.refreshSeconds),
  );
  let repaint: (() => void) | undefined;
  return {
    lines(columns) {
      const skin = context.skin();
      const states = sources.map(source => source.getState());
      const lines: DetailLine[] = [];
      for (const {failure} of states) {
        if (failure !== undefined) lines.push(...messageLines(skin, failure.message, 'failed', columns));
      }
      if (states.some(({value}) => value !== undefined)) {
        lines.push(
          ...painters[view](
            context,
            states.map(({value}) => value),
            columns,
            () => repaint?.(),
          ),
        );
      } else if (lines.length === 0) lines.push(loadingLine(skin));
      return lines;
    },
    subscribe(changed) {
      repaint = changed;
      const stops = sources.map(source => source.subscribe(changed));
      return () => {
        repaint = undefined;
        for (const stop of stops) stop();
      };
    },
  };
}
