/** A tab for the single row of a family: the first sections of the row's detail instead of a table with one line. */
import type {AnyRow, AnyTab, PathParams} from '../../../../families/shape/define-family.ts';
import type {AccountPort, KeymapPort, SkinPort} from '../../../context/ports.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, loadingLine, messageLines, spansLine, type TabContent} from '../../shared/detail-lines.ts';
import {sectionsTab} from './sections.ts';

type ListTab = Extract<AnyTab, {list: unknown}>;

export function singleTab(
  context: AccountPort & KeymapPort & SkinPort,
  tab: ListTab,
  {parent, params: parentParams}: {parent: AnyRow; params: PathParams},
  revealed: () => boolean,
): TabContent {
  const family = context.family(tab.list);
  const params = tab.params(parent, parentParams);
  const collection = context.session.collection(family.id, params);
  const first = family.detail.find(other => 'sections' in other);
  return {
    lines(columns): readonly DetailLine[] {
      const skin = context.skin();
      const {
        rows: [row],
        failure,
        isComplete,
      } = collection.getState();
      const failed = failure === undefined ? [] : messageLines(skin, failure.message, 'failed', columns);
      if (row === undefined || first === undefined) {
        if (failed.length > 0) return failed;
        return [isComplete ? spansLine(skin, [span(`No ${family.one}.`, 'dim')]) : loadingLine(skin)];
      }
      const subject = {family, rows: [row], params};
      const lines = sectionsTab(context, first, {row, params, revealed}).lines(columns);
      return [...failed, ...lines.map(line => ({...line, subject}))];
    },
    subscribe: changed => collection.subscribe(changed),
  };
}
