/** The requests that a preview includes, the rows it leaves out, and its content. */

import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import {monthlyIncrease} from '../../../families/cost/price-changes.ts';
import type {AnyRow, FamilyId, PathParams} from '../../../families/shape/define-family.ts';
import type {Connection, Validators} from '../../api/connection.ts';
import type {MonthlyIncrease} from '../../api/guards.ts';
import {hasScopesFor} from '../../api/permissions.ts';
import type {TrackedLists} from '../../cache/tracked-lookup.ts';
import {unknownCostText} from '../../cost/change-cost.ts';
import {deletedReason} from '../batch/change-result.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject} from '../change-subject.ts';
import type {Form} from '../form/form.ts';
import {ruleProblems} from '../form/request-body.ts';
import {inspectFiles} from '../form/upload-files.ts';
import type {PreparedChange} from '../send/prepared-change.ts';
import {changedSince} from './changed-since.ts';
import type {DeletedRows} from './deleted-rows.ts';
import {impactOf} from './impact.ts';
import {type PreviewPart, previewOf} from './preview.ts';
import type {Preview} from './preview-content.ts';
import {type RowAvailability, rowAvailability} from './row-availability.ts';

/** The rows of a change, by what its preview does with them. */
export interface PreviewRows {
  /** All rows for which a request is sent, the row of the change first. */
  readonly parts: readonly PreviewPart[];
  /** Rows that already have the values. */
  readonly unchangedRows: readonly AnyRow[];
  /** Rows that the change can't apply to, and rows for which this is still being checked. */
  readonly availability: RowAvailability;
}

/** A request that is ready to be sent, and the rows that its preview includes. */
export interface PreviewInputs extends PreviewRows {
  readonly ready: PreparedChange;
}

/** The data of a preview, and the problems of its values. */
export interface CheckedPreview {
  readonly inputs: PreviewInputs;
  readonly fieldErrors: readonly FieldError[];
  readonly checks: Validators;
}

interface Sources {
  readonly form: Form;
  readonly trackedLists: TrackedLists;
  readonly deletedRows: DeletedRows;
}

export class PreviewBuilder {
  readonly #subject: ChangeSubject;
  readonly #host: ChangeContext;
  readonly #form: Form;
  readonly #trackedLists: TrackedLists;
  readonly #deletedRows: DeletedRows;

  constructor(subject: ChangeSubject, host: ChangeContext, {form, trackedLists, deletedRows}: Sources) {
    this.#subject = subject;
    this.#host = host;
    this.#form = form;
    this.#trackedLists = trackedLists;
    this.#deletedRows = deletedRows;
  }

  /** All rows that the preview includes, the row of the change first. */
  get rows(): readonly (AnyRow | undefined)[] {
    const {row, otherRows = []} = this.#subject;
    return [row, ...otherRows];
  }

  /** The parameters in the path of the request for a row. */
  requestParams(row: AnyRow | undefined): PathParams {
    const {action, params} = this.#subject;
    return {...params, ...(row && action.rowParams?.(row))};
  }

  /** Divides the rows: those that get a request, those that already have the values, and those that can't have them. */
  divide(endpoint: Endpoint): PreviewRows {
    const {row} = this.#subject;
    const availability = this.availability();
    const all = this.rows
      .filter(row => row === undefined || !availability.unavailable.has(row))
      .map(knownRow => {
        const form = knownRow === row ? this.#form : this.#form.withRow(knownRow);
        return {row: knownRow, ...form.body(endpoint)};
      });
    const parts = all.filter(({differs}) => differs).map(({row, body}) => ({row, body}));
    return {parts, unchangedRows: all.flatMap(({row, differs}) => (differs || !row ? [] : [row])), availability};
  }

  availability(): RowAvailability {
    const {family, name, params, isCovered} = this.#subject;
    const collection = this.#host.collections.get(family.id, params);
    const byId = (row: AnyRow | undefined) => row && (collection.getState().byId.get(family.key(row)) ?? row);
    // If another change covers this one, that change checks the row.
    return rowAvailability(isCovered ? [] : this.rows, {
      lookup: this.#host.lookup,
      list: (id, params) => this.#trackedLists.list(id, params),
      unless: (row, lookup) =>
        this.#deletedRows.has(row)
          ? deletedReason
          : this.#host.unless({family: family.id, action: name, row: byId(row), params}, lookup),
    });
  }

  /** Builds the first request, which stands for all of them, and checks its values. */
  async prepare(connection: Connection, endpoint: Endpoint, rows: PreviewRows): Promise<CheckedPreview> {
    const {action, row, params: listParams} = this.#subject;
    const [first = {row, body: this.#form.body(endpoint).body}] = rows.parts;
    const {body} = first;
    const params = this.requestParams(first.row);
    const {files, fieldErrors: fileProblems} = await inspectFiles(this.#form.files());
    const originalValues = (first.row === row ? this.#form : this.#form.withRow(first.row)).read(endpoint);
    const outgoing = await connection.preview(endpoint, {params, body, originalValues});
    const checks = await connection.validators();
    const {lookup} = this.#trackedLists;
    const refusals = ruleProblems(action, {body, row: first.row, lookup, params: listParams, originalValues});
    const ready = {endpoint, params, body, originalValues, outgoing, files};
    return {
      inputs: {...rows, ready, parts: rows.parts.length > 0 ? rows.parts : [first]},
      fieldErrors: [...fileProblems, ...outgoing.fieldErrors, ...this.#form.missing(endpoint), ...refusals],
      checks,
    };
  }

  create({ready, parts, unchangedRows, availability}: PreviewInputs, checks: Validators): Preview {
    const {family, action, params, isCovered, undoneChange} = this.#subject;
    const {isHeadless} = this.#host;
    const {lookup, isLoading} = this.#trackedLists;
    const list = (id: FamilyId, params: PathParams) => this.#trackedLists.list(id, params);
    // The preview that includes a covered change shows the effects on other resources.
    const rows = isCovered ? [] : parts.flatMap(({row}) => (row ? [row] : []));
    const [part, ...others] = parts;
    const hasOnePart = part !== undefined && others.length === 0;
    return {
      ...previewOf({
        ...ready,
        family,
        action,
        parts,
        same: unchangedRows,
        params,
        lookup,
        prices: isHeadless ? this.#host.lookup : lookup,
        form: this.#form,
        checks,
        canShowAnswers: !isHeadless,
      }),
      // A command reads the price lists after the preview.
      unknownCost: hasOnePart && !isHeadless ? this.#unknownCost(part) : undefined,
      monthlyIncrease: this.#increaseOf(parts),
      changedSince: changedSince(undoneChange, part?.row, this.#form),
      impact: impactOf({family, action, rows, params, body: ready.body}, {lookup, list}),
      hasScopes: hasScopesFor(ready.endpoint, this.#host.connection()),
      isLoading,
      unavailable: new Map([...availability.unavailable].map(([row, reason]) => [family.key(row), reason])),
      checking: availability.checking.length,
    };
  }

  #unknownCost(part: PreviewPart): string | undefined {
    const {action, params} = this.#subject;
    const {lookup, isLoading} = this.#trackedLists;
    const text = unknownCostText(action.operation, {...part, params, lookup}, family => {
      const {phase, failure} = this.#trackedLists.list(family)?.getState() ?? {};
      return phase === 'failed' ? failure?.message : undefined;
    });
    return text !== undefined && isLoading ? 'Cost: loading…' : text;
  }

  /** The additional costs of these requests, if guards limit them. */
  #increaseOf(parts: readonly PreviewPart[]): MonthlyIncrease {
    if (!this.#host.profile.guards?.limitsCost) return undefined;
    const {lookup} = this.#trackedLists;
    const {action, params} = this.#subject;
    const increases = parts.map(part => monthlyIncrease(action.operation, {...part, params, lookup}));
    return increases.reduce<MonthlyIncrease>(
      (all, one) => (typeof all === 'number' && one !== undefined ? all + one : 'unknown'),
      0,
    );
  }
}
