/** How to call the API. Loads undici: import it where it is needed, not before the first paint. */
export type {BudgetState, ClassBudget, Priority} from './budget.ts';
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
export type {Bounds, Timeouts} from './transport.ts';
export type {
  CallInput,
  CallOptions,
  Exchange,
  PageFacts,
  PagesInput,
  PagesResult,
  Received,
  Reply,
  RequestPreview,
  Warning,
} from './types.ts';
export type {Progress, Source, UploadEndpoint, UploadInput} from './upload.ts';
