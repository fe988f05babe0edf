/** Past changes as text: "14h: 3 resized, 1 deleted, 2 new, by intern and terraform". */
import {eventMeaning} from '../../families/event-words/index.ts';
import {shortSpan, utcTimestamp} from '../../families/format/format.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {ListedVersionRecord, VersionRecord} from './history-types.ts';
import {differencesBetween, type FieldDifference} from './row-patch.ts';

/** The past participle in the sentence of an event: `resized`, `shut down`. */
export function changeWord({kind, actions}: Pick<VersionRecord, 'kind' | 'actions'>): string {
  if (kind === 'created') return 'new';
  if (kind === 'deleted') return 'deleted';
  const words = actions.map(action => {
    const phrase = eventMeaning(action)?.done;
    return /^\{entity\} (?:was |were )?([a-z]+ed|shut down|rebuilt)\b/.exec(phrase ?? '')?.[1];
  });
  return words.find(word => word !== undefined && word !== 'updated' && word !== 'created') ?? 'changed';
}

/** The fields that a change set; empty for new and deleted rows. */
export const fieldDifferencesOf = ({
  before,
  after,
}: {
  readonly before?: AnyRow | undefined;
  readonly after?: AnyRow | undefined;
}) => (before && after ? differencesBetween(before, after) : ([] as FieldDifference[]));

/** True if a change affects more than the time of the last update. */
export const isNotable = (record: VersionRecord): boolean =>
  record.kind === 'created' ||
  record.kind === 'deleted' ||
  (record.kind === 'changed' && fieldDifferencesOf(record).some(({path}) => path !== 'updated'));

/**
 * True if a gap without records is shown: a gap of less than a second between the last poll and now would start and end
 * at the same displayed time.
 */
export const isShownGap = ({from, to}: {readonly from: number; readonly to: number}): boolean => to - from >= 1000;

/** The users who made changes, most changes first. */
function usersOf(records: readonly VersionRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const user of records.flatMap(({users}) => users)) counts.set(user, (counts.get(user) ?? 0) + 1);
  return [...counts].sort(([, first], [, second]) => second - first).map(([user]) => user);
}

/** Each row counts once: as deleted, as new, or with the verb of its first change that has one. */
export function summaryOf(
  records: readonly ListedVersionRecord[],
  sinceMs: number,
  period: string = shortSpan(sinceMs),
): string {
  const notable = records.filter(isNotable);
  const rows = Map.groupBy(notable, ({family, params, id}) => JSON.stringify([family, params, id]));
  const words = [...rows.values()].map(changes => {
    const all = changes.map(changeWord);
    return ['deleted', 'new'].find(word => all.includes(word)) ?? all.find(word => word !== 'changed') ?? 'changed';
  });
  const counts = [...Map.groupBy(words, word => word)].map(([word, {length}]) => ({word, count: length}));
  if (counts.length === 0) return `${period}: no changes`;
  const parts = counts.sort((first, second) => second.count - first.count).map(({word, count}) => `${count} ${word}`);
  const users = usersOf(notable);
  const shown = users.length > 3 ? [...users.slice(0, 2), `${users.length - 2} others`] : users;
  const by =
    shown.length > 0 ? `, by ${[shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' and ')}` : '';
  return `${period}: ${parts.join(', ')}${by}`;
}

/** A value as text: a dash for none, a list or an object as JSON. */
export const valueText = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? '—'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/**
 * The fields of a change as `path: old → new`, without the time of the update; for the first record of a row, the
 * reason why no fields are known.
 * @param textOf the text of a value
 */
export function changeTexts(record: VersionRecord, textOf: (value: unknown) => string = valueText): readonly string[] {
  if (record.kind === 'first') return ['first record'];
  if (record.kind === 'created') return ['created'];
  if (record.kind === 'deleted') return ['deleted'];
  const fields = fieldDifferencesOf(record);
  const notable = fields.filter(({path}) => path !== 'updated');
  return (notable.length > 0 ? notable : fields).map(
    ({path, before, after}) => `${path}: ${textOf(before)} → ${textOf(after)}`,
  );
}

/** The time of a change in seconds, or the two times between which it happened. */
export function changeTimeText({kind, knownUntil, at}: VersionRecord): string {
  const end = utcTimestamp(at);
  if (kind === 'first' || (knownUntil !== undefined && at - knownUntil < 1000)) return end;
  return knownUntil === undefined ? `until ${end}` : `${utcTimestamp(knownUntil)} to ${end}`;
}
