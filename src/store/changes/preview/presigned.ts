/**
 * Actions with two requests: the API returns a presigned URL, and a request to that URL, without the token, performs
 * the action.
 */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {AnyAction} from '../../../families/shape/define-family.ts';
import type {Clock} from '../../core/clock.ts';
import type {PreparedChange} from '../send/prepared-change.ts';

/**
 * The preview's text in place of the presigned URL: the URL is known only after the first response, and grants access
 * to the file.
 */
export const presignedUrlText = 'the address in the answer, without the token';

/** True if the action deletes the row, regardless of the first request's method. */
export const isDeletion = (
  {presignedRequest}: Pick<AnyAction, 'presignedRequest'>,
  {method}: Pick<Endpoint, 'method'>,
): boolean => (presignedRequest?.method ?? method) === 'DELETE';

/** One request of a change, as the change log stores it. */
export interface RequestLeg {
  /** The host of the request. */
  readonly api: string;
  readonly method: string;
  /** The path with its secrets masked. */
  readonly path: string;
  /** Milliseconds since 1970, and by the monotonic clock. */
  readonly sentAt: number;
  readonly beganAt: number;
}

/** The request to the API. */
export const apiLeg = (
  {outgoing: {url, method, maskedPath}}: Pick<PreparedChange, 'outgoing'>,
  clock: Clock,
): RequestLeg => ({
  api: new URL(url).host,
  method,
  path: maskedPath,
  ...startTimes(clock),
});

/** The request to a presigned URL: the part after the host grants access. */
export function presignedLeg(url: string, method: string, clock: Clock): RequestLeg {
  const {host} = new URL(url);
  return {api: host, method, path: host, ...startTimes(clock)};
}

const startTimes = (clock: Clock) => ({sentAt: clock.now(), beganAt: clock.monotonic()});
