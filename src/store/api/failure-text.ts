/**
 * Failures as texts: the event, and the next step. This module uses only error codes, so that it loads no error class.
 */
import type {ClientFailure} from '../../client/core/errors.ts';
import {utcTimestamp} from '../../families/format/format.ts';
import {UserFileError} from '../../platform/files/user-files.ts';
import {isReplacedOnDisk, replacedText} from '../../platform/runtime/stale-build.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {isAccountClosed} from './account-closed.ts';
import type {Failure} from './failure.ts';

const clientFailureCodes = [
  'rejected',
  'unreachable',
  'unauthorized',
  'throttled',
  'mismatch',
  'read-only',
  'guarded',
  'canceled',
] as const;

/** A failure of the client; undefined for a defect in Skydeck itself. */
export function clientFailure(error: unknown): ClientFailure | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return (clientFailureCodes as readonly unknown[]).includes(error.code) ? (error as ClientFailure) : undefined;
}

/** True if the API doesn't have the resource. */
export const isNotFound = (error: unknown): boolean => {
  const failure = clientFailure(error);
  return failure?.code === 'rejected' && failure.status === 404;
};

/** True if the API refused this request; sending it again unchanged doesn't help. */
export const isRefusal = (error: unknown): boolean => clientFailure(error)?.code === 'rejected';

/** True if the caller canceled the request or the session was closed; such an error is never shown. */
export const isCanceled = (error: unknown): boolean => clientFailure(error)?.code === 'canceled';

/** True if a later retry can succeed. */
export function isTransient(error: unknown): boolean {
  const failure = clientFailure(error);
  if (!failure) return false;
  if (failure.code === 'unreachable') return true;
  return failure.code === 'throttled' || (failure.code === 'mismatch' && !failure.isLasting);
}

/** True for a failed change that may have been applied. */
export const isOutcomeUnknown = (error: unknown): boolean => clientFailure(error)?.outcome === 'unknown';

/** True if the change was made, although its response was unusable. */
export const isOutcomeDone = (error: unknown): boolean => clientFailure(error)?.outcome === 'done';

const unreachableAdvice = {
  dns: 'Check the base URL and your network.',
  refused: 'Nothing is listening there. Check the base URL.',
  network: 'Check your network.',
  timeout: undefined,
  reset: undefined,
  server: 'If this persists, check your provider’s status page.',
  proxy: 'Check the proxy settings.',
  tls: 'Check this machine’s date and certificates.',
  'not-api': 'Check the base URL, and for a proxy or login page in between.',
  redirect: 'Check the base URL.',
  'too-large': 'Check for a proxy between Skydeck and the API.',
  address: 'Check the base URL.',
  insecure: 'The base URL must start with https.',
} as const;

const authorizationAdvice = {
  token: 'Check SKYDECK_TOKEN, or run "skydeck profile test" for the token of a profile.',
  scope: 'Create a token with these scopes.',
  grant: 'Ask an account administrator.',
} as const;

/**
 * Both texts as sentences: "api.example.com refused the connection (ECONNREFUSED). Check the base URL."
 */
const withAdvice = (message: string, advice: string | undefined): string =>
  advice === undefined ? message : `${/[.!?…]$/.test(message) ? message : `${message}.`} ${advice}`;

/** The next step of a failure, as a sentence; undefined if only waiting helps, or if the message contains it. */
function failureAdvice(failure: ClientFailure): string | undefined {
  switch (failure.code) {
    case 'rejected':
      return failure.status === 404 ? 'It may be deleted.' : undefined;
    case 'unreachable':
      return failure.remedy ?? unreachableAdvice[failure.reason];
    case 'unauthorized':
      return failure.remedy ?? (failure.isSelfExplanatory ? undefined : authorizationAdvice[failure.kind]);
    default:
      return undefined;
  }
}

/** The cause of a failure. The caller decides if Skydeck retries: see `Failure.retryAt`. */
function failureSentence(failure: ClientFailure): string {
  switch (failure.code) {
    case 'throttled':
      return `Rate limit reached. It resets at ${utcTimestamp(failure.retryAt).slice(11)}.`;
    case 'canceled':
      return 'Canceled';
    default:
      return failure.message;
  }
}

/** Facts about the token of a failed request. */
const tokenFacts = ({isSelfExplanatory}: Extract<ClientFailure, {code: 'unauthorized'}>) =>
  isSelfExplanatory ? {isTokenMissing: true} : {};

/** A failure for display. `retryAt` is the time of the store's next retry, milliseconds since 1970. */
export function toFailure(error: unknown, retryAt?: number): Failure {
  const failure = clientFailure(error);
  const until = failure?.code === 'throttled' ? Math.max(failure.retryAt, retryAt ?? 0) : retryAt;
  const retry = until === undefined ? {} : {retryAt: until};
  if (failure) {
    const {code, fieldErrors, providerErrors} = failure;
    const advice = failureAdvice(failure);
    const message = withAdvice(failureSentence(failure), advice);
    return {
      code,
      message,
      ...(advice !== undefined && {advice}),
      fieldErrors,
      providerErrors,
      ...(failure.code === 'unauthorized' && tokenFacts(failure)),
      ...retry,
    };
  }
  if (error instanceof UserFileError) return {code: 'file', message: error.message, fieldErrors: []};
  if (isAccountClosed(error)) return {code: 'closed', message: error.message, fieldErrors: []};
  if (isReplacedOnDisk(error)) return {code: 'replaced', message: replacedText, fieldErrors: []};
  return {
    code: 'internal',
    message: `Skydeck hit a bug: ${errorMessage(error)}. Run it with --log FILE and report it.`,
    fieldErrors: [],
    ...retry,
  };
}

/** The message of a failure without its advice, for a screen that names the next step itself. */
export const failureCause = ({message, advice}: Failure): string =>
  advice !== undefined && message.endsWith(` ${advice}`) ? message.slice(0, -advice.length - 1) : message;
