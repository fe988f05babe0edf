/**
 * One change, or the same change to several resources: one form, one preview, one confirmation, and a result for each.
 */
import type {AnyRow, Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {TextStep} from '../../../../families/shape/list-text.ts';
import type {BatchJournal} from '../../../../store/changes/batch/batch-journal.ts';
import {
  type BatchRecord,
  type BatchRow,
  editedTextAction,
  undoAction,
} from '../../../../store/changes/batch/interrupted-batch.ts';
import type {Change, ChangeState} from '../../../../store/changes/change.ts';
import type {UndoneChange} from '../../../../store/changes/change-subject.ts';
import type {FieldState} from '../../../../store/changes/form/field-state.ts';
import {isSecretId, withoutSecrets} from '../../../../store/core/secret-fields.ts';
import type {Session} from '../../../../store/session/session.ts';
import {createObservable, type ObservableValue} from '../../../context/observable.ts';
import {type BatchStatus, createBatchRun} from './batch-run.ts';
import {hiddenProblems} from './hidden-problems.ts';
import {type ChangeResult, resultFor, resultOf} from './result-lines.ts';

/** The parts of the console that a plan needs. */
export interface BatchHost {
  readonly session: Pick<Session, 'unless' | 'change' | 'batchJournals'>;
  readonly clock: {now(): number};
}

export interface BatchPlanRequest {
  readonly family: Family;
  readonly name: string;
  /** `undefined` for an action of the list. */
  readonly rows: readonly (AnyRow | undefined)[];
  readonly params: PathParams;
  /** Values that follow from the place that offered the action; the form doesn't ask for them. */
  readonly fills?: Readonly<Record<string, unknown>> | undefined;
  /** The part of the filled-in values that is asked for anyway: `inbound.3`. */
  readonly only?: string | undefined;
  /** Initial values from the same place that the form does ask for. */
  readonly opens?: Readonly<Record<string, unknown>> | undefined;
  /** The title where the change was offered. */
  readonly title?: string | undefined;
  /** The subject of the change if it isn't a row of the family. */
  readonly about?: string | undefined;
  /** Further rows that are left out, with the reason. */
  readonly leftOut?: readonly ChangeResult[] | undefined;
  /** The journal of the interrupted run that this plan resumes. */
  readonly journal?: BatchJournal | undefined;
  /** True if the user asked to resume its draft. */
  readonly resumes?: true | undefined;
  /** A reason why the change doesn't apply to a row, in addition to the action's own reasons. */
  readonly unless?: (row: AnyRow | undefined) => string | undefined;
  /** Receives the rows that were changed. */
  readonly sent?: ((rows: readonly AnyRow[]) => void) | undefined;
}

export interface BatchPlan {
  readonly lead: Change;
  readonly family: Family;
  /** The title; without an ellipsis no form shows, unless the user asks for it. */
  readonly title: string;
  /** The path parameters of the list to change. */
  readonly params: PathParams;
  /** The subject of the change if it isn't a row: "example.org". */
  readonly about?: string | undefined;
  /** Different changes, each with its line; text about the lead's request doesn't apply to all of them. */
  readonly steps?: readonly BatchStep[] | undefined;
  /** True if the user asked to resume its draft, so that no question about the draft is needed. */
  readonly resumes?: true | undefined;
  /** Notes to show before the plan is sent. */
  readonly notes?: readonly string[] | undefined;
  /** The fields to ask for: all that are not filled in, or the one filled-in part that is asked for anyway. */
  fields(): readonly FieldState[];
  /** Problems of values that are not asked for and so have no field. */
  problems(): readonly string[];
  /** All changes, with the lead first. */
  readonly changes: readonly Change[];
  /** The changes that a request is sent for, according to the preview. */
  toSend(): readonly Change[];
  /**
   * The changes that are left alone, with the reason: they have the values already, or the change turned out to be
   * impossible.
   */
  unchanged(): readonly ChangeResult[];
  /** Selected resources that are left out, with the reason. */
  readonly skipped: readonly ChangeResult[];
  readonly results: ObservableValue<readonly ChangeResult[]>;
  /** The progress of sending. */
  readonly status: ObservableValue<BatchStatus>;
  /** The reason why the journal can't be written. */
  journalProblem(): string | undefined;
  /** True if the steps that were not sent are in the journal and can be resumed. */
  isJournaled(): boolean;
  readonly state: () => ChangeState;
  set(path: string, value: unknown): void;
  toPreview(): Promise<void>;
  /** The text to type: the label of a single resource, the number of several. */
  typing(): string | undefined;
  /** Each request as a curl line; those of the other rows are built for this. */
  curls(): Promise<readonly string[]>;
  /** Sends the waiting changes one after the other; resolves when none remains, or after a stop. */
  send(): Promise<void>;
  /** Lets the running request end and sends no other before `goOn`. */
  pause(): void;
  goOn(): void;
  /** Skips the steps that were not sent; a journal keeps them for later. */
  stop(): void;
  /** Sends failed changes again; never those that may have been done. */
  retry(): Promise<void>;
  close(): void;
}

/** One of several different changes, ready to be sent. */
export interface BatchStep {
  readonly change: Change;
  /** The step of a text that the change comes from, or the change that it undoes, with its key in the journal. */
  readonly from?: BatchStepOrigin | undefined;
  readonly mark: '+' | '~' | '-';
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /**
   * True if the step waits for the earlier ones and is skipped after a failure, so that nothing is deleted while its
   * replacement is missing.
   */
  readonly last: boolean;
}

export type BatchStepOrigin = {readonly key: string} & (
  | {readonly step: TextStep<AnyRow>}
  | {readonly takesBack: UndoneChange}
);

/** The label of an undo of several changes, while it is about the last plan. */
export const lastBatchLabel = 'the last plan';

const unchangedReason = 'already set';

/** The plan for the available part of a request; undefined if nothing is available. */
export function planBatch(
  context: BatchHost,
  {
    family,
    name,
    rows,
    params,
    fills = {},
    opens,
    leftOut = [],
    journal,
    only,
    title,
    about,
    resumes,
    unless,
    sent,
  }: BatchPlanRequest,
): BatchPlan | undefined {
  const availableRows: (AnyRow | undefined)[] = [];
  const skipped: ChangeResult[] = [...leftOut];
  for (const row of rows) {
    const reason = unless?.(row) ?? context.session.unless(family.id, name, row, params);
    if (reason === undefined) availableRows.push(row);
    else skipped.push(resultFor(family, row, {state: 'skipped', words: reason}));
  }
  if (availableRows.length === 0) return undefined;
  const [first, ...moreRows] = availableRows;
  const options = {fills, title, batch: Symbol(name)};
  const speaksFor = moreRows.length === 0 ? undefined : availableRows.filter(row => row !== undefined);
  // A part of a form isn't stored as a draft of the whole form.
  const lead = context.session.change(family.id, name, first, params, {
    ...options,
    drafted: only === undefined,
    opens,
    speaksFor,
  });
  // A half-typed draft of one row isn't meant for all and would be sent unseen.
  const others = moreRows.map(row =>
    context.session.change(family.id, name, row, params, {...options, drafted: false, speaksFor: []}),
  );
  const filled = new Set(Object.keys(fills));
  return {
    ...planChanges(lead, {others, skipped, filled, fills, only, title, about, journal, context, params, sent}),
    resumes,
  };
}

/** The fields at a path inside of rows: all of an entry, or those of one part of it. */
function fieldsWithin(fields: readonly FieldState[], path: string): readonly FieldState[] {
  const rows = fields.find(field => field.items && path.startsWith(`${field.path}.`));
  const entry = rows?.items?.entries.find(entry => path === entry.path || path.startsWith(`${entry.path}.`));
  return (entry?.fields ?? []).filter(field => path === entry?.path || field.path === path);
}

interface BatchPlanFacts {
  readonly others?: readonly Change[];
  readonly skipped?: readonly ChangeResult[];
  readonly filled?: ReadonlySet<string>;
  readonly fills?: Readonly<Record<string, unknown>>;
  readonly only?: string | undefined;
  readonly title?: string | undefined;
  readonly journal?: BatchJournal | undefined;
  /** The services to write the journal; without them no journal is written. */
  readonly context?: BatchHost | undefined;
  readonly params?: PathParams | undefined;
  /** Set if the changes differ from each other. */
  readonly steps?: readonly BatchStep[] | undefined;
  /** The subject of the plan if it isn't a row. */
  readonly about?: string | undefined;
  readonly sent?: BatchPlanRequest['sent'];
}

/** The plan for changes that were already created. */
export function planChanges(lead: Change, facts: BatchPlanFacts = {}): BatchPlan {
  const {others = [], skipped = [], filled = new Set(), only, title, context, steps} = facts;
  const {family} = lead;
  const name = title ?? lead.title;
  const about = facts.about ?? lead.about;
  const changes = [lead, ...others];
  const results = createObservable<readonly ChangeResult[]>(
    changes.map(({row}) => ({
      ...resultFor(family, row, {state: 'waiting', words: ''}),
      ...(row === undefined && about !== undefined && {label: about}),
    })),
  );
  // A change that was refused when it was created notifies no listener later.
  for (const [index, change] of changes.entries())
    if (change.get().outcome !== undefined)
      results.set(results.get().map((entry, at) => (at === index ? {...entry, ...resultOf(change.get())} : entry)));
  const settle = (index: number, result: Partial<ChangeResult>): void =>
    results.set(results.get().map((entry, at) => (at === index ? {...entry, ...result} : entry)));
  // The outcome of a request without a response is found out later and follows the first one.
  const stops = changes.map((change, index) =>
    change.subscribe(() => {
      if (change.get().outcome !== undefined) settle(index, resultOf(change.get()));
    }),
  );

  /** The reason why a row is left alone, as the lead's preview found; undefined for rows that a request is sent for. */
  const leftAlone = ({row}: Change): string | undefined => {
    const {preview} = lead.get();
    if (steps !== undefined || row === undefined || preview === undefined) return undefined;
    const key = family.key(row);
    return preview.off.get(key) ?? (preview.same.includes(key) ? unchangedReason : undefined);
  };
  const going = (): readonly Change[] => changes.filter(change => leftAlone(change) === undefined);

  const run = createBatchRun({
    changes,
    results,
    settle,
    journal: facts.journal,
    begin: async due => {
      // Rows whose ID is a secret can't be named in a file.
      if (due.some(({row}) => row && isSecretId(family.key(row), row))) return undefined;
      const journalRecord = steps ? journalRows(steps, about) : oneForAll(due);
      if (context === undefined || journalRecord === undefined) return undefined;
      return context.session.batchJournals.start({
        ...journalRecord,
        title: name,
        at: context.clock.now(),
        family: family.id,
        params: facts.params ?? {},
      });
    },
    keyOf(index) {
      if (steps) return steps[index]?.from?.key;
      const row = changes[index]?.row;
      return row && family.key(row);
    },
    ...(steps && {waits: (index: number) => steps[index]?.last === true}),
    prepare: change => (change === lead || steps ? Promise.resolve() : applyLeadAnswers(change, lead)),
  });

  function oneForAll(due: readonly Change[]): Pick<BatchRecord, 'action' | 'values' | 'secrets' | 'rows'> {
    const {values, secrets} = lead.typed();
    return {
      action: lead.name,
      values: {...facts.fills, ...values},
      secrets,
      rows: due.flatMap(({row}) => (row ? [{id: family.key(row), label: family.label(row)}] : [])),
    };
  }

  /** Rows that failed or still wait stay selected. */
  async function work(...states: readonly ('waiting' | 'failed')[]): Promise<void> {
    await run.work(...states);
    if (lead.get().step === 'form') return;
    const isDone = (index: number): boolean => !['failed', 'waiting'].includes(results.get()[index]?.state ?? '');
    facts.sent?.(changes.flatMap(({row}, index) => (row !== undefined && isDone(index) ? [row] : [])));
  }

  const {status} = run;
  function fields(): readonly FieldState[] {
    const all = lead.get().fields;
    return only === undefined ? all.filter(({path}) => !filled.has(path)) : fieldsWithin(all, only);
  }
  const state = (): ChangeState => {
    const isOver = status.get() === 'ended' || status.get() === 'stopped';
    // With several changes, the lead may have been refused or left alone: the outcome is that of all of them.
    return isOver && changes.length > 1 ? {...lead.get(), step: 'outcome'} : lead.get();
  };

  return {
    lead,
    family,
    changes,
    toSend: going,
    unchanged: () =>
      changes.flatMap(change => {
        const words = leftAlone(change);
        return words === undefined ? [] : [resultFor(family, change.row, {state: 'skipped', words})];
      }),
    skipped,
    results,
    fields,
    problems: () => hiddenProblems(lead.get(), fields()),
    title: name,
    params: facts.params ?? {},
    about,
    state,
    set: (path, value) => lead.set(path, value),
    toPreview: () => lead.toPreview(),
    typing() {
      const typed = lead.get().confirmText;
      return typed === undefined || changes.length === 1 ? typed : String(going().length);
    },
    async curls() {
      for (const change of others) if (!steps) await applyLeadAnswers(change, lead);
      return going().flatMap(change => change.get().preview?.curl ?? []);
    },
    status,
    journalProblem: run.journalProblem,
    isJournaled: run.isJournaled,
    // A refused change is sent again after its form was corrected.
    async send() {
      for (const [index, change] of changes.entries()) {
        const words = leftAlone(change);
        if (words !== undefined) settle(index, {state: 'skipped', words});
      }
      await (changes.length === 1 ? work('waiting', 'failed') : work('waiting'));
      // The typed values were sent, though not for the lead: they are no longer a draft.
      if (changes.length > 1 && leftAlone(lead) !== undefined) lead.reset();
    },
    pause: () => status.get() === 'running' && status.set('paused'),
    goOn: () => status.set('running'),
    stop: () => status.set('stopped'),
    retry: () => work('failed'),
    close() {
      for (const stop of stops) stop();
      for (const change of changes) change.close();
      facts.journal?.release();
    },
  };
}

/** The steps of a plan as a file may hold them; undefined if one of them couldn't be resumed from it. */
function journalRows(
  batchSteps: readonly BatchStep[],
  about: string | undefined,
): Pick<BatchRecord, 'action' | 'about' | 'values' | 'secrets' | 'rows'> | undefined {
  const rows: BatchRow[] = [];
  for (const {change, from, mark, label} of batchSteps) {
    const {row, name, family} = change;
    const {values, secrets} = change.typed();
    if (from === undefined || secrets.length > 0) return undefined;
    const rowRecord = {id: from.key, label: `${mark} ${label}`};
    if ('takesBack' in from) {
      const of = row && family.key(row);
      rows.push({...rowRecord, back: {does: name, of, values, takesBack: from.takesBack}});
    } else if (withoutSecrets(row) === row) rows.push({...rowRecord, step: {...from.step, row, values}});
    else return undefined;
  }
  const back = rows[0]?.back;
  if (back === undefined) return {action: editedTextAction, about, values: {}, secrets: [], rows};
  // A plan that is resumed later is no longer the last plan.
  const {what: undoneText} = back.takesBack;
  const batchText = rows.length > 1 ? `${undoneText} and ${rows.length - 1} more` : undoneText;
  return {action: undoAction, about: about === lastBatchLabel ? batchText : about, values: {}, secrets: [], rows};
}

/** The plan for different changes, in order; undefined if there are none. */
export function planSteps(
  batchSteps: readonly BatchStep[],
  {
    notes,
    ...facts
  }: Pick<BatchPlan, 'title' | 'skipped' | 'about' | 'notes'> & Pick<BatchPlanFacts, 'context' | 'params' | 'journal'>,
): BatchPlan | undefined {
  const [lead, ...others] = batchSteps.map(({change}) => change);
  if (lead === undefined) return undefined;
  const {about} = facts;
  const plan = planChanges(lead, {...facts, others, steps: batchSteps});
  plan.results.set(
    batchSteps.map(({mark, label}) => ({label: `${mark} ${label}`, state: 'waiting', words: '', revealed: []})),
  );
  const typed = (): string | undefined => batchSteps.flatMap(({change}) => change.get().confirmText ?? [])[0];
  const typing = (): string | undefined =>
    typed() === undefined || batchSteps.length === 1 ? typed() : String(batchSteps.length);
  return {...plan, about, steps: batchSteps, notes, typing};
}

/** Brings another change to the step from which the lead was sent, with the lead's typed values. */
async function applyLeadAnswers(change: Change, lead: Change): Promise<void> {
  await change.ready;
  if (change.get().step !== 'form') return;
  for (const [path, value] of Object.entries(lead.allTypedValues())) change.set(path, value);
  await change.toPreview();
}
