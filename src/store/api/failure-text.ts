/** Failures in words: one sentence that says what happened and what to do next. Only codes are looked at, no class is loaded. */
import type {Failure as ClientFailure} from '../../client/core/errors.ts';
import {utcTimestamp} from '../../families/format/format.ts';
import {UserFileError} from '../../platform/files/user-files.ts';
import {isReplacedOnDisk, replacedText} from '../../platform/runtime/stale-build.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import type {Failure} from '../session/session.ts';
import {isAccountClosed} from './account-closed.ts';

const clientFailureCodes = [
  'rejected',
  'unreachable',
  'unauthorised',
  'throttled',
  'misread',
  'read-only',
  'cancelled',
] as const;

/** A failure of the client; undefined for a defect of our own. */
export function clientFailure(error: unknown): ClientFailure | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return (clientFailureCodes as readonly unknown[]).includes(error.code) ? (error as ClientFailure) : undefined;
}

/** The API knows no such thing. */
export const isNotFound = (error: unknown): boolean => {
  const failure = clientFailure(error);
  return failure?.code === 'rejected' && failure.status === 404;
};

/** The API said no to this request; asking again the same way is no use. */
export const isRefusal = (error: unknown): boolean => clientFailure(error)?.code === 'rejected';

/** The caller gave up or the session was closed: nothing that anybody needs to hear of. */
export const isCancelled = (error: unknown): boolean => clientFailure(error)?.code === 'cancelled';

/** Trying the same again later can help. */
export function isTransient(error: unknown): boolean {
  const failure = clientFailure(error);
  if (!failure) return false;
  if (failure.code === 'unreachable') return true;
  return failure.code === 'throttled' || (failure.code === 'misread' && !failure.isLasting);
}

/** What became of a change that failed: nobody knows. */
export const isOutcomeUnknown = (error: unknown): boolean => clientFailure(error)?.outcome === 'unknown';

/** Carried out, although the answer was of no use. */
export const isOutcomeDone = (error: unknown): boolean => clientFailure(error)?.outcome === 'done';

const unreachableAdvice = {
  dns: 'check the base URL of the profile and the network',
  refused: 'nothing listens there: check the base URL of the profile',
  network: 'check the network',
  timeout: undefined,
  reset: undefined,
  server: 'see the status page of the provider if this continues',
  proxy: 'check the proxy settings',
  tls: 'check the date of this machine and its certificates',
  'not-api': 'check the base URL of the profile, and whether a proxy or a login page is in between',
  redirect: 'check the base URL of the profile',
  'too-large': 'check what stands between here and the API',
  address: 'check the base URL of the profile',
  insecure: 'the base URL must begin with https',
} as const;

const authorizationAdvice = {
  token: 'check where the profile takes its token from',
  scope: 'make a token with these scopes',
  grant: 'ask whoever administers the account',
} as const;

const withAdvice = (message: string, next: string | undefined): string =>
  next === undefined ? message : `${message.replace(/[.:\s]+$/, '')}: ${next}`;

/** What happened and what to do. Whether Skydeck tries again depends on who asks: `Failure.retryAt` says it. */
function failureSentence(failure: ClientFailure): string {
  switch (failure.code) {
    case 'rejected':
      return failure.status === 404 ? withAdvice(failure.message, 'it may be gone') : failure.message;
    case 'unreachable':
      return withAdvice(failure.message, unreachableAdvice[failure.reason]);
    case 'unauthorised':
      return withAdvice(failure.message, failure.remedy ?? authorizationAdvice[failure.kind]);
    case 'throttled':
      return `The API rate limit is used up until ${utcTimestamp(failure.retryAt).slice(11)}.`;
    case 'misread':
    case 'read-only':
      return failure.message;
    case 'cancelled':
      return 'Cancelled';
  }
}

/** A failure as it is shown. `retryAt`: when the store tries again, milliseconds since 1970. */
export function toFailure(error: unknown, retryAt?: number): Failure {
  const failure = clientFailure(error);
  const until = failure?.code === 'throttled' ? Math.max(failure.retryAt, retryAt ?? 0) : retryAt;
  const when = until === undefined ? {} : {retryAt: until};
  if (failure) {
    const {code, problems, told} = failure;
    return {code, words: failureSentence(failure), problems, providerProblems: told, ...when};
  }
  if (error instanceof UserFileError) return {code: 'file', words: error.message, problems: []};
  if (isAccountClosed(error)) return {code: 'closed', words: error.message, problems: []};
  if (isReplacedOnDisk(error)) return {code: 'replaced', words: replacedText, problems: []};
  const message = errorMessage(error);
  return {code: 'internal', words: `A defect of this program: ${message}`, problems: [], ...when};
}
