/**
 * The plan of a batch: one change, the same change to several resources, or different changes. It has one form, one
 * preview, one confirmation, and a result for each change.
 */
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import type {TextStep} from '../../../families/shape/list-text.ts';
import type {ReadonlyStore} from '../../core/traced-store.ts';
import type {Session} from '../../session/session.ts';
import type {Change, ChangeState} from '../change.ts';
import type {UndoneChange} from '../change-subject.ts';
import type {FieldState} from '../form/field-state.ts';
import type {BatchJournal} from './batch-journal.ts';
import type {BatchRun} from './batch-run.ts';
import type {ChangeResult} from './change-result.ts';

/** The services that a plan needs. */
export interface BatchHost {
  readonly session: Pick<Session, 'batchJournals' | 'change' | 'collection' | 'showToast' | 'unless'>;
  readonly clock: {now(): number};
}

/** The events of a plan for the screen that opened it. */
export interface PlanEvents {
  /** Called before the first request; resolves with false, after a message, if the plan must not be sent. */
  readonly canSend?: (() => Promise<boolean>) | undefined;
  /** Called when none of the changes remains to be sent, or after a stop; again after failed ones were retried. */
  readonly onEnded?: ((results: readonly ChangeResult[]) => Promise<void>) | undefined;
  readonly onClosed?: ((results: readonly ChangeResult[]) => void) | undefined;
}

export interface BatchPlanRequest extends PlanEvents {
  readonly family: Family;
  readonly name: string;
  /** `undefined` for an action of the list. */
  readonly rows: readonly (AnyRow | undefined)[];
  readonly params: PathParams;
  /** Values that the screen with the action determines; the form doesn't ask for them. */
  readonly presetValues?: Readonly<Record<string, unknown>> | undefined;
  /** The path of the only part of the preset values that the form asks for: `inbound.3`. */
  readonly only?: string | undefined;
  /** Initial values that the screen with the action determines; the form asks for them. */
  readonly initialValues?: Readonly<Record<string, unknown>> | undefined;
  /** The title of the menu entry or button. */
  readonly title?: string | undefined;
  /** The subject of the change if it isn't a row of the family. */
  readonly about?: string | undefined;
  /** Further rows that the change skips, with the reason. */
  readonly skipped?: readonly ChangeResult[] | undefined;
  /** Notes to show before the plan is sent. */
  readonly notes?: readonly string[] | undefined;
  /** The journal of the interrupted batch that this plan resumes. */
  readonly journal?: BatchJournal | undefined;
  /** True if the user asked to resume its draft. */
  readonly resumes?: true | undefined;
  /** A reason why the change doesn't apply to a row, in addition to the action's own reasons. */
  readonly unless?: (row: AnyRow | undefined) => string | undefined;
  /** Called with the rows that were changed. */
  readonly sent?: ((rows: readonly AnyRow[]) => void) | undefined;
}

export interface BatchPlan {
  readonly lead: Change;
  readonly family: Family;
  /** The title; without an ellipsis the form is skipped, unless the user asks for it. */
  readonly title: string;
  /** The path parameters of the list to change. */
  readonly params: PathParams;
  /** The subject of the change if it isn't a row: "example.org". */
  readonly about?: string | undefined;
  /** The steps, if the changes differ; text about the lead's request then doesn't apply to all of them. */
  readonly steps?: readonly BatchStep[] | undefined;
  /** True if the user asked to resume its draft, so that no question about the draft is needed. */
  readonly resumes?: true | undefined;
  /** Notes to show before the plan is sent. */
  readonly notes?: readonly string[] | undefined;
  /**
   * The fields to ask for: all without a preset value, or the only part of the preset values that the form asks for.
   */
  fields(): readonly FieldState[];
  /** Problems that concern no field of the form: of values that it doesn't ask for, and deleted resources. */
  problems(): readonly string[];
  /** A text with the values that can't be edited, in the only part that the form asks for. */
  note(): string | undefined;
  /** Values that the screen with the action determined. */
  readonly presetValues?: BatchPlanRequest['presetValues'];
  /** All changes, with the lead first. */
  readonly changes: readonly Change[];
  /** The changes for which a request is sent, according to the preview. */
  toSend(): readonly Change[];
  /**
   * The changes for which no request is sent, with the reason: the rows already have the values, or the change turned
   * out to be impossible.
   */
  unchanged(): readonly ChangeResult[];
  /** Selected resources that the plan skips, with the reason. */
  readonly skipped: readonly ChangeResult[];
  readonly results: ReadonlyStore<readonly ChangeResult[]>;
  /** Its status, pause, stop and journal; `send` and `retry` do its work. */
  readonly run: Omit<BatchRun, 'work'>;
  readonly state: () => ChangeState;
  set(path: string, value: unknown): void;
  toPreview(): Promise<void>;
  /** The text to type: the label of a single resource, or the number of resources. */
  confirmText(): string | undefined;
  /** Each request as a curl line; the requests of the other rows are built for this. */
  curls(): Promise<readonly string[]>;
  /** Sends the waiting changes one after another; resolves when none remains, or after a stop. */
  send(): Promise<void>;
  /** Sends failed changes again, except those that may have been done. */
  retry(): Promise<void>;
  close(): void;
}

/** One of several different changes, ready to be sent. */
export interface BatchStep {
  readonly change: Change;
  /** The origin of the change: a step of a text, or a change that is undone; with its key in the journal. */
  readonly from?: BatchStepOrigin | undefined;
  readonly mark: '+' | '~' | '-';
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** True if the step is skipped after a failure, so that nothing is deleted while its replacement is missing. */
  readonly isDependent: boolean;
}

export type BatchStepOrigin = {readonly key: string} & (
  | {readonly step: TextStep<AnyRow>}
  | {readonly undoneChange: UndoneChange}
);

/** The steps that are sent; others were left out after the preview opened, because their rows were deleted. */
export function stepsToSend({steps = [], toSend}: Pick<BatchPlan, 'steps' | 'toSend'>): readonly BatchStep[] {
  const changes = new Set(toSend());
  return steps.filter(({change}) => changes.has(change));
}

/** Results, except those of rows that already had the values: no request was sent for them, as the preview showed. */
export const sentResults = ({results}: Pick<BatchPlan, 'results'>): readonly ChangeResult[] =>
  results.getState().filter(({state}) => state !== 'skipped');

/** True if no request was sent, and the user didn't stop the plan: a conflict was found before the first one. */
export function isUnsent(plan: Pick<BatchPlan, 'results' | 'run'>): boolean {
  const results = sentResults(plan);
  return (
    results.length > 0 && plan.run.status.getState() !== 'stopped' && results.every(({state}) => state === 'waiting')
  );
}
