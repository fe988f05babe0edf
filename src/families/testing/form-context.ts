/** For tests: the input of a callback of a form's input. */
import type {AnyRow, FormContext} from '../shape/define-family.ts';
import {lookupFrom} from './test-lookup.ts';

/** That of an empty form for a new row, apart from what a test gives. */
export const formContext = <T extends object>(given?: T & Partial<FormContext<AnyRow>>): FormContext<AnyRow> & T =>
  ({values: {}, formValues: {}, row: undefined, lookup: lookupFrom(), params: {}, ...given}) as FormContext<AnyRow> & T;
