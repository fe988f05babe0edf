/**
 * A family as data: how a kind of resource looks and acts, without React and without requests.
 *
 * A family is named by the contract group behind it (`volumes`, `account.events`, `instances.configs`), so that there is
 * never a second name. Everything is typed from there: a wrong column key, a formatter of the wrong type, a missing form
 * field, action or event does not compile. Contract imports are types only: the console paints before the contract loads.
 */
import type {Event} from '../contract/account/events.ts';
import type {Body, Endpoint, Item, Params} from '../contract/endpoint.ts';
import type {Contract} from '../contract/index.ts';
import type {Cell, State} from './cells.ts';

/** Every family there is, by the path of its contract group. */
export type FamilyId =
  | 'instances'
  | 'instances.configs'
  | 'instances.disks'
  | 'instances.volumes'
  | 'volumes'
  | 'images'
  | 'regions'
  | 'types'
  | 'kernels'
  | 'tags'
  | 'tags.objects'
  | 'account.events';

/** The contract group of a family. */
export type GroupOf<F extends string, G = Contract> = F extends `${infer Head}.${infer Rest}`
  ? Head extends keyof G
    ? GroupOf<Rest, G[Head]>
    : never
  : F extends keyof G
    ? G[F]
    : never;

/** A row of the family's list, as read. */
export type RowOf<F extends FamilyId> = GroupOf<F> extends {readonly list: infer E extends Endpoint} ? Item<E> : never;

export type RowId = string | number;

/** Points at a resource, from anywhere. `params` are the path parameters of a child family's list. */
export interface Ref<F extends FamilyId = FamilyId> {
  readonly family: F;
  readonly id: RowId;
  readonly params?: PathParams;
}
export type PathParams = Readonly<Record<string, string | number>>;

/** What a family's functions may look at besides the row: other families' rows as known now, and the time. */
export interface Look {
  /** Milliseconds since 1970, in the API's time. */
  readonly now: number;
  find<F extends FamilyId>(family: F, id: RowId | null | undefined, params?: PathParams): RowOf<F> | undefined;
  rows<F extends FamilyId>(family: F, params?: PathParams): readonly RowOf<F>[];
}

export type EventAction = Event['action'];
/** The known event actions that begin with a prefix: `volume` → `volume_attach` and so on. */
type KnownAction = EventAction extends infer A ? (A extends string ? (string extends A ? never : A) : never) : never;
export type ActionsWith<P extends string> = Extract<KnownAction, `${P}_${string}`>;

/** What an event means for its entity: the sentence's verb in three tenses, and what must be read again. */
export interface EventMeaning {
  /** While it runs: "is booting". */
  readonly doing: string;
  /** When it is done: "booted"; `{secondary}` stands for the secondary entity's label. */
  readonly done: string;
  /** "failed to boot"; by default "failed: " and what was being done. */
  readonly failed?: string;
  /** The word in the row's status while it runs: "booting". */
  readonly busy?: string;
  /** Families whose row, beside the entity itself, is stale after it. */
  readonly refresh?: readonly FamilyId[];
  /** The entity is gone when it finishes. */
  readonly removes?: true;
}

interface ColumnFacts<Row> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Takes what is left of the width; at most a few columns should. */
  readonly grow?: true;
  /** Cells at least; by default as wide as title and values need, within bounds. */
  readonly width?: number;
  readonly max?: number;
  /** 1 stays longest; columns drop from the highest number down. Default 1. */
  readonly priority?: 1 | 2 | 3 | 4;
  /** Off until chosen in the column chooser. */
  readonly optional?: true;
  /** What enter on this cell's reference opens. */
  readonly opens?: (row: Row) => Ref | undefined;
}
interface FieldColumn<Row, K extends keyof Row> extends ColumnFacts<Row> {
  readonly field: K;
  readonly id?: never;
  readonly format?: (value: NonNullable<Row[K]>, row: Row, look: Look) => Cell;
}
interface ValueColumn<Row> extends ColumnFacts<Row> {
  readonly id: string;
  readonly field?: never;
  readonly value: (row: Row, look: Look) => Cell;
  /** What the column sorts by, where the shown text does not do. */
  readonly sortBy?: (row: Row, look: Look) => string | number;
}
export type Column<Row> = {[K in keyof Row & string]: FieldColumn<Row, K>}[keyof Row & string] | ValueColumn<Row>;

/** A line of a detail panel. */
export interface Line<Row> {
  readonly title: string;
  /** Absent values read as a dash; what was not loaded reads as unknown. */
  readonly value: (row: Row, look: Look) => Cell | readonly Cell[] | undefined;
  readonly opens?: (row: Row, look: Look) => Ref | undefined;
  /** Masked until asked for, kept out of snapshots. */
  readonly secret?: true;
}
export interface Section<Row> {
  readonly title: string;
  readonly lines: readonly Line<Row>[];
}

/** Views that need more than lines and lists; each names one component. */
export type SpecialView = 'stats' | 'transfer' | 'devices' | 'thread' | 'objects' | 'records';

export type Tab<Row> = {readonly title: string} & (
  | {readonly sections: readonly Section<Row>[]}
  | {
      readonly list: FamilyId;
      readonly params: (row: Row) => PathParams;
      readonly where?: (item: never, row: Row) => boolean;
    }
  | {readonly events: (row: Row) => {readonly type: string; readonly id: RowId}}
  | {readonly view: SpecialView; readonly loads: readonly Load<Row>[]}
);

/** A request that a tab needs; made when the tab is shown, renewed while it stays shown. */
export interface Load<Row> {
  /** Operation ID. */
  readonly operation: string;
  readonly params: (row: Row) => PathParams;
  /** Seconds after which the answer is old. */
  readonly every: number;
}

// Forms -------------------------------------------------------------------------------------------------------------

interface InputFacts<T, Row> {
  readonly title: string;
  readonly help?: string;
  /** The value the form opens with; by default the row's own, then the API's default. */
  readonly initial?: (row: Row | undefined, look: Look) => T | undefined;
  /** Hidden, and not sent, while this says no. */
  readonly when?: (values: Readonly<Record<string, unknown>>, row: Row | undefined) => boolean;
}

/** Offers the rows of a family; `unless` gives the reason why a candidate cannot be taken, and dims it. */
export interface PickFrom<Row, F extends FamilyId = FamilyId> {
  readonly from: F;
  readonly params?: (values: Readonly<Record<string, unknown>>, row: Row | undefined) => PathParams | undefined;
  readonly unless?: (
    candidate: RowOf<F>,
    values: Readonly<Record<string, unknown>>,
    row: Row | undefined,
  ) => string | undefined;
}
type AnyPick<Row> = {[F in FamilyId]: PickFrom<Row, F>}[FamilyId];

type TextInput = {readonly input: 'text' | 'secret' | 'multiline'};
type ChoiceInput<T> = {readonly input: 'choice'; readonly labels?: Partial<Record<T & string, string>>};

/** The input for a body field, by the field's type. Bounds, choices, defaults and units come from the contract. */
export type Input<T, Row> = InputFacts<T, Row> &
  (T extends boolean
    ? {readonly input: 'toggle'}
    : T extends number
      ? {readonly input: 'number'} | ({readonly input: 'pick'} & AnyPick<Row>)
      : T extends string
        ? TextInput | ChoiceInput<T> | ({readonly input: 'pick'} & AnyPick<Row>)
        : T extends readonly (infer I)[]
          ? I extends string | number
            ? {readonly input: 'tags' | 'lines'} | ({readonly input: 'pickMany'} & AnyPick<Row>)
            :
                | {readonly input: 'json'}
                | {readonly input: 'rows'; readonly of: {readonly [K in keyof I]?: AnyInput<Row>}}
          : T extends object
            ?
                | {readonly input: 'group'; readonly of: {readonly [K in keyof T]?: AnyInput<Row>}}
                | {readonly input: 'json' | 'devices'}
            : never);

/** An input whose value type is not followed further: inside groups and rows, and wherever a form is drawn. */
export type AnyInput<Row = AnyRow> = InputFacts<unknown, Row> & {
  readonly input:
    | 'text'
    | 'secret'
    | 'multiline'
    | 'choice'
    | 'toggle'
    | 'number'
    | 'pick'
    | 'pickMany'
    | 'tags'
    | 'lines'
    | 'rows'
    | 'group'
    | 'json'
    | 'devices';
  readonly labels?: Readonly<Record<string, string>>;
  readonly of?: Readonly<Record<string, AnyInput<Row>>>;
  readonly from?: FamilyId;
  readonly params?: (values: Readonly<Record<string, unknown>>, row: Row | undefined) => PathParams | undefined;
  readonly unless?: (
    candidate: AnyRow,
    values: Readonly<Record<string, unknown>>,
    row: Row | undefined,
  ) => string | undefined;
};

/** One input per body field; what the body requires, the form must have. */
export type FormOf<B, Row> = {readonly [K in keyof B]: Input<NonNullable<B[K]>, Row>};

// Actions -----------------------------------------------------------------------------------------------------------

/** How a change is confirmed, in proportion to what it does. */
export type Confirm =
  | 'none'
  /** Reversible: enter. */
  | 'ask'
  /** Destructive: the label, or for what cannot be undone at account level the account's name, is typed. */
  | {readonly typing: 'label' | 'account'};

type NeedsForm<E extends Endpoint> = Body<E> extends undefined ? false : true;

export type Action<E extends Endpoint, Row> = {
  /** With an ellipsis when a form follows: "Attach…". */
  readonly title: string;
  /** Key in the action menu and, where free, in the list itself. */
  readonly key?: string;
  /** Why it cannot be done to this row now; the same words dim the hint and answer the key. */
  readonly unless?: (row: Row, look: Look) => string | undefined;
  readonly confirm?: Confirm;
  /** What it does that the request does not show: "stops billing; the data is gone". */
  readonly warns?: (row: Row, look: Look) => string | undefined;
  /** The action that takes it back, in the same family. */
  readonly undo?: string;
  /** The event whose end settles it. */
  readonly tracks?: KnownAction;
  /** The status word while it is pending: "attaching". */
  readonly busy?: string;
  /** What the row is expected to become at once. */
  readonly expects?: (row: Row, body: Body<E>) => Partial<Row>;
  /** Families to read again when it succeeded, where no event says so. */
  readonly refresh?: readonly FamilyId[];
} & (keyof Params<E> extends never ? {readonly params?: never} : {readonly params: (row: Row) => Params<E>}) &
  (NeedsForm<E> extends true ? {readonly form: FormOf<NonNullable<Body<E>>, Row>} : {readonly form?: never});

type ChangeIn<G> = {
  [K in keyof G]: G[K] extends Endpoint ? (G[K]['method'] extends 'GET' ? never : K) : never;
}[keyof G];

/** Every changing endpoint of the group has its action; none can be forgotten. */
export type Actions<G, Row> = {
  readonly [K in ChangeIn<G> & string]: G[K] extends Endpoint ? Action<G[K], Row> | Elsewhere : never;
};
/** The endpoint is offered by another family; named so that the reader finds it. */
export interface Elsewhere {
  readonly elsewhere: string;
}

// The family --------------------------------------------------------------------------------------------------------

export type SidebarGroup =
  | 'overview'
  | 'compute'
  | 'storage'
  | 'network'
  | 'databases'
  | 'monitoring'
  | 'support'
  | 'account'
  | 'catalogue';

export interface FamilySpec<F extends FamilyId, P extends string> {
  /** Plural, as shown: "Volumes". */
  readonly title: string;
  /** Singular, as in sentences: "Volume". */
  readonly one: string;
  /** Place in the sidebar; a family without one is reached through its parent. */
  readonly group?: SidebarGroup;
  /** Further names on the command line. */
  readonly aliases?: readonly string[];
  /** Identity of a row; by default `id`. */
  readonly key?: (row: RowOf<F>) => RowId;
  readonly label: (row: RowOf<F>) => string;
  /** Entity type in events, where the family has events. */
  readonly entity?: string;
  /** Prefixes of the event actions that this family gives meaning to. */
  readonly events?: readonly P[];
  readonly onEvent?: {readonly [A in ActionsWith<P>]: EventMeaning};
  /** Condition of a row: its glyph, tone and word; also what counts as a problem. */
  readonly state?: (row: RowOf<F>, look: Look) => State;
  readonly columns: readonly Column<RowOf<F>>[];
  /** Column ID to sort by at first; `-` before it for descending. The API's order without. */
  readonly sort?: string;
  readonly detail: readonly Tab<RowOf<F>>[];
  readonly actions: Actions<GroupOf<F>, RowOf<F>>;
  /** Seconds between full reads that catch what events miss; catalogues change rarely. */
  readonly reconcile?: number;
  /** Text a filter should find beside the shown columns. */
  readonly search?: (row: RowOf<F>) => string;
}

/** A row of any family, as the generic rooms see it. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** An action of any family, or the place where it is offered instead. */
export interface AnyAction {
  readonly title?: string;
  readonly elsewhere?: string;
  readonly key?: string;
  readonly unless?: (row: AnyRow, look: Look) => string | undefined;
  readonly confirm?: Confirm;
  readonly warns?: (row: AnyRow, look: Look) => string | undefined;
  readonly undo?: string;
  readonly tracks?: string;
  readonly busy?: string;
  readonly expects?: (row: AnyRow, body: unknown) => AnyRow;
  readonly refresh?: readonly FamilyId[];
  readonly params?: (row: AnyRow) => PathParams;
  readonly form?: Readonly<Record<string, AnyInput>>;
}

/** A family with its row type forgotten: what the store, the screens and the command line work with. */
export interface Family {
  readonly id: FamilyId;
  /** The short name: the last part of the ID. */
  readonly name: string;
  readonly title: string;
  readonly one: string;
  readonly group?: SidebarGroup;
  readonly aliases: readonly string[];
  readonly key: (row: AnyRow) => RowId;
  readonly label: (row: AnyRow) => string;
  readonly entity?: string;
  readonly events: readonly string[];
  readonly onEvent: Readonly<Record<string, EventMeaning>>;
  readonly state?: (row: AnyRow, look: Look) => State;
  readonly columns: readonly Column<AnyRow>[];
  readonly sort?: string;
  readonly detail: readonly Tab<AnyRow>[];
  readonly actions: Readonly<Record<string, AnyAction>>;
  /** Seconds between full reads. */
  readonly reconcile: number;
  readonly search?: (row: AnyRow) => string;
}

/** Checks a family against the contract, fills in the defaults, and forgets its row type: the only cast there is. */
export function defineFamily<const F extends FamilyId, const P extends string = never>(
  id: F,
  spec: FamilySpec<F, P>,
): Family {
  return {
    aliases: [],
    events: [],
    onEvent: {},
    reconcile: 600,
    key: (row: AnyRow) => row['id'] as RowId,
    ...spec,
    id,
    name: id.slice(id.lastIndexOf('.') + 1),
  } as unknown as Family;
}

/** What identifies a column: its field's name, or its own ID. */
export const columnId = (column: Column<AnyRow>): string => column.field ?? column.id ?? '';
