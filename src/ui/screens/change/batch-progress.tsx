/** The progress of a batch, above its results. */

import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import type {BatchStatus} from '../../../store/changes/batch/batch-run.ts';
import {Row, TextRow} from '../../components/display/row.tsx';
import {span, wrap} from '../../widgets/spans.ts';

const statusWords: Readonly<Partial<Record<BatchStatus, string>>> = {
  running: 'under way',
  paused: 'Paused. p resume · s stop',
  failed: 'Paused: 1 failed. p continue · s stop',
  unwritable: 'Paused: can’t write the journal. p retry · s stop',
  stopped: 'Stopped. Type :resume to continue with the rest.',
};

export interface BatchProgressFacts {
  /** "3 of 8" */
  readonly count: string;
  readonly statusText: string;
  /** The reason why the journal can't be written, in lines. */
  readonly problem: readonly string[];
}

/** Undefined for a single change, and when all changes are done. */
export function batchProgress(plan: BatchPlan, columns: number): BatchProgressFacts | undefined {
  const results = plan.results.getState();
  const status = plan.status.getState();
  const statusText =
    status === 'stopped' && !plan.isJournaled() ? 'stopped: the rest was not sent' : statusWords[status];
  if (results.length <= 1 || statusText === undefined) return undefined;
  const settled = results.filter(({state}) => state !== 'waiting' && state !== 'sending').length;
  const problem = plan.journalProblem();
  return {
    count: `${settled} of ${results.length}`,
    statusText,
    problem: problem === undefined ? [] : wrap(problem, columns - 4),
  };
}

interface BatchProgressProps {
  readonly progress: BatchProgressFacts;
  readonly columns: number;
}

export function BatchProgress({progress: {count, statusText, problem}, columns}: BatchProgressProps) {
  return (
    <>
      <Row spans={[span(` ${count} `, 'strong'), span(statusText, 'dim')]} columns={columns} />
      {problem.map(line => (
        <Row key={line} spans={[span(`   ${line}`, 'attention')]} columns={columns} />
      ))}
      <TextRow text="" columns={columns} />
    </>
  );
}
