/** What was done from here, as the audit has it: read when somebody first looks, and followed from then on. */
import type {PathParams, RowId} from '../families/define.ts';
import {errorMessage} from '../platform/reason.ts';
import {type Audit, type AuditRecord, auditLine, targetKey} from './audit.ts';
import {type Named, named, type Trace} from './named.ts';
import type {Source} from './types.ts';

export interface TrailState {
  /** The newest first. */
  readonly records: readonly AuditRecord[];
  /** What was kept before this session is among them. */
  readonly complete: boolean;
  /** Why it could not be read. */
  readonly failure: string | undefined;
}

export interface TrailHost {
  readonly trace: Trace | undefined;
  /** Somebody listens; returns what to do when they leave. */
  awake(): () => void;
}

export class Trail implements Source<TrailState> {
  readonly #audit: Audit;
  readonly #state: Named<TrailState>;
  /** The newest record by what it is about. */
  #last = new Map<string, AuditRecord>();
  #begun = false;

  constructor(audit: Audit, {trace, awake}: TrailHost) {
    this.#audit = audit;
    const first = {records: [], complete: false, failure: undefined};
    this.#state = named<TrailState>('trail', first, {
      trace,
      awake: () => {
        const sleep = awake();
        if (!this.#begun) void this.#read();
        return sleep;
      },
    });
    audit.observe(record => {
      this.#note(record);
      const {records, ...rest} = this.get();
      this.#state.become('written', {...rest, records: [record, ...records]});
    });
  }

  get(): TrailState {
    return this.#state.get();
  }
  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  /** The last change from here to this resource that was carried out, or of which nobody knows. */
  last(family: string, id: RowId, params?: PathParams): AuditRecord | undefined {
    return this.#last.get(targetKey(family, id, params));
  }

  async #read(): Promise<void> {
    this.#begun = true;
    try {
      const kept = await this.#audit.read();
      // What was written while it was read may be in both, or in neither.
      const lines = new Set(kept.slice(0, 100).map(auditLine));
      const records = [...this.get().records.filter(record => !lines.has(auditLine(record))), ...kept];
      this.#last = new Map();
      for (const record of records.toReversed()) this.#note(record);
      this.#state.become('read', {records, complete: true, failure: undefined});
    } catch (error) {
      this.#begun = false;
      const failure = errorMessage(error);
      this.#state.become('failed', {...this.get(), failure});
    }
  }

  #note(record: AuditRecord): void {
    const {target, outcome} = record;
    if (!target || outcome === 'refused' || outcome === 'failed' || outcome === 'found not done') return;
    this.#last.set(targetKey(target.family, target.id, target.params), record);
  }
}
