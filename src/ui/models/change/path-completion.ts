/**
 * The tab key in the path of a file: it completes the path, or moves to the next field if no completion exists.
 */
import {completePath, type PathCompletion} from '../../../platform/files/complete-path.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {sanitize} from '../../terminal/index.ts';

export interface PathCompletionHost {
  /** The field with the focus. */
  field(): FieldState | undefined;
  set(path: string, value: unknown): void;
  next(): void;
  say(text: string): void;
}

/** The maximum number of candidates in the message. */
const MAX_NAMED = 6;

export const isPath = (field: FieldState | undefined): field is FieldState => field?.input === 'file';

/** @returns the handler of the key; a second tab on an ambiguous path moves to the next field */
export function createPathCompletion(
  {field, set, next, say}: PathCompletionHost,
  complete = completePath,
): () => unknown {
  /** The text at the time when candidates were last shown. */
  let lastText: string | undefined;

  function take(now: FieldState, typed: string, {path, names}: PathCompletion): void {
    const currentField = field();
    // The user typed more meanwhile, or left the field.
    if (currentField?.path !== now.path || currentField.value !== now.value) return;
    if (path !== typed) set(now.path, path);
    else if (names.length > 1 && lastText !== typed) {
      lastText = typed;
      say(wordsOf(names));
    } else next();
  }

  return () => {
    const now = field();
    const typed = typeof now?.value === 'string' ? now.value : '';
    if (now === undefined || typed === '') return next();
    return complete(typed).then(found => take(now, typed, found));
  };
}

function wordsOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${sanitize(names.slice(0, MAX_NAMED).join('  '))}${more > 0 ? `  and ${more} more` : ''}`;
}
