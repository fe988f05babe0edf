/** Calls to the API. This module loads undici: import it when a request is needed, not before the first paint. */

export type {Client, ClientOptions, ListingInput} from './client-options.ts';
export type {ClientClock} from './core/clock.ts';
export type {
  ClientFailure,
  FailureCode,
  Outcome,
  UnreachableReason,
} from './core/errors.ts';
export {GuardedError} from './core/errors.ts';
export type {Mismatch} from './core/mismatch-log.ts';
export type {Stats} from './core/telemetry.ts';
export type {
  CallInput,
  CallOptions,
  CompletedRequest,
  DetailedResponse,
  PageFacts,
  PagesInput,
  PagesResult,
  ReceivedBody,
  RequestPreview,
  Warning,
} from './core/types.ts';
export {createClient} from './create-client.ts';
export type {SizeLimits, Timeouts} from './http/http-request.ts';
export type {DownloadOptions, PutOptions} from './http/presigned-transfer.ts';
export type {TransferProgress, UploadEndpoint, UploadInput, UploadSource} from './http/upload.ts';
export type {ClassLimitState, Priority, RateLimitState} from './limits/request-scheduler.ts';
export type {TokenProvider} from './request-sender.ts';
