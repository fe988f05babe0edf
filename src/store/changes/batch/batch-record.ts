/** The changes of a plan as the journal stores them. */

import {isSecretId, withoutSecrets} from '../../core/secret-fields.ts';
import type {Change} from '../change.ts';
import type {BatchStep} from './batch-plan.ts';
import {type BatchRecord, type BatchRow, editedTextAction, undoAction} from './interrupted-batch.ts';

type RecordedChanges = Pick<BatchRecord, 'action' | 'about' | 'values' | 'secrets' | 'rows'>;

/** The record with its properties in the order of the file. */
export const batchRecord = (
  {at, family, title, params}: Pick<BatchRecord, 'at' | 'family' | 'title' | 'params'>,
  {action, about, values, secrets, rows}: RecordedChanges,
): BatchRecord => ({at, family, action, title, about, params, values, secrets, rows});

/** True if a row has a secret as its ID, which must not be written to a file: such a batch has no journal. */
export const hasSecretId = (changes: readonly Change[]): boolean =>
  changes.some(({family, row}) => row && isSecretId(family.key(row), row));

/** The steps of a plan as a file stores them; undefined if a step couldn't be resumed from the file. */
export function stepsRecord(batchSteps: readonly BatchStep[], about: string | undefined): RecordedChanges | undefined {
  const rows: BatchRow[] = [];
  for (const {change, from, mark, label} of batchSteps) {
    const {row, name, family} = change;
    const {values, secrets} = change.typed();
    if (from === undefined || secrets.length > 0) return undefined;
    const rowRecord = {id: from.key, label: `${mark} ${label}`};
    if ('undoneChange' in from) {
      rows.push({
        ...rowRecord,
        undo: {action: name, id: row && family.key(row), values, undoneChange: from.undoneChange},
      });
    } else if (withoutSecrets(row) === row) rows.push({...rowRecord, step: {...from.step, row, values}});
    else return undefined;
  }
  const undo = rows[0]?.undo;
  if (undo === undefined) return {action: editedTextAction, about, values: {}, secrets: [], rows};
  const {title: undoneText} = undo.undoneChange;
  const batchText = rows.length > 1 ? `${undoneText} and ${rows.length - 1} more` : undoneText;
  return {action: undoAction, about: batchText, values: {}, secrets: [], rows};
}

/**
 * One change to several rows.
 * @param lead the change whose values apply to all rows
 * @param presetValues values that the form didn't ask for
 */
export function rowsRecord(
  lead: Change,
  due: readonly Change[],
  presetValues: Readonly<Record<string, unknown>> = {},
): RecordedChanges {
  const {values, secrets} = lead.typed();
  return {
    action: lead.name,
    values: {...presetValues, ...values},
    secrets,
    rows: due.flatMap(({family, row}) => (row ? [{id: family.key(row), label: family.label(row)}] : [])),
  };
}
