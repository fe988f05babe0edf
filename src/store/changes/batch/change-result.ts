/** The result of one change of a batch. */
import type {Family, RevealedValue} from '../../../families/shape/define-family.ts';
import {isSuccess} from '../../core/change-status.ts';
import {problemLines} from '../../core/field-tree.ts';
import type {ChangeState} from '../change.ts';
import type {RowOutcome} from './interrupted-batch.ts';

/** The reason why a batch leaves out a row that another program deleted, beside its label. */
export const deletedReason = 'deleted meanwhile';

export interface ChangeResult {
  readonly label: string;
  readonly state: 'waiting' | 'sending' | 'skipped' | RowOutcome;
  readonly message: string;
  /** True if the change was sent but is not in the change log. */
  readonly isUnrecorded?: boolean;
  /** Values that only the response contains. */
  readonly revealed: readonly RevealedValue[];
}

/** The result of a change that was sent, or that can't be sent. */
export interface SettledResult extends Omit<Partial<ChangeResult>, 'state'> {
  readonly state: RowOutcome;
}

/** The result of a change by the label of its row; the noun of its family for a change without a row. */
export const resultFor = (
  {family, label = family.one}: {readonly family: Pick<Family, 'one'>; readonly label?: string | undefined},
  facts: Pick<ChangeResult, 'state' | 'message'>,
): ChangeResult => ({
  label,
  revealed: [],
  ...facts,
});

export function resultOf({outcome, fields, refusal, draft}: ChangeState): SettledResult {
  if (outcome !== undefined) {
    const {status, message, notLoggedReason, revealed = []} = outcome;
    const text = notLoggedReason === undefined ? message : `${message}; not in the change log: ${notLoggedReason}`;
    return {
      state: isSuccess(outcome) ? 'ok' : status === 'unknown' ? 'unknown' : 'failed',
      message: text,
      isUnrecorded: notLoggedReason !== undefined,
      revealed,
    };
  }
  const problem = fields.flatMap(field => field.problems.map(message => `${field.title}: ${message}`))[0];
  // A refusal names the entry of a list by its label.
  const message =
    problem ?? refusal?.message ?? problemLines(fields)[0] ?? draft?.fieldErrors[0]?.reason ?? 'has no outcome';
  return {state: 'failed', message};
}
