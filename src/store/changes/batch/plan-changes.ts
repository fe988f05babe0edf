/** The plan for changes that are already created. */
import type {PathParams} from '../../../families/shape/define-family.ts';
import type {MonthlyIncrease} from '../../api/guards.ts';
import {createTracedStore} from '../../core/traced-store.ts';
import type {Change, ChangeState} from '../change.ts';
import type {FieldEntry, FieldState} from '../form/field-state.ts';
import type {BatchJournal} from './batch-journal.ts';
import type {BatchHost, BatchPlan, BatchPlanRequest, BatchStep, PlanEvents} from './batch-plan.ts';
import {batchRecord, hasSecretId, rowsRecord, stepsRecord} from './batch-record.ts';
import {BatchRun, type BatchRunPorts, type BatchStatus} from './batch-run.ts';
import {type ChangeResult, deletedReason, resultFor, resultOf} from './change-result.ts';
import {hiddenProblems} from './hidden-problems.ts';
import {keptText} from './interrupted-batch.ts';

const unchangedReason = 'already set';

export interface BatchPlanFacts extends PlanEvents {
  readonly others?: readonly Change[];
  readonly skipped?: readonly ChangeResult[];
  readonly filled?: ReadonlySet<string>;
  readonly presetValues?: Readonly<Record<string, unknown>>;
  readonly only?: string | undefined;
  readonly title?: string | undefined;
  readonly journal?: BatchJournal | undefined;
  /** The services that write the journal; without them the plan has no journal. */
  readonly context?: BatchHost | undefined;
  readonly params?: PathParams | undefined;
  /** Set if the changes differ from each other. */
  readonly steps?: readonly BatchStep[] | undefined;
  /** The subject of the plan if it isn't a row. */
  readonly about?: string | undefined;
  readonly notes?: BatchPlan['notes'];
  readonly resumes?: BatchPlan['resumes'];
  readonly sent?: BatchPlanRequest['sent'];
}

/** The plan for changes that are already created. */
export function planChanges(lead: Change, facts: BatchPlanFacts = {}): BatchPlan {
  const {others = [], skipped = [], steps, params = {}} = facts;
  const {family} = lead;
  const title = facts.title ?? lead.title;
  const about = steps ? facts.about : (facts.about ?? lead.about);
  const changes = [lead, ...others];
  const {results, settle, stop: stopResults} = createResults(changes, steps, about);
  const leftAlone = (change: Change, index: number) =>
    steps === undefined ? leftAloneReason(lead, change) : skippedReasonOf(results.getState()[index]);
  const toSend = (): readonly Change[] => changes.filter((change, index) => leftAlone(change, index) === undefined);
  const run = new BatchRun({...runPorts(changes, {...facts, title, about}), results, settle});

  /** Rows that failed or still wait stay selected. */
  async function work(...states: readonly ('waiting' | 'failed')[]): Promise<void> {
    await run.work(...states);
    if (lead.getState().step === 'form') return;
    const isDone = (index: number): boolean => !['failed', 'waiting'].includes(results.getState()[index]?.state ?? '');
    facts.sent?.(changes.flatMap(({row}, index) => (row !== undefined && isDone(index) ? [row] : [])));
  }

  async function workAndReport(...states: readonly ('waiting' | 'failed')[]): Promise<void> {
    try {
      await work(...states);
    } finally {
      await facts.onEnded?.(results.getState());
    }
  }

  const fields = () => askedFields(lead, facts);
  return {
    lead,
    family,
    presetValues: facts.presetValues,
    changes,
    toSend,
    unchanged: () =>
      changes.flatMap((change, index) => {
        const message = leftAlone(change, index);
        return message === undefined ? [] : [resultFor(change, {state: 'skipped', message})];
      }),
    skipped,
    results,
    fields,
    problems: () => [lead.deletedText ?? [], hiddenProblems(lead.getState(), fields())].flat(),
    note: () => (facts.only === undefined ? undefined : entryAt(lead.getState().fields, facts.only)?.others),
    title,
    params,
    about,
    steps,
    resumes: facts.resumes,
    notes: facts.notes,
    state: () => planState(steps === undefined ? lead : (toSend()[0] ?? lead), changes, run.status.getState()),
    set: (path, value) => lead.set(path, value),
    toPreview: () => lead.toPreview(),
    confirmText() {
      const due = toSend();
      const [typed] = (steps ? due : [lead]).flatMap(change => change.getState().confirmText ?? []);
      // Without the steps that were left out, the only remaining one is confirmed by its label.
      const isSingle = (steps ? due : changes).length === 1;
      return typed === undefined || isSingle ? typed : String(due.length);
    },
    async curls() {
      for (const change of others) if (!steps) await applyLeadValues(change, lead);
      return toSend().flatMap(change => change.getState().preview?.curl ?? []);
    },
    run,
    // A refused change is sent again after its form was corrected.
    async send() {
      if (facts.canSend && !(await facts.canSend())) return;
      const due = toSend();
      const busyReasons = busyRows(due, facts);
      const canSendNone = busyReasons.size > 0 && busyReasons.size === due.length;
      const effect = canSendNone ? 'Nothing was sent' : keptText(busyReasons.size, family);
      const [busy] = busyReasons;
      if (busy) facts.context?.session.showToast(`${title}: ${busy[0].label} ${busy[1]}. ${effect}.`, 'attention');
      if (canSendNone) return;
      for (const [index, change] of changes.entries()) {
        const message = leftAlone(change, index) ?? busyReasons.get(change);
        if (message === undefined) continue;
        settle(index, {state: 'skipped', message});
        if (message !== unchangedReason && message !== deletedReason) facts.journal?.keepUnsent();
      }
      await (changes.length === 1 ? workAndReport('waiting', 'failed') : workAndReport('waiting'));
      // The typed values were sent, though not for the lead, so they are no longer a draft.
      if (changes.length > 1 && skippedReasonOf(results.getState()[0]) !== undefined) lead.reset();
    },
    retry: () => workAndReport('failed'),
    close() {
      stopResults();
      for (const change of changes) change.close();
      facts.journal?.release();
      facts.onClosed?.(results.getState());
    },
  };
}

/** The result of each change; for a request without a response, the outcome that a later read finds. */
function createResults(changes: readonly Change[], steps: readonly BatchStep[] | undefined, about: string | undefined) {
  const results = createTracedStore<readonly ChangeResult[]>(
    'batch',
    changes.map((change, index) => {
      const result = resultFor(change, {state: 'waiting', message: ''});
      const step = steps?.[index];
      if (step) return {...result, label: `${step.mark} ${step.label}`};
      return change.row === undefined && about !== undefined ? {...result, label: about} : result;
    }),
  );
  const settle = (index: number, result: Partial<ChangeResult>): void =>
    results.update(
      'setResult',
      results.getState().with(index, {...results.getState()[index], ...result} as ChangeResult),
    );
  const follow = (index: number, change: Change): void => {
    const state = change.getState();
    if (state.outcome === undefined) return;
    const isUnsent = ['waiting', 'skipped'].includes(results.getState()[index]?.state ?? '');
    const isDeleted = steps !== undefined && isUnsent && state.outcome.isRowDeleted;
    settle(index, isDeleted ? {state: 'skipped', message: deletedReason} : resultOf(state));
  };
  // A change that was refused when it was created notifies no listener later.
  for (const [index, change] of changes.entries()) follow(index, change);
  const stops = changes.map((change, index) => change.subscribe(() => follow(index, change)));
  return {
    results,
    settle,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const skippedReasonOf = (result: ChangeResult | undefined): string | undefined =>
  result?.state === 'skipped' ? result.message : undefined;

/** The engine's access to the changes of a plan and their journal. */
function runPorts(
  changes: readonly Change[],
  {context, journal, presetValues, params = {}, steps, about, title}: BatchPlanFacts & {readonly title: string},
): Omit<BatchRunPorts, 'results' | 'settle'> {
  const changeAt = (index: number): Change => {
    const change = changes[index];
    if (change === undefined) throw new RangeError(`no change ${index}`);
    return change;
  };
  const lead = changeAt(0);
  return {
    // If the changes differ, the failure of one doesn't predict the failure of another.
    policy: {onError: steps ? 'continue' : 'pause', onUnwritable: 'pause'},
    journal,
    async begin(places) {
      const due = places.map(changeAt);
      if (context === undefined || hasSecretId(due)) return undefined;
      const dueSteps = steps && places.flatMap(index => steps[index] ?? []);
      const recorded = dueSteps ? stepsRecord(dueSteps, about) : rowsRecord(lead, due, presetValues);
      const facts = {at: context.clock.now(), family: lead.family.id, title, params};
      return recorded && context.session.batchJournals.start(batchRecord(facts, recorded));
    },
    keyOf(index) {
      if (steps) return steps[index]?.from?.key;
      const {family, row} = changeAt(index);
      return row && family.key(row);
    },
    isDependent: index => steps?.[index]?.isDependent === true,
    // The preview of the first change contains the costs of all changes, unless the changes differ.
    refusal: due =>
      changeAt(0).guards?.batchRefusal(
        due.map((index, position) =>
          steps ? increaseOf(changeAt(index)) : position === 0 ? increaseOf(changeAt(0)) : 0,
        ),
      ),
    async prepare(index) {
      const change = changeAt(index);
      // A second attempt clears the earlier refusal and builds the request again.
      if (change.getState().step === 'outcome') change.back();
      if (change !== lead && !steps) await applyLeadValues(change, lead);
      await change.toPreview();
      return change.getState().step === 'preview' ? undefined : resultOf(change.getState());
    },
    async send(index, batchId) {
      const change = changeAt(index);
      await change.send(batchId);
      return resultOf(change.getState());
    },
    warn: message => context?.session.showToast(message, 'attention'),
  };
}

/** The reason why no request is sent for a row, as the lead's preview found; undefined for the other rows. */
function leftAloneReason(lead: Change, {row, family}: Change): string | undefined {
  const {preview} = lead.getState();
  if (row === undefined || preview === undefined) return undefined;
  const key = family.key(row);
  return preview.unavailable.get(key) ?? (preview.unchangedIds.includes(key) ? unchangedReason : undefined);
}

/** The rows of a resumed batch that the change can't apply to now, although it could at the preview, with the reasons. */
function busyRows(
  changes: readonly Change[],
  {context, journal, steps, params = {}}: BatchPlanFacts,
): ReadonlyMap<Change, string> {
  const reasons = new Map<Change, string>();
  if (context === undefined || journal === undefined || steps !== undefined) return reasons;
  const {session} = context;
  for (const change of changes) {
    const {family, name, row} = change;
    const now = row && session.collection(family.id, params).getState().byId.get(family.key(row));
    const reason = now && session.unless({family: family.id, action: name, row: now, params});
    if (reason !== undefined) reasons.set(change, reason);
  }
  return reasons;
}

/**
 * The lead's state. With several changes, the lead may have been refused or skipped: the outcome is then that of all
 * changes.
 */
function planState(lead: Change, changes: readonly Change[], status: BatchStatus): ChangeState {
  const isOver = status === 'ended' || status === 'stopped';
  return isOver && changes.length > 1 ? {...lead.getState(), step: 'outcome'} : lead.getState();
}

function askedFields(
  lead: Change,
  {only, filled = new Set()}: Pick<BatchPlanFacts, 'only' | 'filled'>,
): readonly FieldState[] {
  const all = lead.getState().fields;
  return only === undefined ? all.filter(({path}) => !filled.has(path)) : fieldsWithin(all, only);
}

/** The fields at a path inside rows: all fields of an entry, or those of one part of it. */
function fieldsWithin(fields: readonly FieldState[], path: string): readonly FieldState[] {
  const entry = entryAt(fields, path);
  return (entry?.fields ?? []).filter(field => path === entry?.path || field.path === path);
}

function entryAt(fields: readonly FieldState[], path: string): FieldEntry | undefined {
  const rows = fields.find(field => field.items && path.startsWith(`${field.path}.`));
  return rows?.items?.entries.find(entry => path === entry.path || path.startsWith(`${entry.path}.`));
}

const increaseOf = (change: Change): MonthlyIncrease => change.getState().preview?.monthlyIncrease;

/** Brings another change to the step from which the lead was sent, with the values typed for the lead. */
async function applyLeadValues(change: Change, lead: Change): Promise<void> {
  await change.whenReady;
  if (change.getState().step !== 'form') return;
  for (const [path, value] of Object.entries(lead.allTypedValues())) change.set(path, value);
  await change.toPreview();
}
