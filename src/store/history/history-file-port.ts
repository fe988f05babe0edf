/** The history file of a profile, as sessions and commands use it: its code is loaded when the file is opened. */
import type {HistoryDatabase} from './history-database.ts';
import type {HistoryLimits} from './history-types.ts';

export interface HistoryFile {
  readonly limits: HistoryLimits;
  /** Opens the file, or returns the open one. */
  open(): Promise<HistoryDatabase>;
  /** Closes the file, and sets it aside if it is damaged. Resolves with a message for the user. */
  onFailure(error: unknown): Promise<string>;
  close(): void;
}
