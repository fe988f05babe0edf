/** How to call the API. Loads undici: import it where it is needed, not before the first paint. */
export type {ClassLimitState, Priority, RateLimitState} from './budget.ts';
export {type Client, type ClientOptions, createClient, type ListingInput} from './client.ts';
export type {Clock} from './clock.ts';
export type {TokenProvider} from './engine.ts';
export type {
  Failure,
  FailureCode,
  Outcome,
  UnreachableReason,
} from './errors.ts';
export type {Mismatch} from './mismatches.ts';
export type {Stats} from './telemetry.ts';
export type {DownloadOptions, PutOptions} from './transfer.ts';
export type {SizeLimits, Timeouts} from './transport.ts';
export type {
  CallInput,
  CallOptions,
  DetailedAnswer,
  Exchange,
  PageFacts,
  PagesInput,
  PagesResult,
  Reply,
  RequestPreview,
  Warning,
} from './types.ts';
export type {TransferProgress, UploadEndpoint, UploadInput, UploadSource} from './upload.ts';
