/** Creates the plan of one change to several resources, or of several different changes. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {BatchHost, BatchPlan, BatchPlanRequest, BatchStep} from './batch-plan.ts';
import {type ChangeResult, resultFor} from './change-result.ts';
import {type BatchPlanFacts, planChanges} from './plan-changes.ts';

/** The plan for the available part of a request; undefined if nothing is available. */
export function planBatch(
  context: BatchHost,
  {
    family,
    name,
    rows,
    presetValues = {},
    initialValues,
    skipped: furtherSkipped = [],
    unless,
    ...facts
  }: BatchPlanRequest,
): BatchPlan | undefined {
  const {params, title, only} = facts;
  const availableRows: (AnyRow | undefined)[] = [];
  const skipped: ChangeResult[] = [...furtherSkipped];
  for (const row of rows) {
    const reason = unless?.(row) ?? context.session.unless({family: family.id, action: name, row, params});
    if (reason === undefined) availableRows.push(row);
    else skipped.push(resultFor({family, label: row && family.label(row)}, {state: 'skipped', message: reason}));
  }
  if (availableRows.length === 0) return undefined;
  const [first, ...moreRows] = availableRows;
  const options = {presetValues, title, batch: Symbol(name)};
  // If the form asks only for a part, its values aren't stored as a draft of the whole form.
  const lead = context.session.change(
    {family: family.id, action: name, row: first, params},
    {
      ...options,
      isDraftable: only === undefined,
      initialValues,
      otherRows: moreRows.filter(row => row !== undefined),
    },
  );
  // The draft of one row isn't meant for all rows and would be sent without being shown.
  const others = moreRows.map(row =>
    context.session.change(
      {family: family.id, action: name, row, params},
      {...options, isDraftable: false, isCovered: true},
    ),
  );
  const filled = new Set(Object.keys(presetValues));
  return planChanges(lead, {...facts, others, skipped, filled, presetValues, context});
}

/** The plan for different changes, in order; undefined if there are none. */
export function planSteps(
  batchSteps: readonly BatchStep[],
  facts: Pick<BatchPlan, 'title' | 'skipped' | 'about'> & Omit<BatchPlanFacts, 'others' | 'steps'>,
): BatchPlan | undefined {
  const [lead, ...others] = batchSteps.map(({change}) => change);
  if (lead === undefined) return undefined;
  return planChanges(lead, {...facts, others, steps: batchSteps});
}
