/** Starts the four steps of a change from an action. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import type {BatchPlanRequest} from '../../../store/changes/batch/batch-plan.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';
import {tooManyReason} from '../../context/action-subject.ts';
import type {ChangePorts, NotificationPort, SessionPort} from '../../context/ports.ts';
import {openChange} from './open-change.ts';

export async function startChange(context: ChangePorts, request: BatchPlanRequest): Promise<void> {
  const {family, name, rows, params} = request;
  const action = family.actions[name];
  const refusal = tooManyReason(rows, context.profile.guards);
  if (refusal !== undefined) {
    context.say(refusal, 'attention');
    return;
  }
  // An action without a form or confirmation, such as marking as read, needs no four steps.
  if (action?.form === undefined && (action?.confirm ?? 'none') === 'none') {
    await act(context, request);
    return;
  }
  const plan = planBatch(context, request);
  if (plan !== undefined) {
    openChange(context, plan);
    return;
  }
  const [row] = rows;
  const title = withoutEllipsis(action?.title ?? '');
  const reason = request.unless?.(row) ?? context.session.unless({family: family.id, action: name, row, params});
  context.say(`${title}: ${reason ?? 'nothing selected'}`, 'attention');
}

async function act(
  context: NotificationPort & SessionPort,
  {family, name, rows, params, sent}: BatchPlanRequest,
): Promise<void> {
  sent?.(rows.filter(row => row !== undefined));
  for (const row of rows) {
    const reason = context.session.unless({family: family.id, action: name, row, params});
    const title = withoutEllipsis(family.actions[name]?.title ?? name);
    if (reason !== undefined) context.say(`${title}: ${reason}`, 'attention');
    else if (row !== undefined) await context.session.runDirectly({family: family.id, action: name, row, params});
  }
}
