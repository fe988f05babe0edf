/** What can be done: every changing endpoint of a family's group, with its words, form, precautions and way back. */

import type {Contract} from '../../contract/index.ts';
import type {Endpoint, Params, RequestBody, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {Problem} from '../../contract/schema/problem.ts';
import type {AnyInput, FileInput, FormOf, Input, InputValues} from './forms.ts';
import type {FamilyId, GroupOf, KnownAction, ListParamsOf, Lookup, PathParams, Ref, RowId, RowOf} from './resource.ts';
import type {AnyRow} from './views.ts';

/** Something is destroyed, interrupted, charged, or opened to others. */
export type Risk = 'destroys' | 'interrupts' | 'charges' | 'opens';

/** How a change is confirmed, in proportion to what it does. */
export type ConfirmLevel =
  | 'none'
  /** Reversible: enter. */
  | 'ask'
  /** Destructive: the label, or for what cannot be undone at account level the account's name, is typed. */
  | {readonly typing: 'label' | 'account'};

/**
 * Names of the changing endpoints of a group, and of what hangs below it and is no list: `update`, `ssl.upload`. What
 * hangs below it and is a list is a family of its own.
 */
export type ChangeIn<G, P extends string = ''> = {
  [K in keyof G & string]: G[K] extends Endpoint
    ? G[K]['method'] extends 'GET'
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
    ? G[K]['method'] extends 'GET'
      ? never
      : `${P}${K}`
    : ChangeOperation<G[K], `${P}${K}.`>;
}[keyof G & string];

/**
 * An action needs a row when its path has a parameter that the list's own path has not; else it is the list's (create).
 * Where there is one row alone (`One`), everything is done to that.
 */
type ParamsOfRow<E extends Endpoint, At> = Omit<Params<E>, keyof At>;
type NamesRow<E extends Endpoint, At> = keyof ParamsOfRow<E, At> extends never ? false : true;
type NeedsRow<E extends Endpoint, At, One> = One extends true ? true : NamesRow<E, At>;
type TargetRow<E extends Endpoint, Row, At, One> = NeedsRow<E, At, One> extends true ? Row : undefined;

/**
 * The inverse of a change: which action of the same family, and its body from the row as it was and from what was sent.
 * Without a body there is no way back. What undoes an action of the list acts on the row that the list's action answered.
 */
export type Undo<G, E extends Endpoint, Row> = {
  [K in ChangeIn<G>]: {
    readonly action: K;
    /** It acts on what was made, not on what that was made from: the clone, and never its source. */
    readonly of?: 'made';
  } & (RequestBody<EndpointIn<G, K>> extends undefined
    ? {readonly body?: never}
    : {readonly body: (before: Row, sent: RequestBody<E>) => RequestBody<EndpointIn<G, K>> | undefined});
}[ChangeIn<G>];

/** What a change makes of something that its request does not name: the RAM of another plan. */
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
  /** The resource says it later, too. */
  readonly kept?: true;
  /** What a phone takes over instead of the value: shown as a QR code above it. */
  readonly scan?: string;
}

/** Bytes that go to an address of the answer, or come from it: a file named in `asks`, without the token. */
export interface FileTransfer {
  readonly way: 'up' | 'down';
  readonly url: string;
  /** The input that names the file. */
  readonly file: string;
  /** What the address expects the bytes to be called; `application/octet-stream` without. */
  readonly contentType?: string | undefined;
  /** Seconds for which the address is good. */
  readonly seconds?: number | undefined;
  /** What the bytes belong to: its row says that they are on their way. */
  readonly target?: Ref | undefined;
  /** Families to read again when they are there. */
  readonly refresh?: readonly FamilyId[];
}

export type Action<E extends Endpoint, Row, At, G, One = false> = {
  /** With an ellipsis when a form follows: "Attach…". */
  readonly title: string;
  /** Key in the action menu and, where free, in the list itself. */
  readonly key?: string;
  /** Why it cannot be done now; the same words dim the hint and answer the key. */
  readonly unless?: (row: TargetRow<E, Row, At, One>, lookup: Lookup, at: At) => string | undefined;
  /**
   * That nothing is to be done, where the row is already as the action would leave it: "is already running", after its
   * label; or a sentence of its own. A command that asks for it has succeeded.
   */
  readonly already?: (
    row: TargetRow<E, Row, At, One>,
    lookup: Lookup,
    at: At,
    body: Partial<NonNullable<RequestBody<E>>>,
  ) => string | undefined;
  /** None by default: a form that was filled in, and the preview, are question enough. */
  readonly confirm?: ConfirmLevel;
  /** What it does that the request does not show: "stops billing; the data is gone". */
  readonly warns?: (row: TargetRow<E, Row, At, One>, lookup: Lookup, at: At, body: RequestBody<E>) => readonly string[];
  /**
   * Why its preview begins on Cancel; without any it begins on the action. Deletions and what is charged have theirs by
   * their endpoint.
   */
  readonly risk?:
    | Risk
    | ((row: TargetRow<E, Row, At, One>, lookup: Lookup, at: At, body: RequestBody<E>) => Risk | undefined);
  /** What follows from it, old against new, shown with what the request itself changes. */
  readonly becomes?: (
    row: TargetRow<E, Row, At, One>,
    lookup: Lookup,
    at: At,
    body: NonNullable<RequestBody<E>>,
  ) => readonly Comparison[];
  /** Rules between fields, which no bound of one field can say: told beside the fields, before anything is sent. */
  readonly refuses?: (
    body: RequestBody<E>,
    row: TargetRow<E, Row, At, One>,
    lookup: Lookup,
    at: At,
  ) => readonly Problem[];
  /** The action that has to follow before it is in force. */
  readonly next?: ChangeIn<G>;
  /** What takes it back; without it nothing does. */
  readonly undo?: Undo<G, E, Row>;
  /** The events whose end settles it; which of them depends on the body or on the row. */
  readonly tracks?: readonly KnownAction[];
  /** The status word while it is pending: "attaching". */
  readonly busy?: string;
  /** What the row is expected to become at once. */
  readonly expects?: (row: TargetRow<E, Row, At, One>, body: RequestBody<E>, lookup: Lookup) => Partial<Row>;
  /** Families to read again when it succeeded, where no event says so. */
  readonly refresh?: readonly FamilyId[];
  readonly reveals?: (
    answer: ResponseBody<E>,
    values: InputValues,
    row: TargetRow<E, Row, At, One>,
  ) => readonly RevealedValue[];
  /** The row in an answer that is more than the row. */
  readonly made?: (answer: ResponseBody<E>) => Row;
  /** What follows once the answer is there; undefined where nothing does. */
  readonly moves?: (answer: ResponseBody<E>, values: InputValues, at: At) => FileTransfer | undefined;
  /**
   * Inputs that are not sent themselves: they lead to others, as the instance to one of its disks, or name the file that
   * moves. They come first in the form.
   */
  readonly asks?: Readonly<Record<string, Input<string | number, Row> | FileInput<Row>>>;
} & (NamesRow<E, At> extends true
  ? {
      /** Path parameters beside those of the list. */
      readonly params: (row: Row) => ParamsOfRow<E, At>;
    }
  : {readonly params?: never}) &
  (RequestBody<E> extends undefined
    ? E['spec'] extends {readonly upload: string}
      ? {
          /** The body is the file itself. */
          readonly form: {readonly file: FileInput<Row>};
        }
      : {readonly form?: never}
    : {readonly form: FormOf<NonNullable<RequestBody<E>>, Row>});

/** Every changing endpoint of the group has its action; none can be forgotten. */
export type Actions<G, Row, At, One = false> = {
  readonly [K in ChangeIn<G>]: Action<EndpointIn<G, K>, Row, At, G, One> | ElsewhereAction;
};
/** Operations that stand above or beside all families, by their IDs, where a family takes them in. */
export type AdoptedActions<G, Row, At, One = false> = {
  readonly [O in ChangeOperation]?: Action<EndpointIn<Contract, O>, Row, At, G, One>;
};
/** An action of a row with its values filled in, in one key: "Disable". Its precautions and its way back are the action's. */
export type QuickAction<G, Row, At, One = false> = {
  [K in ChangeIn<G>]: EndpointIn<G, K> extends infer E extends Endpoint
    ? NeedsRow<E, At, One> extends true
      ? {
          readonly title: string;
          readonly action: K;
          readonly key?: string;
          readonly unless?: (row: Row, lookup: Lookup, at: At) => string | undefined;
          readonly fills: (row: Row) => Partial<NonNullable<RequestBody<E>>>;
        }
      : never
    : never;
}[ChangeIn<G>];
/** The request that a pre-signed address takes, without the token. */
interface PresignedRequest<A> {
  readonly method: 'DELETE';
  /** The address in the answer. */
  readonly address: (answer: A) => string;
}

/**
 * An action on a row that takes two requests and asks for nothing: an operation of the group answers a pre-signed address,
 * and a request to that does it. Its name is its own.
 */
export type PresignedAction<G, Row, At> = {
  [K in ChangeIn<G>]: EndpointIn<G, K> extends infer E extends Endpoint
    ? Pick<
        Action<E, Row, At, G, true>,
        'key' | 'unless' | 'confirm' | 'warns' | 'becomes' | 'busy' | 'refresh' | 'title'
      > & {
        /** The operation that answers the address. */
        readonly by: K;
        readonly sends: (row: Row, at: At) => NonNullable<RequestBody<E>>;
        readonly signed: PresignedRequest<ResponseBody<E>>;
        /** Why nothing takes it back. */
        readonly final: string;
      }
    : never;
}[ChangeIn<G>];

/** The endpoint is offered by another family; named so that the reader finds it. */
export interface ElsewhereAction {
  readonly elsewhere: string;
}

interface BorrowedFacts<Row, At, F extends FamilyId, B> {
  readonly title: string;
  readonly key?: string;
  /** Offered on each row, or on the list as a whole. */
  readonly on: 'row' | 'list';
  readonly unless?: (row: Row | undefined, lookup: Lookup, at: At) => string | undefined;
  /** The row it acts on is picked first, from the lender's list; `unless` gives the reason that dims a candidate. */
  readonly pick?: {
    readonly title: string;
    readonly unless?: (candidate: RowOf<F>, lookup: Lookup, at: At, row: Row | undefined) => string | undefined;
  };
  /** The lender's row it acts on, where that follows from the place: the instance of a profile. */
  readonly target?: (row: Row | undefined, lookup: Lookup, at: At) => RowId | undefined;
  /** Where the lender's list is, if that is below something; a family that borrows from itself means where it is. */
  readonly place?: (row: Row | undefined, lookup: Lookup, at: At) => ListParamsOf<F>;
  /** What inputs of the body or of `asks` open with, to be changed; null leaves one of `asks` out. */
  readonly asks?: (row: Row | undefined, lookup: Lookup, at: At) => Readonly<Record<string, string | number | null>>;
  /** Body values that follow from where it is offered, and from what was picked: filled in, and not asked for. */
  readonly fills: (
    row: Row | undefined,
    lookup: Lookup,
    at: At,
    picked: RowOf<F> | undefined,
  ) => Partial<NonNullable<B>>;
  /** Of what is filled in, the part that is asked for all the same: `inbound.3`, one rule of a set sent as a whole. */
  readonly only?: (row: Row | undefined, lookup: Lookup, at: At) => string;
}
/** An action of another family offered here: "Attach a Volume…" in the list of an instance's Volumes. */
export type BorrowedAction<Row, At> = {
  [F in FamilyId]: {
    [K in ChangeIn<GroupOf<F>>]: {readonly family: F; readonly action: K} & BorrowedFacts<
      Row,
      At,
      F,
      RequestBody<EndpointIn<GroupOf<F>, K>>
    >;
  }[ChangeIn<GroupOf<F>>];
}[FamilyId];

/** An action of any family, or the place where it is offered instead. */
export interface AnyAction {
  /** The ID of the operation that it calls. */
  readonly operation: string;
  readonly title?: string;
  readonly elsewhere?: string;
  readonly key?: string;
  /** Whether it acts on a row, or on the list as a whole (create). */
  readonly on: 'row' | 'list';
  readonly unless?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams) => string | undefined;
  readonly already?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams, body: AnyRow) => string | undefined;
  readonly confirm?: ConfirmLevel;
  readonly warns?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams, body: unknown) => readonly string[];
  readonly risk?: Risk | ((row: AnyRow | undefined, lookup: Lookup, at: PathParams, body: unknown) => Risk | undefined);
  readonly becomes?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams, body: unknown) => readonly Comparison[];
  readonly refuses?: (body: unknown, row: AnyRow | undefined, lookup: Lookup, at: PathParams) => readonly Problem[];
  readonly next?: string;
  readonly undo?: {
    readonly action: string;
    readonly of?: 'made';
    readonly body?: (before: AnyRow, sent: unknown) => unknown;
  };
  readonly tracks?: readonly string[];
  readonly busy?: string;
  readonly expects?: (row: AnyRow | undefined, body: unknown, lookup: Lookup) => AnyRow;
  readonly refresh?: readonly FamilyId[];
  readonly reveals?: (answer: unknown, values: InputValues, row: AnyRow | undefined) => readonly RevealedValue[];
  readonly made?: (answer: unknown) => AnyRow;
  readonly moves?: (answer: unknown, values: InputValues, at: PathParams) => FileTransfer | undefined;
  readonly asks?: Readonly<Record<string, AnyInput>>;
  /** The body, where it follows from the row and nothing is asked. */
  readonly sends?: (row: AnyRow, at: PathParams) => AnyRow;
  /** The answer only has the address for the request that does it. */
  readonly signed?: PresignedRequest<unknown>;
  /** Why nothing takes it back, where the operation's own reason does not say it. */
  readonly final?: string;
  /** Path parameters of the row; those of the list come beside them. Absent when the action is the list's. */
  readonly params?: (row: AnyRow) => PathParams;
  readonly form?: Readonly<Record<string, AnyInput>>;
}

/** A borrowed action of any family. */
export interface AnyBorrowedAction {
  readonly title: string;
  readonly key?: string;
  readonly on: 'row' | 'list';
  readonly family: FamilyId;
  readonly action: string;
  readonly unless?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams) => string | undefined;
  readonly pick?: {
    readonly title: string;
    readonly unless?: (candidate: AnyRow, lookup: Lookup, at: PathParams, row?: AnyRow) => string | undefined;
  };
  readonly target?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams) => RowId | undefined;
  readonly place?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams) => PathParams;
  readonly asks?: (
    row: AnyRow | undefined,
    lookup: Lookup,
    at: PathParams,
  ) => Readonly<Record<string, string | number | null>>;
  readonly fills: (row: AnyRow | undefined, lookup: Lookup, at: PathParams, picked?: AnyRow) => AnyRow;
  readonly only?: (row: AnyRow | undefined, lookup: Lookup, at: PathParams) => string;
}
