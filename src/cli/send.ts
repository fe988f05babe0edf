/** Sends one change of a line, and says what became of it. */
import {sanitize} from '../platform/text/clean.ts';
import type {Surroundings} from './account.ts';
import {ended, type Passages, shown} from './moving.ts';
import type {Doing, Prepared, Ready} from './prepare.ts';
import {outcomeWords, problemLines, refusalWords} from './refusals.ts';
import {outcomeSentence} from './sentence.ts';
import {until} from './time.ts';

/** How long it is found out what became of a request without an answer, milliseconds. */
const doubtAtMost = 60_000;

/** With where files come from and go to. */
export interface Sending extends Doing {
  readonly passages: Passages;
  readonly surroundings: Surroundings;
}

export interface Result {
  readonly of: Prepared;
  /** What is said of it on the output. */
  readonly lines: readonly string[];
  /** What the API answered. */
  readonly answer: unknown;
  /** The same as the API gave it, with the identifiers of the provider. */
  readonly told: unknown;
  /** Why it was not done. */
  readonly refusal: string | undefined;
  /** A file followed, and has arrived. */
  readonly moved: boolean;
  /** The person interrupted it. */
  readonly interrupted?: true;
}

/** @param say tells what is going on meanwhile */
export async function send(doing: Sending, ready: Ready, say: (text: string) => void): Promise<Result> {
  const {change} = ready;
  const {named, surroundings, passages} = doing;
  const nothing = {of: ready, lines: [], answer: undefined, told: undefined, moved: false};
  const refused = (words: string): Result => ({...nothing, refusal: words});
  await shown(change, surroundings, () => change.send());
  const {step, outcome: at, refusal} = change.get();
  if (step === 'form' || !at)
    return refused(refusal ? refusalWords(named, refusal, change) : problemLines(named, change));
  if (at.unknown) {
    say(`${sanitize(at.words)}\n`);
    const limit = {clock: doing.clock, milliseconds: doubtAtMost};
    const known = await until(change, ({outcome}) => outcome !== undefined && !outcome.unknown, limit);
    if (!known?.outcome?.ok)
      return refused(sanitize(known?.outcome?.words ?? 'whether it was done is not known: look before doing it again'));
  } else if (!at.ok) return refused(outcomeWords(named, at, change));
  const {outcome = at, transfer} = change.get();
  const file = transfer && (await shown(change, surroundings, () => ended(transfer)));
  const how = sanitize(transfer && file ? `${transfer.name}: ${file.words}` : outcomeSentence(change, outcome));
  if (file?.phase === 'cancelled') return {...refused(how), interrupted: true};
  if (file?.phase === 'failed') return refused(how);
  if (file) await passages.deliver();
  const revealed = (outcome.revealed ?? []).map(({title, value}) => `${title}: ${sanitize(value)}`);
  const {answer} = outcome;
  const told = named.identifiers.answer(named.endpoint, answer);
  return {of: ready, lines: [how, ...revealed], answer, told, refusal: undefined, moved: file !== undefined};
}
