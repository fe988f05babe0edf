/**
 * A change and its four steps: form, preview, sending, outcome.
 *
 * More than 300 lines: one class with four steps, which share the form and the request.
 */

import {originalOf} from '../../contract/reading/originals.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {AnyAction, AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import type {Connection, Validators} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import {toFailure} from '../api/failure-text.ts';
import type {Guards} from '../api/guards.ts';
import type {LiveCollection} from '../cache/collection.ts';
import {TrackedLists} from '../cache/tracked-lookup.ts';
import {createTracedStore, type TracedStore} from '../core/traced-store.ts';
import type {Change, ChangeOutcome, ChangeState} from './change.ts';
import type {ChangeContext} from './change-context.ts';
import {ChangeDraft} from './change-draft.ts';
import type {ChangeSubject, UndoneChange} from './change-subject.ts';
import {duplicateLabelNote} from './form/duplicate-label.ts';
import {Form, noDifferenceText} from './form/form.ts';
import type {FieldValues} from './form/form-values.ts';
import {inspectFiles} from './form/upload-files.ts';
import {changeTitle} from './preview/change-title.ts';
import {confirmationText} from './preview/confirmation.ts';
import {DeletedRows, unavailableText} from './preview/deleted-rows.ts';
import {PreviewBuilder, type PreviewInputs} from './preview/preview-builder.ts';
import type {Preview} from './preview/preview-content.ts';
import {isSameUnavailable} from './preview/row-availability.ts';
import {ChangeRequest} from './send/change-request.ts';
import {findConflict} from './send/find-conflict.ts';
import type {PreparedChange} from './send/prepared-change.ts';
import {subjectLabel} from './send/subject-label.ts';

/** A batch of a command reads a row again before its request if the row was read longer ago than this, milliseconds. */
const maxCommandAgeMs = 60_000;

export class LiveChange implements Change {
  readonly family: Family;
  readonly name: string;
  readonly action: AnyAction;
  readonly title: string;
  readonly about: string | undefined;
  readonly #subject: ChangeSubject;
  readonly #host: ChangeContext;
  readonly #collection: LiveCollection;
  readonly #trackedLists: TrackedLists;
  readonly #deletedRows: DeletedRows;
  readonly #form: Form;
  readonly #state: TracedStore<ChangeState>;
  readonly #draft: ChangeDraft;
  readonly #builder: PreviewBuilder;
  readonly #openedAt: number;
  #row: AnyRow | undefined;
  #checks: Validators | undefined;
  /** The request to send; absent if the change's row already has these values and its preview includes other rows. */
  #preparedChange: PreparedChange | undefined;
  /** The values of the untouched form at the preview. */
  #untouchedValues: FieldValues = {};
  /** The data that the preview shows. */
  #previewInputs: PreviewInputs | undefined;
  /** After the first attempt at a preview, problems show while the user types. */
  #hasBeenPrepared = false;
  #attempt = 0;
  #isClosed = false;

  readonly whenReady: Promise<void>;

  constructor(subject: ChangeSubject, host: ChangeContext, refusal?: string) {
    const {family, name, action, row, params, otherRows = []} = subject;
    this.family = family;
    this.name = name;
    this.action = action;
    this.title = changeTitle(subject);
    this.about = subject.undoneChange?.title;
    this.#subject = subject;
    this.#host = host;
    this.#openedAt = host.clock.monotonic();
    this.#row = row;
    this.#collection = host.collections.get(family.id, params);
    this.#deletedRows = new DeletedRows(family, this.#collection, [row, ...otherRows]);
    this.#trackedLists = new TrackedLists(host.lookup, (id, params) => host.list(id, params));
    this.#form = new Form(action, {
      row,
      params,
      rows: row && otherRows.length > 0 ? [row, ...otherRows] : [],
      labelOf: family.label,
      lookup: this.#trackedLists.lookup,
      identifiers: host.identifiers,
      list: (id, params) => this.#trackedLists.list(id, params),
      isLoadingLists: () => this.#trackedLists.isLoading,
      labelNote: label =>
        duplicateLabelNote({family, params, operation: action.operation, row, lookup: host.lookup}, label),
    });
    if (subject.restores) this.#form.allowRestored(subject.restores);
    this.#builder = new PreviewBuilder(subject, host, {
      form: this.#form,
      trackedLists: this.#trackedLists,
      deletedRows: this.#deletedRows,
    });
    this.#draft = new ChangeDraft(subject, host);
    const draft = this.#draft.read();
    if (draft) this.#form.restore(draft.values);
    this.#fill();
    const first = {
      step: this.#form.isEmpty ? 'preview' : 'form',
      fields: this.#form.fields(),
      draftedAt: draft?.at,
    } as const;
    this.#state = createTracedStore<ChangeState>(
      `change ${action.operation}`,
      {...first, preview: undefined, confirmText: undefined, outcome: undefined},
      {trace: host.trace, activate: () => this.#followLists()},
    );
    if (refusal === undefined) this.whenReady = this.#describe();
    else {
      this.whenReady = Promise.resolve();
      this.#end({status: 'failed', message: refusal});
    }
  }

  get isDrafted(): boolean {
    return this.#draft.isStored;
  }
  get guards(): Guards | undefined {
    return this.#host.profile.guards;
  }
  get label(): string | undefined {
    return subjectLabel({...this.#subject, row: this.#row}, this.#host);
  }
  get deletedText(): string | undefined {
    return this.#deletedRows.text;
  }
  get undoneChange(): UndoneChange | undefined {
    return this.#subject.undoneChange;
  }
  get params(): PathParams {
    return this.#subject.params;
  }
  get row(): AnyRow | undefined {
    return this.#row;
  }
  getState(): ChangeState {
    return this.#state.getState();
  }
  getInitialState(): ChangeState {
    return this.#state.getInitialState();
  }
  subscribe(listener: (state: ChangeState, previous: ChangeState) => void): () => void {
    return this.#state.subscribe(listener);
  }

  set(path: string, value: unknown): void {
    this.#form.set(path, value);
    this.#draft.touch();
    const field = this.#form.field(path);
    const kind = this.#form.input(path)?.spec.input;
    // The value of a list field and the file of a path are checked when the form is sent; the fields of an entry are
    // checked while the user types.
    if (this.#hasBeenPrepared && this.#checks && field && kind !== 'rows' && kind !== 'file')
      this.#form.correct(
        path,
        this.#form.isRead(path) ? [] : this.#checks.checkField(field, this.#form.toSentValue(path, value)),
      );
    this.#draft.save(this.#form);
    this.#setState('setValue', {fields: this.#form.fields()});
  }

  checkEntry(path: string): void {
    this.#form.checkEntry(path);
    this.#setState('checkEntry', {fields: this.#form.fields()});
  }

  typed() {
    const values = this.#form.typed({secrets: false});
    const secrets = Object.keys(this.#form.typed({secrets: true})).filter(path => !Object.hasOwn(values, path));
    return {values, secrets};
  }

  allTypedValues() {
    return this.#form.typed({secrets: true});
  }

  async toPreview(): Promise<void> {
    if (this.getState().step === 'form') await this.#preview();
  }

  reset(): void {
    this.#form.restore({});
    this.#fill();
    this.#draft.discard();
    this.#hasBeenPrepared = false;
    this.#setState('reset', {fields: this.#form.fields(), draftedAt: undefined});
  }

  detachDraft(): void {
    this.#draft.detach();
    this.reset();
  }

  #fill(): void {
    const {presetValues, initialValues} = this.#subject;
    for (const [path, value] of Object.entries({...presetValues, ...initialValues}))
      this.#form.set(path, originalOf(value));
  }

  back(): void {
    this.#attempt++;
    this.#setState('openForm', {step: 'form', preview: undefined, confirmText: undefined, outcome: undefined});
  }

  close(): void {
    this.#isClosed = true;
    this.#attempt++;
    this.#draft.save(this.#form);
  }

  async send(batchId?: string): Promise<void> {
    const ready = this.#preparedChange;
    if (this.getState().step !== 'preview' || !ready) return;
    const {family, name, params} = this.#subject;
    if (this.#row) this.#row = this.#collection.getState().byId.get(family.key(this.#row)) ?? this.#row;
    // The availability is checked again before sending, because the row may have changed since the preview.
    const reason =
      this.#deletedRows.refusal(this.#subject.row) ??
      this.#host.unless({family: family.id, action: name, row: this.#row, params}) ??
      this.guards?.costRefusal([this.#shownPreview?.monthlyIncrease]);
    if (reason !== undefined) return this.#end({status: 'failed', message: reason});
    // The draft keeps the time at which it was typed, before the request.
    this.#draft.freeze();
    this.#setState('startSending', {step: 'sending'});
    // A file may have been removed or replaced since the preview: only the file in the preview is sent.
    const {files, fieldErrors} = await inspectFiles(this.#form.files());
    if (fieldErrors.length > 0)
      return this.#onRefusal({code: 'file', message: fieldErrors[0]?.reason ?? '', fieldErrors});
    const conflict = await findConflict({
      ...{subject: this.#subject, prepared: ready, form: this.#form, untouchedValues: this.#untouchedValues},
      ...{collection: this.#collection, batchId},
      isReadAgain: batchId === undefined || this.#isOutdated,
    });
    if (conflict !== undefined) return this.#end({status: 'failed', message: conflict});
    await new ChangeRequest(
      {subject: {...this.#subject, row: this.#row, batchId}, ready: {...ready, files}, form: this.#form},
      {
        onOutcome: outcome => this.#end(outcome),
        onRefused: failure => this.#onRefusal(failure),
        onDone: () => this.#draft.discard(),
        onTransfer: transfer => this.#setState('startTransfer', {transfer}),
      },
      this.#host,
    ).send();
  }

  /** True in a command, which reads no list again, if its row was read too long ago for the request. */
  get #isOutdated(): boolean {
    const {isHeadless, clock} = this.#host;
    return isHeadless && clock.monotonic() - this.#openedAt > maxCommandAgeMs;
  }

  /**
   * Handles a refusal of the API: the form opens again with its reasons. If the user left the form, a toast shows them.
   */
  #onRefusal(failure: Failure): void {
    const {fieldErrors} = failure;
    const message = this.#form.refusalWords(failure);
    if (fieldErrors.length > 0 && !this.#form.isEmpty && !this.#isClosed) {
      this.#form.place(fieldErrors);
      this.#refuse(message, {refusal: {...failure, message}});
    } else this.#end({status: 'failed', message, failure});
    if (this.#isClosed) this.#host.showToast(message, 'failed');
  }

  async #describe(): Promise<void> {
    try {
      const connection = await this.#host.connect();
      this.#form.describe(this.#endpoint(connection));
      this.#checks = await connection.validators();
    } catch (error) {
      return this.#end(failedOutcome(error));
    }
    this.#setState('describeFields', {fields: this.#form.fields()});
    if (this.#form.isEmpty) await this.#preview();
  }

  #endpoint(connection: Connection): Endpoint {
    const endpoint = connection.operation(this.action.operation);
    if (!endpoint) throw new Error(`No operation ${this.action.operation}`);
    return endpoint;
  }

  /** Builds the request and shows it if it has no problems. */
  async #preview(): Promise<void> {
    const attempt = ++this.#attempt;
    this.#hasBeenPrepared = true;
    try {
      const connection = await this.#host.connect();
      const endpoint = this.#endpoint(connection);
      const rows = this.#builder.divide(endpoint);
      const {parts, unchangedRows, availability} = rows;
      const reason = unavailableText(availability.unavailable, this.family);
      if (parts.length + unchangedRows.length === 0 && reason !== undefined) return this.#endUnavailable(reason);
      const {inputs, fieldErrors: problems, checks} = await this.#builder.prepare(connection, endpoint, rows);
      if (attempt !== this.#attempt || this.#isClosed) return;
      const {ready} = inputs;
      const {body} = ready;
      const fieldErrors = parts.length > 0 || this.#form.isEmpty ? problems : [{field: null, reason: noDifferenceText}];
      const draft = {body, fieldErrors: problems};
      this.#form.place(fieldErrors);
      if (fieldErrors.length > 0) return this.#refuse(fieldErrors[0]?.reason ?? '', {draft});
      this.#preparedChange = inputs.parts[0]?.row === this.#subject.row ? ready : undefined;
      this.#previewInputs = inputs;
      // Of a row, the row itself is compared.
      if (this.#subject.row === undefined) this.#untouchedValues = this.#form.untouchedValues();
      // Without guards, the preview waits for nothing.
      const guardRefusal =
        this.guards &&
        (await connection.guardRefusal(
          endpoint,
          inputs.parts.map(part => ({params: this.#builder.requestParams(part.row), body: part.body})),
        ));
      if (attempt !== this.#attempt || this.#isClosed) return;
      if (guardRefusal !== undefined) return this.#end({status: 'failed', message: guardRefusal});
      const confirmText = await confirmationText(this.#subject, endpoint, this.#host, body);
      if (attempt !== this.#attempt || this.#isClosed) return;
      this.#checks = checks;
      const fields = this.#form.fields();
      const preview = this.#createPreview();
      this.#setState('showPreview', {step: 'preview', fields, draft, confirmText, preview});
      this.#refuseCosts(preview);
      this.#includeArrivedLists();
    } catch (error) {
      if (attempt === this.#attempt) this.#end(failedOutcome(error));
    }
  }

  /** Returns to the form with its problems; a change without a form ends instead. */
  #refuse(message: string, facts: Pick<ChangeState, 'draft' | 'refusal'>): void {
    const outcome = {status: 'failed', message} as const;
    if (this.#form.isEmpty) this.#setState('showOutcome', {step: 'outcome', outcome, ...facts});
    else {
      const fields = this.#form.fields();
      this.#setState('showProblems', {step: 'form', fields, preview: undefined, confirmText: undefined, ...facts});
    }
  }

  #createPreview(): Preview | undefined {
    return this.#previewInputs && this.#checks && this.#builder.create(this.#previewInputs, this.#checks);
  }

  /** Ends a change whose costs a guard refuses, when the price lists are loaded. */
  #refuseCosts(preview: Preview | undefined): void {
    if (!preview || preview.isLoading) return;
    const reason = this.guards?.costRefusal([preview.monthlyIncrease]);
    if (reason !== undefined) this.#end({status: 'failed', message: reason});
  }

  get #shownPreview(): Preview | undefined {
    return this.getState().preview;
  }

  #followLists(): () => void {
    const onChange = (): void => this.#onLookupChange();
    // If another change covers this one, that change follows the row.
    const stopRows = this.#subject.isCovered ? undefined : this.#deletedRows.follow(onChange);
    const stopLists = this.#trackedLists.activate(onChange);
    this.#includeArrivedLists();
    return () => {
      stopRows?.();
      stopLists();
    };
  }

  /** Updates a preview that waits for lists: they may have arrived while it was built, or while none was followed. */
  #includeArrivedLists(): void {
    const preview = this.#shownPreview;
    if (preview && (preview.checking > 0 || preview.isLoading) && !this.#trackedLists.isLoading) this.#onLookupChange();
  }

  /** Updates the form when lists that it or its warnings depend on change. */
  #onLookupChange(): void {
    const {step} = this.getState();
    if (step === 'form') this.#setState('applyLookups', {fields: this.#form.fields()});
    else if (step === 'preview' && this.#previewInputs) this.#reconsider(this.#previewInputs);
  }

  /** Checks again which rows the change can apply to, because their lists may have arrived meanwhile. */
  #reconsider(inputs: PreviewInputs): void {
    const availability = this.#builder.availability();
    const reason = unavailableText(availability.unavailable, this.family);
    if (
      reason !== undefined &&
      this.#builder.rows.every(row => row !== undefined && availability.unavailable.has(row))
    ) {
      this.#endUnavailable(reason);
      return;
    }
    const isSame = isSameUnavailable(availability.unavailable, inputs.availability.unavailable);
    this.#previewInputs = {...inputs, availability: {...availability, unavailable: inputs.availability.unavailable}};
    const preview = this.#createPreview();
    this.#setState('applyLookups', {preview: preview && {...preview, isLoading: preview.isLoading || !isSame}});
    if (isSame) this.#refuseCosts(preview);
    // The request omits rows that the change can't apply to, so it is built again.
    if (!isSame) void this.#preview();
  }

  /** Ends the change before it is sent, because it can apply to none of its rows. */
  #endUnavailable(message: string): void {
    this.#end({status: 'failed', message, ...(this.#deletedRows.has(this.#subject.row) && {isRowDeleted: true})});
  }

  #end(outcome: ChangeOutcome): void {
    this.#setState('showOutcome', {step: 'outcome', outcome});
  }

  #setState(change: string, facts: Partial<ChangeState>): void {
    this.#state.update(change, {...this.getState(), ...facts});
  }
}

function failedOutcome(error: unknown): ChangeOutcome {
  const failure = toFailure(error);
  return {status: 'failed', message: failure.message, failure};
}
