/**
 * The types of a family’s columns, and of the lines and tabs of its details. Columns and lines that families share are in
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
export interface Sample<Row, At = PathParams> {
  readonly operation: ReadOperation;
  readonly params: (row: Row, at: At) => PathParams;
  /** @throws for an answer of another form; the column then stays empty */
  readonly take: (answer: unknown) => SampleValues;
}

/** A sample of any family’s rows. */
export type AnySample = Sample<AnyRow>;

interface ColumnFacts<Row, At> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Takes the remaining width; at most a few columns should. */
  readonly grow?: true;
  /** Cells at least; by default as wide as title and values need, within bounds. */
  readonly width?: number;
  readonly max?: number;
  /** 1 stays longest; columns drop from the highest number down. Default 1. */
  readonly priority?: 1 | 2 | 3 | 4;
  /**
   * Off until chosen in the column chooser. A word in a filter finds the text or number of an optional `field`, but not that
   * of an optional `value`.
   */
  readonly optional?: true;
  /** Shows the row's state: the painter puts the glyph before the word, and a pending change's word in its place. */
  readonly state?: true;
  /** Additional source of its cells besides the row; for optional columns only, because it costs requests. */
  readonly sample?: Sample<Row, At>;
  /**
   * Comparison of the column's values in filters. A field is of the contract’s kind, any other column is text by
   * default.
   */
  readonly kind?: ValueKind;
  /** The value behind the cell, in the API’s unit: for comparing and sorting. Null is absent, undefined is unknown. */
  readonly measure?: (row: Row, lookup: Lookup, at: At) => MeasuredValue;
  /** Sort key of the column, if neither the value nor the text serves. */
  readonly sortBy?: (row: Row, lookup: Lookup, at: At) => string | number;
  /** Target of enter on this cell's reference. */
  readonly link?: (row: Row, lookup: Lookup, at: At) => Ref | undefined;
}
/** A value that filters compare: a number, or a text with an order, such as a date. */
export type MeasuredValue = string | number | null | undefined;

interface FieldColumn<Row, At, K extends keyof Row> extends ColumnFacts<Row, At> {
  /** A field that only today's API has needs `format`; where it is missing, the cell is `?`. */
  readonly field: K;
  readonly id?: never;
  /**
   * Position in the contract, when a provider may spell the value in its own way: shown, found and sorted in that
   * spelling.
   */
  readonly identifier?: WirePosition;
  readonly format?: (value: NonNullable<Row[K]>, row: Row, lookup: Lookup, at: At) => Cell;
}
interface ComputedColumn<Row, At> extends ColumnFacts<Row, At> {
  readonly id: string;
  readonly field?: never;
  readonly value: (row: Row, lookup: Lookup, at: At) => Cell;
}
/** A column that is compared as a quantity supplies the value to compare. */
type ValueColumn<Row, At> = ComputedColumn<Row, At> &
  (
    | {readonly kind?: Exclude<ValueKind, QuantityKind>; readonly measure?: never}
    | {readonly kind: QuantityKind; readonly measure: (row: Row, lookup: Lookup, at: At) => MeasuredValue}
  );
/** Lists and objects have no text of their own: their column must supply it. */
interface FormattedColumn<Row, At, K extends keyof Row> extends FieldColumn<Row, At, K> {
  readonly format: NonNullable<FieldColumn<Row, At, K>['format']>;
}
type ColumnOf<Row, At, K extends keyof Row> = Row[K] extends string | number | boolean | null
  ? FieldColumn<Row, At, K>
  : FormattedColumn<Row, At, K>;

export type Column<Row, At = PathParams> =
  | {[K in keyof Row & string]: ColumnOf<Row, At, K>}[keyof Row & string]
  | ValueColumn<Row, At>;

/** A column of any family. */
export type AnyColumn = AnyFieldColumn | ValueColumn<AnyRow, PathParams>;
export type AnyFieldColumn = FieldColumn<AnyRow, PathParams, string>;

/** A line of a detail panel. */
export interface Line<Row, At = PathParams> {
  readonly title: string;
  /**
   * Null and empty read as a dash; undefined, a value that was not read, reads as unknown. Several cells are drawn side
   * by side; those of a sentence bring their own spaces.
   */
  readonly value: (row: Row, lookup: Lookup, at: At) => Cell | readonly Cell[] | null | undefined;
  readonly link?: (row: Row, lookup: Lookup, at: At) => Ref | undefined;
  /** Targets of several cells, in their order: the cells stand below each other then. */
  readonly links?: (row: Row, lookup: Lookup, at: At) => readonly (Ref | undefined)[];
  /** False leaves the line out. */
  readonly isVisible?: (row: Row, lookup: Lookup, at: At) => boolean;
  /** Masked until the user reveals it, kept out of snapshots. */
  readonly secret?: true;
}
export interface Section<Row, At = PathParams> {
  readonly title: string;
  readonly lines: readonly Line<Row, At>[];
}

/** Views that need more than lines and lists; each names one component. */
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

/** A request that a tab needs; sent when the tab is shown, and again while it stays shown. */
export interface TabRequest<Row, At = PathParams> {
  readonly operation: ReadOperation;
  readonly params: (row: Row, at: At) => PathParams;
  /** Seconds after which the answer is old. */
  readonly refreshSeconds: number;
}

/** Text as it is written, line by line: a script, a zone file. */
type TextOf<Row, At> = (row: Row, lookup: Lookup, at: At) => string | null | undefined;

interface SectionsTab<Row, At> {
  readonly sections: readonly Section<Row, At>[];
}
interface TextTab<Row, At> {
  readonly text: TextOf<Row, At>;
  /** Language of the text, for syntax colors. */
  readonly language?: 'script' | 'zone';
  /** Masked until the user reveals it. */
  readonly secret?: true;
  /** The field that the text is: an editor opens on it alone. */
  readonly edits?: string;
}
/** Required parameters of the query. */
type RequiredQuery<E extends Endpoint> = E['spec'] extends {readonly query: object} ? Query<E> : unknown;
/**
 * The answer to an additional request, as lines or as text; sent when the tab is shown, and again while it stays shown.
 */
type ResponseTab<O extends ReadOperation, Row, At> =
  GroupOf<O> extends infer E extends Endpoint
    ? {
        readonly operation: O;
        readonly params: (row: Row, at: At) => Params<E> & RequiredQuery<E>;
        /** Seconds after which the answer is old. */
        readonly refreshSeconds: number;
        readonly content: SectionsTab<ResponseBody<E>, At> | TextTab<ResponseBody<E>, At>;
        /** Text in place of an answer without content (HTTP 204). */
        readonly emptyText?: string;
      }
    : never;
interface EventsTab<Row, At> {
  readonly events: (row: Row, at: At) => {readonly type: EntityType; readonly id: RowId};
}
/** Charts of the metrics that a monitored service has about the row. */
interface MetricsTab<Row> {
  /** The service: `dbaas`. */
  readonly metricsOf: string;
  /** The number of the resource. */
  readonly entity: (row: Row) => number;
}
interface ViewTab<Row, At> {
  readonly view: SpecialView;
  readonly requests: readonly TabRequest<Row, At>[];
}
/** Child rows of each item in a list, drawn beneath it: the nodes of a port. */
interface ChildList<C extends FamilyId, Item, At> {
  readonly list: C;
  readonly params: (item: Item, at: At) => ListParamsOf<C>;
}
interface ListTab<F extends FamilyId, Row, At> {
  readonly list: F;
  readonly params: (row: Row, at: At) => ListParamsOf<F>;
  readonly filter?: (item: RowOf<F>, row: Row) => boolean;
  /** Initial values in the form of a new item, so that the item belongs to this list. */
  readonly initialValues?: (row: Row) => Partial<RowOf<F>>;
  /** Text of the row about the list as a whole, beside its heading. */
  readonly headingNote?: (row: Row) => Cell;
  /** The heading of an item, in a list with headings. */
  readonly groupHeading?: (item: RowOf<F>) => string;
  /** As a conversation that starts with the row: texts with author and time, the newest at the end. */
  readonly layout?: 'thread';
  /** Shows the list as a tree of two levels. */
  readonly childList?: {[C in Extract<FamilyId, `${F}.${string}`>]: ChildList<C, RowOf<F>, ListParamsOf<F>>}[Extract<
    FamilyId,
    `${F}.${string}`
  >];
}
interface TabFacts<Row, At> {
  readonly title: string;
  /** Reason why the tab is empty now; it then sends no request. */
  readonly unless?: (row: Row, lookup: Lookup, at: At) => string | undefined;
}
export type Tab<Row, At = PathParams> = TabFacts<Row, At> &
  (
    | SectionsTab<Row, At>
    | TextTab<Row, At>
    | EventsTab<Row, At>
    | ViewTab<Row, At>
    | MetricsTab<Row>
    | {[O in ReadOperation]: ResponseTab<O, Row, At>}[ReadOperation]
    | {[F in FamilyId]: ListTab<F, Row, At>}[FamilyId]
  );

/** A tab of any family. */
export type AnyTab = TabFacts<AnyRow, PathParams> &
  (
    | SectionsTab<AnyRow, PathParams>
    | TextTab<AnyRow, PathParams>
    | {
        readonly operation: ReadOperation;
        readonly params: (row: AnyRow, at: PathParams) => PathParams;
        readonly refreshSeconds: number;
        readonly content: SectionsTab<AnyRow, PathParams> | TextTab<AnyRow, PathParams>;
        readonly emptyText?: string;
      }
    | EventsTab<AnyRow, PathParams>
    | ViewTab<AnyRow, PathParams>
    | MetricsTab<AnyRow>
    | {
        readonly list: FamilyId;
        readonly params: (row: AnyRow, at: PathParams) => PathParams;
        readonly filter?: (item: AnyRow, row: AnyRow) => boolean;
        readonly initialValues?: (row: AnyRow) => AnyRow;
        readonly headingNote?: (row: AnyRow) => Cell;
        readonly groupHeading?: (item: AnyRow) => string;
        readonly layout?: 'thread';
        readonly childList?: ChildList<FamilyId, AnyRow, PathParams>;
      }
  );
