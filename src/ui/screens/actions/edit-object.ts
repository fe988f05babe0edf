/** Edits an object in the user's editor; the changes become an ordinary change with a preview. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import {withArticle} from '../../../families/format/nouns.ts';
import type {BatchPlan, BatchPlanRequest} from '../../../store/changes/batch/batch-plan.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';
import {type ActionSubject, onlyOneReason, resolveSubject} from '../../context/action-subject.ts';
import type {AccountPort, ChangePorts} from '../../context/ports.ts';
import {runOnce} from '../../context/run-once.ts';
import {editField} from './edit-field.ts';
import {type EditPlanPorts, editPlan} from './edit-plan.ts';
import {openChange} from './open-change.ts';

/** The reason why the objects can't be edited as text; undefined if they can. */
export function noEditing(context: AccountPort, subject: ActionSubject): string | undefined {
  const {family, rows, params} = resolveSubject(context, subject);
  const [row] = rows;
  if (row === undefined) return 'Nothing to edit';
  if (rows.length > 1) return onlyOneReason(family, rows);
  if (family.actions.update === undefined) return `${withArticle(family.one)} can’t be edited`;
  return context.session.unless({family: family.id, action: 'update', row, params});
}

/** @param only a single long text to edit: a script, without the other fields of its object */
export const editObject = (context: ChangePorts, subject: ActionSubject, only?: string): Promise<void> =>
  runOnce(context, 'editor', () => openInEditor(context, subject, only));

/** Opens the text of any change again, such as that of a new resource. */
export const continueText = (context: ChangePorts, request: BatchPlanRequest): Promise<void> =>
  runOnce(context, 'editor', async () => {
    const {family, name, rows, params, title = family.actions[name]?.title ?? name} = request;
    const plan = planBatch(context, request);
    const reason = context.session.unless({family: family.id, action: name, row: rows[0], params});
    if (plan) await openPlanInEditor(context, plan, undefined);
    else context.say(reason ?? `${withoutEllipsis(title)} isn’t possible now`, 'attention');
  });

async function openInEditor(context: ChangePorts, subject: ActionSubject, only: string | undefined): Promise<void> {
  const {family, rows, params} = resolveSubject(context, subject);
  const reason = noEditing(context, subject);
  const plan = reason === undefined ? planBatch(context, {family, name: 'update', rows, params}) : undefined;
  if (plan === undefined) {
    context.say(reason ?? `${withArticle(family.one)} can’t be edited now`, 'attention');
    return;
  }
  await openPlanInEditor(context, plan, only);
}

async function openPlanInEditor(context: ChangePorts, plan: BatchPlan, only: string | undefined): Promise<void> {
  await plan.lead.whenReady;
  if (plan.lead.getState().outcome !== undefined) openChange(context, plan, {hasForm: false});
  else if (await (only === undefined ? editPlan(context, plan) : editAlone(context, plan, only)))
    openChange(context, plan, {hasForm: true});
  else plan.close();
}

/** Returns true if the preview opened, or the form with problems. */
async function editAlone(context: EditPlanPorts, plan: BatchPlan, path: string): Promise<boolean> {
  const field = plan.state().fields.find(candidate => candidate.path === path);
  if (field === undefined) return editPlan(context, plan);
  let hasChanged = false;
  await editField(context, field, value => {
    plan.set(path, value);
    hasChanged = true;
  });
  if (hasChanged) await plan.toPreview();
  return hasChanged;
}
