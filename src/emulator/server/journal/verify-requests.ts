/** Checks the requests of a program against an expectation: "volumes.attach was called once with …". */
import {badRequest} from '../../engine/http/refusal.ts';
import {matchingRequests, type RequestFilter} from './match-requests.ts';
import type {RecordedRequest, RequestJournal} from './request-journal.ts';

/** Requests that must be in the journal, and their number. */
export interface RequestExpectation extends RequestFilter {
  /** Exact number. Without any of the three numbers, at least 1. */
  readonly times?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** The journal isn't as expected; the message is one line with the closest requests. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

/** Maximum number of requests in a message. */
const maxListed = 5;
/** Maximum number of characters of a body in a message. */
const maxBodyText = 200;

/**
 * @returns the requests that match
 * @throws VerificationError if the requests are not as expected; Refusal for an invalid expectation
 */
export function verifyRequests(journal: RequestJournal, expectation: RequestExpectation): RecordedRequest[] {
  const {times, atLeast, atMost, ...filter} = expectation;
  const counts = {times, atLeast, atMost};
  for (const [name, count] of Object.entries(counts))
    if (count !== undefined && !(Number.isInteger(count) && count >= 0))
      throw badRequest(`${name} must be a whole number`);
  const isOpen = times === undefined && atLeast === undefined && atMost === undefined;
  const min = times ?? atLeast ?? (isOpen ? 1 : 0);
  const max = times ?? atMost ?? Number.POSITIVE_INFINITY;
  const found = matchingRequests(journal, filter);
  // More than the maximum is certain; less than the minimum, only if nothing was dropped.
  if (found.length >= min && found.length <= max) {
    if (journal.dropped === 0 || max === Number.POSITIVE_INFINITY) return found;
    throw new VerificationError(
      `Can’t count ${nameOf(filter)}: the journal has dropped ${journal.dropped} earlier requests. Clear it before each test.`,
    );
  }
  throw new VerificationError(
    `${nameOf(filter)} was called ${timesText(found.length)}${withText(filter)}, expected ${expectedText(min, max)}. ${closest(journal, filter)}`,
  );
}

const nameOf = ({operation, method, path}: RequestFilter): string =>
  operation ?? ([method, path].filter(Boolean).join(' ') || 'The API');

const timesText = (count: number): string => (count === 1 ? '1 time' : `${count} times`);

function expectedText(min: number, max: number): string {
  if (min === max) return timesText(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${timesText(min)}`;
  return min === 0 ? `at most ${timesText(max)}` : `${min} to ${max} times`;
}

function withText({operation, method, path, after, ...rest}: RequestFilter): string {
  const parts = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${shortText(value)}`],
  );
  return parts.length === 0 ? '' : ` with ${parts.join(', ')}`;
}

/** The requests for the same operation, or the last requests. */
function closest(journal: RequestJournal, {operation, method, path}: RequestFilter): string {
  const same = matchingRequests(journal, {operation, method, path});
  const listed = same.length > 0 ? same : matchingRequests(journal);
  if (listed.length === 0) return 'The journal is empty.';
  const lines = listed
    .slice(-maxListed)
    .map(request => `${request.method} ${request.path}${bodyText(request.body)} → ${request.status}`);
  const left = listed.length - lines.length;
  return `${same.length > 0 ? 'Calls' : 'Other calls'}: ${lines.join('; ')}${left > 0 ? `; and ${left} earlier` : ''}.`;
}

const bodyText = (body: unknown): string => (body === null ? '' : ` ${shortText(body)}`);

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > maxBodyText ? `${text.slice(0, maxBodyText)}…` : text;
}
