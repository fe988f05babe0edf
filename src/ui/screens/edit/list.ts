/** A whole list as one text in the user's editor: what was changed there becomes one plan, a request for each step. */
import type {AnyRow, Family, PathParams} from '../../../families/define.ts';
import type {ListText, TextStep} from '../../../families/shape/text.ts';
import {draftKey} from '../../../store/drafts.ts';
import {equal} from '../../../store/equal.ts';
import type {Mistake} from '../../../store/texts/mistakes.ts';
import type {Change, Collection} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {openChange} from '../change/change.ts';
import {stagedPlan} from '../change/plan.ts';
import type {Result} from '../change/result.ts';
import {editRounds, mistakeWords} from './rounds.ts';

export interface EditedList {
  readonly family: Family;
  readonly text: ListText<AnyRow, PathParams>;
  readonly params: PathParams;
}

export async function editList(deck: Deck, list: EditedList): Promise<void> {
  const {family, text: spec, params} = list;
  const {session} = deck;
  const label = spec.about(session.look, params);
  const collection = session.collection(family.id, params);
  const stop = collection.subscribe(() => {});
  try {
    const current = await allRows(deck, collection);
    if (current === undefined) return;
    const about = {family: family.id, action: 'text', at: params, label};
    const key = draftKey(deck.profile.name, about);
    const kept = session.drafts.find(key)?.values;
    const draft = typeof kept?.text === 'string' ? kept.text : undefined;
    // The text says what its author saw: what others did meanwhile is not undone by it.
    const base = draft !== undefined && Array.isArray(kept?.base) ? (kept.base as readonly AnyRow[]) : current;
    const outcome = await editRounds(deck, {
      text: draft ?? spec.write(base, session.look, params),
      suffix: spec.suffix,
      comment: spec.comment,
      judge: edited => judge(deck, list, edited, base),
      drafted: draft !== undefined,
    });
    const keep = (text: string, rows: readonly AnyRow[] | undefined): void =>
      session.drafts.put(key, {text, ...(rows && {base: rows})}, {about});
    switch (outcome.kind) {
      case 'right':
        if (outcome.value.steps.length === 0) {
          session.drafts.put(key, undefined);
          deck.say('the text says what is there: nothing is changed');
          return;
        }
        keep(outcome.text, base);
        openStaged(deck, list, outcome.value, {
          dropped: () => session.drafts.put(key, undefined),
          // What was done is in the list now: the rest is found against that.
          partly: () => keep(outcome.text, undefined),
        });
        return;
      case 'given up':
        keep(outcome.text, base);
        deck.say(`kept as a draft: ${mistakeWords(outcome.mistakes)}`, 'attention');
        return;
      case 'failed':
        deck.say(outcome.words, 'failed');
        return;
      default:
        if (outcome.kind === 'emptied') session.drafts.put(key, undefined);
        deck.say(outcome.kind === 'emptied' ? 'the text was emptied: nothing is changed' : 'nothing was changed');
    }
  } finally {
    stop();
  }
}

/** Every row of the list, as it is now; undefined when that could not be found out, which is said. */
async function allRows(deck: Deck, collection: Collection): Promise<readonly AnyRow[] | undefined> {
  const asked = deck.clock.now();
  const isKnown = (): boolean => {
    const {complete, failure, remembered, trueAt} = collection.get();
    return failure !== undefined || (complete && !remembered && (trueAt ?? 0) >= asked);
  };
  collection.refresh();
  if (!isKnown()) {
    deck.say(`reading the ${collection.family.title}…`);
    const {promise, resolve} = Promise.withResolvers<void>();
    const stop = collection.subscribe(() => isKnown() && resolve());
    // An unchanged answer wakes nobody.
    let off = deck.clock.schedule(LOOK_AGAIN, function look() {
      if (isKnown()) resolve();
      else off = deck.clock.schedule(LOOK_AGAIN, look);
    });
    await promise;
    stop();
    off();
  }
  const {rows, failure} = collection.get();
  if (failure === undefined) return rows;
  deck.say(failure.words, 'failed');
  return undefined;
}

/** Milliseconds. */
const LOOK_AGAIN = 50;

interface Staged {
  readonly steps: readonly {readonly step: TextStep<AnyRow>; readonly change: Change}[];
  readonly skipped: readonly Result[];
  readonly notes: readonly string[];
}

/** The text as changes that are ready to be sent, or what is wrong with it. */
async function judge(
  deck: Deck,
  {family, text: spec, params}: EditedList,
  text: string,
  base: readonly AnyRow[],
): Promise<{right: Staged} | {mistakes: readonly Mistake[]}> {
  const {session} = deck;
  const plan = spec.read(text, base, session.look, params);
  if (plan.mistakes.length > 0) return {mistakes: plan.mistakes};
  const mistakes: Mistake[] = [];
  const steps: Staged['steps'][number][] = [];
  const skipped: Result[] = [];
  const together = Symbol(spec.title);
  const {byId} = session.collection(family.id, params).get();
  for (const step of plan.steps) {
    const row = step.row && byId.get(family.key(step.row));
    const reason =
      step.row === undefined || equal(step.row, row)
        ? session.unless(family.id, step.does, row, params)
        : row === undefined
          ? 'somebody else deleted it meanwhile'
          : 'somebody else changed it meanwhile';
    if (reason !== undefined) {
      skipped.push({label: `${step.does} ${step.label}`, state: 'skipped', words: reason, revealed: []});
      continue;
    }
    const change = session.change(family.id, step.does, row, params, {drafted: false, plan: together});
    await change.ready;
    for (const [path, value] of Object.entries(step.values)) change.set(path, value);
    await change.toPreview();
    const {step: reached, fields, outcome} = change.get();
    const problems = fields.flatMap(({path, problems}) => problems.map(words => `${path} ${words}`));
    if (reached === 'preview') steps.push({step, change});
    else
      for (const words of outcome ? [outcome.words] : problems)
        mistakes.push({line: step.line ?? 1, words: `${step.label}: ${words}`});
  }
  if (mistakes.length === 0) return {right: {steps, skipped, notes: plan.notes}};
  for (const {change} of steps) change.close();
  return {mistakes};
}

const marks = {create: '+', update: '~', delete: '-'} as const;

function openStaged(
  deck: Deck,
  {text: spec, params}: EditedList,
  {steps, skipped, notes}: Staged,
  draft: {dropped(): void; partly(): void},
): void {
  const staged = stagedPlan(
    steps.map(({step, change}) => ({
      change,
      mark: marks[step.does],
      label: step.label,
      before: step.before,
      after: step.after,
      last: step.does === 'delete',
    })),
    {title: spec.title, about: spec.about(deck.session.look, params), skipped, notes},
  );
  if (staged === undefined) {
    deck.say(skipped.map(({label, words}) => `${label}: ${words}`).join('; '), 'attention');
    return;
  }
  openChange(
    deck,
    {
      ...staged,
      close() {
        const states = staged.results.get().map(({state}) => state);
        staged.close();
        if (states.every(state => state === 'ok')) draft.dropped();
        else if (states.every(state => state === 'waiting'))
          deck.say('the text is kept as a draft; :drafts lists them');
        else draft.partly();
      },
    },
    false,
  );
}
