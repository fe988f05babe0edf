/** A choice of the command bar. */
import type {Choice} from '../../context/prompt-types.ts';

/** A suggestion with the text that tab completes. */
export interface Suggestion extends Choice {
  readonly completion: string;
  /** Full names: an exact match comes before a similar one. */
  readonly names: readonly string[];
  /** The name in the shell's command line, which matches only as a whole. */
  readonly id?: string;
}
