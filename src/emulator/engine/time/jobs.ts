/**
 * Delayed work: the end of a boot, the expiry of an upload, a nightly backup.
 *
 * Jobs are rows of the database, written in the transaction that schedules them, so that an emulator that was killed
 * continues with them after a restart.
 */

import type {Store} from '../storage/store.ts';
import type {Job, UnitOfWork} from '../unit-of-work.ts';
import type {EmulatedClock} from './clock.ts';
import type {JobOutcome, JobRow} from './job-rows.ts';

/** Data of a recurring job. */
interface Turn {
  /** The planned time of the run, which may have passed while the emulator was closed. */
  readonly due: number;
}

export interface RecurringJob extends Job<Turn> {
  /** Time of the next run. */
  nextRun(now: number): number;
}

const jobsByName = new Map<string, Job>();
const recurring: RecurringJob[] = [];

function register<J extends Job<never>>(job: J): J {
  if (jobsByName.has(job.name)) throw new Error(`two jobs are called ${job.name}`);
  jobsByName.set(job.name, job as unknown as Job);
  return job;
}

/**
 * Defines a job. The name is stored in data files, so it must never change; the data must be JSON-serializable.
 * The subject of a job may be deleted before the job runs, so every job checks that its subject exists.
 */
export const defineJob = <T>(name: string, run: (work: UnitOfWork, data: T) => JobOutcome): Job<T> =>
  register({name, run});

/** Defines a recurring job, which every account has. After several missed turns it runs once. */
export function defineRecurringJob(
  name: string,
  next: (now: number) => number,
  run: (work: UnitOfWork, turn: Turn) => void,
): void {
  const definition: RecurringJob = {
    name,
    nextRun: next,
    run: (work, turn) => {
      run(work, turn);
      return undefined;
    },
  };
  recurring.push(register(definition));
}

/** Parts of the engine that the job runner needs. */
export interface JobHost {
  readonly db: Store;
  readonly clock: EmulatedClock;
  /** Context for work without a request. */
  work(row: JobRow): UnitOfWork;
  /** Ends the event of a job. */
  finish(row: JobRow, outcome: JobOutcome): void;
  /** Receives the internal error of a failed job. */
  onError(error: unknown): void;
}

/** Real milliseconds before a job is retried whose row could not be deleted. */
const retryMs = 10_000;

/** `settle` throws after this number of operations, because they start each other endlessly. */
const maxSettled = 1_000_000;

export class JobRunner {
  readonly #host: JobHost;
  #cancel: (() => void) | undefined;
  #timerTime: number | undefined;

  constructor(host: JobHost) {
    this.#host = host;
  }

  /** Schedules missing recurring jobs, and waits for the next job. */
  start(): void {
    const {db, clock} = this.#host;
    const now = clock.now();
    db.transaction(() => {
      for (const {name, nextRun} of recurring)
        if (!db.one('SELECT 1 FROM job WHERE name=?', name))
          db.run(`INSERT INTO job (due, since, name, data) VALUES (?, ?, ?, '{}')`, nextRun(now), now, name);
    });
    this.arm();
  }

  /** Waits for the next job; called after every change that may add one. */
  arm(): void {
    const {db, clock} = this.#host;
    const next = db.one<{due: number}>('SELECT due FROM job ORDER BY due, id LIMIT 1')?.due;
    if (next === this.#timerTime && this.#cancel) return;
    this.#cancel?.();
    this.#timerTime = next;
    this.#cancel = next === undefined ? undefined : clock.runAt(next, () => this.#runDue());
  }

  /** Finishes all running operations at once. */
  settle(): void {
    const {db} = this.#host;
    for (let count = 0; count < maxSettled; count++) {
      const row = db.one<JobRow>('SELECT * FROM job WHERE entity IS NOT NULL ORDER BY due, id LIMIT 1');
      if (!row) return;
      this.#runOne(row);
    }
    throw new Error('operations follow one another without an end');
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#timerTime = undefined;
  }

  #runDue(): void {
    this.stop();
    const {db, clock} = this.#host;
    try {
      for (;;) {
        const row = db.one<JobRow>('SELECT * FROM job WHERE due<=? ORDER BY due, id LIMIT 1', clock.now());
        if (!row) break;
        this.#runOne(row);
      }
      this.arm();
    } catch (error) {
      // The account can't be read or written, for example on a full disk: the job stays, and is retried.
      this.#host.onError(error);
      // With a speed of 0, the user advances the time, and the advance must not stop at this job.
      this.#cancel = clock.runAt(clock.now() + retryMs * (clock.speed || 1), () => this.#runDue());
    }
  }

  #runOne(row: JobRow): void {
    const {db} = this.#host;
    const drop = () => db.run('DELETE FROM job WHERE id=?', row.id);
    try {
      db.transaction(() => {
        drop();
        const definition = jobsByName.get(row.name);
        if (!definition) throw new Error(`No job ${row.name}`);
        const outcome = definition.run(this.#host.work(row), {due: row.due, ...JSON.parse(row.data)});
        this.#host.finish(row, outcome);
        this.#reschedule(row);
      });
    } catch (error) {
      // Without this, a job that always fails would be retried endlessly.
      db.transaction(() => {
        drop();
        this.#host.finish(row, 'failed');
        this.#reschedule(row);
      });
      this.#host.onError(error);
    }
  }

  #reschedule({name}: JobRow): void {
    const job = recurring.find(candidate => candidate.name === name);
    if (!job) return;
    const now = this.#host.clock.now();
    this.#host.db.run(`INSERT INTO job (due, since, name, data) VALUES (?, ?, ?, '{}')`, job.nextRun(now), now, name);
  }
}
