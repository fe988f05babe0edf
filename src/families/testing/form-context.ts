/** For tests: the context of a callback of a form's input. */
import type {AnyRow, FormContext} from '../shape/define-family.ts';
import {lookupFrom} from './test-lookup.ts';

/** The context of an empty form for a new row, with values that a test sets. */
export const formContext = <T extends object>(given?: T & Partial<FormContext<AnyRow>>): FormContext<AnyRow> & T =>
  ({values: {}, formValues: {}, row: undefined, lookup: lookupFrom(), params: {}, ...given}) as FormContext<AnyRow> & T;
