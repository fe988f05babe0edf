/** Lines about the rows of a command: among several rows, each line names its row. */
import type {Family} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {lacksSubject, skippedRowSentence} from '../../store/changes/preview/batch-facts.ts';
import type {ChangeTarget, PrepareResult} from './prepare-change.ts';

type ExcludedTarget = Exclude<PrepareResult, {readonly kind: 'ready'}>;

export interface TargetTexts {
  /** "web-01: " as the start of a line; empty for a single row. */
  prefix(target: ChangeTarget): string;
  /** The line with its label at the start, unless the line already names the row. */
  withLabel(target: ChangeTarget, text: string): string;
  /** The reason why a row isn't changed. */
  reason(target: ExcludedTarget): string;
}

export function createTargetTexts(family: Pick<Family, 'label'>, hasSeveral: boolean): TargetTexts {
  const prefix = ({row}: ChangeTarget): string => (hasSeveral && row ? `${sanitize(family.label(row))}: ` : '');
  return {
    prefix,
    // A sentence that already names the resource needs no label at the start.
    withLabel: (target, text) =>
      target.row && text.includes(sanitize(family.label(target.row))) ? text : `${prefix(target)}${text}`,
    // The reason for a single row, or a sentence about a row that is already in the desired state, needs no label; "is
    // off" has no subject.
    reason: ({kind, row, message}) =>
      row && ((hasSeveral && kind === 'refused') || lacksSubject(message))
        ? skippedRowSentence({label: sanitize(family.label(row)), message})
        : message,
  };
}

/** Reports the rows that can't be changed, or that already have the values. */
export function reportExcluded(
  prepared: readonly PrepareResult[],
  texts: TargetTexts,
  err: (text: string) => void,
): void {
  for (const entry of prepared) {
    if (entry.kind === 'refused')
      for (const line of texts.reason(entry).split('\n')) err(`${line.startsWith(' ') ? '' : 'skydeck: '}${line}\n`);
    if (entry.kind === 'same') err(`${texts.reason(entry)}\n`);
  }
}
