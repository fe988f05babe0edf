/** Changes that this program made, from the audit file: read at the first request and followed from then on. */
import type {PathParams, RowId} from '../../families/shape/define-family.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {createObservable, type Observable, type Trace} from '../core/observable.ts';
import type {Source} from '../session/session.ts';
import {type AuditLog, type AuditRecord, auditLine, targetKey} from './audit-log.ts';

export interface RecentChangesState {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  /** True once the records of earlier sessions are included. */
  readonly complete: boolean;
  /** The reason why the file could not be read. */
  readonly failure: string | undefined;
}

export interface RecentChangesHost {
  readonly trace: Trace | undefined;
  /** Starts to follow the file while a screen needs it; returns the function that stops. */
  activate(): () => void;
}

/** A change with a late response is listed by the time of its request. */
const newestFirst = (records: readonly AuditRecord[]): readonly AuditRecord[] =>
  records.toSorted((one, other) => other.at - one.at);

export class RecentChanges implements Source<RecentChangesState> {
  readonly #audit: AuditLog;
  readonly #state: Observable<RecentChangesState>;
  /** The newest record of each resource. */
  #last = new Map<string, AuditRecord>();
  #hasStarted = false;

  constructor(audit: AuditLog, {trace, activate}: RecentChangesHost) {
    this.#audit = audit;
    const first = {records: [], complete: false, failure: undefined};
    this.#state = createObservable<RecentChangesState>('trail', first, {
      trace,
      activate: () => {
        const deactivate = activate();
        if (!this.#hasStarted) void this.#load();
        return deactivate;
      },
    });
    audit.subscribe(record => {
      this.#note(record);
      const {records, ...rest} = this.get();
      this.#state.set('written', {...rest, records: newestFirst([record, ...records])});
    });
  }

  get(): RecentChangesState {
    return this.#state.get();
  }
  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  /** The last change that this program made to a resource, if it succeeded or its outcome is unknown. */
  lastOn(family: string, id: RowId, params?: PathParams): AuditRecord | undefined {
    return this.#last.get(targetKey(family, id, params));
  }

  async #load(): Promise<void> {
    this.#hasStarted = true;
    try {
      const storedRecords = await this.#audit.read();
      // A record that was written during the read may be in both lists, or in neither.
      const lines = new Set(storedRecords.slice(0, 100).map(auditLine));
      const records = [...this.get().records.filter(record => !lines.has(auditLine(record))), ...storedRecords];
      this.#last = new Map();
      for (const record of records.toReversed()) this.#note(record);
      this.#state.set('read', {records: newestFirst(records), complete: true, failure: undefined});
    } catch (error) {
      this.#hasStarted = false;
      const failure = errorMessage(error);
      this.#state.set('failed', {...this.get(), failure});
    }
  }

  #note(record: AuditRecord): void {
    const {target, outcome} = record;
    if (!target || outcome === 'refused' || outcome === 'failed' || outcome === 'found not done') return;
    this.#last.set(targetKey(target.family, target.id, target.params), record);
  }
}
