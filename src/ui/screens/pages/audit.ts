/** Changes that this program made: a list to read, filter and export, newest first. */
import type {Condition} from '../../../families/format/cells.ts';
import {humanize, utcTimestamp} from '../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {type AuditOutcome, type AuditRecord, auditLine} from '../../../store/changes/audit-log.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {openPainted} from '../../models/painted-overlay.ts';
import {cellWidth} from '../../terminal/index.ts';
import {AT_TOP, clampScroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {cell, paintSpans, type Span, span} from '../../widgets/spans.ts';
import {editLine, type InputLine, inputLine, paintPrompt} from '../../widgets/text-input.ts';
import {undoRecord, undoUnavailable} from '../actions/undo.ts';
import {openJson} from '../overlays/json-view.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import {saveText} from '../shared/save-text.ts';

const conditions: Readonly<Record<AuditOutcome, Condition>> = {
  sending: 'unknown',
  done: 'ok',
  refused: 'attention',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'attention',
  'found done': 'ok',
  'found not done': 'attention',
};

/** @param typed the initial filter: the name of a resource, an operation, a user */
export function openChangeLog(context: ConsoleContext, typed = ''): void {
  const {account} = context.session;
  let filter: InputLine = inputLine(typed);
  let filtering = false;
  let scroll = AT_TOP;
  let height = 1;
  const visibleRecords = (): readonly AuditRecord[] =>
    filterRecords(account.getState().recentChanges.records, filter.text);
  const current = (): AuditRecord | undefined => visibleRecords()[scroll.cursor];
  const none = (): string | undefined => (current() === undefined ? 'No change selected' : undefined);
  const to = (cursor: number): void => {
    scroll = clampScroll({cursor, top: scroll.top}, visibleRecords().length, height);
    overlay.repaint();
  };
  const scrollKeys = scrollLayer(
    by => to(scroll.cursor + by),
    () => height,
  );
  const keys = createLayer(
    'audit',
    {
      open: {
        run() {
          const record = current();
          if (record) openJson(context, JSON.parse(auditLine(record)), `${record.operation} ${record.label}`);
        },
        unless: none,
      },
      resource: {
        run() {
          const {target, profile} = current() ?? {};
          if (target === undefined) return;
          overlay.close();
          if (context.accounts && profile !== undefined) context.openInProfile(profile, target);
          else context.openResource(target);
        },
        unless: () => none() ?? (current()?.target === undefined ? 'not about a single resource' : undefined),
      },
      undo: {
        run() {
          const record = current();
          if (record === undefined) return;
          overlay.close();
          void undoRecord(context.accounts?.contextOf(record.profile) ?? context, record);
        },
        unless() {
          const record = current();
          return record === undefined ? none() : undoUnavailable(record);
        },
      },
      filter() {
        filtering = true;
        overlay.repaint();
      },
      copy: {
        run() {
          const record = current();
          if (record) copyText(context, auditLine(record), 'the line');
        },
        unless: none,
      },
      save: {
        run: () =>
          void saveText(
            context,
            'skydeck-audit.ndjson',
            visibleRecords()
              .map(record => `${auditLine(record)}\n`)
              .join(''),
          ),
        unless: none,
      },
      close() {
        if (filter.text !== '' && filter.text !== typed) {
          filter = inputLine(typed);
          to(0);
        } else overlay.close();
      },
    },
    {title: 'Change log'},
  );
  const search: Layer = createLayer(
    'search',
    {
      accept() {
        filtering = false;
        overlay.repaint();
      },
      cancel() {
        filtering = false;
        filter = inputLine(typed);
        to(0);
      },
    },
    {
      modal: true,
      typing: () => true,
      text(stroke) {
        const next = editLine(filter, stroke);
        if (next === undefined) return false;
        filter = next;
        to(0);
        return true;
      },
    },
  );
  const stop = account.subscribe(
    state => state.recentChanges,
    () => overlay.repaint(),
  );
  context.session.loadRecentChanges();
  const title = (): string => `Change log · ${context.profile.name}`;
  const overlay = openPainted(context, {
    prompt: {
      kind: 'text',
      title,
      lines: () =>
        visibleRecords().map(record =>
          recordSpans(record, {...(context.accounts && {profile: 0}), time: utcTimestamp, label: 0, glyph: ''})
            .map(({text}) => text)
            .join(''),
        ),
    },
    title,
    size: (columns, rows) => ({
      columns: columns - 6,
      rows: Math.min(rows - 6, Math.max(12, account.getState().recentChanges.records.length + 1)),
    }),
    layers: () => (filtering ? [search] : [{...scrollKeys, modal: true}, keys]),
    onClosed: stop,
    paint(columns, rows) {
      const skin = context.skin();
      const {complete, failure} = account.getState().recentChanges;
      const records = visibleRecords();
      const foot = filtering || filter.text !== '';
      const names = context.accounts?.members.map(({profile}) => profile.name);
      height = Math.max(1, rows - (foot ? 1 : 0) - (names ? 1 : 0));
      scroll = clampScroll(scroll, records.length, height);
      const seen = records.slice(scroll.top, scroll.top + height);
      const label = widest(
        6,
        seen.map(record => record.label),
      );
      const profile = names && {profile: widest(profileTitle.length, names)};
      const now = context.clock.now();
      const time = columns < MIN_ROOMY_COLUMNS ? (at: number) => shortTime(at, now) : utcTimestamp;
      const body = seen.map((record, index) => {
        const spans = recordSpans(record, {
          ...profile,
          time,
          label,
          glyph: skin.glyph(conditions[record.outcome] ?? 'unknown'),
        });
        return scroll.top + index === scroll.cursor
          ? skin.bar(cell(spans.map(({text}) => text).join(''), columns))
          : paintSpans(skin, spans, columns);
      });
      if (records.length === 0) {
        const emptyText =
          failure ?? (complete ? (filter.text === '' ? 'nothing yet' : `nothing fits ${filter.text}`) : 'reading…');
        body.push(paintSpans(skin, [span(` ${emptyText}`, failure === undefined ? 'dim' : 'failed')], columns));
      }
      if (profile) body.unshift(paintSpans(skin, headSpans({...profile, time: cellWidth(time(now)), label}), columns));
      if (!foot) return body;
      while (body.length < rows - 1) body.push('');
      return [
        ...body,
        filtering
          ? paintPrompt(skin, ' /', filter, columns)
          : paintSpans(skin, [span(` /${filter.text}`, 'accent')], columns),
      ];
    },
  });
}

/** Every word must occur in the record, in any case. */
export function filterRecords(records: readonly AuditRecord[], typed: string): readonly AuditRecord[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return records;
  return records.filter(record => {
    const text = auditLine(record).toLowerCase();
    return words.every(word => text.includes(word));
  });
}

/** With fewer cells than this, the full time would take the place of the change. */
const MIN_ROOMY_COLUMNS = 100;

/** "11-22 07:02", or the date for another year; the record has the full time. */
export function shortTime(at: number, now: number): string {
  const text = utcTimestamp(at);
  return text.slice(0, 4) === utcTimestamp(now).slice(0, 4) ? text.slice(5, 16) : cell(text.slice(0, 10), 11);
}

/** Widths in cells by column. */
interface Widths {
  /** The width of the profile column, if several accounts are open. */
  readonly profile?: number;
  readonly label: number;
}

const widest = (least: number, texts: readonly string[]): number =>
  Math.min(24, Math.max(least, ...texts.map(cellWidth)));

const profileTitle = 'PROFILE';

const headSpans = ({profile = 0, time, label}: Widths & {readonly time: number}): Span[] => [
  span(` ${cell(profileTitle, profile)}  ${cell('TIME', time)}   ${cell('LABEL', label)}  OPERATION`, 'dim'),
];

interface Writing extends Widths {
  readonly glyph: string;
  readonly time: (at: number) => string;
}

function recordSpans(record: AuditRecord, {profile, label, glyph, time}: Writing): Span[] {
  const {at, outcome, operation, changes, as, user, status} = record;
  const tone = conditions[outcome] ?? 'unknown';
  const profileText = profile === 0 ? record.profile : cell(record.profile, profile ?? 0);
  return [
    ...(profile === undefined ? [] : [span(` ${profileText} `, 'accent')]),
    span(` ${time(at)} `, 'dim'),
    span(`${glyph} `, tone),
    span(label === 0 ? record.label : cell(record.label || '—', label), 'strong'),
    // Failures come first, because they are the reason to open this page and a narrow screen cuts the end.
    ...(outcome === 'done'
      ? []
      : [
          span(
            `  ${outcome === 'sending' ? 'sent, no response' : outcome}${status === undefined ? '' : ` ${status}`}`,
            tone,
          ),
        ]),
    span(`  ${operation}`),
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
