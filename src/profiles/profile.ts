/** A profile: one account as one person uses it. */
import type {GuardRules} from './guard-rules.ts';

/** Source of a secret; it is never an argument and never written by the program. */
export type SecretSource =
  | {readonly env: string}
  | {readonly file: string}
  /** An argv, run without a shell; its first line is the token. */
  | {readonly command: readonly string[]};

/** A login service that gives tokens to users who log in with a browser. */
export interface LoginSettings {
  /** Root of the service: `/oauth/authorize` and `/oauth/token` are below it. */
  readonly url: string;
  readonly clientId: string;
  /** Secret of a confidential client. */
  readonly secret?: SecretSource | undefined;
  /** Scopes in the provider's words, separated by spaces; all scopes if absent. */
  readonly scopes?: string | undefined;
  /** Redirect URI, as registered; any free port if it names none. */
  readonly redirect?: string | undefined;
}

export type TokenSource = SecretSource | {readonly login: LoginSettings};

/** Login service of a profile; undefined if its token comes from another source. */
export const loginOf = ({token}: {readonly token?: TokenSource | undefined}): LoginSettings | undefined =>
  token && 'login' in token ? token.login : undefined;

export interface Profile {
  readonly name: string;
  /** The API root, with its version segment left out or included: `https://api.example.com/v4`. */
  readonly baseUrl: string;
  /** The address of metrics, which is not that of the API: `https://metrics.example.com`. */
  readonly metricsUrl?: string | undefined;
  /** The ID prefix: the provider's own word in its identifiers, if they have one. */
  readonly brand?: string | undefined;
  /** The provider's acronym for its container product, if its identifiers carry one. */
  readonly acronym?: string | undefined;
  readonly token?: TokenSource | undefined;
  /** Shown in a warning color. Changes need one more step of confirmation. */
  readonly production: boolean;
  /** The client sends no request that changes anything. */
  readonly readOnly: boolean;
  readonly theme?: string | undefined;
  /** All guards of this profile: its own, those of every account, and those of team files. */
  readonly guards?: GuardRules | undefined;
  /** Path of a team file with guards, as the settings write it. */
  readonly guardsFile?: string | undefined;
}

/** The demo account: the emulator in this process, alive and safe. */
export const demoProfileName = 'demo';

/**
 * Reason why a base URL can't be used; undefined for a valid one. Plain HTTP is for loopback only: the token travels in
 * it.
 */
export const baseUrlProblem = (text: string): string | undefined => urlProblem(text, 'https://api.example.com/v4');

/** Reason why an address of metrics can't be used; undefined for a valid one. */
export const metricsUrlProblem = (text: string): string | undefined => urlProblem(text, 'https://metrics.example.com');

function urlProblem(text: string, example: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `"${text}" isn’t a valid URL. Example: ${example}`;
  }
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return `${url.protocol}// isn’t supported. Use https`;
  return isLoopback(url.hostname) ? undefined : `${url.host} would receive the token unencrypted. Use https`;
}

/** Reason why a browser can't return to this address; undefined for a valid one. */
export function redirectProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) return undefined;
  return `"${text}" isn’t on this machine. Example: http://127.0.0.1/callback`;
}

/** True for the host name of a URL on this machine; `client/core/api-address.ts` has the same function. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
