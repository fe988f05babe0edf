/** One line for each request, for people or for programs. */
import type {RequestSummary} from './request-journal.ts';

export const accessLogFormats = ['text', 'ndjson'] as const;
export type AccessLogFormat = (typeof accessLogFormats)[number];

export function accessLogLine(request: RequestSummary, format: AccessLogFormat): string {
  if (format === 'ndjson') return JSON.stringify(request);
  const {at, method, path, query, operation, user, status, faults, milliseconds, account} = request;
  const target = printable(query === '' ? path : `${path}?${query}`);
  const outcome = status === 0 ? 'closed' : String(status);
  const hit = faults.length === 0 ? '' : ` faults=${faults.join(',')}`;
  const within = account === undefined ? '' : ` account=${account}`;
  return `${at} ${method} ${target} ${outcome} ${operation ?? '-'} ${user ?? '-'} ${milliseconds} ms${hit}${within}`;
}

/** Escapes characters outside of printable ASCII, which may be control characters of a terminal. */
const printable = (text: string): string =>
  text.replace(/[^\x21-\x7e]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
