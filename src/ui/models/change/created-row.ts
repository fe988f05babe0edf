/** The resource that a change created. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import {rowFromResponse} from '../../../store/changes/send/response-row.ts';

/** The created row; undefined if the change has a row, or if the response contains none. */
export const createdRow = (change: BatchPlan['lead'], response: unknown): AnyRow | undefined =>
  change.row === undefined ? rowFromResponse(change, response) : undefined;
