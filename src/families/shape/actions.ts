/**
 * Actions: every changing endpoint of a family's group, with its texts, form, precautions and undo.
 *
 * More than 300 lines: the types of an action refer to each other.
 */

import type {Contract} from '../../contract/index.ts';
import type {Endpoint, Params, ReadingEndpoint, RequestBody, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {Problem} from '../../contract/schema/problem.ts';
import type {ActionContext, TargetContext} from './contexts.ts';
import type {AnyInput, FileInput, FormOf, Input, InputValues} from './forms.ts';
import type {AnyRow, FamilyId, GroupOf, KnownAction, ListParamsOf, PathParams, Ref, RowId, RowOf} from './resource.ts';

/** Something is destroyed, interrupted, charged, or opened to others. */
export type Risk = 'destroys' | 'interrupts' | 'charges' | 'opens';

/** Confirmation of a change, in proportion to its effect. */
export type ConfirmLevel =
  | 'none'
  /** Reversible: enter. */
  | 'ask'
  /**
   * Destructive: the user types the label, or, for an action at account level that can't be undone, the account's name.
   */
  | {readonly typing: 'label' | 'account'}
  /** Destructive for the resource that the row belongs to: the user types the label of that one. */
  | {readonly typing: 'owner'; readonly owner: (params: PathParams) => Ref | undefined};

/**
 * Names of the changing endpoints of a group, and of the groups below it that are not lists: `update`, `ssl.upload`. A
 * list below it is a family of its own.
 */
export type ChangeIn<G, P extends string = ''> = {
  [K in keyof G & string]: G[K] extends Endpoint
    ? G[K] extends ReadingEndpoint
      ? never
      : `${P}${K}`
    : G[K] extends {readonly list: Endpoint}
      ? never
      : ChangeIn<G[K], `${P}${K}.`>;
}[keyof G & string];
/** The changing endpoint of that name. */
type EndpointIn<G, K extends string> = GroupOf<K, G> extends infer E extends Endpoint ? E : never;
/** Every changing operation by its ID: `objectStorage.cancel`. */
type ChangeOperation<G = Contract, P extends string = ''> = {
  [K in keyof G & string]: G[K] extends Endpoint
    ? G[K] extends ReadingEndpoint
      ? never
      : `${P}${K}`
    : ChangeOperation<G[K], `${P}${K}.`>;
}[keyof G & string];

/**
 * An action needs a row when its path has a parameter that the list's own path lacks; otherwise it belongs to the list
 * (create).
 * In a family with a single row (`One`), every action is on that row.
 */
type ParamsOfRow<E extends Endpoint, ListParams> = Omit<Params<E>, keyof ListParams>;
type NamesRow<E extends Endpoint, ListParams> = keyof ParamsOfRow<E, ListParams> extends never ? false : true;
type NeedsRow<E extends Endpoint, ListParams, One> = One extends true ? true : NamesRow<E, ListParams>;
type TargetRow<E extends Endpoint, Row, ListParams, One> = NeedsRow<E, ListParams, One> extends true ? Row : undefined;

/**
 * The inverse of a change: an action of the same family, and its body from the old row and the sent body.
 * Without a body the change can't be undone. The undo of a list action is on the row that the list action answered.
 */
export type Undo<G, E extends Endpoint, Row> = {
  [K in ChangeIn<G>]: {
    readonly action: K;
    /** The undo acts on the created resource, not on its source: on the clone, and never on the original. */
    readonly target?: 'created';
  } & (RequestBody<EndpointIn<G, K>> extends undefined
    ? {readonly body?: never}
    : {readonly body: (before: Row, sent: RequestBody<E>) => RequestBody<EndpointIn<G, K>> | undefined});
}[ChangeIn<G>];

/** Effect of a change on a value that its request does not name: the RAM of another plan. */
export interface Comparison {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

/** A value of the answer that is needed at once, most often shown only then: a new token, an upload address. */
export interface RevealedValue {
  readonly title: string;
  readonly value: string;
  readonly secret?: true;
  /** The value can be read again later. */
  readonly kept?: true;
  /** Text for a phone to scan instead of the value: shown as a QR code above it. */
  readonly scan?: string;
}

/** Bytes that go to an address of the answer, or come from it: a file named in `inputs`, without the token. */
export interface FileTransfer {
  readonly direction: 'up' | 'down';
  readonly url: string;
  /** The input that names the file. */
  readonly file: string;
  /** Content type that the URL expects; by default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Seconds for which the address is good. */
  readonly seconds?: number | undefined;
  /** Resource of the bytes: its row shows that they are being uploaded. */
  readonly target?: Ref | undefined;
  /** Families to read again when they are there. */
  readonly invalidates?: readonly FamilyId[];
}

/** Input of a callback about the request that the action sends for a row. */
export interface RequestContext<Row, ListParams, Body> extends ActionContext<Row, ListParams> {
  readonly body: Body;
}
/** Input of a callback about the answer to the request. */
export interface ResponseContext<Row, ListParams, Answer> extends TargetContext<Row, ListParams> {
  readonly answer: Answer;
  /** The values of the form, also those that are not sent. */
  readonly values: InputValues;
}

export type Action<E extends Endpoint, Row, ListParams, G, One = false> = {
  /** Title, with an ellipsis when a form follows: "Attach…". */
  readonly title: string;
  /**
   * Key in the action menu and in the list. It is neither a key of lists nor that of another action of the family, and
   * borrowed actions count, such as the `T` of tickets. `registry.test.ts` checks both.
   */
  readonly key?: string;
  /** Reason why the action can't be done now; the same words dim the hint and answer the key. */
  readonly unless?: (context: ActionContext<TargetRow<E, Row, ListParams, One>, ListParams>) => string | undefined;
  /**
   * For a row that is already in the state after the action: "is already running", after its label; or a sentence of
   * its own. A command that asks for the action has succeeded.
   */
  readonly already?: (
    context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, Partial<NonNullable<RequestBody<E>>>>,
  ) => string | undefined;
  /** None by default: a filled form and the preview are confirmation enough. */
  readonly confirm?: ConfirmLevel;
  /** Effects that the request does not show: "stops billing; the data is gone". */
  readonly warnings?: (
    context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, RequestBody<E>>,
  ) => readonly string[];
  /**
   * Reason why the preview starts on Cancel; without any it starts on the action. Endpoints that delete or charge have
   * a reason of their own.
   */
  readonly risk?:
    | Risk
    | ((context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, RequestBody<E>>) => Risk | undefined);
  /** Consequences, old against new, shown with the values that the request itself changes. */
  readonly comparisons?: (
    context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, NonNullable<RequestBody<E>>>,
  ) => readonly Comparison[];
  /**
   * Rules between fields, which the bounds of a single field can't express: shown beside the fields, before anything is
   * sent.
   */
  readonly problems?: (
    context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, RequestBody<E>>,
  ) => readonly Problem[];
  /** True for a body with which the API changes nothing: it needs no confirmation, and has no consequences. */
  readonly isTrial?: (body: RequestBody<E>) => boolean;
  /** The action that has to follow before it is in force. */
  readonly next?: ChangeIn<G>;
  /** Undo of the action; without it the action can't be undone. */
  readonly undo?: Undo<G, E, Row>;
  /** Events whose end settles the change; the choice may depend on the body or on the row. */
  readonly eventActions?: readonly KnownAction[];
  /**
   * The change in words, for messages and its undo: for resources that are put into another one, which the title with the
   * label of the row doesn't name: "Add instance web-01 to lockdown".
   */
  readonly sentence?: (
    context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, NonNullable<RequestBody<E>>>,
  ) => string | undefined;
  /** The status word while it is pending: "attaching". */
  readonly busyWord?: string;
  /** Expected values of the row immediately after the change. */
  readonly expectedFields?: (
    context: RequestContext<TargetRow<E, Row, ListParams, One>, ListParams, RequestBody<E>>,
  ) => Partial<Row>;
  /** Families to read again after a success, if no event announces the change. */
  readonly invalidates?: readonly FamilyId[];
  readonly revealedValues?: (
    context: ResponseContext<TargetRow<E, Row, ListParams, One>, ListParams, ResponseBody<E>>,
  ) => readonly RevealedValue[];
  /** The row in an answer that is more than the row. */
  readonly createdRow?: (answer: ResponseBody<E>) => Row;
  /** File transfer after the answer; undefined if none is needed. */
  readonly transfer?: (
    context: ResponseContext<TargetRow<E, Row, ListParams, One>, ListParams, ResponseBody<E>>,
  ) => FileTransfer | undefined;
  /**
   * Inputs that are not sent themselves: they lead to others, as the instance to one of its disks, or name the file that
   * moves. They come first in the form.
   */
  readonly inputs?: Readonly<Record<string, Input<string | number, Row> | FileInput<Row>>>;
} & (NamesRow<E, ListParams> extends true
  ? {
      /** Path parameters beside those of the list. */
      readonly rowParams: (row: Row) => ParamsOfRow<E, ListParams>;
    }
  : {readonly rowParams?: never}) &
  (RequestBody<E> extends undefined
    ? E['spec'] extends {readonly upload: string}
      ? {
          /** The body is the file itself. */
          readonly form: {readonly file: FileInput<Row>};
        }
      : {readonly form?: never}
    : {readonly form: FormOf<NonNullable<RequestBody<E>>, Row>});

/** Every changing endpoint of the group has its action; the types require all of them. */
export type Actions<G, Row, ListParams, One = false> = {
  readonly [K in ChangeIn<G>]: Action<EndpointIn<G, K>, Row, ListParams, G, One> | ElsewhereAction;
};
/** Operations above or beside all families, by their IDs, that a family adopts. */
export type AdoptedActions<G, Row, ListParams, One = false> = {
  readonly [O in ChangeOperation]?: Action<EndpointIn<Contract, O>, Row, ListParams, G, One>;
};
/**
 * An action of a row with its values filled in, in one key: "Disable". Its precautions and its undo are the action's. The
 * console offers it; commands call the action itself.
 */
export type QuickAction<G, Row, ListParams, One = false> = {
  [K in ChangeIn<G>]: EndpointIn<G, K> extends infer E extends Endpoint
    ? NeedsRow<E, ListParams, One> extends true
      ? {
          readonly title: string;
          readonly action: K;
          readonly key?: string;
          readonly unless?: (context: ActionContext<Row, ListParams>) => string | undefined;
          readonly presetValues: (context: ActionContext<Row, ListParams>) => Partial<NonNullable<RequestBody<E>>>;
        }
      : never
    : never;
}[ChangeIn<G>];
/** The request to a pre-signed URL, without the token. */
interface PresignedRequest<A> {
  readonly method: 'DELETE';
  /** The address in the answer. */
  readonly address: (answer: A) => string;
}

/**
 * An action on a row that sends two requests and has no form: an operation of the group answers a pre-signed URL,
 * and a request to that address does the work. The action has a name of its own.
 */
export type PresignedAction<G, Row, ListParams> = {
  [K in ChangeIn<G>]: EndpointIn<G, K> extends infer E extends Endpoint
    ? Pick<
        Action<E, Row, ListParams, G, true>,
        'key' | 'unless' | 'confirm' | 'warnings' | 'comparisons' | 'busyWord' | 'invalidates' | 'title'
      > & {
        /** The operation that answers the address. */
        readonly operation: K;
        readonly requestBody: (context: TargetContext<Row, ListParams>) => NonNullable<RequestBody<E>>;
        readonly presignedRequest: PresignedRequest<ResponseBody<E>>;
        /** Reason why the action can't be undone. */
        readonly final: string;
      }
    : never;
}[ChangeIn<G>];

/** The endpoint is offered by another family; named so that the reader finds it. */
export interface ElsewhereAction {
  readonly elsewhere: string;
}

/** Values with which a form opens, by path; a list is one of rows. */
type InitialValues = Readonly<Record<string, string | number | readonly object[] | null>>;

/** Input of a callback about a row of the lender that the user may pick. */
interface CandidateContext<Row, ListParams, Candidate> extends ActionContext<Row, ListParams> {
  readonly candidate: Candidate;
}
/** Input of the callback for the filled-in values. */
interface FillContext<Row, ListParams, Picked> extends ActionContext<Row, ListParams> {
  /** The picked row of the lender; absent before the user picks one. */
  readonly picked?: Picked;
}

interface BorrowedFacts<Row, ListParams, F extends FamilyId, B> {
  readonly title: string;
  readonly key?: string;
  /** Offered on each row, or on the list as a whole. */
  readonly on: 'row' | 'list';
  readonly unless?: (context: ActionContext<Row | undefined, ListParams>) => string | undefined;
  /** The row it acts on is picked first, from the lender's list; `unless` gives the reason that dims a candidate. */
  readonly pick?: {
    readonly title: string;
    readonly unless?: (context: CandidateContext<Row | undefined, ListParams, RowOf<F>>) => string | undefined;
  };
  /** The lender's row for the action, if the place determines it: the instance of a config. */
  readonly target?: (context: ActionContext<Row | undefined, ListParams>) => RowId | undefined;
  /** Path parameters of the lender's list, if it has any; a family that borrows from itself uses its own. */
  readonly place?: (context: ActionContext<Row | undefined, ListParams>) => ListParamsOf<F>;
  /** Initial values of inputs of the body or of `inputs`, to be edited; null leaves one of `inputs` out. */
  readonly initialValues?: (context: ActionContext<Row | undefined, ListParams>) => InitialValues;
  /**
   * Body values that follow from the place of the action and from the picked row: they are filled in, and not asked
   * for.
   */
  readonly presetValues: (context: FillContext<Row | undefined, ListParams, RowOf<F>>) => Partial<NonNullable<B>>;
  /**
   * The part of the filled-in values that is asked for all the same: `inbound.3`, one rule of a set sent as a whole.
   */
  readonly only?: (context: ActionContext<Row | undefined, ListParams>) => string;
}
/** An action of another family offered here: "Attach a Volume…" in the list of an instance's Volumes. */
export type BorrowedAction<Row, ListParams> = {
  [F in FamilyId]: {
    [K in ChangeIn<GroupOf<F>>]: {readonly family: F; readonly action: K} & BorrowedFacts<
      Row,
      ListParams,
      F,
      RequestBody<EndpointIn<GroupOf<F>, K>>
    >;
  }[ChangeIn<GroupOf<F>>];
}[FamilyId];

type AnyActionContext = ActionContext<AnyRow | undefined, PathParams>;
type AnyRequestContext<Body = unknown> = RequestContext<AnyRow | undefined, PathParams, Body>;
type AnyResponseContext = ResponseContext<AnyRow | undefined, PathParams, unknown>;

/** An action of any family, or the family that offers it instead. */
export interface AnyAction {
  /** The ID of the operation that it calls. */
  readonly operation: string;
  readonly title?: string;
  readonly elsewhere?: string;
  readonly key?: string;
  /** `row` for an action on a row, `list` for one on the list as a whole (create). */
  readonly on: 'row' | 'list';
  readonly unless?: (context: AnyActionContext) => string | undefined;
  readonly already?: (context: AnyRequestContext<AnyRow>) => string | undefined;
  readonly confirm?: ConfirmLevel;
  readonly warnings?: (context: AnyRequestContext) => readonly string[];
  readonly risk?: Risk | ((context: AnyRequestContext) => Risk | undefined);
  readonly comparisons?: (context: AnyRequestContext) => readonly Comparison[];
  readonly problems?: (context: AnyRequestContext) => readonly Problem[];
  readonly isTrial?: (body: unknown) => boolean;
  readonly next?: string;
  readonly undo?: {
    readonly action: string;
    readonly target?: 'created';
    readonly body?: (before: AnyRow, sent: unknown) => unknown;
  };
  readonly eventActions?: readonly string[];
  readonly busyWord?: string;
  readonly sentence?: (context: AnyRequestContext) => string | undefined;
  readonly expectedFields?: (context: AnyRequestContext) => AnyRow;
  readonly invalidates?: readonly FamilyId[];
  readonly revealedValues?: (context: AnyResponseContext) => readonly RevealedValue[];
  readonly createdRow?: (answer: unknown) => AnyRow;
  readonly transfer?: (context: AnyResponseContext) => FileTransfer | undefined;
  readonly inputs?: Readonly<Record<string, AnyInput>>;
  /** The body, if it follows from the row without a form. */
  readonly requestBody?: (context: TargetContext<AnyRow, PathParams>) => AnyRow;
  /** The answer only has the address for the request that does it. */
  readonly presignedRequest?: PresignedRequest<unknown>;
  /** Reason why the action can't be undone, if the operation's own reason does not cover it. */
  readonly final?: string;
  /** Path parameters of the row; those of the list come beside them. Absent when the action is the list's. */
  readonly rowParams?: (row: AnyRow) => PathParams;
  readonly form?: Readonly<Record<string, AnyInput>>;
}

/** A borrowed action of any family. */
export interface AnyBorrowedAction {
  readonly title: string;
  readonly key?: string;
  readonly on: 'row' | 'list';
  readonly family: FamilyId;
  readonly action: string;
  readonly unless?: (context: AnyActionContext) => string | undefined;
  readonly pick?: {
    readonly title: string;
    readonly unless?: (context: CandidateContext<AnyRow | undefined, PathParams, AnyRow>) => string | undefined;
  };
  readonly target?: (context: AnyActionContext) => RowId | undefined;
  readonly place?: (context: AnyActionContext) => PathParams;
  readonly initialValues?: (context: AnyActionContext) => InitialValues;
  readonly presetValues: (context: FillContext<AnyRow | undefined, PathParams, AnyRow>) => AnyRow;
  readonly only?: (context: AnyActionContext) => string;
}
