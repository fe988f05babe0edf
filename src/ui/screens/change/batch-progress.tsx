/** The progress of a batch, above its results. */

import {type Keymap, keyText} from '../../../keymap/keymap.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import type {BatchStatus} from '../../../store/changes/batch/batch-run.ts';
import {Lines, Row, TextRow} from '../../components/display/row.tsx';
import {span, wrap} from '../../widgets/spans.ts';

const statusWords: Readonly<Partial<Record<BatchStatus, string>>> = {
  running: 'under way',
  paused: 'Paused.',
  failed: 'Paused: 1 failed.',
  unwritable: 'Paused: can’t write the journal.',
  stopped: 'Stopped. Type :resume to continue with the rest.',
};

/** The effect of the key that pauses and resumes. */
const resumeWords: Readonly<Partial<Record<BatchStatus, string>>> = {
  paused: 'resume',
  failed: 'continue',
  unwritable: 'retry',
};

/** "Paused. p resume · s stop" */
function statusTextOf(status: BatchStatus, keymap: Pick<Keymap, 'keys'>): string | undefined {
  const resume = resumeWords[status];
  if (resume === undefined) return statusWords[status];
  const [resumeKey, stopKey] = [keyText(keymap, 'outcome.pause'), keyText(keymap, 'outcome.stop')];
  const keys = [resumeKey && `${resumeKey} ${resume}`, stopKey && `${stopKey} stop`].filter(Boolean);
  return `${statusWords[status]} ${keys.join(' · ')}`.trimEnd();
}

export interface BatchProgressFacts {
  /** "3 of 8" */
  readonly count: string;
  readonly statusText: string;
  /** The reason why the journal can't be written, in lines. */
  readonly problem: readonly string[];
}

/** Undefined for a single change, and when all changes are done. */
export function batchProgress(
  plan: BatchPlan,
  keymap: Pick<Keymap, 'keys'>,
  columns: number,
): BatchProgressFacts | undefined {
  const results = plan.results.getState();
  const status = plan.run.status.getState();
  const statusText =
    status === 'stopped' && !plan.run.isJournaled() ? 'stopped: the rest was not sent' : statusTextOf(status, keymap);
  if (results.length <= 1 || statusText === undefined) return undefined;
  const settled = results.filter(({state}) => state !== 'waiting' && state !== 'sending').length;
  const problem = plan.run.journalProblem();
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
      <Lines lines={problem.map(line => [span(`   ${line}`, 'attention')])} columns={columns} />
      <TextRow text="" columns={columns} />
    </>
  );
}
