/**
 * What the store promises to whoever shows it: screens subscribe, nothing polls for nobody.
 *
 * Everything observable is a `Source`: a value that keeps its identity until it changes, and a subscription. Screens
 * read sources; they never fetch. What the store does is asked for through the methods of a `Session`.
 */
import type {Event} from '../contract/account/events.ts';
import type {LimitClass} from '../contract/endpoint.ts';
import type {Problem} from '../contract/problem.ts';
import type {AnyAction, AnyRow, Family, FamilyId, Look, PathParams, Ref, RowId} from '../families/define.ts';
import type {Revealed} from '../families/shape/actions.ts';
import type {AuditRecord} from './audit.ts';
import type {Limits} from './connection.ts';
import type {Drafts} from './drafts.ts';
import type {Found} from './find.ts';
import type {Runs} from './runs.ts';
import type {Samples} from './samples.ts';
import type {Pulse} from './status.ts';
import type {Traffic} from './traffic.ts';
import type {TrailState} from './trail.ts';
import type {Transfer} from './transfers/transfer.ts';

/** A value over time. `get()` keeps its identity until the value changes; work starts with the first subscriber. */
export interface Source<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** How a failure is shown: by who must act. */
export interface Failure {
  readonly code: string;
  /** One sentence that says what to do next; free of secrets. */
  readonly words: string;
  readonly problems: readonly Problem[];
  /** When it will be tried again, milliseconds since 1970. */
  readonly retryAt?: number;
}

// Collections -------------------------------------------------------------------------------------------------------

export type Phase = 'idle' | 'loading' | 'ready' | 'failed';

/** What is known of one list, and how well. */
export interface CollectionState {
  /** In the API's order; every row keeps its identity while it does not change. */
  readonly rows: readonly AnyRow[];
  /** Follows the collection: of an older state it tells nothing. */
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  /** Grows with every state. */
  readonly version: number;
  readonly phase: Phase;
  /** All pages were read. */
  readonly complete: boolean;
  /** Number of items the API says there are; undefined before the first page. */
  readonly total: number | undefined;
  /** When it was last known to be true; undefined while only remembered. Moves on without a new state. */
  readonly trueAt: number | undefined;
  /** From the last session's snapshot, not yet confirmed. */
  readonly remembered: boolean;
  /** Items that could not be read, raw. */
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
}

/** What the store knows about a row beside the row. */
export interface Annotation {
  /** A change of ours that waits for its answer or event: its status word. */
  readonly pending?: string;
  /** A running operation on it. */
  readonly busy?: {readonly word: string; readonly percent: number | undefined};
  /** It changed within the last seconds. */
  readonly changed?: true;
  /** It vanished from the API; shown for a moment before it goes. */
  readonly gone?: true;
  /** No answer came; being settled by reading. */
  readonly checking?: true;
}

/** What differs between two states of a collection. */
export interface Delta {
  /** Rows that were added, changed or removed. */
  readonly ids: ReadonlySet<RowId>;
  /** Rows came, went or moved. */
  readonly reordered: boolean;
}

export interface Collection extends Source<CollectionState> {
  readonly family: Family;
  readonly params: PathParams;
  annotation(id: RowId): Annotation | undefined;
  /** Lower-case text that filters search; made when somebody first asks, and again after the row has changed. */
  searchText(id: RowId): string;
  /** What changed since the state of this version; undefined when that is too long ago to say. */
  changesSince(version: number): Delta | undefined;
  /** Reads everything again. */
  refresh(): void;
  /** Reads on, where the list goes on beyond what was read; `complete` says whether it does. */
  more?(): void;
}

/** The answer of one reading operation, kept true while somebody shows it. */
export interface AnswerState {
  readonly value: unknown;
  readonly phase: Phase;
  readonly trueAt: number | undefined;
  readonly failure: Failure | undefined;
}

// What is going on --------------------------------------------------------------------------------------------------

export type EventRow = Event & AnyRow;

/** A running operation: an event in progress, or a change of ours that has no event yet. */
export interface Operation {
  readonly id: string;
  readonly target: Ref | undefined;
  readonly label: string;
  /** "booting" */
  readonly word: string;
  readonly percent: number | undefined;
  readonly startedAt: number;
  /** Seconds left as learned from past operations of the kind; undefined when there is nothing to learn from. */
  readonly secondsLeft: number | undefined;
  readonly by: string | undefined;
  /** Of a file on its way; what it is a part of is not told twice. */
  readonly transfer?: Transfer;
}

export type Liveness = 'connecting' | 'live' | 'paused' | 'stale' | 'offline' | 'unauthorised' | 'closed';

export interface Status {
  readonly liveness: Liveness;
  /** When the API last answered. */
  readonly heardAt: number | undefined;
  readonly failure: Failure | undefined;
  /** Requests left in the tightest class, as the API announces them or as counted here. */
  readonly budget: {readonly remaining: number; readonly limit: number; readonly resetsAt: number} | undefined;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly notices: number | undefined;
  readonly misreads: number;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'attention' | 'failed' | 'plain';
  readonly text: string;
  readonly at: number;
  /** Answers a key where it was pressed: gone with the view. */
  readonly here?: true;
}

// Changes -----------------------------------------------------------------------------------------------------------

/** The four steps of every change, in order. A change without a form starts at the preview. */
export type Step = 'form' | 'preview' | 'sending' | 'outcome';

/** An input of a form with all that is known about it: the family's words, the contract's bounds. */
export interface FieldState {
  readonly name: string;
  /** Dotted path of nested fields: `backups.schedule.window`. */
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  readonly input: string;
  readonly required: boolean;
  /** The API takes null for it. */
  readonly nullable?: boolean;
  readonly unit: string | undefined;
  /** "1 to 32 characters", from the contract. */
  readonly bounds: string | undefined;
  readonly value: unknown;
  /** For choices and picks: what can be taken; `unless` says why one cannot. */
  readonly options: readonly Option[] | undefined;
  /** The options are still being read. */
  readonly loading: boolean;
  readonly problems: readonly string[];
  readonly secret: boolean;
  /** Typed or chosen here; not so while it is the row's own or the API's default. */
  readonly touched: boolean;
  /** What rows consist of. */
  readonly items: FieldItems | undefined;
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
}
export interface Option {
  /** An object where what is sent is one. */
  readonly value: string | number | null | object;
  readonly text: string;
  readonly detail: string;
  /** It is chosen by its detail, whose end says most: a plan by its price. */
  readonly compared?: boolean;
  readonly unless: string | undefined;
}

export interface Difference {
  readonly path: string;
  readonly title: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
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
  /** It leaves something unserved or unprotected: it begins on Cancel. */
  readonly grave: boolean;
  readonly charges: boolean;
  /** The rate limit that it falls under. */
  readonly limitClass: LimitClass;
  /** Scopes that a token needs for it. */
  readonly scopes: readonly string[];
  /** The request that follows it, where it takes two; the address is known only from the first one's answer. */
  readonly followed: {readonly method: string; readonly to: string} | undefined;
  /** What it is done to is gone afterwards. */
  readonly deletes: boolean;
  /** Of the rows that it speaks for, those that are so already: nothing is sent for them. */
  readonly same: readonly RowId[];
  /** Why nothing takes it back from here; undefined where undo does. */
  readonly final: string | undefined;
  /** Lists that the warnings look at are still being read. */
  readonly loading: boolean;
  /** With `$TOKEN` in place of the token. */
  readonly curl: string;
}

/** The request as it was put together last, whether it could be sent or not. */
export interface Draft {
  /** Before it is written down. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Everything wrong with it: with any, it is not sent. */
  readonly problems: readonly Problem[];
}

export interface ChangeState {
  readonly step: Step;
  readonly fields: readonly FieldState[];
  /** Absent before the first attempt at a preview. */
  readonly draft?: Draft | undefined;
  /** When the values were typed, where they are a draft of another time; milliseconds since 1970. */
  readonly draftedAt?: number | undefined;
  readonly preview: Preview | undefined;
  /** What must be typed before it is sent; undefined where enter is enough. */
  readonly typing: string | undefined;
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
  readonly failure?: Failure;
  /** Why it is not in the audit file, where it could not be written down. */
  readonly unkept?: string | undefined;
  /** What the API answered, where it did; as secret as it is. */
  readonly answer?: unknown;
  /** What only the answer holds, to be shown once; gone when the change is closed. */
  readonly revealed?: readonly Revealed[];
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
  /** Throws away what was typed, also what is kept of it. */
  startAnew(): void;
  set(path: string, value: unknown): void;
  /** What was typed and may be kept in a file, by path; and the paths of what may not. */
  typed(): {readonly values: Readonly<Record<string, unknown>>; readonly secrets: readonly string[]};
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
  /** What it is called where it is offered; by default the action's own title. */
  readonly title?: string | undefined;
  /** Changes with the same one are parts of one plan: they are taken back together. */
  readonly plan?: symbol | undefined;
  /**
   * The rows that its preview speaks for: of a change to many rows, one tells what all of them touch, and the others have
   * nothing to tell. Its own row, which comes first, unless said otherwise.
   */
  readonly speaksFor?: readonly AnyRow[] | undefined;
  /** What it takes back; it is called by that. */
  readonly takesBack?: TakenBack | undefined;
}

/** What an undo takes back: a change, or the undo of one, which is then done again. */
export interface TakenBack {
  readonly way: 'Undo' | 'Redo';
  /** The change in words: "Edit web-01". */
  readonly what: string;
}

/** What takes back what was done last. */
export interface Undoing {
  /** The newest first; none where nothing can be taken back. */
  readonly changes: readonly Change[];
  /** What stays as it is, and why. */
  readonly left: readonly {readonly label: string; readonly words: string}[];
}

// Session -----------------------------------------------------------------------------------------------------------

export interface Session {
  readonly look: Look;
  readonly status: Source<Status>;
  /** Beats with every poll that succeeds. */
  readonly pulse: Source<Pulse>;
  /** Changes when more was sent or received; `traffic()` tells what. */
  readonly counted: Source<number>;
  readonly operations: Source<readonly Operation[]>;
  /** Newest first, as far as read. */
  readonly events: Source<readonly EventRow[]>;
  readonly toasts: Source<readonly Toast[]>;
  /** What was typed and not sent. */
  readonly drafts: Drafts;
  /** Changes to many rows, and those that were interrupted. */
  readonly runs: Runs;
  /** What was changed from here, as the audit has it. */
  readonly trail: Source<TrailState>;
  /** The newest change of a resource from here, as far as the trail was read. */
  lastFromHere(family: FamilyId, id: RowId, params?: PathParams): AuditRecord | undefined;
  /** Files on their way and those that ended not long ago, the newest first. */
  readonly transfers: Source<readonly Transfer[]>;
  collection(family: FamilyId, params?: PathParams): Collection;
  /** A reading operation by ID, renewed every so many seconds while subscribed. */
  answer(operation: string, params: PathParams, every: number): Source<AnswerState>;
  /** What columns draw beside their rows: a list says which of them show. */
  readonly samples: Pick<Samples, 'want' | 'subscribe'>;
  /** Any loaded resource by label, ID, address or tag, the best first. */
  find(typed: string, atMost?: number): readonly Found[];
  /** Starts a change on a row, or on none (create). Refuses with the reason when the action is off. */
  change(family: FamilyId, action: string, row?: AnyRow, params?: PathParams, options?: ChangeOptions): Change;
  /** Resolves when it is known what the token and its user may do, or that it cannot be known. */
  permits(): Promise<void>;
  /** Why the token or its user may not do an operation at all, as far as that is known. */
  unpermitted(operation: string): string | undefined;
  /** Why an action cannot be done now; undefined when it can. */
  unless(family: FamilyId, action: string, row?: AnyRow, params?: PathParams): string | undefined;
  /** What takes back the last change, or the last plan as a whole, with the forms filled in; each is still to be brought to its preview. */
  undo(): Undoing;
  /** Runs an action that needs no form and no confirmation (mark read and the like). */
  act(family: FamilyId, action: string, row: AnyRow, params?: PathParams): Promise<void>;
  /** Everything sent and received so far, counted. */
  traffic(): Traffic;
  /** Rate limits by class, as far as they are known. */
  limits(): Limits;
  say(text: string, tone?: Toast['tone'], here?: true): void;
  /** The view is another: what was said about the one before goes, but for bad news. */
  hush(): void;
  refreshAll(): void;
  /** Slows down when nobody looks. */
  focus(looking: boolean): void;
  close(): Promise<void>;
}
