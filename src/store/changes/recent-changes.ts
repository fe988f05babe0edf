/** Changes that Skydeck made, from the change log: read at the first request, and followed from then on. */
import type {PathParams, RowId} from '../../families/shape/define-family.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import type {AccountWriter} from '../session/account-state.ts';
import {type AuditLog, type AuditRecord, auditLine, type RecentChangesState, targetKey} from './audit-log.ts';

/** A change with a late response is ordered by the time of its request. */
const newestFirst = (records: readonly AuditRecord[]): readonly AuditRecord[] =>
  records.toSorted((one, other) => other.at - one.at);

export class RecentChanges {
  readonly #audit: AuditLog;
  readonly #account: AccountWriter;
  /** The newest record of each resource. */
  #last = new Map<string, AuditRecord>();
  /** The records that this process wrote. */
  readonly #own: AuditRecord[] = [];
  #hasStarted = false;
  #isLoading = false;

  constructor(audit: AuditLog, account: AccountWriter) {
    this.#audit = audit;
    this.#account = account;
    audit.subscribe(record => {
      this.#note(record);
      this.#own.push(record);
      const {records, ...rest} = this.#state;
      account.update('recentChanges', 'addRecord', {...rest, records: newestFirst([record, ...records])});
    });
  }

  get #state(): RecentChangesState {
    return this.#account.getState().recentChanges;
  }

  /**
   * Reads the records of earlier sessions, unless they were already read.
   * @param isRefresh reads them again, because another program may have written to the file
   */
  load({isRefresh = false} = {}): void {
    if (!this.#isLoading && (isRefresh || !this.#hasStarted)) void this.#load();
  }

  /** The last change that Skydeck made to a resource, if it succeeded or its outcome is unknown. */
  lastOn(family: string, id: RowId, params?: PathParams): AuditRecord | undefined {
    return this.#last.get(targetKey(family, id, params));
  }

  async #load(): Promise<void> {
    this.#hasStarted = true;
    this.#isLoading = true;
    try {
      const storedRecords = await this.#audit.read();
      // A record that was written during the read may be in both lists, or in neither.
      const since = Math.min(...this.#own.map(({at}) => at));
      const lines = new Set(storedRecords.filter(({at}) => at >= since).map(auditLine));
      const records = [...this.#own.filter(record => !lines.has(auditLine(record))), ...storedRecords];
      this.#last = new Map();
      for (const record of records.toReversed()) this.#note(record);
      this.#account.update('recentChanges', 'loadRecords', {
        records: newestFirst(records),
        isComplete: true,
        failure: undefined,
      });
    } catch (error) {
      this.#hasStarted = false;
      const failure = errorMessage(error);
      this.#account.update('recentChanges', 'recordFailure', {...this.#state, failure});
    } finally {
      this.#isLoading = false;
    }
  }

  #note(record: AuditRecord): void {
    const {target, outcome} = record;
    if (!target || outcome === 'refused' || outcome === 'failed' || outcome === 'found not done') return;
    this.#last.set(targetKey(target.family, target.id, target.params), record);
  }
}
