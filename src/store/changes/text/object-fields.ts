/** The fields of a form as a tree in the shape of the object: the part of the object that can be edited as text. */
import type {FieldState} from '../form/field-state.ts';

export type Notation = 'yaml' | 'json';

/** The start of a comment. */
export const commentStart: Readonly<Record<Notation, string>> = {yaml: '#', json: '//'};

/** The placeholder of a secret. */
export const hiddenWords = 'a secret; write another to change it';

/** JSON with blanked comment lines, so that all other text keeps its line and column. */
export const withoutJsonComments = (text: string): string =>
  text
    .split('\n')
    .map(line => (/^\s*\/\//.test(line) ? ' '.repeat(line.length) : line))
    .join('\n');

/** A value of a field, or an entry of its list, as it is written: identifiers in the provider's spelling. */
export const writtenValue = ({spell}: FieldState, value: unknown): unknown => (spell ? spell(value) : value);

export interface FieldBranch {
  readonly entries: Map<string, FieldBranch | FieldState>;
}

export const isFieldBranch = (entry: FieldBranch | FieldState | undefined): entry is FieldBranch =>
  entry !== undefined && 'entries' in entry;

/**
 * False for a file on the user's machine, which has no text form, and for a group, whose inputs are written instead.
 */
const canBeWritten = ({input}: FieldState): boolean => input !== 'file' && input !== 'group';

export function fieldTree(fields: readonly FieldState[]): FieldBranch {
  const root: FieldBranch = {entries: new Map()};
  for (const field of fields.filter(canBeWritten)) {
    const names = field.path.split('.');
    const last = names.pop() ?? field.path;
    let branch = root;
    for (const name of names) {
      const existing = branch.entries.get(name);
      const inner = isFieldBranch(existing) ? existing : {entries: new Map<string, FieldBranch | FieldState>()};
      branch.entries.set(name, inner);
      branch = inner;
    }
    branch.entries.set(last, field);
  }
  return root;
}
