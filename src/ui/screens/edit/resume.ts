/** Going on with the plan of a text that was interrupted: with exactly the steps that were never sent. */
import {draftKey} from '../../../store/drafts.ts';
import {equal} from '../../../store/equal.ts';
import {editedText, type Interrupted, interruptedWords, leftOf} from '../../../store/runs.ts';
import type {Deck} from '../../deck.ts';
import type {Result} from '../change/result.ts';
import {allRows} from './list.ts';
import {type NamedStep, openStaged, prepareSteps, skippedStep} from './staged.ts';

export async function resumeText(deck: Deck, run: Interrupted): Promise<void> {
  const {session} = deck;
  const {params} = run;
  const family = deck.family(run.family);
  const {text} = family;
  if (text === undefined) throw new Error(`${family.title} have no text`);
  const list = {family, text, params};
  const collection = session.collection(family.id, params);
  const stop = collection.subscribe(() => {});
  try {
    const rows = await allRows(deck, collection);
    if (rows === undefined) return;
    const {due, told} = leftOf(run);
    const left: Result[] = told.map(({label, words}) => ({label, state: 'skipped', words, revealed: []}));
    const wanted: NamedStep[] = [];
    for (const {id, step} of due) {
      if (step === undefined) continue;
      // Whoever took up the text instead has made it meanwhile.
      const isThere =
        step.does === 'create' &&
        rows.some(row => Object.entries(step.values).every(([path, value]) => equal(row[path], value)));
      if (isThere) left.push(skippedStep(step, 'it is there already'));
      // Nothing is taken away for what did not come.
      else if (step.does === 'delete' && told.length > 0)
        left.push(skippedStep(step, 'is left alone, because something before it failed'));
      else wanted.push({key: String(id), step});
    }
    const {steps, skipped, mistakes} = await prepareSteps(deck, list, wanted);
    left.push(...skipped);
    for (const {words} of mistakes) left.push({label: family.one, state: 'skipped', words, revealed: []});
    const journal = await session.runs.resume(run.run);
    if (journal === undefined) {
      for (const {change} of steps) change.close();
      deck.say(`${interruptedWords(run)}, and another console has just gone on with it`, 'attention');
      return;
    }
    const {about: label = family.title} = run;
    const about = {family: family.id, action: editedText, at: params, label};
    const opened = openStaged(
      deck,
      list,
      {steps, skipped: left},
      {
        about: label,
        notes: [],
        journal,
        begun: () => {},
        untouched: () => {},
        done() {
          // What failed before is still only in the text.
          if (told.length === 0) session.drafts.put(draftKey(deck.profile.name, about), undefined);
        },
      },
    );
    if (!opened) await journal.close();
  } finally {
    stop();
  }
}
