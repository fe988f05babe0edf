/** Writes the steps of a change to the change log. */
import type {AnyRow, RowId} from '../../../families/shape/define-family.ts';
import type {ApiResponse} from '../../api/connection.ts';
import {isSecretId} from '../../core/secret-fields.ts';
import type {AuditEntry, AuditOutcome} from '../audit-log.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject, LogEntryRef} from '../change-subject.ts';
import type {Form} from '../form/form.ts';
import {auditTitle} from '../preview/change-title.ts';
import {isCarriedOut, logEntryRef} from '../preview/log-entry.ts';
import type {RequestLeg} from '../preview/presigned.ts';
import {differencesOf} from '../preview/preview.ts';
import {storableUndo, type UndoRequest} from '../preview/undo.ts';
import type {ChangeNames} from './change-names.ts';
import type {PreparedChange} from './prepared-change.ts';

/** The facts of a response or a failure that the change log stores. */
type ResponseFacts = {readonly [K in 'status' | 'requestId']: ApiResponse[K] | undefined};

interface LoggedChange {
  readonly subject: ChangeSubject;
  readonly ready: PreparedChange;
  readonly form: Form;
  readonly names: ChangeNames;
}

export class ChangeLogWriter {
  /** The reason why the change is not in the change log. */
  notLoggedReason: string | undefined;
  /** The row in the response, with the values that the change left. */
  resultRow: AnyRow | undefined;
  /** The line of the change; undefined before it is announced. */
  entryRef: LogEntryRef | undefined;
  readonly #change: LoggedChange;
  readonly #host: ChangeContext;

  constructor(change: LoggedChange, host: ChangeContext) {
    this.#change = change;
    this.#host = host;
  }

  /**
   * Writes the change to the log before its request is sent, so that a record exists even if the program ends
   * meanwhile.
   */
  async announce(leg: RequestLeg): Promise<void> {
    const entry = this.#entry(leg, 'sending', undefined);
    this.entryRef = logEntryRef(entry);
    const reason = await this.#host.audit.announce(entry);
    this.notLoggedReason = reason ?? this.notLoggedReason;
  }

  /** @param createdId the ID of the created row, if it is known */
  write(leg: RequestLeg, outcome: AuditOutcome, response: ResponseFacts | undefined, createdId?: RowId): void {
    this.#host.audit.write(this.#entry(leg, outcome, response, createdId));
  }

  #entry(
    leg: RequestLeg,
    outcome: AuditOutcome,
    apiResponse: ResponseFacts | undefined,
    createdId?: RowId,
  ): AuditEntry {
    const {subject, ready, form, names} = this.#change;
    const {endpoint, body, files} = ready;
    const {api, method, path, sentAt, beganAt} = leg;
    const {family, action, row, params} = subject;
    const id = row ? family.key(row) : createdId;
    const knownRow =
      row ?? (id === undefined ? undefined : this.#host.collections.get(family.id, params).getState().byId.get(id));
    // A row whose ID is a secret is identified only by its label.
    const hasVisibleId = id !== undefined && !(knownRow && isSecretId(id, knownRow));
    const {lookup} = this.#host;
    const undoes = subject.undoneChange?.logEntry ?? subject.undoneChange?.change?.logEntry;
    return {
      at: sentAt,
      profile: this.#host.profile.name,
      as: this.#host.user(),
      api,
      operation: endpoint.id,
      title: auditTitle(subject),
      ...(subject.batchId !== undefined && {batch: subject.batchId}),
      method,
      path,
      target: hasVisibleId ? {family: family.id, id, params} : undefined,
      label: names.loggedLabel,
      ...(undoes && {undoes}),
      ...(isCarriedOut(outcome) && {undo: this.#undoRequest(id)}),
      changes: differencesOf({family, endpoint, action, row, params, lookup, form, files, body}),
      outcome,
      status: apiResponse?.status,
      requestId: apiResponse?.requestId,
      milliseconds: Math.round(this.#host.clock.monotonic() - beganAt),
    };
  }

  /** @param id of the row that was changed or created */
  #undoRequest(id: RowId | undefined): UndoRequest | undefined {
    const {subject, ready, names} = this.#change;
    return subject.action.presignedRequest
      ? undefined
      : storableUndo({subject: names.subject, body: ready.body, createdId: id, resultRow: this.resultRow});
  }
}
