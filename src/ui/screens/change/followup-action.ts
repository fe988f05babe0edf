/** The change that must follow before the first takes effect: its key shows beside the outcome. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {type BatchPlan, planBatch} from './batch/batch-plan.ts';

export interface FollowUpAction {
  readonly title: string;
  readonly key: string | undefined;
  unless(): string | undefined;
  /** The plan of the next change; undefined if it isn't available now. */
  plan(): BatchPlan | undefined;
}

export function followUpAction(context: ConsoleContext, {lead, results}: BatchPlan): FollowUpAction | undefined {
  const {family, row, params, action} = lead;
  const name = action.next;
  const next = name === undefined ? undefined : family.actions[name];
  if (name === undefined || next?.title === undefined || results.get().some(({state}) => state !== 'ok'))
    return undefined;
  return {
    title: next.title,
    key: context.keymap.actionKey(`${family.id}.${name}`, next.key),
    unless: () => context.session.unless(family.id, name, row, params),
    plan: () => planBatch(context, {family, name, rows: [row], params}),
  };
}

/** "next: Enter the code of the phone (K)" */
export function followUpWords(context: ConsoleContext, plan: BatchPlan): string | undefined {
  const onward = followUpAction(context, plan);
  if (onward === undefined) return undefined;
  const {title, key} = onward;
  return `next: ${withoutEllipsis(title)}${key === undefined ? '' : ` (${key})`}`;
}
