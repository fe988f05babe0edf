/** Values that a StackScript needs for a deployment (D2 §2.4 r3). */
import type {UserDefinedField} from '../../../contract/resources/stackscripts.ts';
import type {FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {StackScripts} from './stackscript-kinds.ts';

interface ScriptDeployment {
  readonly stackscript_id?: number;
  readonly stackscript_data?: Readonly<Record<string, unknown>>;
  readonly image?: string;
}

export function stackscriptErrors(fieldErrors: FieldErrors, db: Store, request: ScriptDeployment): void {
  const {stackscript_id: id, stackscript_data: data = {}, image} = request;
  if (id === undefined) {
    fieldErrors.addIf(request.stackscript_data !== undefined, 'needs stackscript_id', 'stackscript_data');
    return;
  }
  const script = db.get(StackScripts, id);
  fieldErrors.addIf(!script, 'is not a StackScript', 'stackscript_id');
  fieldErrors.addIf(image === undefined, 'is required with stackscript_id', 'image');
  if (!script || image === undefined) return;
  const isAllowedImage = script.images.includes(image) || script.images.includes('any/all');
  fieldErrors.addIf(
    !isAllowedImage || image.startsWith('private/'),
    'is not an Image that the StackScript is for',
    'image',
  );
  for (const field of script.user_defined_fields) answerErrors(fieldErrors, field, data[field.name]);
}

function answerErrors(fieldErrors: FieldErrors, {name, ...field}: UserDefinedField, answer: unknown): void {
  const at = `stackscript_data.${name}`;
  // Questions with a default are optional.
  fieldErrors.addIf(answer === undefined && field.default === undefined, 'is asked for by the StackScript', at);
  fieldErrors.addIf(answer !== undefined && typeof answer !== 'string', 'must be text', at);
  if (typeof answer !== 'string') return;
  const {oneOf, manyOf} = field;
  if (oneOf) fieldErrors.addIf(!oneOf.split(',').includes(answer), `must be one of: ${oneOf}`, at);
  if (!manyOf) return;
  const allowedValues = new Set(manyOf.split(','));
  fieldErrors.addIf(!answer.split(',').every(part => allowedValues.has(part)), `must be some of: ${manyOf}`, at);
}
