/** Jobs as rows of the database. */

/** Effect of a job on the event that it ends: `failed` marks it so. */
export type JobOutcome = 'failed' | undefined;

export interface JobRow {
  readonly id: number;
  readonly due: number;
  readonly since: number;
  readonly name: string;
  readonly data: string;
  readonly event: number | null;
  readonly entity: string | null;
}
