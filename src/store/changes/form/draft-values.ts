/** The typed values of a form as the file of drafts stores them. */
import {valueAt, withValue} from '../../core/dotted-paths.ts';
import {isSecretPath, withoutSecrets} from '../../core/secret-fields.ts';
import {type FormInput, isSecretInput} from './field-specs.ts';
import type {FieldValues, FormValues} from './form-values.ts';

/** Values without secrets. In a list whose entries may contain secrets, the other fields of each entry remain. */
export function draftValues(form: FormValues): FieldValues {
  const kept = form.typed({secrets: false});
  const inputs = form.inputs();
  const others = Object.entries(form.typed({secrets: true})).flatMap(([path, value]) => {
    const rows = inputs.find(input => input.path === path && input.spec.input === 'rows');
    if (Object.hasOwn(kept, path) || !rows || isSecretPath(path, form.field(path)) || !Array.isArray(value)) return [];
    return [[path, entriesWithoutSecrets(form, rows, value)]];
  });
  return {...kept, ...Object.fromEntries(others)};
}

function entriesWithoutSecrets(form: FormValues, rows: FormInput, entries: readonly unknown[]): unknown {
  let copy: FieldValues = {'': entries};
  for (const index of entries.keys())
    for (const input of form.entry(rows, index)) {
      const path = input.path.slice(rows.path.length);
      const field = form.field(input.path);
      const value = valueAt(copy, path);
      if (value === undefined || input.spec.input === 'group') continue;
      if (isSecretPath(input.path, field) || isSecretInput(input, field)) copy = withValue(copy, path, undefined);
      else if (input.spec.input === 'rows' && Array.isArray(value))
        copy = withValue(copy, path, entriesWithoutSecrets(form, input, value));
    }
  // For fields without an input, their names decide whether they are secrets.
  return withoutSecrets(copy[''], form.field(rows.path));
}
