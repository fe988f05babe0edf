/** Jobs as rows of the database. */

/** Result of a job: `failed` marks its event as failed. */
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
