/**
 * The types of a family’s columns, and of the lines and tabs of its details. Shared columns and lines are in
 * `standard.ts`; age and prices are in `column.ts`.
 */

import type {Contract} from '../../contract/index.ts';
import type {Endpoint, Params, Query, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {WirePosition} from '../../contract/schema/field.ts';
import type {Cell} from '../format/cells.ts';
import type {QuantityKind, ValueKind} from '../format/quantities.ts';
import type {
  AnyRow,
  EntityType,
  FamilyId,
  GroupOf,
  ListParamsOf,
  Lookup,
  PathParams,
  Ref,
  RowId,
  RowOf,
  SampleValues,
} from './resource.ts';

/** An additional request for each visible row, sent rarely and with the lowest priority; columns can share it. */
export interface Sample<Row, ListParams = PathParams> {
  readonly operation: ReadOperation;
  readonly params: (row: Row, params: ListParams) => PathParams;
  /** @throws for a response of another form; the column then stays empty */
  readonly take: (response: unknown) => SampleValues;
}

/** A sample of any family’s rows. */
export type AnySample = Sample<AnyRow>;

interface ColumnFacts<Row, ListParams> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Takes the remaining width; only a few columns of a family should. */
  readonly grow?: true;
  /** The minimum width in cells; default: the width of title and values, within bounds. */
  readonly width?: number;
  readonly max?: number;
  /** Columns with 1 are hidden last, those with the highest number first. Default 1. */
  readonly priority?: 1 | 2 | 3 | 4;
  /**
   * Hidden until the user chooses the column. A word in a filter finds the text or number of an optional `field`, but
   * not of an optional `value`.
   */
  readonly optional?: true;
  /** Shows the row's state: the painter writes the glyph before the word, and the word of a pending change instead. */
  readonly state?: true;
  /** An additional source of the cells besides the row; only for optional columns, because it needs requests. */
  readonly sample?: Sample<Row, ListParams>;
  /**
   * The comparison of the column's values in filters. A field has the contract’s kind, any other column is text by
   * default.
   */
  readonly kind?: ValueKind;
  /** The value of the cell in the API’s unit, for comparing and sorting. Null is absent, undefined is unknown. */
  readonly measure?: (row: Row, lookup: Lookup, params: ListParams) => MeasuredValue;
  /** The sort key of the column, if neither the value nor the text is suitable. */
  readonly sortBy?: (row: Row, lookup: Lookup, params: ListParams) => string | number;
  /** The target of enter on this cell's reference. */
  readonly link?: (row: Row, lookup: Lookup, params: ListParams) => Ref | undefined;
}
/** A value that filters compare: a number, or a text with an order, such as a date. */
export type MeasuredValue = string | number | null | undefined;

interface FieldColumn<Row, ListParams, K extends keyof Row> extends ColumnFacts<Row, ListParams> {
  /** A field that only today's API has needs `format`; if the field is missing, the cell is `?`. */
  readonly field: K;
  readonly id?: never;
  /**
   * The position in the contract, if a provider may spell the value differently: it is shown, searched and sorted in
   * that spelling.
   */
  readonly identifier?: WirePosition;
  readonly format?: (value: NonNullable<Row[K]>, row: Row, lookup: Lookup, params: ListParams) => Cell;
}
interface ComputedColumn<Row, ListParams> extends ColumnFacts<Row, ListParams> {
  readonly id: string;
  readonly field?: never;
  readonly value: (row: Row, lookup: Lookup, params: ListParams) => Cell;
}
/** A column that is compared as a quantity must provide the value to compare. */
type ValueColumn<Row, ListParams> = ComputedColumn<Row, ListParams> &
  (
    | {readonly kind?: Exclude<ValueKind, QuantityKind>; readonly measure?: never}
    | {readonly kind: QuantityKind; readonly measure: (row: Row, lookup: Lookup, params: ListParams) => MeasuredValue}
  );
/** Lists and objects have no text, so their column must format it. */
interface FormattedColumn<Row, ListParams, K extends keyof Row> extends FieldColumn<Row, ListParams, K> {
  readonly format: NonNullable<FieldColumn<Row, ListParams, K>['format']>;
}
type ColumnOf<Row, ListParams, K extends keyof Row> = Row[K] extends string | number | boolean | null
  ? FieldColumn<Row, ListParams, K>
  : FormattedColumn<Row, ListParams, K>;

export type Column<Row, ListParams = PathParams> =
  | {[K in keyof Row & string]: ColumnOf<Row, ListParams, K>}[keyof Row & string]
  | ValueColumn<Row, ListParams>;

/** A column of any family. */
export type AnyColumn = AnyFieldColumn | ValueColumn<AnyRow, PathParams>;
export type AnyFieldColumn = FieldColumn<AnyRow, PathParams, string>;

/** A line of a detail panel. */
export interface Line<Row, ListParams = PathParams> {
  readonly title: string;
  /**
   * The cell of null and empty values is a dash; undefined, a value that was not read, is shown as unknown. Several
   * cells are drawn side by side; the cells of a sentence contain their spaces.
   */
  readonly value: (row: Row, lookup: Lookup, params: ListParams) => Cell | readonly Cell[] | null | undefined;
  readonly link?: (row: Row, lookup: Lookup, params: ListParams) => Ref | undefined;
  /** The targets of several cells, in order: the cells are then shown one below the other. */
  readonly links?: (row: Row, lookup: Lookup, params: ListParams) => readonly (Ref | undefined)[];
  /** False omits the line. */
  readonly isVisible?: (row: Row, lookup: Lookup, params: ListParams) => boolean;
  /** Masked until the user reveals it, and not in snapshots. */
  readonly secret?: true;
}
export interface Section<Row, ListParams = PathParams> {
  readonly title: string;
  readonly lines: readonly Line<Row, ListParams>[];
}

/** Views that are more than lines and lists; each names a component. */
export type SpecialView = 'stats' | 'transfer' | 'picture' | 'devices' | 'records';

type OperationsIn<G, P extends string = ''> = {
  [K in keyof G & string]: G[K] extends Endpoint
    ? G[K]['method'] extends 'GET'
      ? `${P}${K}`
      : never
    : OperationsIn<G[K], `${P}${K}.`>;
}[keyof G & string];
/** A reading operation by its ID: `instances.stats.get`. */
export type ReadOperation = OperationsIn<Contract>;

/** A request that a tab needs: sent when the tab is opened, and repeated while it is visible. */
export interface TabRequest<Row, ListParams = PathParams> {
  readonly operation: ReadOperation;
  readonly params: (row: Row, params: ListParams) => PathParams;
  /** The number of seconds after which the response is out of date. */
  readonly refreshSeconds: number;
}

/** Text shown line by line: a script, a zone file. */
type TextOf<Row, ListParams> = (row: Row, lookup: Lookup, params: ListParams) => string | null | undefined;

interface SectionsTab<Row, ListParams> {
  readonly sections: readonly Section<Row, ListParams>[];
}
interface TextTab<Row, ListParams> {
  readonly text: TextOf<Row, ListParams>;
  /** The language of the text, for syntax colors. */
  readonly language?: 'script' | 'zone';
  /** Masked until the user reveals it. */
  readonly secret?: true;
  /** The field with this text, which an editor opens alone. */
  readonly edits?: string;
}
/** The required parameters of the query. */
type RequiredQuery<E extends Endpoint> = E['spec'] extends {readonly query: object} ? Query<E> : unknown;
/**
 * The response to an additional request, as lines or as text: sent when the tab is opened, and repeated while it is
 * visible.
 */
type ResponseTab<O extends ReadOperation, Row, ListParams> =
  GroupOf<O> extends infer E extends Endpoint
    ? {
        readonly operation: O;
        readonly params: (row: Row, params: ListParams) => Params<E> & RequiredQuery<E>;
        /** The number of seconds after which the response is out of date. */
        readonly refreshSeconds: number;
        readonly content: SectionsTab<ResponseBody<E>, ListParams> | TextTab<ResponseBody<E>, ListParams>;
        /** The text for a response without content (HTTP 204), and in place of an empty text. */
        readonly emptyText?: string;
      }
    : never;
interface EventsTab<Row, ListParams> {
  readonly events: (row: Row, params: ListParams) => {readonly type: EntityType; readonly id: RowId};
}
/** Charts of the metrics that a monitored service has for the row. */
interface MetricsTab<Row> {
  /** The service: `dbaas`. */
  readonly metricsOf: string;
  /** The ID of the resource. */
  readonly entity: (row: Row) => number;
}
interface ViewTab<Row, ListParams> {
  readonly view: SpecialView;
  readonly requests: readonly TabRequest<Row, ListParams>[];
}
/** The child rows of each item in a list, below it: the nodes of a port. */
interface ChildList<C extends FamilyId, Item, ListParams> {
  readonly list: C;
  readonly params: (item: Item, params: ListParams) => ListParamsOf<C>;
}
interface ListTabFacts<F extends FamilyId, Item, ItemParams, Row, ListParams> {
  readonly list: F;
  readonly params: (row: Row, params: ListParams) => ItemParams;
  readonly filter?: (item: Item, row: Row) => boolean;
  /** Initial values in the form of a new item, so that the item belongs to this list. */
  readonly initialValues?: (row: Row) => Partial<Item>;
  /** A text from the row about the list as a whole, beside its heading. */
  readonly headingNote?: (row: Row) => Cell;
  /** The heading of an item's group, in a list with headings. */
  readonly groupHeading?: (item: Item) => string;
  /** Shows a conversation that starts with the row: texts with author and time, the newest at the end. */
  readonly layout?: 'thread';
}
interface ListTab<F extends FamilyId, Row, ListParams>
  extends ListTabFacts<F, RowOf<F>, ListParamsOf<F>, Row, ListParams> {
  /** Shows the list as a tree of two levels. */
  readonly childList?: {[C in Extract<FamilyId, `${F}.${string}`>]: ChildList<C, RowOf<F>, ListParamsOf<F>>}[Extract<
    FamilyId,
    `${F}.${string}`
  >];
}
interface TabFacts<Row, ListParams> {
  readonly title: string;
  /** The reason why the tab is empty now; it then sends no request. */
  readonly unless?: (row: Row, lookup: Lookup, params: ListParams) => string | undefined;
}
export type Tab<Row, ListParams = PathParams> = TabFacts<Row, ListParams> &
  (
    | SectionsTab<Row, ListParams>
    | TextTab<Row, ListParams>
    | EventsTab<Row, ListParams>
    | ViewTab<Row, ListParams>
    | MetricsTab<Row>
    | {[O in ReadOperation]: ResponseTab<O, Row, ListParams>}[ReadOperation]
    | {[F in FamilyId]: ListTab<F, Row, ListParams>}[FamilyId]
  );

/** A tab of any family. */
export type AnyTab = TabFacts<AnyRow, PathParams> &
  (
    | SectionsTab<AnyRow, PathParams>
    | TextTab<AnyRow, PathParams>
    | {
        readonly operation: ReadOperation;
        readonly params: (row: AnyRow, params: PathParams) => PathParams;
        readonly refreshSeconds: number;
        readonly content: SectionsTab<AnyRow, PathParams> | TextTab<AnyRow, PathParams>;
        readonly emptyText?: string;
      }
    | EventsTab<AnyRow, PathParams>
    | ViewTab<AnyRow, PathParams>
    | MetricsTab<AnyRow>
    | (ListTabFacts<FamilyId, AnyRow, PathParams, AnyRow, PathParams> & {
        readonly childList?: ChildList<FamilyId, AnyRow, PathParams>;
      })
  );
