/** A list as one text: written, edited by the user, and read back as steps that change the rows to match the text. */
import type {Lookup} from './resource.ts';

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  /** Ends before the number of `otherLine`, if there is one: "repeats". */
  readonly words: string;
  /** A line that the words refer to. Its number changes when problems are written into the text. */
  readonly otherLine?: number;
}

/** A remark about a line that is not a mistake: a value that the API rounds. */
export interface TextNote {
  /** From 1. */
  readonly line: number;
  readonly words: string;
}

/** A request that follows from the text. */
export interface TextStep<Row> {
  readonly action: 'create' | 'update' | 'delete';
  /** The row from which the text was written; undefined for a new one. */
  readonly row: Row | undefined;
  /** Fields of the body that must be sent. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Name of the row: "MX @". */
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Line in the text; undefined for a row that the text no longer has. */
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
  /** Suffix of the file, with its dot. */
  readonly suffix: string;
  /** Prefix of a comment. */
  readonly comment: string;
  /** Parent of the list: "example.org". */
  readonly about: (lookup: Lookup, params: ListParams) => string;
  readonly unless?: (lookup: Lookup, params: ListParams) => string | undefined;
  readonly write: (rows: readonly Row[], lookup: Lookup, params: ListParams) => string;
  readonly read: (text: string, rows: readonly Row[], lookup: Lookup, params: ListParams) => TextPlan<Row>;
}
