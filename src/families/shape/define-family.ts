/**
 * A family as data: the display and the actions of a resource type, without React and without requests.
 *
 * A family has the name of its contract group (`volumes`, `account.events`, `instances.configs`). Everything is typed
 * by that group: a wrong column key, a formatter of the wrong type, a missing form field, action or event is a type
 * error. Contract imports are types only, because the console paints before the contract loads.
 *
 * More than 300 lines: the types of a family refer to each other.
 */
import type {Endpoint, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {WirePosition} from '../../contract/schema/field.ts';
import type {State} from '../format/cells.ts';
import type {
  Actions,
  AdoptedActions,
  AnyAction,
  AnyBorrowedAction,
  BorrowedAction,
  PresignedAction,
  QuickAction,
} from './actions.ts';
import {fieldValue} from './column.ts';
import type {AnyColumn, AnyFieldColumn, AnyTab, Column, Tab} from './columns-and-tabs.ts';
import type {DerivedRows} from './derived-rows.ts';
import type {ListText} from './list-text.ts';
import type {
  ActionsWith,
  AnyRow,
  EntityType,
  FamilyId,
  GroupOf,
  ListParamsOf,
  ListRef,
  Lookup,
  PartSources,
  PathParams,
  Ref,
  RowId,
  RowOf,
  SingleId,
  SourceOf,
} from './resource.ts';

export type {AnyAction, AnyBorrowedAction, FileTransfer, RevealedValue} from './actions.ts';
export type {
  AnyColumn,
  AnyFieldColumn,
  AnyTab,
  Column,
  Line,
  ReadOperation,
  Section,
  SpecialView,
  Tab,
} from './columns-and-tabs.ts';
export type {AnyInput, AnyPickerSource, FormContext} from './forms.ts';
export type {ListText, TextStep} from './list-text.ts';
export type {
  ActionsWith,
  AnyRow,
  EntityType,
  FamilyId,
  KnownAction,
  ListParamsOf,
  ListRef,
  Lookup,
  PathParams,
  Ref,
  RowId,
  RowOf,
} from './resource.ts';

/**
 * The meaning of an event for its entity: the sentence in three tenses, and the lists to read again.
 *
 * `{entity}` and `{secondary}` are placeholders for the names of the entities. A part in square brackets is dropped if
 * its placeholder has no name.
 */
export interface EventMeaning {
  /** While the event runs: "{entity} is booting". */
  readonly doing: string;
  /** The sentence of a finished event: "{entity} was attached[ to {secondary}]". */
  readonly done: string;
  /** "{entity} failed to boot" */
  readonly failed: string;
  /** The word in the row's status while the event runs: "booting". */
  readonly busyWord?: string;
  /** Families with rows, besides the entity itself, that are out of date after the event. */
  readonly invalidates?: readonly FamilyId[];
  /** True if the entity is deleted when the operation finishes. */
  readonly isDeletion?: true;
  /** The word for the condition of the entity, if the event reports a problem: "low disk space". */
  readonly alarm?: string;
}

export type SidebarGroup =
  | 'overview'
  | 'compute'
  | 'storage'
  | 'network'
  | 'databases'
  | 'monitoring'
  | 'support'
  | 'account'
  | 'catalog'
  | 'more';

/** The resource of another family that a row represents, and its row if this list contains it completely. */
interface ResourceLink<Row extends object> {
  readonly ref: Ref;
  readonly row?: Row;
}

interface FamilyFacts {
  /** The plural, as shown: "Volumes". */
  readonly title: string;
  /** The singular, as in sentences: "Volume". */
  readonly one: string;
  /** The group in the sidebar; a family without a group is opened from its parent. */
  readonly group?: SidebarGroup;
  /** The name in the sidebar, if it differs from the title: "Object Storage" for the buckets. */
  readonly entry?: string;
  /** True if its rows have fields of the resources that they represent: the newest read of either is valid for both. */
  readonly sharesFields?: true;
  /** True if only the API of today has it: the sidebar shows it after its list was read. */
  readonly today?: true;
  /** True for a family that is not in the sidebar, but can be opened by its name: a list without a parent. */
  readonly byName?: true;
  /**
   * True if pickers show label and ID: plans of several generations share a name, and invoices and scripts show the ID.
   */
  readonly withId?: true;
  /** The position of the row's identifier in the contract, if a provider may spell it differently. */
  readonly identifier?: WirePosition;
  /** True if some other names of its rows are plain numbers, like IDs. */
  readonly numbered?: true;
  /** The entity type in events, if the family has events. */
  readonly entity?: EntityType;
  /** The field whose value must be unique in an account: a name. */
  readonly unique?: string;
  /** The ID of the column for the initial sort, with `-` before it for descending; absent for the API's order. */
  readonly sort?: string;
}

/** With prefixes, every known event action that starts with one of them must have a meaning. */
type EventMeanings<P extends string> = [P] extends [never]
  ? {readonly events?: never; readonly onEvent?: never}
  : {
      /** Prefixes of the event actions whose meanings this family defines. */
      readonly events: readonly P[];
      readonly onEvent: {readonly [A in ActionsWith<P>]: EventMeaning};
    };

/** The source of the rows, if it isn't the pages of a list. */
type Source<F extends FamilyId> = (F extends keyof PartSources
  ? {
      /** The ID of the list whose rows contain these rows. */
      readonly within: PartSources[F]['id'];
      readonly readOperation?: never;
    }
  : GroupOf<F> extends {readonly list: Endpoint}
    ? {readonly readOperation?: never}
    : {
        /** For a family without a list: the operation that returns the row. */
        readonly readOperation: 'get';
      }) &
  (F extends SingleId
    ? {
        /** For a family with a single row, which is identified by the family's name. */
        readonly single: true;
      }
    : {readonly single?: never}) &
  (F extends keyof DerivedRows
    ? {
        /** The rows in the response. */
        readonly rows: (response: ResponseBody<SourceOf<F>>) => readonly RowOf<F>[];
      } & Single<F>
    : {readonly rows?: never; readonly row?: never});

/** For a family with derived rows whose single response lacks parts of a row: converts that response. */
type Single<F extends FamilyId> =
  GroupOf<F> extends {readonly list: Endpoint; readonly get: infer E extends Endpoint}
    ? ResponseBody<E> extends RowOf<F>
      ? {readonly row?: never}
      : {readonly row: (response: ResponseBody<E>, params: ListParamsOf<F>) => RowOf<F>}
    : {readonly row?: never};

type IsSingle<F extends FamilyId> = F extends SingleId ? true : false;

/** Facts of a family's rows, with or without the type of the row. */
interface RowFacts<Row, ListParams, LinkedRow extends object> {
  /** With `lookup`, an identifier in the label has the provider's spelling. */
  readonly label: (row: Row, lookup?: Pick<Lookup, 'spell'>) => string;
  /** Other names of a row on a command line: a port by its number. */
  readonly otherNames?: (row: Row) => readonly string[];
  /** The instances that name a row on a command line, if only one row has them: those of a transfer. */
  readonly namedByInstances?: (row: Row) => readonly number[];
  /** The state of a row: its glyph, tone and word; it also decides which rows are problems. */
  readonly state?: (row: Row, lookup: Lookup, params: ListParams) => State;
  /** Every word of `state` for values of the contract; absent if the words are not fixed. */
  readonly stateWords?: readonly string[];
  /** The whole list as one text that users can edit. */
  readonly text?: ListText<Row, ListParams>;
  /** The target of enter, if it isn't the row's own detail: the entity of an event. */
  readonly link?: (row: Row, lookup: Lookup, params: ListParams) => Ref | undefined;
  /** For rows that are like folders: the list that enter opens. */
  readonly contents?: (row: Row, params: ListParams) => ListRef | undefined;
  /** The list that contains this one; undefined at the top level. */
  readonly container?: (params: ListParams) => ListRef | undefined;
  /** The location in the list's title: "acme-logs/web/". */
  readonly locationText?: (params: ListParams) => string;
  /** Query parameters of every request for the list. */
  readonly query?: PathParams;
  /** For rows that represent resources of another family: enter opens those resources, and their actions apply. */
  readonly represents?: (row: Row, lookup: Lookup, params: ListParams) => ResourceLink<LinkedRow> | undefined;
  /** A text that identifies the row without its columns, in a picker or a search: "g6-nano · $5.00/mo". */
  readonly summary?: (row: Row, lookup: Lookup) => string;
  /** Text that a filter finds in addition to the shown columns. */
  readonly search?: (row: Row, lookup: Lookup) => string;
}

interface SpecFacts<F extends FamilyId> extends FamilyFacts, RowFacts<RowOf<F>, ListParamsOf<F>, object> {
  /** The short name, if the last part of its ID belongs to another family: "databases". */
  readonly name?: string;
  /** Further names on the command line. */
  readonly aliases?: readonly string[];
  /** The key of a row; default: `id`. */
  readonly key?: (row: RowOf<F>) => RowId;
  /** The key in the provider's spelling, if `identifier` doesn't provide it. */
  readonly idText?: (row: RowOf<F>, lookup: Pick<Lookup, 'spell'>) => string;
  readonly columns: readonly Column<RowOf<F>, ListParamsOf<F>>[];
  readonly detail: readonly Tab<RowOf<F>, ListParamsOf<F>>[];
  readonly actions: Actions<GroupOf<F>, RowOf<F>, ListParamsOf<F>, IsSingle<F>>;
  /** Operations outside all families' groups that this family offers, by their IDs. */
  readonly adoptedActions?: AdoptedActions<GroupOf<F>, RowOf<F>, ListParamsOf<F>, IsSingle<F>>;
  /** Actions on a row that a presigned URL performs, by separate names. */
  readonly presignedActions?: Readonly<Record<string, PresignedAction<GroupOf<F>, RowOf<F>, ListParamsOf<F>>>>;
  /** Actions on a row in one key, with preset values. A `Family` has them in `borrowedActions`. */
  readonly quickActions?: Readonly<Record<string, QuickAction<GroupOf<F>, RowOf<F>, ListParamsOf<F>, IsSingle<F>>>>;
  /** Actions of other families that this family also offers. */
  readonly borrowedActions?: Readonly<Record<string, BorrowedAction<RowOf<F>, ListParamsOf<F>>>>;
  /** Seconds between full reads, which find changes without an event; catalogs change rarely. */
  readonly reconcileSeconds?: number;
}

export type FamilySpec<F extends FamilyId, P extends string> = SpecFacts<F> & Source<F> & EventMeanings<P>;

/** A family without its row type, as the store, the screens and the command line use it. */
export interface Family extends FamilyFacts, RowFacts<AnyRow, PathParams, AnyRow> {
  readonly id: FamilyId;
  /** The short name: the last part of the ID, unless the spec sets another. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** The ID of the operation that reads its rows. */
  readonly source: string;
  /** The rows in the response, if it isn't a page. */
  readonly rows?: (response: unknown) => readonly AnyRow[];
  /** The row from the response for a single one, if that response lacks parts of a row. */
  readonly row?: (response: AnyRow, params: PathParams) => AnyRow;
  /** True for a family with a single row. */
  readonly single: boolean;
  readonly key: (row: AnyRow) => RowId;
  readonly events: readonly string[];
  readonly onEvent: Readonly<Record<string, EventMeaning>>;
  readonly columns: readonly AnyColumn[];
  readonly detail: readonly AnyTab[];
  readonly actions: Readonly<Record<string, AnyAction>>;
  /** The borrowed actions and the quick actions of the spec, which the family borrows from itself. */
  readonly borrowedActions: Readonly<Record<string, AnyBorrowedAction>>;
  /** Seconds between full reads. */
  readonly reconcileSeconds: number;
  /** The row with the API's names and identifiers, for all data that leaves the program: see `Lookup.spelled`. */
  readonly spelled: (row: AnyRow, lookup: Lookup) => AnyRow;
  /** The time by the clock of the row's API, milliseconds since 1970. */
  readonly now: (row: AnyRow, lookup: Pick<Lookup, 'now'>) => number;
  /** Identifier of the row, in the provider's spelling. */
  readonly idText: (row: AnyRow, lookup: Pick<Lookup, 'spell'>) => string;
  /** The value of a row in the field of a column, with identifiers in the provider's spelling. */
  readonly valueIn: (column: AnyFieldColumn, row: AnyRow, lookup: Lookup) => unknown;
}

/** Checks a family against the contract, sets the defaults, and drops its row type, which needs a cast. */
export function defineFamily<const F extends FamilyId, const P extends string = never>(
  id: F,
  spec: FamilySpec<F, P>,
): Family {
  const {
    readOperation = 'list',
    within = `${id}.${readOperation}`,
    single = false,
    ...rest
  } = spec as typeof spec & {
    readonly readOperation?: string;
    readonly within?: string;
    readonly single?: boolean;
  };
  const name = spec.name ?? id.slice(id.lastIndexOf('.') + 1);
  const base = {
    aliases: [],
    events: [],
    onEvent: {},
    borrowedActions: {},
    reconcileSeconds: usualReconcileSeconds,
    key: single ? () => name : (row: AnyRow) => row.id as RowId,
    // An empty response means that the row is absent: an unrestricted user has no grants.
    ...(single && {rows: (response: AnyRow | undefined) => (response === undefined ? [] : [response])}),
    ...rest,
    source: within,
    single,
  } as unknown as Family;
  const ownText = spec.idText as Family['idText'] | undefined;
  const idText = (row: AnyRow, lookup: Pick<Lookup, 'spell'>): string => {
    if (ownText) return ownText(row, lookup);
    const key = String(base.key(row));
    return spec.identifier === undefined ? key : lookup.spell(spec.identifier, key, row);
  };
  // Computed at the first use: a command that reads one list needs no actions of other lists.
  let actions: Family['actions'] | undefined;
  let borrowedActions: Family['borrowedActions'] | undefined;
  return {
    ...base,
    spelled: (row, lookup) => lookup.spelled(id, row),
    now: (_, lookup) => lookup.now,
    idText,
    valueIn: fieldValue,
    // Every row needs a name, so a row without a label uses its key.
    label: (row, lookup) => base.label(row, lookup) || `${spec.one} ${lookup ? idText(row, lookup) : base.key(row)}`,
    get actions() {
      actions ??= actionsOf(id, spec, single);
      return actions;
    },
    get borrowedActions() {
      borrowedActions ??= {
        ...quickActionsOf(base, id, spec.quickActions ?? {}),
        ...withListParams(base.borrowedActions, id),
      };
      return borrowedActions;
    },
    id,
    name,
  };
}

type ByName = Readonly<Record<string, object>>;

/** The actions of a family, each with its operation. */
function actionsOf(
  id: FamilyId,
  spec: {readonly actions: ByName; readonly adoptedActions?: ByName; readonly presignedActions?: ByName},
  single: boolean,
): Family['actions'] {
  const actions = [
    ...Object.entries<object>(spec.actions).map(([name, action]) => [name, `${id}.${name}`, action] as const),
    ...Object.entries<object>(spec.adoptedActions ?? {}).map(
      ([operation, action]) => [operation, operation, action] as const,
    ),
  ].map(([name, operation, action]) => [
    name,
    {operation, on: single || 'rowParams' in action ? 'row' : 'list', ...action},
  ]);
  const presignedActions = Object.entries<object>(spec.presignedActions ?? {}).map(([name, signing]) => {
    const {operation, ...action} = signing as {readonly operation: string};
    return [name, {operation: `${id}.${operation}`, on: 'row', ...action}];
  });
  return Object.fromEntries([...actions, ...presignedActions]);
}

/** The usual interval of full reads, seconds: that of lists whose changes events report. */
export const usualReconcileSeconds = 600;

const sameParams = ({params}: {readonly params: PathParams}): PathParams => params;
const withListParams = (borrowedActions: Family['borrowedActions'], id: FamilyId): Family['borrowedActions'] =>
  Object.fromEntries(
    Object.entries(borrowedActions).map(([name, one]) => [
      name,
      one.family === id ? {listParams: sameParams, ...one} : one,
    ]),
  );

/** A quick action is an action that the family borrows from itself, for the current row. */
const quickActionsOf = (family: Family, id: FamilyId, quick: object): Record<string, AnyBorrowedAction> =>
  Object.fromEntries(
    Object.entries(quick as Record<string, Omit<AnyBorrowedAction, 'on' | 'family' | 'target' | 'listParams'>>).map(
      ([name, one]) => [
        name,
        {
          ...one,
          on: 'row',
          family: id,
          listParams: sameParams,
          target: ({row}) => row && family.key(row),
          unless: context => family.actions[one.action]?.unless?.(context) ?? one.unless?.(context),
        } satisfies AnyBorrowedAction,
      ],
    ),
  );

/** The ID of a column: its field's name, or its own ID. */
export const columnId = (column: AnyColumn): string => column.field ?? column.id;

/**
 * True for a finite list in the sidebar: the overview counts it, and its rows can be watched. That excludes events and
 * lists that only inform.
 */
export const isCounted = ({group, id}: Family): boolean =>
  group !== undefined && group !== 'more' && id !== 'account.events';
