/** The history file of a profile, as sessions and commands get it: its code is loaded when it is opened. */
import type {HistoryDatabase} from './history-database.ts';
import type {HistoryLimits} from './history-types.ts';

export interface HistoryFile {
  readonly limits: HistoryLimits;
  /** Opens it, or returns the open one. */
  open(): Promise<HistoryDatabase>;
  /** Closes it, and sets it aside if it is damaged. Resolves with words for the user. */
  onFailure(error: unknown): Promise<string>;
  close(): void;
}
