/** The lines about the rows of a command: a line of one among several rows names its row. */
import type {Family} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {lacksSubject, skippedRowSentence} from '../../store/changes/preview/batch-facts.ts';
import type {ChangeTarget, PrepareResult} from './prepare-change.ts';

type ExcludedTarget = Exclude<PrepareResult, {readonly kind: 'ready'}>;

export interface TargetTexts {
  /** "web-01: " in front of a line; empty for a single row. */
  prefix(target: ChangeTarget): string;
  /** The line with its label in front, unless it names the row itself. */
  withLabel(target: ChangeTarget, text: string): string;
  /** The reason why a row isn't changed. */
  reason(target: ExcludedTarget): string;
}

export function createTargetTexts(family: Pick<Family, 'label'>, hasSeveral: boolean): TargetTexts {
  const prefix = ({row}: ChangeTarget): string => (hasSeveral && row ? `${sanitize(family.label(row))}: ` : '');
  return {
    prefix,
    // A sentence that names the resource already needs no label in front.
    withLabel: (target, text) =>
      target.row && text.includes(sanitize(family.label(target.row))) ? text : `${prefix(target)}${text}`,
    // A reason of one row, or a sentence about a row that is in that state already, needs no label; "is off" has no
    // subject.
    reason: ({kind, row, words}) =>
      row && ((hasSeveral && kind === 'refused') || lacksSubject(words))
        ? skippedRowSentence({label: sanitize(family.label(row)), words})
        : words,
  };
}

/** Reports the rows that can't be changed, or that have the values already. */
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
