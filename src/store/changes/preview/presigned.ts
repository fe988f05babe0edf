/** Actions of two requests: the API answers a pre-signed address, and a request to that, without the token, does it. */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {AnyAction} from '../../../families/shape/define-family.ts';
import type {Clock} from '../../core/clock.ts';
import type {PreparedChange} from '../send/change-request.ts';

/**
 * The preview's text for the presigned URL: the URL is known only after the first response, and it grants access to the
 * file.
 */
export const presignedUrlText = 'the address in the answer, without the token';

/** True if the row no longer exists afterwards, independent of the first request's method. */
export const isDeletion = ({signed}: Pick<AnyAction, 'signed'>, {method}: Pick<Endpoint, 'method'>): boolean =>
  (signed?.method ?? method) === 'DELETE';

/** One request of a change, as the audit names it. */
export interface RequestLeg {
  /** The host that it goes to. */
  readonly api: string;
  readonly method: string;
  /** Without secrets that stand in it. */
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

/** The request to an address that the API gave: all behind its host is the permission to do it. */
export function presignedLeg(url: string, method: string, clock: Clock): RequestLeg {
  const {host} = new URL(url);
  return {api: host, method, path: host, ...startTimes(clock)};
}

const startTimes = (clock: Clock) => ({sentAt: clock.now(), beganAt: clock.monotonic()});
