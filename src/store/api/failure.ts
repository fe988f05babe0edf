/** A failure as text for the user. */
import type {FieldError} from '../../contract/schema/field-error.ts';

/** The kind of a failure on screen: it depends on who can fix it. */
export interface Failure {
  readonly code: string;
  /** The event and the next step, in at most three sentences; free of secrets. */
  readonly message: string;
  /** The last sentence of `message`, if it names the next step: "Check the proxy settings." */
  readonly advice?: string;
  readonly fieldErrors: readonly FieldError[];
  /** The problems with field names in the provider's spelling, if they differ. */
  readonly providerErrors?: readonly FieldError[];
  /** The time of the next retry, milliseconds since 1970. */
  readonly retryAt?: number;
  /** True if the source of the token gave none, so that nothing was sent. */
  readonly isTokenMissing?: boolean;
}
