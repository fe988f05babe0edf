/**
 * Sends a change, shows the expected result at once, and handles the response or its absence.
 *
 * More than 300 lines: one class for the life of a request, from the change log to its outcome.
 */
import {eventMeaning} from '../../../families/event-words/index.ts';
import type {AnyRow, FamilyId, RowId} from '../../../families/shape/define-family.ts';
import {lostSecretText} from '../../../families/shape/shown-once.ts';
import {readChunks} from '../../../platform/files/user-files.ts';
import type {ApiResponse, Connection} from '../../api/connection.ts';
import type {Failure} from '../../api/failure.ts';
import {clientFailure, isNotFound, isOutcomeDone, isOutcomeUnknown, toFailure} from '../../api/failure-text.ts';
import type {LiveCollection} from '../../cache/collection.ts';
import type {ChangeStatus} from '../../core/change-status.ts';
import {visibleId} from '../../core/secret-fields.ts';
import type {Transfer, TransferJob} from '../../transfers/transfer.ts';
import type {ChangeOutcome} from '../change.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject} from '../change-subject.ts';
import type {Form} from '../form/form.ts';
import {bodyFile} from '../form/upload-files.ts';
import {dryRunResult} from '../preview/change-title.ts';
import {apiLeg, isDeletion, presignedLeg, type RequestLeg} from '../preview/presigned.ts';
import {ChangeLogWriter} from './change-log-writer.ts';
import {ChangeNames} from './change-names.ts';
import {FileFollowUp} from './file-followup.ts';
import type {TrackedChange} from './pending-changes.ts';
import type {PreparedChange} from './prepared-change.ts';
import {rowFromResponse} from './response-row.ts';
import {resolveOutcome, type UnknownChange, type Verdict} from './unknown-outcome.ts';

export interface SendCallbacks {
  onOutcome(outcome: ChangeOutcome): void;
  /** Called when the API refuses the request and names the fields with problems. */
  onRefused(failure: Failure): void;
  /** Called for progress of a file transfer: that of the request, or one that follows the response. */
  onTransfer(transfer: Transfer): void;
  /** Called after a success: the draft is no longer needed. */
  onDone(): void;
}

const verdictStatus: Readonly<Record<Verdict, ChangeStatus>> = {
  done: 'done',
  'not done': 'failed',
  'not known': 'unknown',
};
const verdictText: Readonly<Record<Verdict, string>> = {
  done: 'a check found the change applied',
  'not done': 'not applied',
  'not known': 'the change may have been applied; check before you retry',
};

export class ChangeRequest {
  readonly #subject: ChangeSubject;
  readonly #ready: PreparedChange;
  readonly #form: Form;
  readonly #reports: SendCallbacks;
  readonly #host: ChangeContext;
  readonly #names: ChangeNames;
  readonly #log: ChangeLogWriter;
  /** The failure of a family's function before the request. */
  #defect: Failure | undefined;

  constructor(
    {subject, ready, form}: {subject: ChangeSubject; ready: PreparedChange; form: Form},
    reports: SendCallbacks,
    host: ChangeContext,
  ) {
    this.#ready = ready;
    this.#form = form;
    this.#reports = reports;
    this.#host = host;
    this.#subject = {...subject, sentence: this.#attempt(() => subject.action.sentence?.(this.#contextOf(subject)))};
    this.#names = new ChangeNames(this.#subject, ready, host);
    this.#log = new ChangeLogWriter({subject: this.#subject, ready, form, names: this.#names}, host);
  }

  /** The result of a family's function. If it fails, nothing is sent. */
  #attempt<T>(ask: () => T): T | undefined {
    try {
      return ask();
    } catch (error) {
      this.#defect ??= toFailure(error);
      return undefined;
    }
  }

  #contextOf({row, params}: ChangeSubject) {
    return {row, lookup: this.#host.lookup, params, body: this.#ready.body ?? {}};
  }

  /** Resolves when the API has responded, or when no response can arrive. */
  async send(): Promise<void> {
    const {family, params, row, action} = this.#subject;
    const patch = this.#attempt(() => action.expectedFields?.(this.#contextOf(this.#subject)));
    if (this.#defect) return this.#end({status: 'failed', message: this.#defect.message, failure: this.#defect});
    const defaultWord = this.#names.isCreation ? 'creating' : 'saving';
    const pending = this.#host.pendingChanges.add({
      collection: this.#host.collections.get(family.id, params),
      id: row && family.key(row),
      params,
      label: this.#names.label,
      word: action.busyWord ?? defaultWord,
      patch,
      eventActions: action.eventActions ?? [],
      isRunningUntilEvent: this.#startsOperation || isDeletion(action, this.#ready.endpoint),
    });
    let leg = apiLeg(this.#ready, this.#host.clock);
    try {
      const connection = await this.#host.connect();
      if (this.#needsNewestEvent) await this.#readNewestEvent(pending);
      await this.#log.announce(leg);
      const response = await this.#ask(connection);
      this.#log.resultRow = this.#rowIn(response.body);
      if (this.#subject.row === undefined) this.#names.createdRow = this.#log.resultRow;
      this.#log.write(leg, 'done', response, this.#createdRowIn(response.body));
      if (!action.presignedRequest) return this.#onDone(pending, response.body);
      const {method, address} = action.presignedRequest;
      const url = address(response.body);
      if (!URL.canParse(url)) return this.#onMissingUrl(pending);
      leg = presignedLeg(url, method, this.#host.clock);
      await this.#log.announce(leg);
      const status = await connection.deleteAt(url);
      this.#log.write(leg, 'done', {status, requestId: undefined});
      // The presigned URL is used up and never shown.
      this.#onDone(pending, undefined);
    } catch (error) {
      const failure = clientFailure(error);
      if (isOutcomeUnknown(error)) {
        this.#log.write(leg, 'unknown', failure);
        this.#onUnknownOutcome(pending, error, leg);
      } else if (isOutcomeDone(error) && !action.presignedRequest) {
        this.#log.write(leg, 'done', failure);
        this.#onDone(pending, undefined);
      } else {
        this.#log.write(leg, failure?.code === 'rejected' ? 'refused' : 'failed', failure);
        this.#onFailure(pending, error);
      }
    }
  }

  /**
   * Reads the newest event before the request is sent: later events that can't be recognized by a row or a label are
   * those of the change.
   */
  async #readNewestEvent(pending: TrackedChange): Promise<void> {
    pending.hasReadEvents = (await this.#host.poll()) === 'read';
    if (pending.hasReadEvents) pending.afterEventId = this.#host.eventLog.newestId ?? 0;
  }

  /**
   * True if only the place of an event can show the outcome of the change, and a wrong outcome can't be undone: a
   * payment. Records of a zone would need as many reads as they have requests.
   */
  get #needsNewestEvent(): boolean {
    const {row, action} = this.#subject;
    return row === undefined && this.#names.label === '' && !action.undo && (action.eventActions ?? []).length > 0;
  }

  /** Handles a first response without a URL for the second request. */
  #onMissingUrl(pending: TrackedChange): void {
    this.#host.pendingChanges.rollBack(pending);
    const message = `${this.#names.title}: not done. The response has no upload URL`;
    this.#end({status: 'failed', message});
  }

  /** Sends the request. A request whose body is a file is a file transfer, which the user can watch and cancel. */
  async #ask(connection: Connection): Promise<ApiResponse> {
    const {endpoint, params, body, originalValues, files} = this.#ready;
    const file = bodyFile(endpoint, files);
    if (!file) return connection.send(endpoint, {params, body, originalValues, priority: 'user'});
    const {path, name, size} = file;
    const {family, params: listParams, row} = this.#subject;
    const job: TransferJob<ApiResponse> = {
      direction: 'up',
      name,
      total: size,
      isRequest: true,
      target: row && {family: family.id, id: family.key(row), params: listParams},
      run: control =>
        connection.upload(endpoint, {params, source: {open: () => readChunks(path), size, name}, ...control}),
    };
    const transfer = this.#host.transfers.start(job, {isQuiet: true});
    this.#reports.onTransfer(transfer);
    return transfer.result;
  }

  /** Handles a success: the change counts as done even if handling its response fails. */
  #onDone(pending: TrackedChange, response: unknown): void {
    let isFinished = false;
    const finish = (createdId: RowId | undefined): void => {
      isFinished = true;
      this.#finish(pending, {createdId, isFoundByReading: false});
    };
    try {
      finish(this.#storeResponse(response));
      this.#reportResponse(response);
    } catch (error) {
      if (!isFinished) finish(undefined);
      const failure = toFailure(error);
      this.#end(
        this.#withLostSecret({status: 'done', message: `${this.#names.title}: done. ${failure.message}`, failure}),
      );
    }
  }

  #reportResponse(response: unknown): void {
    const {params, action, row, undoneChange} = this.#subject;
    const {sentence} = this.#names.subject;
    const context = {row, params, response, values: this.#form.values()};
    const transfer = response === undefined ? undefined : action.transfer?.(context);
    if (transfer)
      this.#reports.onTransfer(
        new FileFollowUp(this.#subject, this.#ready, this.#names.label, this.#host).start(transfer),
      );
    const revealed = response === undefined ? undefined : action.revealedValues?.(context);
    const isDryRun = action.isDryRun?.(this.#ready.body) === true;
    const isRunning = !isDryRun && (transfer !== undefined || this.#startsOperation);
    const message = `${this.#names.title}: ${isDryRun ? dryRunResult : isRunning ? 'under way' : 'done'}`;
    const outcome: ChangeOutcome = {
      status: isRunning ? 'started' : 'done',
      message,
      ...(sentence !== undefined && undoneChange === undefined && {sentence}),
      ...(isDryRun && {isDryRun}),
      ...(response !== undefined && {response}),
    };
    if (response === undefined) this.#end(this.#withLostSecret(outcome));
    else this.#end(revealed && revealed.length > 0 ? {...outcome, revealed} : outcome);
  }

  /** The outcome of a success whose response, with its secret, did not arrive. */
  #withLostSecret({response, ...outcome}: ChangeOutcome): ChangeOutcome {
    const {secretName} = this.#subject.action;
    if (secretName === undefined) return {...outcome, ...(response !== undefined && {response})};
    const {isCreation} = this.#names;
    return {
      ...outcome,
      message: `${outcome.message}. ${lostSecretText(secretName, {isCreation})}`,
      isSecretLost: true,
    };
  }

  /** True if the response only confirms that an operation starts, such as a reboot; an event reports its end. */
  get #startsOperation(): boolean {
    const {family, action} = this.#subject;
    return (action.eventActions ?? []).some(name => {
      // If a backup is restored to its database, or an image is created from a disk, the event belongs to another
      // family.
      const eventWords = Object.hasOwn(family.onEvent, name) ? family.onEvent[name] : eventMeaning(name);
      return eventWords?.busyWord !== undefined;
    });
  }

  #end(outcome: ChangeOutcome): void {
    this.#reports.onOutcome(
      this.#log.notLoggedReason === undefined ? outcome : {...outcome, notLoggedReason: this.#log.notLoggedReason},
    );
  }

  #finish(
    pending: TrackedChange,
    {createdId, isFoundByReading}: {createdId: RowId | undefined; isFoundByReading: boolean},
  ): void {
    const {endpoint, body} = this.#ready;
    const facts = {
      createdId,
      resultRow: this.#log.resultRow,
      createdRow: this.#names.createdRow,
      pending,
      isFoundByReading,
      logEntry: this.#log.entryRef,
    };
    this.#host.onDone({subject: this.#names.subject, endpoint, body, ...facts});
    this.#reports.onDone();
  }

  /** Stores the row of the response, if it contains one, and returns its ID. */
  #storeResponse(response: unknown): RowId | undefined {
    const {family, params} = this.#subject;
    const row = this.#rowIn(response);
    if (row) this.#host.collections.get(family.id, params).put(row);
    return row && family.key(row);
  }

  #rowIn(response: unknown): AnyRow | undefined {
    const {family, action} = this.#subject;
    const isRow = action.createdRow !== undefined || this.#host.isRow(family.id, this.#ready.endpoint);
    if (!isRow || response === undefined) return undefined;
    const [whole] = family.rows && !action.createdRow ? family.rows(response) : [response];
    return rowFromResponse(this.#subject, whole);
  }

  /** The ID of the created row; undefined if the change had a row with an ID, or if the ID is a secret. */
  #createdRowIn(response: unknown): RowId | undefined {
    const {family, row} = this.#subject;
    const createdRow = row ? undefined : rowFromResponse(this.#subject, response);
    return createdRow && visibleId(family, createdRow);
  }

  #onFailure(pending: TrackedChange, error: unknown): void {
    this.#host.pendingChanges.rollBack(pending);
    const failure = toFailure(error);
    const {code, fieldErrors} = failure;
    // No other value in the form helps if the API doesn't find the resource.
    const isMissing = isNotFound(error) && fieldErrors.every(({field}) => field === null);
    if (code === 'rejected') this.#reports.onRefused(isMissing ? {...failure, fieldErrors: []} : failure);
    else this.#end({status: 'failed', message: failure.message, failure});
  }

  /**
   * Handles a request without a response: the row is marked, and a later read finds the outcome. The request is never
   * sent again automatically.
   */
  #onUnknownOutcome(pending: TrackedChange, error: unknown, leg: RequestLeg): void {
    const {pendingChanges} = this.#host;
    pendingChanges.markUnknown(pending);
    const {status, message} = clientFailure(error) ?? {};
    const cause = status === undefined || message === undefined ? 'no response' : message.replace(/[.\s]+$/, '');
    this.#end({
      status: 'unknown',
      isChecking: true,
      message: `${this.#names.title}: ${cause}; checking whether it was applied`,
      failure: toFailure(error),
    });
    const {endpoint, body} = this.#ready;
    const {row: before, action} = this.#subject;
    const change = {pending, endpoint, deletes: isDeletion(action, endpoint), before, body, createdIn: this.#createdIn};
    void this.#settleUnknown(pending, {change, leg, cause});
  }

  /** The list of another resource type in which the request creates a row: the replies of the ticket. */
  get #createdIn(): LiveCollection | undefined {
    const {family, row} = this.#subject;
    const {endpoint, params} = this.#ready;
    const {collections} = this.#host;
    const created = endpoint.id.replace(/\.create$/, '') as FamilyId;
    const isOther = row !== undefined && created !== endpoint.id && created !== family.id && collections.has(created);
    return isOther ? collections.get(created, params) : undefined;
  }

  /** Reads until the outcome of a request without a response is known. */
  async #settleUnknown(
    pending: TrackedChange,
    {change, leg, cause}: {change: UnknownChange; leg: RequestLeg; cause: string},
  ): Promise<void> {
    const verdict = await resolveOutcome(change, this.#host);
    try {
      const {collection} = pending.intent;
      if (change.before === undefined && pending.rowId !== undefined)
        this.#names.createdRow = collection.getState().byId.get(pending.rowId);
      if (verdict === 'done') this.#finish(pending, {createdId: pending.rowId, isFoundByReading: true});
      else this.#host.pendingChanges.rollBack(pending);
      if (verdict !== 'not known') this.#log.write(leg, `found ${verdict}`, undefined, pending.rowId);
      const isDone = verdict === 'done';
      const text = `${this.#names.title}: ${isDone ? `${cause}, but ` : ''}${verdictText[verdict]}`;
      // The list has the same row as the lost response, but not its secret.
      const response = isDone && !this.#subject.action.createdRow && this.#names.createdRow;
      const outcome: ChangeOutcome = {status: verdictStatus[verdict], message: text, ...(response && {response})};
      const shown = isDone ? this.#withLostSecret(outcome) : outcome;
      this.#end(shown);
      this.#host.showToast(shown.message, isDone && !shown.isSecretLost ? 'ok' : 'attention');
    } catch (error) {
      const failure = toFailure(error);
      this.#end({
        status: verdictStatus[verdict],
        message: `${this.#names.title}: ${verdictText[verdict]}. ${failure.message}`,
        failure,
      });
    }
  }
}
