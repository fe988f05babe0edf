/** The last change to a resource and its author, from the account's events and from the change log. */

import {lastChange} from '../../../../families/events/event-sentence.ts';
import type {Cell} from '../../../../families/format/cells.ts';
import {ago, utcTimestamp} from '../../../../families/format/format.ts';
import {families} from '../../../../families/registry.ts';
import {actionTitle} from '../../../../families/relations/action-titles.ts';
import type {AnyRow, AnyTab, Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {AuditRecord} from '../../../../store/changes/audit-log.ts';
import type {ClockPort, SessionPort} from '../../../context/ports.ts';
import {differenceText} from '../../change-log/record-spans.ts';

type Sections = Extract<AnyTab, {sections: unknown}>['sections'];

/** The last section in the first tab of every detail. */
export function lastChangeSections(context: ClockPort & SessionPort, family: Family, params: PathParams): Sections {
  const {session} = context;
  const {entity} = family;
  const localChange = (row: AnyRow) => session.lastLocalChange(family.id, family.key(row), params);
  return [
    {
      title: 'Last change',
      lines: [
        ...(entity === undefined
          ? []
          : [{title: 'Event', value: (row: AnyRow) => lastChange(session.lookup, entity, family.key(row))}]),
        {
          title: 'From this machine',
          value: row => recordCells(localChange(row), family, context),
          isVisible: row => entity === undefined || localChange(row) !== undefined,
        },
      ],
    },
  ];
}

/** "Edit: Label web-1 → web-2 · by ada · ada@desk · 2h ago" */
function recordCells(
  record: AuditRecord | undefined,
  family: Family,
  context: ClockPort & SessionPort,
): readonly Cell[] {
  if (record === undefined)
    return [
      {
        text: context.session.account.getState().recentChanges.isComplete ? 'nothing so far' : 'not read yet',
        tone: 'dim',
      },
    ];
  const {changes, as, user, host, at, outcome} = record;
  const changeText = changes.length > 0 ? `: ${changes.map(differenceText).join(', ')}` : '';
  const userName = as ?? (user || 'unknown');
  return [
    `${actionTitle([family, ...families], record)}${changeText}`,
    ...(outcome === 'unknown' || outcome === 'sending'
      ? [{text: ' · result unknown; check before you retry', tone: 'unknown' as const}]
      : []),
    ' by ',
    {text: userName, tone: 'strong'},
    {
      text: `${host === '' ? '' : ` · ${user}@${host}`} · ${ago(at, context.clock.now())} · ${utcTimestamp(at)}`,
      tone: 'dim',
    },
  ];
}
