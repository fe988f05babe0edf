/** Taking back what was done last: one change as its preview, a plan as one plan again. */
import {bareTitle} from '../../../families/format.ts';
import type {Change, Undoing} from '../../../store/changes/types.ts';
import type {Session} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {openChange} from './change.ts';
import {planOf, type Stage, stagedPlan} from './plan.ts';
import type {Result} from './result.ts';

/** Where it is still being put together: asked for again, the same would be taken back twice. */
const opening = new WeakSet<Session>();

export async function startUndo(deck: Deck): Promise<void> {
  const {session} = deck;
  if (opening.has(session)) {
    deck.say('what takes it back is still being put together', 'attention');
    return;
  }
  opening.add(session);
  try {
    await openUndo(deck);
  } finally {
    opening.delete(session);
  }
}

async function openUndo(deck: Deck): Promise<void> {
  const {changes, left} = deck.session.undo();
  const [change] = changes;
  if (change === undefined) deck.say(nothingWords(left), 'attention');
  else if (changes.length === 1 && left.length === 0) {
    await change.ready;
    openChange(deck, planOf(change), change.action.form !== undefined);
  } else await openTogether(deck, changes, left);
}

function nothingWords(left: Undoing['left']): string {
  const [first] = left;
  if (first === undefined) return 'there is nothing that can be taken back';
  return `${first.label}: cannot be undone from here, ${first.words}`;
}

/** All of a plan, a line for each, and what is not taken back of it. */
async function openTogether(deck: Deck, changes: readonly Change[], left: Undoing['left']): Promise<void> {
  const staged: Stage[] = [];
  const skipped = left.map(({label, words}) => skippedFor(label, words));
  for (const change of changes) {
    await change.ready;
    await change.toPreview();
    const stage = stageOf(change);
    const {step, outcome, fields} = change.get();
    if (step === 'preview') staged.push(stage);
    else {
      const problem = fields.flatMap(({title, problems}) => problems.map(words => `${title} ${words}`))[0];
      skipped.push(skippedFor(stage.label, outcome?.words ?? problem ?? 'cannot be taken back'));
      change.close();
    }
  }
  const plan = stagedPlan(staged, {title: 'Undo', about: 'the last plan', skipped});
  if (plan !== undefined) openChange(deck, plan, false);
  else deck.say(skipped.map(({label, words}) => `${label}: ${words}`).join('; '), 'attention');
}

const skippedFor = (label: string, words: string): Result => ({label, state: 'skipped', words, revealed: []});

function stageOf(change: Change): Stage {
  const {family, action, row} = change;
  const {preview} = change.get();
  const mark = row === undefined ? '+' : preview?.deletes ? '-' : '~';
  const told = (preview?.differences ?? []).filter(({before, after}) => before !== after);
  const side = (which: 'before' | 'after'): string | undefined =>
    told.map(difference => `${difference.title} ${difference[which] ?? 'none'}`).join(', ') || undefined;
  const title = bareTitle(action.title ?? '');
  const what = row === undefined ? family.one : family.label(row);
  const isEdit = preview?.method === 'PUT';
  return {
    change,
    mark,
    label: isEdit || mark === '+' ? what : `${title} ${what}`,
    before: mark === '~' ? side('before') : undefined,
    after: mark === '-' ? undefined : side('after'),
    last: false,
  };
}
