/** Texts about the certainty of recorded states. */
import {utcTimestamp} from '../../families/format/format.ts';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {valueText} from '../../store/history/change-summary.ts';
import type {HistoryReader} from '../../store/history/history-reader.ts';
import type {PastList, PastRow} from '../../store/history/history-types.ts';
import {differencesBetween} from '../../store/history/row-patch.ts';

/** The maximum number of uncertain rows to name. */
const maxNamed = 20;

/** The fields that differ between two versions of a row. */
export const uncertainFields = ({earlier, later}: PastRow) =>
  earlier && later ? differencesBetween(earlier, later) : [];

/** The certainty of a list, and of each row that isn't exact; one line each. */
export function certaintyLines(family: Family, list: PastList, at: number): string[] {
  const title = `${family.title} at ${utcTimestamp(at)}`;
  if (list.certainty === 'exact') return [`${title}: exact.`];
  const isFollowed = list.knownBefore === at;
  const uncertain = list.rows.filter(row => (isFollowed ? row.certainty !== 'exact' : isRowDifferent(row)));
  const named = uncertain.slice(0, maxNamed).map(row => `  ${rowWords(family, row)}`);
  const more = uncertain.length - named.length;
  return [`${title}: ${listWords(list, uncertain.length, at)}`, ...named, ...(more > 0 ? [`  and ${more} more`] : [])];
}

const isRowDifferent = (row: PastRow): boolean =>
  row.earlier === undefined ||
  (row.later === undefined && row.certainty === 'approximate') ||
  uncertainFields(row).length > 0;

function listWords({knownBefore, knownAfter}: PastList, count: number, at: number): string {
  if (knownBefore === at) return `exact, except for ${count}:`;
  const before = knownBefore === undefined ? undefined : `last recorded at ${utcTimestamp(knownBefore)}`;
  if (knownAfter === undefined) return `unknown; ${before ?? 'not recorded'}.`;
  const after = `next recorded at ${utcTimestamp(knownAfter)}`;
  return `approximate; ${[before, after].filter(Boolean).join(', ')}. ${count === 0 ? 'Both are equal.' : `Both differ for ${count}:`}`;
}

function rowWords(family: Family, row: PastRow): string {
  const {id, earlier, later, certainty} = row;
  const name = nameOf(family, earlier ?? later) ?? String(id);
  if (!earlier && !later) return `${name} may have existed for a moment`;
  if (!earlier) return `${name} ${certainty === 'unknown' ? 'was first recorded later' : 'may not have existed yet'}`;
  if (!later) return `${name} ${certainty === 'unknown' ? 'is known only before' : 'may have been deleted'}`;
  const fields = uncertainFields(row).map(
    ({path, before, after}) => `${path} ${valueText(before)} or ${valueText(after)}`,
  );
  return fields.length > 0 ? `${name}: ${fields.join(', ')}` : `${name} may have had other values`;
}

const nameOf = (family: Family, row: AnyRow | undefined): string | undefined => row && family.label(row);

/** The reason why a list can't be shown at an instant. */
export function unavailableWords(family: Family, at: number, reader: HistoryReader): string {
  const {bounds} = reader;
  const range = bounds
    ? `The history covers ${utcTimestamp(bounds.start)} to ${utcTimestamp(bounds.end)}, but not every list`
    : 'The history is empty';
  return `No record of ${family.title} at ${utcTimestamp(at)}. ${range}. The console and get --watch record lists`;
}
