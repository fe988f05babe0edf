/** The context for the callbacks of a form's inputs. */

import type {ActionContext} from '../../../families/shape/contexts.ts';
import type {AnyRow, FormContext, PathParams} from '../../../families/shape/define-family.ts';
import type {FormCandidateContext, InputValues} from '../../../families/shape/forms.ts';

/** The values are only computed if a callback reads them, because a form may have 100,000 candidates. */
export const formContextOf = (
  actionContext: ActionContext<AnyRow | undefined, PathParams>,
  formValues: () => InputValues,
  values: () => InputValues,
): FormContext<AnyRow> => ({
  ...actionContext,
  get values() {
    return values();
  },
  get formValues() {
    return formValues();
  },
});

/** The context of a candidate. A spread would compute the values for each candidate. */
export const candidateContextOf = (
  formContext: FormContext<AnyRow>,
  candidate: AnyRow,
): FormCandidateContext<AnyRow, AnyRow> => ({
  candidate,
  row: formContext.row,
  lookup: formContext.lookup,
  params: formContext.params,
  get values() {
    return formContext.values;
  },
  get formValues() {
    return formContext.formValues;
  },
});
