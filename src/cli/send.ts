/** Sends one change of a line, and says what became of it. */
import {clean} from '../platform/text/clean.ts';
import {explained} from './exit.ts';
import {type Doing, type Prepared, problemLines, type Ready, wordsOf} from './prepare.ts';
import {until} from './time.ts';

/** How long it is found out what became of a request without an answer, milliseconds. */
const doubtAtMost = 60_000;

export interface Result {
  readonly of: Prepared;
  /** What is said of it on the output. */
  readonly lines: readonly string[];
  /** As the API gave it. */
  readonly answer: unknown;
  /** Why it was not done. */
  readonly refusal: string | undefined;
}

/** @param say tells what is going on meanwhile */
export async function send(doing: Doing, ready: Ready, say: (text: string) => void): Promise<Result> {
  const {change} = ready;
  const refused = (words: string): Result => ({of: ready, lines: [], answer: undefined, refusal: words});
  await change.send();
  const {step, outcome: at, refusal} = change.get();
  if (step === 'form' || !at) return refused(refusal ? explained(refusal) : problemLines(doing.named, change));
  if (at.unknown) {
    say(`${clean(at.words)}\n`);
    const limit = {clock: doing.clock, milliseconds: doubtAtMost};
    const known = await until(change, ({outcome}) => outcome !== undefined && !outcome.unknown, limit);
    if (!known?.outcome?.ok)
      return refused(clean(known?.outcome?.words ?? 'whether it was done is not known: look before doing it again'));
  } else if (!at.ok) return refused(wordsOf(at));
  const {outcome = at} = change.get();
  const revealed = (outcome.revealed ?? []).map(({title, value}) => `${title}: ${clean(value)}`);
  return {of: ready, lines: [clean(outcome.words), ...revealed], answer: outcome.answer, refusal: undefined};
}
