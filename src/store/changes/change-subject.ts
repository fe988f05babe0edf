/** The subject of a change, and completed changes. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {AnyAction} from '../../families/shape/actions.ts';
import type {Family} from '../../families/shape/define-family.ts';
import type {AnyRow, PathParams, RowId} from '../../families/shape/resource.ts';
import type {TrackedChange} from './send/pending-changes.ts';

export interface ChangeOptions {
  /** Keeps typed values as a draft and restores an earlier draft. Default: true. */
  readonly isDraftable?: boolean;
  /** Values that the screen with the action determines. Users didn't type them, so alone they don't make a draft. */
  readonly presetValues?: Readonly<Record<string, unknown>>;
  /** Initial values of inputs that the screen with the action determines; users didn't type these either. */
  readonly initialValues?: Readonly<Record<string, unknown>> | undefined;
  /** The title of the menu entry or button; default: the action's title. */
  readonly title?: string | undefined;
  /** The label of the resource whose list the change applies to, if the session may not have loaded that resource. */
  readonly containerLabel?: string | undefined;
  /** Changes with the same batch are parts of one plan and are undone together. */
  readonly batch?: symbol | undefined;
  /** The rows of the batch's other changes, whose effects the preview of this one includes. */
  readonly otherRows?: readonly AnyRow[] | undefined;
  /** True if the preview of another change of the batch includes this change, so that it shows no effects of its own. */
  readonly isCovered?: boolean;
  /** The change that this one undoes; it gives the title. */
  readonly undoneChange?: UndoneChange | undefined;
  /** Values that the API once returned: fields with these values are sent unchanged. */
  readonly restores?: Readonly<Record<string, unknown>> | undefined;
}

export interface ChangeSubject extends ChangeOptions {
  readonly family: Family;
  readonly name: string;
  readonly action: AnyAction;
  readonly row: AnyRow | undefined;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** The ID of the batch in the change log; undefined for a single change. */
  readonly batchId?: string | undefined;
  /** The change as a sentence after it is sent, if its action defines one: "Add instance web-01 to lockdown". */
  readonly sentence?: string | undefined;
}

/** Identifies a line of the change log: its time in ISO form and its path. */
export interface LogEntryRef {
  readonly at: string;
  readonly path: string;
}

/** A change that the API has made. */
export interface CompletedChange {
  readonly subject: ChangeSubject;
  readonly endpoint: Endpoint;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The ID of the row in the response. */
  readonly createdId: RowId | undefined;
  /** The row in the response, with the values that the change left. */
  readonly resultRow?: AnyRow | undefined;
  /** The row in the response, if the change created it. */
  readonly createdRow?: AnyRow | undefined;
  readonly pending: TrackedChange;
  /** True if a read found the outcome, so that no event is needed. */
  readonly isFoundByReading: boolean;
  readonly logEntry?: LogEntryRef | undefined;
}

/** The change that an undo or a redo reverts. */
export interface UndoneChange {
  readonly kind: 'Undo' | 'Redo';
  /** The change as text: "Edit web-01". */
  readonly title: string;
  /** The title of its action: "Edit". Records of older versions don't have it. */
  readonly actionTitle?: string | undefined;
  /** The values that the change left, by path, at which its undo restores others. Older records don't have them. */
  readonly valuesAfter?: Readonly<Record<string, unknown>> | undefined;
  /** The change itself, if it was made in this session. */
  readonly change?: CompletedChange | undefined;
  /** Its line in the change log, if the user chose it there. */
  readonly logEntry?: LogEntryRef | undefined;
}
