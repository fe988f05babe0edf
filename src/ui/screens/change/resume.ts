/** Going on with a change to many rows that was interrupted: with exactly those that were never sent. */
import type {AnyRow} from '../../../families/define.ts';
import type {Interrupted} from '../../../store/runs.ts';
import type {Collection} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {openChange} from './change.ts';
import {planFor} from './plan.ts';
import type {Result} from './result.ts';

/** "Reboot: 12 of 40 were left when it was interrupted" */
export function interruptedWords({title, rows, states}: Interrupted): string {
  const left = rows.filter(({id}) => !states.has(String(id))).length;
  return `${title.replace(/…$/, '')}: ${left} of ${rows.length} were left when it was interrupted`;
}

/** Says at the start that there is something to go on with. */
export async function offerResume(deck: Deck): Promise<void> {
  const [run] = await deck.session.runs.interrupted();
  if (run) deck.say(`${interruptedWords(run)}; :resume goes on`, 'attention');
}

export async function resumeRun(deck: Deck): Promise<void> {
  const {session} = deck;
  const [run] = await session.runs.interrupted();
  if (run === undefined) {
    deck.say('nothing was interrupted', 'attention');
    return;
  }
  const journal = session.runs.resume(run.run);
  const family = deck.family(run.family);
  const collection = session.collection(run.family, run.params);
  const stop = collection.subscribe(() => {});
  await read(collection);
  stop();
  const {byId, complete, failure} = collection.get();
  if (!complete) {
    deck.say(failure?.words ?? `the ${family.title} could not be read`, 'failed');
    return;
  }
  const rows: AnyRow[] = [];
  const left: Result[] = [];
  for (const {id, label} of run.rows) {
    const state = run.states.get(String(id));
    const row = byId.get(id);
    const skip = (words: string): void => void left.push({label, state: 'skipped', words, revealed: []});
    if (state === 'sending' || state === 'unknown') skip('was sent, and no answer came: look what became of it');
    else if (state === undefined && row) rows.push(row);
    else if (state === undefined) skip('is gone');
  }
  const {family: id, action: name, params, values, title} = run;
  const plan = planFor(deck, {family: deck.family(id), name, rows, params, fills: values, left, journal, title});
  if (plan === undefined) {
    deck.say(`${title.replace(/…$/, '')}: nothing is left to do`, 'ok');
    await journal.close();
    return;
  }
  // A secret was never written down: the form asks for it again.
  if (run.secrets.length === 0 && plan.state().step === 'form') await plan.lead.ready.then(() => plan.lead.toPreview());
  openChange(deck, plan, plan.lead.action.form !== undefined);
}

function read(collection: Collection): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const look = (): void => {
    const {complete, phase} = collection.get();
    if (complete || phase === 'failed') resolve();
  };
  const stop = collection.subscribe(look);
  look();
  return promise.finally(stop);
}
