/**
 * Actions: every changing endpoint of a family's group, with its texts, form, precautions and undo.
 *
 * More than 300 lines: the types of an action refer to each other.
 */

import type {Contract} from '../../contract/index.ts';
import type {Endpoint, Params, ReadingEndpoint, RequestBody, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import type {ActionContext, TargetContext} from './contexts.ts';
import type {AnyInput, FileInput, FormOf, Input, InputValues} from './forms.ts';
import type {AnyRow, FamilyId, GroupOf, KnownAction, ListParamsOf, PathParams, Ref, RowId, RowOf} from './resource.ts';

/** The action destroys, interrupts, charges, or opens access to others. */
export type Risk = 'destroys' | 'interrupts' | 'charges' | 'opens';

/** The confirmation of a change, in proportion to its effect. */
export type ConfirmLevel =
  | 'none'
  /** Reversible: the user presses enter. */
  | 'ask'
  /**
   * Destructive: the user types the label, or, for an action on the account that can't be undone, the account's name.
   */
  | {readonly typing: 'label' | 'account'}
  /** Destructive for the resource that the row belongs to: the user types the label of that resource. */
  | {readonly typing: 'owner'; readonly owner: (params: PathParams) => Ref | undefined};

/**
 * The names of the changing endpoints of a group, and of nested groups that are not lists: `update`, `ssl.upload`. A
 * nested list is a separate family.
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
/** The changing endpoint with that name. */
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
 * An action needs a row if its path has a parameter that the list's path lacks; otherwise it belongs to the list
 * (create). In a family with a single row (`One`), every action is on that row.
 */
type ParamsOfRow<E extends Endpoint, ListParams> = Omit<Params<E>, keyof ListParams>;
type NamesRow<E extends Endpoint, ListParams> = keyof ParamsOfRow<E, ListParams> extends never ? false : true;
type NeedsRow<E extends Endpoint, ListParams, One> = One extends true ? true : NamesRow<E, ListParams>;
type TargetRow<E extends Endpoint, Row, ListParams, One> = NeedsRow<E, ListParams, One> extends true ? Row : undefined;

/**
 * The inverse of a change: an action of the same family, and its body from the old row and the sent body. Without a
 * body the change can't be undone. The undo of a list action is on the row in the response.
 */
export type Undo<G, E extends Endpoint, Row> = {
  [K in ChangeIn<G>]: {
    readonly action: K;
    /** The undo applies to the created resource, not to its source: to the clone, and never to the original. */
    readonly target?: 'created';
  } & (RequestBody<EndpointIn<G, K>> extends undefined
    ? {readonly body?: never}
    : {readonly body: (before: Row, sent: RequestBody<E>) => RequestBody<EndpointIn<G, K>> | undefined});
}[ChangeIn<G>];

/** The effect of a change on a value that its request doesn't contain: the RAM of another plan. */
export interface Comparison {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

/**
 * A value of the response that the user needs at once, and that is usually shown only then: a new token, an upload URL.
 */
export interface RevealedValue {
  readonly title: string;
  readonly value: string;
  readonly secret?: true;
  /** True if the value can be read again later. */
  readonly kept?: true;
  /** The text of a QR code, which is shown above the value for a phone. */
  readonly scan?: string;
}

/** A transfer of bytes to or from a URL in the response, without the token; the file is named in `inputs`. */
export interface FileTransfer {
  readonly direction: 'up' | 'down';
  readonly url: string;
  /** The input with the file. */
  readonly file: string;
  /** The content type that the URL expects; default: `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** The number of seconds for which the URL is valid. */
  readonly seconds?: number | undefined;
  /** The resource of the bytes: its row shows the transfer. */
  readonly target?: Ref | undefined;
  /** Families to read again after the transfer. */
  readonly invalidates?: readonly FamilyId[];
}

/** The context of a callback about the request that the action sends for a row. */
export interface RequestContext<Row, ListParams, Body> extends ActionContext<Row, ListParams> {
  readonly body: Body;
  /** The inputs with a chosen file, which the request doesn't contain; known in the preview only. */
  readonly fileInputs?: ReadonlySet<string>;
}
/** The context of a callback about the response to the request. */
export interface ResponseContext<Row, ListParams, Answer> extends TargetContext<Row, ListParams> {
  readonly response: Answer;
  /** The values of the form, including those that are not sent. */
  readonly values: InputValues;
}

/**
 * Facts of an action, with or without the types of its operation.
 *
 * @typeParam Target the row that the action is on; undefined for an action of the list
 */
interface ActionFacts<Target, Row, ListParams, Body, Answer> {
  /**
   * The key in the action menu and in the list. It must differ from the keys of lists and of the family's other
   * actions, including borrowed ones, such as the `T` of tickets. `registry.test.ts` checks both.
   */
  readonly key?: string;
  /** The reason why the action can't be done now. It dims the hint, and is shown when the key is pressed. */
  readonly unless?: (context: ActionContext<Target, ListParams>) => string | undefined;
  /**
   * For a row that is already in the state after the action: "is already running", after its label; or a whole
   * sentence. A command with the action then succeeds.
   */
  readonly already?: (context: RequestContext<Target, ListParams, Partial<NonNullable<Body>>>) => string | undefined;
  /** True if a new row belongs to the account as a whole, as a payment does: rows only name the account to act on. */
  readonly isForAccount?: true;
  /** None by default: the form and the preview are confirmation enough. */
  readonly confirm?: ConfirmLevel;
  /** The reason why the action can't be undone, by the input with a chosen file. The operation's reason is the default. */
  readonly fileFinals?: Readonly<Record<string, string>>;
  /** Effects that the request doesn't show: "stops billing; the data is gone". */
  readonly warnings?: (context: RequestContext<Target, ListParams, Body>) => readonly string[];
  /**
   * The reason why Cancel is the default button of the preview; without a reason, the action is. Endpoints that delete
   * or charge need no reason.
   */
  readonly risk?: Risk | ((context: RequestContext<Target, ListParams, Body>) => Risk | undefined);
  /** Consequences, old and new values, shown with the values that the request itself changes. */
  readonly comparisons?: (context: RequestContext<Target, ListParams, NonNullable<Body>>) => readonly Comparison[];
  /**
   * Rules between fields, which the bounds of a single field can't express; shown beside the fields, before the request
   * is sent.
   */
  readonly problems?: (context: RequestContext<Target, ListParams, Body>) => readonly FieldError[];
  /** True for a body with which the API changes nothing: the request needs no confirmation, and has no consequences. */
  readonly isDryRun?: (body: Body) => boolean;
  /**
   * The change as a sentence, for messages and its undo; for actions on another resource than the row, whose label the
   * title doesn't contain: "Add instance web-01 to lockdown".
   */
  readonly sentence?: (context: RequestContext<Target, ListParams, NonNullable<Body>>) => string | undefined;
  /** The status word while the change is pending: "attaching". */
  readonly busyWord?: string;
  /** The expected values of the row right after the change. */
  readonly expectedFields?: (context: RequestContext<Target, ListParams, Body>) => Partial<Row>;
  /** Families to read again after a success, if no event announces the change. */
  readonly invalidates?: readonly FamilyId[];
  readonly revealedValues?: (context: ResponseContext<Target, ListParams, Answer>) => readonly RevealedValue[];
  /** The name of a secret that only the response contains: "token". */
  readonly secretName?: string;
  /** The row in a response that contains more than the row. */
  readonly createdRow?: (response: Answer) => Row;
  /** The file transfer after the response; undefined if none is needed. */
  readonly transfer?: (context: ResponseContext<Target, ListParams, Answer>) => FileTransfer | undefined;
}

export type Action<E extends Endpoint, Row, ListParams, G, One = false> = ActionFacts<
  TargetRow<E, Row, ListParams, One>,
  Row,
  ListParams,
  RequestBody<E>,
  ResponseBody<E>
> & {
  /** The title, with an ellipsis if a form follows: "Attach…". */
  readonly title: string;
  /** The action that must follow before this one takes effect. */
  readonly next?: ChangeIn<G>;
  /** The undo of the action; without it the action can't be undone. */
  readonly undo?: Undo<G, E, Row>;
  /** The events whose end settles the change; they may depend on the body or on the row. */
  readonly eventActions?: readonly KnownAction[];
  /**
   * Inputs that are not sent themselves: they help to choose other values, such as the instance of a disk, or name the
   * file of a transfer. They are the first inputs of the form.
   */
  readonly inputs?: Readonly<Record<string, Input<string | number, Row> | FileInput<Row>>>;
} & (NamesRow<E, ListParams> extends true
    ? {
        /** Path parameters in addition to those of the list. */
        readonly rowParams: (row: Row) => ParamsOfRow<E, ListParams>;
      }
    : {readonly rowParams?: never}) &
  (RequestBody<E> extends undefined
    ? E['spec'] extends {readonly upload: string}
      ? {
          /** The file is the body of the request. */
          readonly form: {readonly file: FileInput<Row>};
        }
      : {readonly form?: never}
    : {readonly form: FormOf<NonNullable<RequestBody<E>>, Row>});

/** Every changing endpoint of the group must have an action; the types require this. */
export type Actions<G, Row, ListParams, One = false> = {
  readonly [K in ChangeIn<G>]: Action<EndpointIn<G, K>, Row, ListParams, G, One> | ElsewhereAction;
};
/** Operations outside all families' groups that a family adopts, by their IDs. */
export type AdoptedActions<G, Row, ListParams, One = false> = {
  readonly [O in ChangeOperation]?: Action<EndpointIn<Contract, O>, Row, ListParams, G, One>;
};
/**
 * An action of a row with preset values, in one key: "Disable". Its precautions and its undo are those of the action.
 * The console offers it; commands use the action itself.
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
/** The request to a presigned URL, without the token. */
interface PresignedRequest<A> {
  readonly method: 'DELETE';
  /** The URL in the response. */
  readonly address: (response: A) => string;
}

/**
 * An action on a row that sends two requests and has no form: an operation of the group returns a presigned URL, and a
 * request to that URL performs the action. The action has a separate name.
 */
export type PresignedAction<G, Row, ListParams> = {
  [K in ChangeIn<G>]: EndpointIn<G, K> extends infer E extends Endpoint
    ? Pick<
        Action<E, Row, ListParams, G, true>,
        'key' | 'unless' | 'confirm' | 'warnings' | 'comparisons' | 'busyWord' | 'invalidates' | 'title'
      > & {
        /** The operation that returns the URL. */
        readonly operation: K;
        readonly requestBody: (context: TargetContext<Row, ListParams>) => NonNullable<RequestBody<E>>;
        readonly presignedRequest: PresignedRequest<ResponseBody<E>>;
        /** The reason why the action can't be undone. */
        readonly final: string;
      }
    : never;
}[ChangeIn<G>];

/** For an endpoint that another family offers: names that action. */
export interface ElsewhereAction {
  readonly elsewhere: string;
}

/** Initial values of a form, by path; a list field has a list of entries. */
type InitialValues = Readonly<Record<string, string | number | readonly object[] | null>>;

/** The context of a callback about a row of the lending family that the user may pick. */
interface CandidateContext<Row, ListParams, Candidate> extends ActionContext<Row, ListParams> {
  readonly candidate: Candidate;
}
/** The context of the callback for the preset values. */
interface FillContext<Row, ListParams, Picked> extends ActionContext<Row, ListParams> {
  /** The picked row of the lending family; absent before the user picks one. */
  readonly picked?: Picked;
}

/** @typeParam Lender the rows of the lending family, and the parameters of its list */
interface BorrowedFacts<Row, ListParams, Lender extends {readonly row: unknown; readonly params: unknown}, Values> {
  readonly title: string;
  readonly key?: string;
  /** `row` for an action on each row, `list` for an action on the list as a whole. */
  readonly on: 'row' | 'list';
  readonly unless?: (context: ActionContext<Row | undefined, ListParams>) => string | undefined;
  /** A list that `unless` and the preset values need: it is read when the action starts. */
  readonly requiredList?: (context: ActionContext<Row | undefined, ListParams>) => {
    readonly family: FamilyId;
    readonly params?: PathParams;
  };
  /**
   * The user first picks the row to act on from the lending family's list; `unless` returns the reason that dims a
   * candidate.
   */
  readonly pick?: {
    readonly title: string;
    readonly unless?: (context: CandidateContext<Row | undefined, ListParams, Lender['row']>) => string | undefined;
  };
  /** The lending family's row for the action, if the borrowing row or list determines it: the instance of a config. */
  readonly target?: (context: ActionContext<Row | undefined, ListParams>) => RowId | undefined;
  /**
   * The path parameters of the lending family's list, if it has any; a family that borrows from itself uses its own.
   */
  readonly listParams?: (context: ActionContext<Row | undefined, ListParams>) => Lender['params'];
  /** Initial values of inputs, which the user can edit; null omits an input of `inputs`. */
  readonly initialValues?: (context: ActionContext<Row | undefined, ListParams>) => InitialValues;
  /** Values of the body that the borrowing row or list and the picked row determine: the form doesn't ask for them. */
  readonly presetValues: (context: FillContext<Row | undefined, ListParams, Lender['row']>) => Values;
  /**
   * The part of the preset values that the form does ask for: `inbound.3`, one rule of a set that is sent as a whole.
   */
  readonly only?: (context: ActionContext<Row | undefined, ListParams>) => string;
}
/**
 * An action of another family that this family's list offers: "Attach a Volume…" in the list of an instance's volumes.
 */
export type BorrowedAction<Row, ListParams> = {
  [F in FamilyId]: {
    [K in ChangeIn<GroupOf<F>>]: {readonly family: F; readonly action: K} & BorrowedFacts<
      Row,
      ListParams,
      {readonly row: RowOf<F>; readonly params: ListParamsOf<F>},
      Partial<NonNullable<RequestBody<EndpointIn<GroupOf<F>, K>>>>
    >;
  }[ChangeIn<GroupOf<F>>];
}[FamilyId];

/** An action of any family, or the family that offers it instead. */
export interface AnyAction extends ActionFacts<AnyRow | undefined, AnyRow, PathParams, unknown, unknown> {
  /** The ID of the action's operation. */
  readonly operation: string;
  readonly title?: string;
  readonly elsewhere?: string;
  /** `row` for an action on a row, `list` for an action on the list as a whole (create). */
  readonly on: 'row' | 'list';
  readonly next?: string;
  readonly undo?: {
    readonly action: string;
    readonly target?: 'created';
    readonly body?: (before: AnyRow, sent: unknown) => unknown;
  };
  readonly eventActions?: readonly string[];
  readonly inputs?: Readonly<Record<string, AnyInput>>;
  /** The body, if it is derived from the row without a form. */
  readonly requestBody?: (context: TargetContext<AnyRow, PathParams>) => AnyRow;
  /** Set if the response contains only the URL for the request that performs the action. */
  readonly presignedRequest?: PresignedRequest<unknown>;
  /** The reason why the action can't be undone, if the operation's reason doesn't cover it. */
  readonly final?: string;
  /** The path parameters of the row, in addition to those of the list. Absent for an action of the list. */
  readonly rowParams?: (row: AnyRow) => PathParams;
  readonly form?: Readonly<Record<string, AnyInput>>;
}

/** A borrowed action of any family. */
export interface AnyBorrowedAction
  extends BorrowedFacts<AnyRow, PathParams, {readonly row: AnyRow; readonly params: PathParams}, AnyRow> {
  readonly family: FamilyId;
  readonly action: string;
}
