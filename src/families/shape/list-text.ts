/** A list as one text: written, edited by somebody, and read back as steps from the rows to what the text says. */
import type {Lookup} from './resource.ts';

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  readonly words: string;
}

/** One request that the text asks for. */
export interface TextStep<Row> {
  readonly does: 'create' | 'update' | 'delete';
  /** The row as the text was written from it; undefined for what is new. */
  readonly row: Row | undefined;
  /** Fields of the body that must be sent. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What it is about: "MX @". */
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Where the text says so; undefined for what is not in it any more. */
  readonly line: number | undefined;
}

export interface TextPlan<Row> {
  /** In the order in which they can be sent. */
  readonly steps: readonly TextStep<Row>[];
  /** What the reader should know and is no mistake. */
  readonly notes: readonly string[];
  readonly mistakes: readonly TextProblem[];
}

export interface ListText<Row, At> {
  /** "Zone as text…" */
  readonly title: string;
  readonly key?: string;
  /** Of the file, with its dot. */
  readonly suffix: string;
  /** How a comment begins. */
  readonly comment: string;
  /** What the list hangs from: "example.org". */
  readonly about: (lookup: Lookup, at: At) => string;
  readonly unless?: (lookup: Lookup, at: At) => string | undefined;
  readonly write: (rows: readonly Row[], lookup: Lookup, at: At) => string;
  readonly read: (text: string, rows: readonly Row[], lookup: Lookup, at: At) => TextPlan<Row>;
}
