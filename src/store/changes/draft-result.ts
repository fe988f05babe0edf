/** The result of sending a draft: its values are kept until the API has applied them. */
import type {AuditOutcome, AuditRecord} from './audit-log.ts';
import type {Change} from './change.ts';

const results: Readonly<Record<AuditOutcome, string>> = {
  sending: 'and sent, but the result is unknown',
  unknown: 'and sent, but the result is unknown',
  interrupted: 'and sent, but the result is unknown',
  refused: 'and sent, but not applied',
  failed: 'and sent, but not applied',
  cancelled: 'and sent, but not applied',
  'found not done': 'and sent, but not applied',
  // Values that were typed again after the change.
  done: 'and not sent',
  'found done': 'and not sent',
};

/**
 * "and not sent", "and sent, but not applied"
 * @param draftedAt the time when the values were typed
 * @param records the known records of the change log, newest first
 */
export function draftResultText(
  {action, family, row}: Pick<Change, 'action' | 'family' | 'row'>,
  draftedAt: number,
  records: readonly AuditRecord[],
): string {
  const id = row && family.key(row);
  const sent = records.find(
    ({at, operation, target}) =>
      at >= draftedAt && operation === action.operation && (id === undefined || target?.id === id),
  );
  return sent === undefined ? 'and not sent' : results[sent.outcome];
}
