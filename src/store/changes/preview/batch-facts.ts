/**
 * The rows of a change as data: the rows for which it is sent, and the rows that it skips, with the reason. The
 * console, the command line and plain mode render it.
 */
import {countInSentence} from '../../../families/format/nouns.ts';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';

/** A row that the change skips. */
export interface SkippedRow {
  readonly label: string;
  /** The reason: "is already running", "the volume is attached to web-01: detach it first". */
  readonly message: string;
}

export interface BatchFacts {
  /** "for 3 instances: web-01, web-02, web-03" */
  readonly target: string;
  /** Labels of the rows for which the change is sent. */
  readonly names: string;
  readonly skippedRows: readonly SkippedRow[];
}

/** The parts of a batch plan that name its rows. */
interface BatchRows {
  readonly family: Pick<Family, 'one' | 'title' | 'label'>;
  toSend(): readonly {readonly row: AnyRow | undefined}[];
  readonly skipped: readonly SkippedRow[];
  unchanged(): readonly SkippedRow[];
}

export function batchFacts(plan: BatchRows): BatchFacts {
  const {family, skipped} = plan;
  const sent = plan.toSend();
  const names = sent.map(({row}) => (row ? family.label(row) : family.one)).join(', ');
  return {
    target: `for ${countInSentence(sent.length, family)}: ${names}`,
    names,
    skippedRows: [...skipped, ...plan.unchanged()],
  };
}

/** Text in the same line as the rows of the change: "not web-01: is already running". */
export const skippedRowText = ({label, message}: SkippedRow): string => `not ${label}: ${message}`;

/** "is already running": the row is the missing subject. */
export const lacksSubject = (message: string): boolean => message.startsWith('is ');

/** Text on a separate line: "web-01 is already running", "web-01: the volume is attached". */
export const skippedRowSentence = ({label, message}: SkippedRow): string =>
  lacksSubject(message) ? `${label} ${message}` : `${label}: ${message}`;
