/** The change that must follow before the first change takes effect; the outcome shows its key. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import type {Keymap} from '../../../keymap/keymap.ts';
import type {BatchHost, BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';

/** The services of the console that a follow-up needs. */
export interface FollowUpHost extends BatchHost {
  readonly keymap: Pick<Keymap, 'actionKey'>;
}

export interface FollowUpAction {
  readonly title: string;
  readonly key: string | undefined;
  unless(): string | undefined;
  /** The plan of the follow-up; undefined if it isn't available now. */
  plan(): BatchPlan | undefined;
}

export function followUpAction(host: FollowUpHost, {lead, results}: BatchPlan): FollowUpAction | undefined {
  const {family, row, params, action} = lead;
  const name = action.next;
  const next = name === undefined ? undefined : family.actions[name];
  if (name === undefined || next?.title === undefined || results.getState().some(({state}) => state !== 'ok'))
    return undefined;
  return {
    title: next.title,
    key: host.keymap.actionKey(`${family.id}.${name}`, next.key),
    unless: () => host.session.unless({family: family.id, action: name, row, params}),
    plan: () => planBatch(host, {family, name, rows: [row], params}),
  };
}

/** "next: Enter the code of the phone (K)" */
export function followUpWords(host: FollowUpHost, plan: BatchPlan): string | undefined {
  const followUp = followUpAction(host, plan);
  if (followUp === undefined) return undefined;
  const {title, key} = followUp;
  return `next: ${withoutEllipsis(title)}${key === undefined ? '' : ` (${key})`}`;
}
