/** The user-defined fields of a StackScript as inputs (D2 §2.4), with their names, choices and defaults. */
import type {UserDefinedField} from '../../../contract/resources/stackscripts.ts';
import type {AnyInput, FormContext} from '../../shape/forms.ts';

/** The API doesn't mark secret questions, so their names and labels decide. */
const isSecret = (text: string): boolean =>
  /pass(w|phrase|code)|pwd|secret|token|credential|(^|[_\s-])(key|pass|pin)$/i.test(text);
const listIn = (text: string): readonly string[] => text.split(',').map(part => part.trim());

function inputFor({name, label, example, oneOf, manyOf, default: preset}: UserDefinedField): AnyInput {
  const help = [
    manyOf ? `some of ${listIn(manyOf).join(', ')}, with commas between them` : undefined,
    example ? `like ${example}` : undefined,
  ];
  const facts = {
    title: label || name,
    help: help.filter(Boolean).join(' · '),
    // A field with a default is optional.
    ...(preset === undefined ? {required: true as const} : {initial: () => preset || undefined}),
  };
  if (oneOf) return {...facts, input: 'choice', values: listIn(oneOf)};
  return {...facts, input: isSecret(name) || isSecret(label) ? 'secret' : 'text'};
}

/** Inputs for the fields of the chosen script; empty while the script is not loaded. */
export function scriptInputs({values, lookup}: FormContext): Readonly<Record<string, AnyInput>> {
  const {stackscript_id: id} = values;
  const script = typeof id === 'number' ? lookup.find('stackscripts', id) : undefined;
  return Object.fromEntries((script?.user_defined_fields ?? []).map(field => [field.name, inputFor(field)]));
}
