/** The fields of a form as a tree, as an object has them: what can be edited of it as a text. */
import type {FieldState} from '../types.ts';

export type Notation = 'yaml' | 'json';

/** How a comment begins. */
export const commentStart: Readonly<Record<Notation, string>> = {yaml: '#', json: '//'};

/** In place of a secret. */
export const hiddenWords = 'a secret; write another to change it';

/** JSON with nothing in place of its lines of comment: whatever stays stands where it stood. */
export const withoutJsonComments = (text: string): string =>
  text
    .split('\n')
    .map(line => (/^\s*\/\//.test(line) ? ' '.repeat(line.length) : line))
    .join('\n');

/** A value of a field, or one of its list, as it is written: identifiers as the provider spells them. */
export const writtenValue = ({spell}: FieldState, value: unknown): unknown => (spell ? spell(value) : value);

export interface FieldBranch {
  readonly entries: Map<string, FieldBranch | FieldState>;
}

export const isFieldBranch = (entry: FieldBranch | FieldState | undefined): entry is FieldBranch =>
  entry !== undefined && 'entries' in entry;

/** A file of the user's own machine is nothing to write down; a group is what is in it. */
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
