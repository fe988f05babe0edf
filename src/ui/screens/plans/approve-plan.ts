/**
 * Opens the plan of an agent in the usual preview. It is sent as the user of this console, exactly as it was written.
 */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {errorMessage} from '../../../platform/text/error-message.ts';
import type {BatchPlan, BatchPlanRequest} from '../../../store/changes/batch/batch-plan.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';
import type {Plan} from '../../../store/plans/plan-file.ts';
import type {PlanQueue} from '../../../store/plans/plan-queue.ts';
import type {WaitingPlan} from '../../../store/plans/waiting-plans.ts';
import type {ChangePorts, NotificationPort, SessionPort} from '../../context/ports.ts';
import {runOnce} from '../../context/run-once.ts';
import {sanitize} from '../../terminal/index.ts';
import {openChange} from '../actions/open-change.ts';
import {loadRows} from '../actions/required-rows.ts';
import {planSubject} from '../shared/plan-text.ts';

export async function refusePlan({session, say}: NotificationPort & SessionPort, entry: WaitingPlan): Promise<void> {
  try {
    const isRefused = await session.plans?.refuse(entry.name);
    say(isRefused ? `${planSubject(entry)}: refused. Nothing was sent` : 'The plan was decided before', 'attention');
  } catch (error) {
    say(errorMessage(error), 'failed');
  }
}

export const approvePlan = (context: ChangePorts, entry: WaitingPlan): Promise<void> =>
  runOnce(context, 'plan', () => openPlan(context, entry));

async function openPlan(context: ChangePorts, entry: WaitingPlan): Promise<void> {
  const {plans} = context.session;
  if (!plans) return;
  try {
    const plan = await plans.read(entry.name);
    const batch = await openedBatch(context, plan, approvalOf(context, {plans, entry, plan}));
    if (typeof batch === 'string') context.say(`${planSubject(entry)}: ${batch}. Nothing was sent`, 'failed');
    else openChange(context, batch, {hasForm: false});
  } catch (error) {
    context.say(errorMessage(error), 'failed');
  }
}

/** The batch of a plan at its preview, or the reason why it can't be sent. */
async function openedBatch(context: ChangePorts, plan: Plan, approval: Approval): Promise<BatchPlan | string> {
  const {session} = context;
  const family = context.families.find(({id}) => id === plan.family);
  const action = family?.actions[plan.action];
  if (!family || !action) return `${plan.family}.${plan.action} is of another version of Skydeck`;
  if (plan.secrets.length > 0) return 'the plan needs secrets. Apply it with skydeck plan apply';
  const refusal = session.operationRefusal(action.operation, plan.params);
  if (refusal !== undefined) return refusal;
  const rows = await plannedRows(context, plan);
  if (rows === undefined) return 'a resource was not found; it may be deleted';
  const {changedFields, isPlannedRequest} = await import('../../../store/plans/plan-differences.ts');
  for (const [index, planned] of plan.changes.entries()) {
    const changed = changedFields(planned, rows[index]);
    if (changed.length > 0)
      return `${sanitize(planned.label ?? plan.title)} has changed since the plan was written: ${changed.join(', ')}`;
  }
  const {action: name, params, values, title} = plan;
  const batch = planBatch(context, {family, name, rows, params, presetValues: values, title, ...approval});
  if (batch === undefined)
    return session.unless({family: family.id, action: name, row: rows[0], params}) ?? 'the change is not possible now';
  await batch.lead.whenReady;
  await batch.toPreview();
  // The requests of the other resources are built for this.
  await batch.curls();
  const isAsPlanned =
    batch.skipped.length === 0 &&
    batch.changes.every((change, index) => {
      const [planned, {preview}] = [plan.changes[index], change.getState()];
      return planned !== undefined && preview !== undefined && isPlannedRequest(planned, preview);
    });
  if (isAsPlanned) return batch;
  const {outcome} = batch.lead.getState();
  batch.close();
  return outcome ? sanitize(outcome.message) : 'the request would differ from the plan';
}

/** The current rows of a plan, read again; undefined if a row is missing. */
async function plannedRows(
  context: ChangePorts,
  {family, params, changes}: Plan,
): Promise<readonly (AnyRow | undefined)[] | undefined> {
  const ids = changes.flatMap(({id}) => id ?? []);
  if (ids.length === 0) return changes.map(() => undefined);
  const collection = context.session.collection(family as AnyFamilyId, params);
  if (!(await loadRows(context, collection, ids))) return undefined;
  await collection.refetchRows?.(ids, 'user');
  const {byId} = collection.getState();
  const rows = changes.map(({id}) => (id === null ? undefined : byId.get(id)));
  return rows.every((row, index) => row !== undefined || changes[index]?.id === null) ? rows : undefined;
}

type AnyFamilyId = Parameters<SessionPort['session']['collection']>[0];

type Approval = Pick<BatchPlanRequest, 'notes' | 'canSend' | 'onEnded'>;

interface ApprovedPlan {
  readonly plans: PlanQueue;
  readonly entry: WaitingPlan;
  readonly plan: Plan;
}

/** A note about the origin of a plan; the plan is marked before its first request, so that it is sent only once. */
function approvalOf({say}: NotificationPort, {plans, entry, plan}: ApprovedPlan): Approval {
  const reason = entry.reason === '' ? '' : `: “${sanitize(entry.reason)}”`;
  let hasBegun = false;
  return {
    notes: [`Planned by agent ${sanitize(entry.agent)}${reason}`],
    async canSend() {
      // A refused plan is sent again from its form.
      if (hasBegun) return true;
      const refusal = await plans.begin(entry.name, plan).catch(errorMessage);
      if (refusal !== undefined) say(`${refusal}. Nothing was sent`, 'failed');
      hasBegun = refusal === undefined;
      return hasBegun;
    },
    async onEnded(results) {
      const isDone = results.every(({state}) => state === 'ok' || state === 'skipped');
      const text = results.map(({label, message}) => [label, message].filter(Boolean).join(': ')).join(' · ');
      await plans.end(entry.name, {isDone, message: sanitize(text)}).catch(error => say(errorMessage(error), 'failed'));
    },
  };
}
