/** What a StackScript asks of a deployment (D2 §2.4 r3). */
import type {UserDefinedField} from '../../contract/stackscripts.ts';
import type {Problems} from '../engine/refusal.ts';
import type {Store} from '../engine/store.ts';
import {StackScripts} from './kinds.ts';

interface Wish {
  readonly stackscript_id?: number;
  readonly stackscript_data?: Readonly<Record<string, unknown>>;
  readonly image?: string;
}

export function stackscriptProblems(problems: Problems, db: Store, wish: Wish): void {
  const {stackscript_id: id, stackscript_data: data = {}, image} = wish;
  if (id === undefined) {
    problems.when(wish.stackscript_data !== undefined, 'needs stackscript_id', 'stackscript_data');
    return;
  }
  const script = db.get(StackScripts, id);
  problems.when(!script, 'is not a StackScript', 'stackscript_id');
  problems.when(image === undefined, 'is required with stackscript_id', 'image');
  if (!script || image === undefined) return;
  const fits = script.images.includes(image) || script.images.includes('any/all');
  problems.when(!fits || image.startsWith('private/'), 'is not an Image that the StackScript is for', 'image');
  for (const field of script.user_defined_fields) answerProblems(problems, field, data[field.name]);
}

function answerProblems(problems: Problems, {name, ...field}: UserDefinedField, answer: unknown): void {
  const at = `stackscript_data.${name}`;
  // A question with a default need not be answered.
  problems.when(answer === undefined && field.default === undefined, 'is asked for by the StackScript', at);
  problems.when(answer !== undefined && typeof answer !== 'string', 'must be text', at);
  if (typeof answer !== 'string') return;
  const {oneOf, manyOf} = field;
  if (oneOf) problems.when(!oneOf.split(',').includes(answer), `must be one of: ${oneOf}`, at);
  if (!manyOf) return;
  const allowed = new Set(manyOf.split(','));
  problems.when(!answer.split(',').every(part => allowed.has(part)), `must be some of: ${manyOf}`, at);
}
