/**
 * A change and its four steps: form, preview, sending, outcome.
 *
 * More than 300 lines: one class with four steps, which share the form and the request.
 */

import {originalOf} from '../../contract/reading/originals.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {monthlyIncrease} from '../../families/cost/price-changes.ts';
import type {AnyAction, AnyRow, Family, FamilyId, PathParams} from '../../families/shape/define-family.ts';
import type {Connection, Validators} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import {toFailure} from '../api/failure-text.ts';
import type {Guards, MonthlyIncrease} from '../api/guards.ts';
import {hasScopesFor} from '../api/permissions.ts';
import type {LiveCollection} from '../cache/collection.ts';
import {TrackedLists} from '../cache/tracked-lookup.ts';
import {isSecretId} from '../core/secret-fields.ts';
import {createTracedStore, type TracedStore} from '../core/traced-store.ts';
import {unknownCostText} from '../cost/change-cost.ts';
import type {Change, ChangeOutcome, ChangeState} from './change.ts';
import type {ChangeContext} from './change-context.ts';
import type {ChangeSubject, UndoneChange} from './change-subject.ts';
import {type DraftSubject, draftKey} from './draft-store.ts';
import {duplicateLabelNote} from './form/duplicate-label.ts';
import {Form, noDifferenceText} from './form/form.ts';
import {ruleProblems} from './form/request-body.ts';
import {inspectFiles} from './form/upload-files.ts';
import {changeTitle} from './preview/change-title.ts';
import {changedSince} from './preview/changed-since.ts';
import {confirmationText} from './preview/confirmation.ts';
import {DeletedRows, deletedReason, unavailableText} from './preview/deleted-rows.ts';
import {impactOf} from './preview/impact.ts';
import {type PreviewPart, previewOf} from './preview/preview.ts';
import type {Preview} from './preview/preview-content.ts';
import {isSameUnavailable, type RowAvailability, rowAvailability} from './preview/row-availability.ts';
import {ChangeRequest} from './send/change-request.ts';
import type {PreparedChange} from './send/prepared-change.ts';
import {subjectLabel} from './send/subject-label.ts';

/** A request that is ready to be sent, and the rows that its preview includes. */
interface PreviewInputs {
  readonly ready: PreparedChange;
  /** All rows for which a request is sent, the row of this change first. */
  readonly parts: readonly PreviewPart[];
  /** Rows that already have the values. */
  readonly unchangedRows: readonly AnyRow[];
  /** Rows that the change can't apply to, and rows for which this is still being checked. */
  readonly availability: RowAvailability;
}

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
  #draft: string | undefined;
  readonly #draftSubject: DraftSubject;
  #row: AnyRow | undefined;
  #checks: Validators | undefined;
  /** The request to send; absent if the change's row already has these values and its preview includes other rows. */
  #preparedChange: PreparedChange | undefined;
  /** The data that the preview shows. */
  #previewInputs: PreviewInputs | undefined;
  /** After the first attempt at a preview, problems show while the user types. */
  #hasBeenPrepared = false;
  #attempt = 0;
  #isClosed = false;
  #isDirty = false;

  readonly whenReady: Promise<void>;

  constructor(subject: ChangeSubject, host: ChangeContext, refusal?: string) {
    const {family, name, action, row, params, isDraftable = true, presetValues = {}, otherRows = []} = subject;
    this.family = family;
    this.name = name;
    this.action = action;
    this.title = changeTitle(subject);
    this.about = subject.undoneChange?.title;
    this.#subject = subject;
    this.#host = host;
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
      isLoadingLists: () => this.#trackedLists.loading,
      labelNote: label =>
        duplicateLabelNote({family, params, operation: action.operation, row, lookup: host.lookup}, label),
    });
    if (subject.restores) this.#form.allowRestored(subject.restores);
    this.#draftSubject = {
      family: family.id,
      action: name,
      id: row && family.key(row),
      ...(otherRows.length > 0 && {others: otherRows.map(other => family.key(other))}),
      params,
      presetValues,
      label: row ? family.label(row) : '',
    };
    // A row whose ID is a secret must not be named in a file.
    const hasStoredDraft = isDraftable && !(row && isSecretId(family.key(row), row));
    this.#draft = hasStoredDraft ? draftKey(host.profile.name, this.#draftSubject) : undefined;
    const draft = this.#draft === undefined ? undefined : host.drafts.find(this.#draft);
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
    return this.#draft !== undefined;
  }
  get guards(): Guards | undefined {
    return this.#host.profile.guards;
  }
  get label(): string | undefined {
    return subjectLabel({...this.#subject, row: this.#row}, this.#host);
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
    this.#isDirty = true;
    const field = this.#form.field(path);
    const kind = this.#form.input(path)?.spec.input;
    // The value of a list field and the file of a path are checked when the form is sent; the fields of an entry are
    // checked while the user types.
    if (this.#hasBeenPrepared && this.#checks && field && kind !== 'rows' && kind !== 'file')
      this.#form.correct(
        path,
        this.#form.isRead(path) ? [] : this.#checks.checkField(field, this.#form.toSentValue(path, value)),
      );
    this.#saveDraft();
    this.#setState('setValue', {fields: this.#form.fields()});
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
    this.#discardDraft();
    this.#hasBeenPrepared = false;
    this.#setState('reset', {fields: this.#form.fields(), draftedAt: undefined});
  }

  detachDraft(): void {
    this.#draft = undefined;
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
    this.#saveDraft();
  }

  async send(): Promise<void> {
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
    this.#isDirty = false;
    this.#setState('startSending', {step: 'sending'});
    // A file may have been removed or replaced since the preview: only the file in the preview is sent.
    const {files, fieldErrors} = await inspectFiles(this.#form.files());
    if (fieldErrors.length > 0)
      return this.#onRefusal({code: 'file', message: fieldErrors[0]?.reason ?? '', fieldErrors});
    await new ChangeRequest(
      {subject: {...this.#subject, row: this.#row}, ready: {...ready, files}, form: this.#form},
      {
        onOutcome: outcome => this.#end(outcome),
        onRefused: failure => this.#onRefusal(failure),
        onDone: () => this.#discardDraft(),
        onTransfer: transfer => this.#setState('startTransfer', {transfer}),
      },
      this.#host,
    ).send();
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
      const {params: listParams, row} = this.#subject;
      const {parts, unchangedRows, availability} = this.#parts(endpoint);
      const reason = unavailableText(availability.unavailable, this.family);
      if (parts.length + unchangedRows.length === 0 && reason !== undefined)
        return this.#end({status: 'failed', message: reason});
      const [firstPart = {row, body: this.#form.body(endpoint).body}] = parts;
      const {body} = firstPart;
      const params = this.#requestParams(firstPart.row);
      const {files, fieldErrors: fileProblems} = await inspectFiles(this.#form.files());
      const sources = (firstPart.row === row ? this.#form : this.#form.withRow(firstPart.row)).read(endpoint);
      const outgoing = await connection.preview(endpoint, {params, body, originalValues: sources});
      const checks = await connection.validators();
      if (attempt !== this.#attempt || this.#isClosed) return;
      const nothing = {field: null, reason: noDifferenceText};
      const refusals = ruleProblems(this.action, {
        body,
        row: firstPart.row,
        lookup: this.#trackedLists.lookup,
        params: listParams,
        originalValues: sources,
      });
      const allProblems = [...fileProblems, ...outgoing.fieldErrors, ...this.#form.missing(endpoint), ...refusals];
      const fieldErrors = parts.length > 0 || this.#form.isEmpty ? allProblems : [nothing];
      const draft = {body, fieldErrors: allProblems};
      this.#form.place(fieldErrors);
      if (fieldErrors.length > 0) return this.#refuse(fieldErrors[0]?.reason ?? '', {draft});
      const ready = {endpoint, params, body, originalValues: sources, outgoing, files};
      this.#preparedChange = firstPart.row === row ? ready : undefined;
      this.#previewInputs = {ready, parts: parts.length > 0 ? parts : [firstPart], unchangedRows, availability};
      // Without guards, the preview waits for nothing.
      const guardRefusal =
        this.guards &&
        (await connection.guardRefusal(
          endpoint,
          this.#previewInputs.parts.map(part => ({params: this.#requestParams(part.row), body: part.body})),
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

  /**
   * The request for each row that the preview includes, except rows that already have the values, or whose state
   * forbids the change.
   */
  #parts(endpoint: Endpoint): Pick<PreviewInputs, 'parts' | 'unchangedRows' | 'availability'> {
    const {row} = this.#subject;
    const availability = this.#rowAvailability();
    const all = this.#rows()
      .filter(row => row === undefined || !availability.unavailable.has(row))
      .map(knownRow => {
        const form = knownRow === row ? this.#form : this.#form.withRow(knownRow);
        return {row: knownRow, ...form.body(endpoint)};
      });
    const parts = all.filter(({differs}) => differs).map(({row, body}) => ({row, body}));
    return {parts, unchangedRows: all.flatMap(({row, differs}) => (differs || !row ? [] : [row])), availability};
  }

  /** The parameters in the path of the request for a row. */
  #requestParams(row: AnyRow | undefined): PathParams {
    return {...this.#subject.params, ...(row && this.action.rowParams?.(row))};
  }

  /** All rows that the preview includes, the row of the change first. */
  #rows(): readonly (AnyRow | undefined)[] {
    const {row, otherRows = []} = this.#subject;
    return [row, ...otherRows];
  }

  #rowAvailability(): RowAvailability {
    const {family, name, params, isCovered} = this.#subject;
    const byId = (row: AnyRow | undefined) => row && (this.#collection.getState().byId.get(family.key(row)) ?? row);
    // If another change covers this one, that change checks the row.
    return rowAvailability(isCovered ? [] : this.#rows(), {
      lookup: this.#host.lookup,
      list: (id, params) => this.#trackedLists.list(id, params),
      unless: (row, lookup) =>
        this.#deletedRows.has(row)
          ? deletedReason
          : this.#host.unless({family: family.id, action: name, row: byId(row), params}, lookup),
    });
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

  #createPreview() {
    if (!this.#previewInputs || !this.#checks) return undefined;
    const {ready, parts, unchangedRows, availability} = this.#previewInputs;
    const {params, isCovered} = this.#subject;
    const key = (row: AnyRow) => this.family.key(row);
    const unavailable = new Map([...availability.unavailable].map(([row, reason]) => [key(row), reason]));
    const {lookup} = this.#trackedLists;
    const {family, action} = this;
    const prices = this.#host.isHeadless ? this.#host.lookup : lookup;
    const facts = {
      ...ready,
      family,
      action,
      parts,
      same: unchangedRows,
      params,
      lookup,
      prices,
      form: this.#form,
      checks: this.#checks,
      canShowAnswers: !this.#host.isHeadless,
    };
    const list = (id: FamilyId, params: PathParams) => this.#trackedLists.list(id, params);
    // The preview that includes a covered change shows the effects on other resources.
    const rows = isCovered ? [] : parts.flatMap(({row}) => (row ? [row] : []));
    const impact = impactOf({family, action, rows, params, body: ready.body}, {lookup, list});
    const hasScopes = hasScopesFor(ready.endpoint, this.#host.connection());
    const monthlyIncrease = this.#increaseOf(parts);
    const {loading} = this.#trackedLists;
    const [part, ...others] = parts;
    const hasOnePart = part !== undefined && others.length === 0;
    return {
      ...previewOf(facts),
      // A command reads the price lists after the preview.
      unknownCost: hasOnePart && !this.#host.isHeadless ? this.#unknownCost(part) : undefined,
      monthlyIncrease,
      changedSince: changedSince(this.undoneChange, part?.row, this.#form),
      impact,
      hasScopes,
      loading,
      unavailable,
      checking: availability.checking.length,
    };
  }

  #unknownCost(part: PreviewPart): string | undefined {
    const {lookup, loading} = this.#trackedLists;
    const text = unknownCostText(this.action.operation, {...part, params: this.#subject.params, lookup}, family => {
      const {phase, failure} = this.#trackedLists.list(family)?.getState() ?? {};
      return phase === 'failed' ? failure?.message : undefined;
    });
    return text !== undefined && loading ? 'Cost: loading…' : text;
  }

  /** The additional costs of these requests, if guards limit them. */
  #increaseOf(parts: readonly PreviewPart[]): MonthlyIncrease {
    if (!this.guards?.limitsCost) return undefined;
    const {lookup} = this.#trackedLists;
    const {params} = this.#subject;
    const increases = parts.map(part => monthlyIncrease(this.action.operation, {...part, params, lookup}));
    return increases.reduce<MonthlyIncrease>(
      (all, one) => (typeof all === 'number' && one !== undefined ? all + one : 'unknown'),
      0,
    );
  }

  /** Ends a change whose costs a guard refuses, when the price lists are loaded. */
  #refuseCosts(preview: Preview | undefined): void {
    if (!preview || preview.loading) return;
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
    if (preview && (preview.checking > 0 || preview.loading) && !this.#trackedLists.loading) this.#onLookupChange();
  }

  /** Updates the form when lists that it or its warnings depend on change. */
  #onLookupChange(): void {
    const {step} = this.getState();
    if (step === 'form') this.#setState('applyLookups', {fields: this.#form.fields()});
    else if (step === 'preview' && this.#previewInputs) this.#reconsider(this.#previewInputs);
  }

  /** Checks again which rows the change can apply to, because their lists may have arrived meanwhile. */
  #reconsider(inputs: PreviewInputs): void {
    const availability = this.#rowAvailability();
    const reason = unavailableText(availability.unavailable, this.family);
    if (reason !== undefined && this.#rows().every(row => row !== undefined && availability.unavailable.has(row))) {
      this.#end({status: 'failed', message: reason});
      return;
    }
    const isSame = isSameUnavailable(availability.unavailable, inputs.availability.unavailable);
    this.#previewInputs = {...inputs, availability: {...availability, unavailable: inputs.availability.unavailable}};
    const preview = this.#createPreview();
    this.#setState('applyLookups', {preview: preview && {...preview, loading: preview.loading || !isSame}});
    if (isSame) this.#refuseCosts(preview);
    // The request omits rows that the change can't apply to, so it is built again.
    if (!isSame) void this.#preview();
  }

  #end(outcome: ChangeOutcome): void {
    this.#setState('showOutcome', {step: 'outcome', outcome});
  }

  #saveDraft(): void {
    if (!this.#isDirty || this.#draft === undefined) return;
    const kept = this.#form.draft();
    this.#host.drafts.put(this.#draft, this.#form.typed({secrets: true}), {kept, about: this.#draftSubject});
  }

  #discardDraft(): void {
    this.#isDirty = false;
    if (this.#draft !== undefined) this.#host.drafts.put(this.#draft, undefined);
  }

  #setState(change: string, facts: Partial<ChangeState>): void {
    this.#state.update(change, {...this.getState(), ...facts});
  }
}

function failedOutcome(error: unknown): ChangeOutcome {
  const failure = toFailure(error);
  return {status: 'failed', message: failure.message, failure};
}
