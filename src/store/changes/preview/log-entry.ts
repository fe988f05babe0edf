/** Lines of the change log, as their writer and their readers see them. */
import type {LogEntryRef} from '../change-subject.ts';

/** True if the change was made. @param outcome of a line */
export const isCarriedOut = (outcome: string): boolean => outcome === 'done' || outcome === 'found done';

/** @param entry `at`: milliseconds since 1970 */
export const logEntryRef = ({at, path}: {readonly at: number; readonly path: string}): LogEntryRef => ({
  at: new Date(at).toISOString(),
  path,
});
