/** One line after the start: the changes since lists were last recorded. */
import {isNotable, summaryOf} from '../../store/history/change-summary.ts';
import type {HistoryReader} from '../../store/history/history-reader.ts';
import type {ClockPort, NotificationPort, SessionPort} from '../context/ports.ts';

/** The time that the lists of the first screen need to be read and recorded, milliseconds. */
const delayMs = 10_000;
/** After a shorter absence nothing is said. */
const minAbsenceMs = 5 * 60_000;

/** Without changes, and without an earlier record, nothing is said. */
export function announceChanges(context: ClockPort & NotificationPort & SessionPort): void {
  const {openHistory} = context.session;
  if (!openHistory) return;
  const startedAt = context.clock.now();
  context.clock.schedule(delayMs, () => {
    void openHistory()
      .then(reader => summarySince(reader, startedAt))
      // The record reports its own failures.
      .catch(() => undefined)
      .then(summary => {
        if (summary !== undefined) context.say(`${summary}. :since shows them`, 'attention');
      });
  });
}

function summarySince(reader: HistoryReader, startedAt: number): string | undefined {
  const end = reader.lastRecordBefore(startedAt);
  if (end === undefined || startedAt - end < minAbsenceMs) return undefined;
  const records = reader.changesSince(end).filter(isNotable);
  return records.length > 0 ? summaryOf(records, startedAt - end) : undefined;
}
