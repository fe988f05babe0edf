/** A list as one text: written, edited by the user, and parsed to steps that change the rows to match the text. */
import type {Lookup} from './resource.ts';

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  /** Ends before the number of `otherLine`, if set: "repeats". */
  readonly message: string;
  /** A line that the text of the problem refers to. Its number changes when problems are written into the text. */
  readonly otherLine?: number;
}

/** A note about a line that is not a mistake: a value that the API rounds. */
export interface TextNote {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A request that the text requires. */
export interface TextStep<Row> {
  readonly action: 'create' | 'update' | 'delete';
  /** The row that the line was written from; undefined for a new row. */
  readonly row: Row | undefined;
  /** The fields of the body to send. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The name of the row: "MX @". */
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The line in the text; undefined for a row that the text no longer contains. */
  readonly line: number | undefined;
}

export interface TextPlan<Row> {
  /** Steps in the order in which they can be sent. */
  readonly steps: readonly TextStep<Row>[];
  readonly notes: readonly TextNote[];
  readonly mistakes: readonly TextProblem[];
}

export interface ListText<Row, ListParams> {
  /** "Zone as text…" */
  readonly title: string;
  readonly key?: string;
  /** The file extension, with its dot. */
  readonly suffix: string;
  /** The start of a comment. */
  readonly comment: string;
  /** The parent of the list: "example.org". */
  readonly about: (lookup: Lookup, params: ListParams) => string;
  readonly unless?: (lookup: Lookup, params: ListParams) => string | undefined;
  readonly write: (rows: readonly Row[], lookup: Lookup, params: ListParams) => string;
  readonly read: (text: string, rows: readonly Row[], lookup: Lookup, params: ListParams) => TextPlan<Row>;
}
