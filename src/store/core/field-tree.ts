/** The fields of a form at any depth: those of the entries of its lists, too. */
import type {FieldState} from '../changes/form/field-state.ts';
import {entryTitle} from './entry-title.ts';

interface NestedField {
  readonly field: FieldState;
  /** "Inbound rule 3, Ports": the title after those of the entries around the field. */
  readonly title: string;
}

/** Each field, followed by the fields of its entries. */
export function* eachField(fields: readonly FieldState[], place = ''): Generator<NestedField, void> {
  for (const field of fields) {
    yield {field, title: `${place}${field.title}`};
    for (const [index, entry] of (field.items?.entries ?? []).entries())
      yield* eachField(entry.fields, `${place}${entryTitle(field, index)}, `);
  }
}

export interface FieldProblem {
  readonly path: string;
  readonly title: string;
  readonly message: string;
}

/** All problems of fields, at any depth. */
export const fieldProblems = (fields: readonly FieldState[]): readonly FieldProblem[] =>
  [...eachField(fields)].flatMap(({field: {path, problems}, title}) =>
    problems.map(message => ({path, title, message})),
  );

/** All problems of fields, each with the name of its field. */
export const problemLines = (fields: readonly FieldState[]): readonly string[] =>
  fieldProblems(fields).map(({title, message}) => `${title}: ${message}`);
