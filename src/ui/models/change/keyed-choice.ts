/** Choices whose texts change while their list is open, because each shows its own level. */
import type {Choice} from '../../context/prompt-types.ts';

export interface KeyedChoice extends Choice {
  /** The same in each state of the choice. */
  readonly key: string;
  readonly detail: string;
}

/** The text in which a filter finds a choice: that of its first state, so that a chosen row stays in its place. */
export function createStableTexts(): (choice: KeyedChoice) => string {
  const texts = new Map<string, string>();
  return ({key, text, detail}) => {
    const first = texts.get(key) ?? `${text} ${detail}`;
    texts.set(key, first);
    return first;
  };
}
