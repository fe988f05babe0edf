/** A change for the screens: form, preview, confirmation, outcome. */
import type {LimitClass} from '../../contract/schema/endpoint.ts';
import type {Problem} from '../../contract/schema/problem.ts';
import type {Condition} from '../../families/format/cells.ts';
import type {RevealedValue, Risk} from '../../families/shape/actions.ts';
import type {AnyAction, AnyRow, Family, FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Failure, Source} from '../session/session.ts';
import type {Transfer} from '../transfers/transfer.ts';
import type {CompletedChange} from './change-registry.ts';
import type {SeveralValues} from './form/values-of-many.ts';

/** The four steps of every change, in order. A change without a form starts at the preview. */
export type Step = 'form' | 'preview' | 'sending' | 'outcome';

/** An input of a form with all its facts: the family's words, the contract's bounds. */
export interface FieldState {
  readonly name: string;
  /** Dotted path of nested fields: `backups.schedule.window`. */
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  /** Information that helps to answer and is known now. */
  readonly told?: string | undefined;
  readonly input: string;
  readonly required: boolean;
  /** True if the API accepts null. */
  readonly nullable?: boolean;
  readonly unit: string | undefined;
  /** "1 to 32 characters", from the contract. */
  readonly bounds: string | undefined;
  readonly value: unknown;
  /** The text for a value that is not among the options. */
  readonly labelled?: string | undefined;
  /** Converts a value, or one of a list, to the provider's spelling; absent = unchanged. */
  readonly spell?: ((value: unknown) => unknown) | undefined;
  /** Converts a typed identifier of either spelling to the contract's. */
  readonly read?: ((typed: unknown) => unknown) | undefined;
  /** The options of choices and pickers; `unless` is the reason why one is disabled. */
  readonly options: readonly Option[] | undefined;
  /** True while the options or the information beside the field are being read. */
  readonly loading: boolean;
  readonly problems: readonly string[];
  readonly secret: boolean;
  /** True for a typed or chosen value; false for the row's own or the API's default. */
  readonly touched: boolean;
  /** The entries of a list field. */
  readonly items: FieldItems | undefined;
  /** The values of an edit of several rows. If they differ, the field has no value until one is typed. */
  readonly several?: SeveralValues | undefined;
}
/** The entries of a list field. To add one, the list is set with a new value at its end. */
export interface FieldItems {
  readonly entries: readonly FieldEntry[];
  /** The name of one entry. */
  readonly one: string;
  /** True if entries can be neither added nor removed. */
  readonly fixed: boolean;
  readonly atMost: number | undefined;
  /** The initial value of a new entry. */
  blank(): unknown;
}
export interface FieldEntry {
  /** `inbound.0` */
  readonly path: string;
  /** The summary of the entry, if its fields don't make one. */
  readonly about: string | undefined;
  readonly fields: readonly FieldState[];
  /** Other values of the entry that the API returned, in words: they can’t be edited and are sent back unchanged. */
  readonly others: string | undefined;
}
export interface Option {
  /** The value to send; an object if the API takes one. */
  readonly value: string | number | null | object;
  /** The value as users type it: an identifier in the provider's spelling. */
  readonly typed?: string | undefined;
  readonly text: string;
  readonly detail: string;
  /** The detail in columns, for comparison between options; the first column is dropped first. */
  readonly cells?: readonly string[] | undefined;
  readonly unless: string | undefined;
}

export interface Difference {
  readonly path: string;
  readonly title: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** For a state, its condition before and after. */
  readonly conditions?: {readonly before: Condition | undefined; readonly after: Condition} | undefined;
}

/** Resources of one kind that a change touches besides its own. */
export interface Impact {
  readonly family: FamilyId;
  /** "DNS records" */
  readonly title: string;
  /** The affected resources as far as they are known. */
  readonly names: readonly string[];
  /** The effect on them: "will be detached". */
  readonly becomes: string;
  /** `known` if these are all; `loading` and `unknown` if a list is being read or could not be read. */
  readonly state: 'known' | 'loading' | 'unknown';
  /** The reason why not all are known. */
  readonly gap: string;
}

export interface Preview {
  readonly method: string;
  readonly path: string;
  /** Pretty JSON, secrets masked; undefined without a body. */
  readonly body: string | undefined;
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
  /** Other resources that the change touches, by kind. */
  readonly impact: readonly Impact[];
  /** The reason to put the initial selection on Cancel; undefined if there is no risk. */
  readonly risk: Risk | undefined;
  readonly charges: boolean;
  /** The rate limit of the request. */
  readonly limitClass: LimitClass;
  /** Scopes that the request needs. */
  readonly scopes: readonly string[];
  /** True if this token is known to have these scopes. */
  readonly held: boolean;
  /** The second request of an action with two; its URL is known only from the first response. */
  readonly followed: {readonly method: string; readonly to: string} | undefined;
  /** True if the row no longer exists afterwards. */
  readonly deletes: boolean;
  /** The rows that have the values already: nothing is sent for them. */
  readonly same: readonly RowId[];
  /** The rows that the change cannot apply to, with the reason. */
  readonly off: ReadonlyMap<RowId, string>;
  /** The number of rows for which Skydeck still reads whether the change can apply; the preview waits for them. */
  readonly checking: number;
  /** The reason why the change can't be undone; undefined if it can. */
  readonly final: string | undefined;
  /** True while lists that the warnings depend on are being read. */
  readonly loading: boolean;
  /** The curl command, with `$TOKEN` in place of the token. */
  readonly curl: string;
}

/** The last request that was built, even if it could not be sent. */
export interface RequestDraft {
  /** The body before serialization. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** All problems of the request: with any, it is not sent. */
  readonly problems: readonly Problem[];
}

export interface ChangeState {
  readonly step: Step;
  readonly fields: readonly FieldState[];
  /** The last request; absent before the first attempt at a preview. */
  readonly draft?: RequestDraft | undefined;
  /** The time when the values were typed, if they come from an earlier draft; milliseconds since 1970. */
  readonly draftedAt?: number | undefined;
  readonly preview: Preview | undefined;
  /** The text to type before the change is sent; undefined if enter is enough. */
  readonly confirmText: string | undefined;
  readonly outcome: ChangeOutcome | undefined;
  /** The reason why the API refused the last request; the form is open again. */
  readonly refusal?: Failure | undefined;
  /** The running or ended file transfer: the request's own, or one that follows its response. */
  readonly transfer?: Transfer | undefined;
}
export interface ChangeOutcome {
  readonly ok: boolean;
  /** True without a response: the outcome is being determined, and another outcome will follow this one. */
  readonly unknown: boolean;
  readonly words: string;
  /** True if the operation that the change started still runs; an event or a file reports its end. */
  readonly begun?: true;
  readonly failure?: Failure;
  /** The reason why the change could not be written to the audit file. */
  readonly notLoggedReason?: string | undefined;
  /** The API's response, if any; it may contain secrets. */
  readonly answer?: unknown;
  /** Values that only the response holds, shown once and dropped when the change is closed. */
  readonly revealed?: readonly RevealedValue[];
}

/** One change, as the form, preview and confirmation screens show and control it. */
export interface Change extends Source<ChangeState> {
  readonly family: Family;
  readonly name: string;
  readonly action: AnyAction;
  /** The title where the change was offered, or the action's. */
  readonly title: string;
  /** The subject of the change if it isn't its row; for an undo, the change that it undoes: "Edit web-01". */
  readonly about: string | undefined;
  readonly row: AnyRow | undefined;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** Resolves when the form knows its bounds; without a form, when the preview is ready. */
  readonly ready: Promise<void>;
  /** True if typed values are kept as a draft. */
  readonly isDrafted: boolean;
  /** Discards the typed values and their draft. */
  reset(): void;
  /** Clears the form as well, but leaves the stored draft as it is and stores nothing that is typed from now on. */
  detachDraft(): void;
  set(path: string, value: unknown): void;
  /** Typed values that may go to a file, by path; and the paths of secrets. */
  typed(): {readonly values: Readonly<Record<string, unknown>>; readonly secrets: readonly string[]};
  /** All typed values by path, including secrets and amendments, to apply them to another row. */
  allTypedValues(): Readonly<Record<string, unknown>>;
  /** Continues from the form to the preview if every field is valid. Resolves with either result. */
  toPreview(): Promise<void>;
  back(): void;
  /** Sends the change; settles when the API responded. If the API refused, the form opens again with the problems. */
  send(): Promise<void>;
  /** Closes the change; a form's values stay as a draft. */
  close(): void;
}

export interface ChangeOptions {
  /** Keeps typed values as a draft and restores an earlier one. Default: true. */
  readonly drafted?: boolean;
  /** Values that follow from the place that offers the change: users didn't type them, so alone they make no draft. */
  readonly fills?: Readonly<Record<string, unknown>>;
  /** Initial values of inputs that follow from the place that offers the change; users didn't type these either. */
  readonly opens?: Readonly<Record<string, unknown>> | undefined;
  /** The title where the change is offered; default: the action's own title. */
  readonly title?: string | undefined;
  /** Changes with the same batch are parts of one plan and are undone together. */
  readonly batch?: symbol | undefined;
  /**
   * The rows that the preview speaks for, with the change's own row first: in a change to many rows, one preview shows
   * the effects of all, and the others show none. Default: only its own row.
   */
  readonly speaksFor?: readonly AnyRow[] | undefined;
  /** The change that this one undoes; it gives the title. */
  readonly takesBack?: UndoneChange | undefined;
  /** Values that the API once returned: if they are set, they are sent unchanged. */
  readonly restores?: Readonly<Record<string, unknown>> | undefined;
}

/** The subject of an undo: a change, or an undo of one that is then done again. */
export interface UndoneChange {
  readonly way: 'Undo' | 'Redo';
  /** The change in words: "Edit web-01". */
  readonly what: string;
  /** The change itself, if it was made in this session. */
  readonly of?: CompletedChange | undefined;
}

interface SkippedChange {
  readonly label: string;
  readonly words: string;
}

/** The changes that undo the last change, or redo the last undo. */
export interface UndoBatch {
  /** Newest first; empty if nothing can be undone. */
  readonly changes: readonly Change[];
  /** Parts of the same plan that are not undone, with the reason. */
  readonly left: readonly SkippedChange[];
  /** Later changes that can't be undone, with the reason: the undo applies to the one before them. */
  readonly passed: readonly SkippedChange[];
}

// Session -----------------------------------------------------------------------------------------------------------
