/** A change as the screens use it: form, preview, confirmation, outcome. */

import type {AnyAction, RevealedValue} from '../../families/shape/actions.ts';
import type {Family} from '../../families/shape/define-family.ts';
import type {AnyRow, FamilyId, PathParams} from '../../families/shape/resource.ts';
import type {Failure} from '../api/failure.ts';
import type {Guards} from '../api/guards.ts';
import type {ChangeStatus} from '../core/change-status.ts';
import type {ReadonlyStore} from '../core/traced-store.ts';
import type {Transfer} from '../transfers/transfer.ts';
import type {UndoneChange} from './change-subject.ts';
import type {FieldState} from './form/field-state.ts';
import type {Preview, RequestDraft} from './preview/preview-content.ts';

/** The four steps of every change, in order. A change without a form starts at the preview. */
export type Step = 'form' | 'preview' | 'sending' | 'outcome';

export interface ChangeState {
  readonly step: Step;
  readonly fields: readonly FieldState[];
  /** The last request; absent before the first preview. */
  readonly draft?: RequestDraft | undefined;
  /** The time when the values were typed, if they come from an earlier draft; milliseconds since 1970. */
  readonly draftedAt?: number | undefined;
  readonly preview: Preview | undefined;
  /** The text to type before the change is sent; undefined if pressing enter is enough. */
  readonly confirmText: string | undefined;
  readonly outcome: ChangeOutcome | undefined;
  /** The reason why the API refused the last request; the form is open again. */
  readonly refusal?: Failure | undefined;
  /** The running or ended file transfer: that of the request, or one that follows the response. */
  readonly transfer?: Transfer | undefined;
}

export interface ChangeOutcome {
  readonly status: ChangeStatus;
  readonly message: string;
  /** True while reads look for the outcome of a request without a response. */
  readonly isChecking?: true;
  /** The change as its action's sentence: "Add instance web-01 to lockdown". */
  readonly sentence?: string;
  /** True if the request asked the API to change nothing. */
  readonly isDryRun?: true;
  readonly failure?: Failure;
  /** True if another program deleted the row before the change was sent. */
  readonly isRowDeleted?: true;
  /** The reason why the change could not be written to the change log. */
  readonly notLoggedReason?: string | undefined;
  /** The API's response, if any; it may contain secrets. */
  readonly response?: unknown;
  /** True if the change was carried out, but the secret in its response was lost. */
  readonly isSecretLost?: true;
  /** Values that only the response contains, shown once and dropped when the change is closed. */
  readonly revealed?: readonly RevealedValue[];
}

/** One change, as the screens for form, preview and confirmation show and control it. */
export interface Change extends ReadonlyStore<ChangeState> {
  readonly family: Family;
  readonly name: string;
  readonly action: AnyAction;
  /** The title where the change was offered, or the action's. */
  readonly title: string;
  /** The subject of the change if it isn't its row; for an undo, the change that it undoes: "Edit web-01". */
  readonly about: string | undefined;
  /** For an undo or a redo, the change that it undoes. */
  readonly undoneChange?: UndoneChange | undefined;
  readonly row: AnyRow | undefined;
  /** The label of the row; the single row of a list has the label of its parent, such as the user of grants. */
  readonly label?: string | undefined;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** The guards of the account, which limit batches. */
  readonly guards?: Pick<Guards, 'batchRefusal'> | undefined;
  /** The rows that another program deleted since the form opened, as a sentence; undefined if all exist. */
  readonly deletedText?: string | undefined;
  /** Resolves when the form knows its bounds, or, without a form, when the preview is ready. */
  readonly whenReady: Promise<void>;
  /** True if typed values are kept as a draft. */
  readonly isDrafted: boolean;
  /** Discards the typed values and their draft. */
  reset(): void;
  /** Clears the form, but leaves the stored draft unchanged and stores no further typed values. */
  detachDraft(): void;
  set(path: string, value: unknown): void;
  /** Shows the required fields of an entry that are still empty; the path names the entry: `configs.0`. */
  checkEntry(path: string): void;
  /** Typed values that may be written to a file, by path; and the paths of secrets. */
  typed(): {readonly values: Readonly<Record<string, unknown>>; readonly secrets: readonly string[]};
  /** All typed values by path, including secrets and amendments, to apply them to another row. */
  allTypedValues(): Readonly<Record<string, unknown>>;
  /** Continues from the form to the preview if every field is valid. Resolves in both cases. */
  toPreview(): Promise<void>;
  back(): void;
  /**
   * Sends the change; settles when the API responded. If the API refused, the form opens again with the problems.
   * @param batchId of the batch that the change is part of, for the change log and for reads that its changes share
   */
  send(batchId?: string): Promise<void>;
  /** Closes the change; a form's values stay as a draft. */
  close(): void;
}

/** An action of a resource type, and the row that it is for; undefined for an action of the list. */
export interface ActionRequest {
  readonly family: FamilyId;
  readonly action: string;
  readonly row?: AnyRow | undefined;
  /** The list's path parameters. */
  readonly params?: PathParams | undefined;
}

interface SkippedChange {
  readonly label: string;
  /** "Reboot web-01" */
  readonly title: string;
  readonly message: string;
}

/** The changes that undo the last change, or redo the last undo. */
export interface UndoBatch {
  /** Newest first; empty if nothing can be undone. */
  readonly changes: readonly Change[];
  /** Parts of the same plan that are not undone, with the reason. */
  readonly skipped: readonly SkippedChange[];
  /** Later changes that can't be undone, with the reason: the undo applies to the change before them. */
  readonly irreversible: readonly SkippedChange[];
}
