/** A record of the change log as text. */
import type {Condition} from '../../../families/format/cells.ts';
import {humanize, utcTimestamp} from '../../../families/format/format.ts';
import type {AuditOutcome, AuditRecord} from '../../../store/changes/audit-log.ts';
import {cellWidth} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';

const conditions: Readonly<Record<AuditOutcome, Condition>> = {
  sending: 'unknown',
  done: 'ok',
  refused: 'attention',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'attention',
  interrupted: 'unknown',
  'found done': 'ok',
  'found not done': 'attention',
};

/** With fewer cells than this, the full time would leave no room for the change. */
const MIN_ROOMY_COLUMNS = 100;
const MIN_LABEL_CELLS = 6;
const MAX_COLUMN_CELLS = 24;
const PROFILE_TITLE = 'PROFILE';

/** "11-22 07:02", or the date for another year; the record has the full time. */
export function shortTime(at: number, now: number): string {
  const text = utcTimestamp(at);
  return text.slice(0, 4) === utcTimestamp(now).slice(0, 4) ? text.slice(5, 16) : cell(text.slice(0, 10), 11);
}

/** Widths in cells by column, and the notation of times. */
export interface RecordLayout {
  /** The width of the profile column, if several accounts are open; 0 doesn't fill up the name. */
  readonly profile?: number;
  /** The width of the label; 0 doesn't fill it up. */
  readonly label: number;
  readonly time: (at: number) => string;
}

const widest = (least: number, texts: readonly string[]): number =>
  Math.min(MAX_COLUMN_CELLS, Math.max(least, ...texts.map(cellWidth)));

/**
 * The layout of these records.
 * @param profiles the names of the open accounts, if there are several
 */
export function layoutRecords(
  records: readonly AuditRecord[],
  {columns, now, profiles}: {readonly columns: number; readonly now: number; readonly profiles?: readonly string[]},
): RecordLayout {
  return {
    ...(profiles && {profile: widest(PROFILE_TITLE.length, profiles)}),
    label: widest(
      MIN_LABEL_CELLS,
      records.map(({label}) => label),
    ),
    time: columns < MIN_ROOMY_COLUMNS ? at => shortTime(at, now) : utcTimestamp,
  };
}

/** The heads of the columns, if several accounts are open. */
export const headSpans = ({profile = 0, time, label}: RecordLayout, now: number): Span[] => [
  span(
    ` ${cell(PROFILE_TITLE, profile)}  ${cell('TIME', cellWidth(time(now)))}   ${cell('LABEL', label)}  CHANGE`,
    'dim',
  ),
];

/** "Remove device web-01"; the title of an undo already contains the label. */
export function recordTitle({title, operation, label}: Pick<AuditRecord, 'title' | 'operation' | 'label'>): string {
  const name = title ?? operation;
  return name.endsWith(label) ? name : `${name} ${label}`;
}

/** A complete record in one line. */
export const recordText = (record: AuditRecord, hasProfiles: boolean): string =>
  spansOf(record, {...(hasProfiles && {profile: 0}), time: utcTimestamp, label: 0}, '')
    .map(({text}) => text)
    .join('');

export const recordSpans = (skin: Skin, record: AuditRecord, layout: RecordLayout): Span[] =>
  spansOf(record, layout, skin.glyph(conditions[record.outcome] ?? 'unknown'));

function spansOf(record: AuditRecord, {profile, label, time}: RecordLayout, glyph: string): Span[] {
  const {at, outcome, operation, title = operation, changes, as, user, status} = record;
  const tone = conditions[outcome] ?? 'unknown';
  const profileText = profile === 0 ? record.profile : cell(record.profile, profile ?? 0);
  return [
    ...(profile === undefined ? [] : [span(` ${profileText} `, 'accent')]),
    span(` ${time(at)} `, 'dim'),
    span(`${glyph} `, tone),
    span(label === 0 ? record.label : cell(record.label || '—', label), 'strong'),
    // Failures are first, because users open this page for them, and a narrow screen cuts off the end.
    ...(outcome === 'done'
      ? []
      : [
          span(
            `  ${outcome === 'sending' ? 'sent, no response' : outcome}${status === undefined ? '' : ` ${status}`}`,
            tone,
          ),
        ]),
    span(`  ${title}`),
    span(`  ${as ?? (user || 'unknown')}`, 'accent'),
    ...(changes.length > 0 ? [span(`  ${changes.map(differenceText).join(', ')}`, 'dim')] : []),
  ];
}

/** "Label web-1 → web-2" */
export function differenceText({path, title, before, after}: AuditRecord['changes'][number]): string {
  const name = title ?? humanize(path);
  if (before === undefined && after === undefined) return `${name} (secret)`;
  return before === undefined ? `${name} ${after}` : `${name} ${before} → ${after ?? 'none'}`;
}
