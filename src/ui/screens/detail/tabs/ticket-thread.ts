/** A ticket and its replies as a conversation: oldest first, each with author and time. The tab opens at its end. */

import {ago, toMillis, utcTimestamp} from '../../../../families/format/format.ts';
import type {AnyRow, AnyTab, PathParams} from '../../../../families/shape/define-family.ts';
import type {AccountPort, SessionPort, SkinPort, UnreadTicketsPort} from '../../../context/ports.ts';
import type {Skin} from '../../../theme/skin.ts';
import {span, wrapIndented} from '../../../widgets/spans.ts';
import {type DetailLine, loadingLine, messageLines, spansLine, type TabContent} from '../../shared/detail-lines.ts';

type ListTab = Extract<AnyTab, {list: unknown}>;

interface ThreadEntry {
  readonly by: string;
  readonly isStaff: boolean;
  /** The date in the API's format. */
  readonly date: string | undefined;
  readonly text: string;
}

export function threadTab(
  context: AccountPort & SkinPort & UnreadTicketsPort,
  tab: ListTab,
  ticket: AnyRow,
  parentParams: PathParams,
): TabContent {
  const family = context.family(tab.list);
  const params = tab.params(ticket, parentParams);
  const collection = context.session.collection(family.id, params);
  /** Later replies are marked as unread while the ticket is open, with the sign of the header. */
  const readUpTo = context.unreadTickets.lastReadAt(ticket);
  const markRead = (): void => {
    const {isComplete, failure} = collection.getState();
    if (isComplete && failure === undefined) context.unreadTickets.markRead(ticket);
  };
  return {
    isFromEnd: true,
    lines(columns) {
      const skin = context.skin();
      const {rows, isComplete, failure} = collection.getState();
      const entries = [opening(ticket), ...rows.map(reply)]
        .filter(one => one !== undefined)
        .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
      const lines = entries.flatMap((one, index) => [
        ...(index > 0 ? [spansLine(skin, [])] : []),
        headLine(context, one, readUpTo),
        ...wrapIndented(one.text, Math.max(20, columns - 4)).map(piece => spansLine(skin, [span(`  ${piece}`)])),
      ]);
      lines.push(...fileLines(skin, ticket));
      if (failure !== undefined) lines.push(...messageLines(skin, failure.message, 'failed', columns));
      else if (!isComplete) lines.push(spansLine(skin, []), loadingLine(skin, 'reading the replies…'));
      return lines;
    },
    // Moving the cursor past tickets follows none of them, and marks none as read.
    subscribe(changed) {
      const stop = collection.subscribe(() => {
        markRead();
        changed();
      });
      markRead();
      return stop;
    },
  };
}

function headLine(
  context: SessionPort & SkinPort,
  {by, isStaff, date, text}: ThreadEntry,
  readUpTo: string | undefined,
): DetailLine {
  const skin = context.skin();
  const time = toMillis(date);
  const isUnread = isStaff && date !== undefined && readUpTo !== undefined && date > readUpTo;
  const timeText = time === undefined ? '' : `  ${ago(time, context.session.lookup.now)}  ${utcTimestamp(time)}`;
  const line = spansLine(skin, [
    span(by, isStaff ? 'accent' : 'strong'),
    span(isStaff ? '  staff' : '', 'accent'),
    span(timeText, 'dim'),
    span(isUnread ? `  ${skin.symbol('reply')} unread` : '', 'accent'),
  ]);
  return {...line, copies: {name: 'message', isSecret: false, pieces: () => [text]}};
}

/** The files of the ticket below the conversation: the API doesn't report the time of a file, or its message. */
function fileLines(skin: Skin, {attachments}: AnyRow): readonly DetailLine[] {
  const files = Array.isArray(attachments) ? attachments.filter(name => typeof name === 'string') : [];
  if (files.length === 0) return [];
  const lines = files.map(name => spansLine(skin, [span(`  ${skin.symbol('link')} ${name}`, 'accent')]));
  return [spansLine(skin, []), spansLine(skin, [span('Files of the ticket', 'dim')]), ...lines];
}

/** The text of the ticket itself. */
const opening = ({description, opened_by: by, opened}: AnyRow): ThreadEntry | undefined =>
  entryOf({text: description, by, date: opened, isStaff: false});

const reply = ({description, created_by: by, created, from_compute: isStaff}: AnyRow): ThreadEntry | undefined =>
  entryOf({text: description, by, date: created, isStaff: isStaff === true});

interface Message {
  readonly text: unknown;
  readonly by: unknown;
  readonly date: unknown;
  readonly isStaff: boolean;
}

function entryOf({text, by, date, isStaff}: Message): ThreadEntry | undefined {
  if (typeof text !== 'string') return undefined;
  return {
    by: typeof by === 'string' && by !== '' ? by : 'unknown',
    isStaff,
    date: typeof date === 'string' ? date : undefined,
    text,
  };
}
