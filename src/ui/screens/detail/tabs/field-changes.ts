/** The recorded changes of a resource's fields, above its events, newest first. */
import {utcTimestamp} from '../../../../families/format/format.ts';
import type {AnyRow, Family, PathParams} from '../../../../families/shape/define-family.ts';
import {changeTexts, isNotable} from '../../../../store/history/change-summary.ts';
import type {VersionRecord} from '../../../../store/history/history-types.ts';
import type {SessionPort, SkinPort} from '../../../context/ports.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, spansLine} from '../../shared/detail-lines.ts';

const maxChanges = 20;

export interface FieldChanges {
  lines(): readonly DetailLine[];
  /** Reads the history; calls `changed` when it is loaded. */
  load(changed: () => void): void;
}

/** No lines if the history is off. */
export function createFieldChanges(
  context: SessionPort & SkinPort,
  family: Family,
  row: AnyRow,
  params: PathParams,
): FieldChanges {
  let records: readonly VersionRecord[] = [];
  return {
    lines() {
      const skin = context.skin();
      if (records.length === 0) return [];
      const heading = (text: string): DetailLine => ({...spansLine(skin, [span(text, 'dim')]), isHeading: true});
      const changes = records.slice(0, maxChanges).flatMap(record =>
        changeTexts(record).map(text => {
          const by = record.users.length > 0 ? ` by ${record.users.join(', ')}` : '';
          return spansLine(skin, [span(text), span(`${by}, ${utcTimestamp(record.at)}`, 'dim')]);
        }),
      );
      return [heading('FIELD CHANGES'), ...changes, heading('EVENTS')];
    },
    load(changed) {
      const {openHistory} = context.session;
      if (!openHistory) return;
      // If the history can't be read, the tab shows only events; the recorder reports its failures itself.
      void openHistory()
        .then(reader => reader.changesOf(family.id, params, family.key(row)).filter(isNotable).reverse())
        .catch(() => [])
        .then(found => {
          records = found;
          if (records.length > 0) changed();
        });
    },
  };
}
