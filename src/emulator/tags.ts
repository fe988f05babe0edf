/**
 * Tags (D1 §4.5).
 *
 * A Tag is a label on objects. Which objects carry it stands in the objects alone; here is only the list of labels.
 */

import type {Tag} from '../contract/tags.ts';
import {kind} from './engine/kind.ts';
import type {Problems} from './engine/refusal.ts';
import type {Work} from './engine/work.ts';

export const Tags = kind<Tag>('tag', {columns: {key: 'label'}});

/** Labels put on an object become Tags of the account. */
export function noteTags({db}: Work, labels: readonly string[]): void {
  for (const label of new Set(labels)) if (!db.byKey(Tags, label)) db.insert(Tags, () => ({label}));
}

/** What is wrong with the Tags of an object. */
export function tagProblems(problems: Problems, labels: readonly string[], field = 'tags'): void {
  for (const [index, label] of labels.entries()) {
    const length = [...label].length;
    problems.when(length < 3 || length > 50, 'must be 3 to 50 characters', `${field}.${index}`);
  }
}
