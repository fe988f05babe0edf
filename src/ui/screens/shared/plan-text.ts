/** Plans of agents as text. */
import {formatNumber} from '../../../families/format/format.ts';
import type {WaitingPlan} from '../../../store/plans/waiting-plans.ts';
import {sanitize} from '../../terminal/index.ts';

/** "Resize web-03 and 1 more" */
export function planSubject({title, labels, changes}: Pick<WaitingPlan, 'title' | 'labels' | 'changes'>): string {
  const [first = ''] = labels;
  const more = changes > 1 ? ` and ${formatNumber(changes - 1)} more` : '';
  return sanitize(`${title} ${first}`.trim() + more);
}

/** "1 plan waits for approval: Resize web-03 (by agent helper)"; undefined without a plan. */
export function waitingPlansText(plans: readonly WaitingPlan[]): string | undefined {
  const [first] = plans;
  if (first === undefined) return undefined;
  const count = plans.length === 1 ? '1 plan waits' : `${formatNumber(plans.length)} plans wait`;
  return `${count} for approval: ${planSubject(first)} (by agent ${sanitize(first.agent)})`;
}
