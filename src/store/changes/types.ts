/** A change on its way, as the screens see it: form, preview, confirmation, outcome. */
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

/** An input of a form with all that is known about it: the family's words, the contract's bounds. */
export interface FieldState {
  readonly name: string;
  /** Dotted path of nested fields: `backups.schedule.window`. */
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  /** What is known now and is needed to answer. */
  readonly told?: string | undefined;
  readonly input: string;
  readonly required: boolean;
  /** The API takes null for it. */
  readonly nullable?: boolean;
  readonly unit: string | undefined;
  /** "1 to 32 characters", from the contract. */
  readonly bounds: string | undefined;
  readonly value: unknown;
  /** How the value reads, where it is none of the options. */
  readonly labelled?: string | undefined;
  /** The value, or one of a list, with identifiers as the provider spells them; as it is without. */
  readonly spell?: ((value: unknown) => unknown) | undefined;
  /** The reverse: what was typed in either spelling. */
  readonly read?: ((typed: unknown) => unknown) | undefined;
  /** For choices and picks: what can be taken; `unless` says why one cannot. */
  readonly options: readonly Option[] | undefined;
  /** The options, or what is told, are still being read. */
  readonly loading: boolean;
  readonly problems: readonly string[];
  readonly secret: boolean;
  /** Typed or chosen here; not so while it is the row's own or the API's default. */
  readonly touched: boolean;
  /** What rows consist of. */
  readonly items: FieldItems | undefined;
  /** Of an edit of several rows, what they have. Where they differ, no value is that of the field until one is typed. */
  readonly several?: SeveralValues | undefined;
}
/** The entries of rows. To add one, the list is set with another value at its end. */
export interface FieldItems {
  readonly entries: readonly FieldEntry[];
  /** What one is called. */
  readonly one: string;
  /** Entries are neither added nor taken away. */
  readonly fixed: boolean;
  readonly atMost: number | undefined;
  /** What a new entry begins with. */
  blank(): unknown;
}
export interface FieldEntry {
  /** `inbound.0` */
  readonly path: string;
  /** What it is about, where its fields do not say so. */
  readonly about: string | undefined;
  readonly fields: readonly FieldState[];
  /** What else the API answered in it, in words: it can’t be changed here, and goes back unchanged. */
  readonly others: string | undefined;
}
export interface Option {
  /** An object where what is sent is one. */
  readonly value: string | number | null | object;
  /** The value as it can be typed: an identifier as the provider spells it. */
  readonly typed?: string | undefined;
  readonly text: string;
  readonly detail: string;
  /** The detail in columns, where candidates compare by them; the first can be done without. */
  readonly cells?: readonly string[] | undefined;
  readonly unless: string | undefined;
}

export interface Difference {
  readonly path: string;
  readonly title: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of a state, how it is before and after. */
  readonly conditions?: {readonly before: Condition | undefined; readonly after: Condition} | undefined;
}

/** Resources of one kind that a change touches besides its own. */
export interface Impact {
  readonly family: FamilyId;
  /** "DNS records" */
  readonly title: string;
  /** Those that are known to be touched. */
  readonly names: readonly string[];
  /** What becomes of them: "will detach". */
  readonly becomes: string;
  /** Whether these are all: while something is being read, or could not be, nobody knows. */
  readonly state: 'known' | 'loading' | 'unknown';
  /** Why not all are known. */
  readonly gap: string;
}

export interface Preview {
  readonly method: string;
  readonly path: string;
  /** Pretty JSON, secrets masked; undefined without a body. */
  readonly body: string | undefined;
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
  /** What else is touched, kind by kind. */
  readonly impact: readonly Impact[];
  /** Why it begins on Cancel; undefined where nothing speaks for that. */
  readonly risk: Risk | undefined;
  readonly charges: boolean;
  /** The rate limit that it falls under. */
  readonly limitClass: LimitClass;
  /** Scopes that a token needs for it. */
  readonly scopes: readonly string[];
  /** This token is known to have them. */
  readonly held: boolean;
  /** The request that follows it, where it takes two; the address is known only from the first one's answer. */
  readonly followed: {readonly method: string; readonly to: string} | undefined;
  /** What it is done to is gone afterwards. */
  readonly deletes: boolean;
  /** Of the rows that it speaks for, those that are so already: nothing is sent for them. */
  readonly same: readonly RowId[];
  /** Of the rows that it speaks for, those that it cannot be done to, and why. */
  readonly off: ReadonlyMap<RowId, string>;
  /** Rows of which it is still being read whether it can be done to them: whoever shows it waits for that. */
  readonly checking: number;
  /** Why nothing takes it back from here; undefined where undo does. */
  readonly final: string | undefined;
  /** Lists that the warnings look at are still being read. */
  readonly loading: boolean;
  /** With `$TOKEN` in place of the token. */
  readonly curl: string;
}

/** The request as it was put together last, whether it could be sent or not. */
export interface RequestDraft {
  /** Before it is written down. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Everything wrong with it: with any, it is not sent. */
  readonly problems: readonly Problem[];
}

export interface ChangeState {
  readonly step: Step;
  readonly fields: readonly FieldState[];
  /** Absent before the first attempt at a preview. */
  readonly draft?: RequestDraft | undefined;
  /** When the values were typed, where they are a draft of another time; milliseconds since 1970. */
  readonly draftedAt?: number | undefined;
  readonly preview: Preview | undefined;
  /** What must be typed before it is sent; undefined where enter is enough. */
  readonly confirmText: string | undefined;
  readonly outcome: ChangeOutcome | undefined;
  /** Why the API refused what was sent last; the form is there again. */
  readonly refusal?: Failure | undefined;
  /** The file that is on its way, or was: the request's own, or one that follows its answer. */
  readonly transfer?: Transfer | undefined;
}
export interface ChangeOutcome {
  readonly ok: boolean;
  /** No answer came: whether it was done is being found out, and this outcome will be followed by another. */
  readonly unknown: boolean;
  readonly words: string;
  /** What it started goes on; its event or its file says when that is over. */
  readonly begun?: true;
  readonly failure?: Failure;
  /** Why it is not in the audit file, where it could not be written down. */
  readonly notLoggedReason?: string | undefined;
  /** What the API answered, where it did; as secret as it is. */
  readonly answer?: unknown;
  /** What only the answer holds, to be shown once; gone when the change is closed. */
  readonly revealed?: readonly RevealedValue[];
}

/** One change on its way: what the form, preview and confirmation screens show and drive. */
export interface Change extends Source<ChangeState> {
  readonly family: Family;
  readonly name: string;
  readonly action: AnyAction;
  /** What it is called: where it was offered, or by its action. */
  readonly title: string;
  /** What it is done to, where that is not its row: of an undo what it takes back, "Edit web-01". */
  readonly about: string | undefined;
  readonly row: AnyRow | undefined;
  /** Where the list is. */
  readonly params: PathParams;
  /** Resolves when the form knows its bounds; without a form, when the preview is there. */
  readonly ready: Promise<void>;
  /** What is typed is kept as a draft. */
  readonly isDrafted: boolean;
  /** Throws away what was typed, also what is kept of it. */
  reset(): void;
  /** Begins anew as well, but leaves what was kept as it is, and keeps nothing of what is typed from now on. */
  detachDraft(): void;
  set(path: string, value: unknown): void;
  /** What was typed and may be kept in a file, by path; and the paths of what may not. */
  typed(): {readonly values: Readonly<Record<string, unknown>>; readonly secrets: readonly string[]};
  /** Everything that was typed, by path, secrets and amendments too: for the same change of another row. */
  allTypedValues(): Readonly<Record<string, unknown>>;
  /** Form → preview when every field is good. Resolves when one or the other is clear. */
  toPreview(): Promise<void>;
  back(): void;
  /** Sends it; settles when the API answered. The form comes back with the problems when the API refused. */
  send(): Promise<void>;
  /** Leaves it; a form's values stay as a draft. */
  close(): void;
}

export interface ChangeOptions {
  /** What is typed is kept as a draft, and what was kept is taken up again. True unless said otherwise. */
  readonly drafted?: boolean;
  /** Values that follow from where it is offered: nobody typed them, so alone they make no draft. */
  readonly fills?: Readonly<Record<string, unknown>>;
  /** Values that follow from there, too, and are asked for all the same: nobody typed them either. */
  readonly opens?: Readonly<Record<string, unknown>> | undefined;
  /** What it is called where it is offered; by default the action's own title. */
  readonly title?: string | undefined;
  /** Changes with the same one are parts of one plan: they are taken back together. */
  readonly batch?: symbol | undefined;
  /**
   * The rows that its preview speaks for: of a change to many rows, one tells what all of them touch, and the others have
   * nothing to tell. Its own row, which comes first, unless said otherwise.
   */
  readonly speaksFor?: readonly AnyRow[] | undefined;
  /** What it takes back; it is called by that. */
  readonly takesBack?: UndoneChange | undefined;
  /** Values that the API answered at another time: where they are set, they are sent as they were. */
  readonly restores?: Readonly<Record<string, unknown>> | undefined;
}

/** What an undo takes back: a change, or the undo of one, which is then done again. */
export interface UndoneChange {
  readonly way: 'Undo' | 'Redo';
  /** The change in words: "Edit web-01". */
  readonly what: string;
  /** The change itself, where it was made in this session. */
  readonly of?: CompletedChange | undefined;
}

interface SkippedChange {
  readonly label: string;
  readonly words: string;
}

/** What takes back the last change, or the last undo. */
export interface UndoBatch {
  /** The newest first; none where nothing can be taken back. */
  readonly changes: readonly Change[];
  /** Parts of the same plan that stay as they are, and why. */
  readonly left: readonly SkippedChange[];
  /** Later changes that cannot be undone, and why: the undo is of the one before them. */
  readonly passed: readonly SkippedChange[];
}

// Session -----------------------------------------------------------------------------------------------------------
