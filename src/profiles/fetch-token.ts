/** Fetches a profile's token from its configured source. */
import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {readPrivateText} from '../platform/files/private-files.ts';
import {isNotFound} from '../platform/files/temp-files.ts';
import {type Environment, expandHome} from '../platform/files/xdg-paths.ts';
import {childEnv, hideFromChildren} from '../platform/process/child-env.ts';
import type {SecretSource, TokenSource} from './profile.ts';

const commandTimeoutMs = 30_000;

/** Problem of a token, with the advice how to fix it. */
export class TokenError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** The token, or an `Error` with advice for the user; its message never holds the token. */
export async function fetchToken(source: SecretSource | undefined, env: Environment): Promise<string> {
  const token = (await readSecret(source, env)).split('\n', 1)[0]?.trim() ?? '';
  if (!token) throw new TokenError(`${sourceName(source)} is empty`, 'Put an access token there.');
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new Error(`${sourceName(source)} is not a token: ${problem}`);
  return token;
}

/** The reason why a text can't be a token, as a header can't carry it; undefined for a possible token. */
export const tokenProblem = (text: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(text) ? undefined : 'it has spaces or control characters';

async function readSecret(source: SecretSource | undefined, env: Environment): Promise<string> {
  if (!source) return env.SKYDECK_TOKEN ?? '';
  if ('env' in source) {
    hideFromChildren(source.env);
    return env[source.env] ?? '';
  }
  if ('file' in source) return readSecretFile(expandHome(source.file, env));
  const [program = '', ...argv] = source.command;
  try {
    const options = {timeout: commandTimeoutMs, maxBuffer: 64 * 1024, env: childEnv()};
    const {stdout} = await promisify(execFile)(program, argv, options);
    return stdout;
  } catch (error) {
    // The message of a failed child repeats its output, which may be the token.
    const {code, killed} = error as {code?: string | number; killed?: boolean};
    throw new Error(`The token command ${program} failed${failureDetail(code, killed)}`);
  }
}

/** A child with too much output is killed, too. */
function failureDetail(code: string | number | undefined, isKilled = false): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return ' (it wrote more than 64 kB)';
  if (isKilled) return ' (timed out after 30 s)';
  return code === undefined || code === null ? '' : ` (${code})`;
}

/** @throws TokenError for a missing file, without the error code */
async function readSecretFile(path: string): Promise<string> {
  try {
    return await readPrivateText(path);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new TokenError(
      `The file ${path} doesn’t exist`,
      'Create it, or name another one in the profile with "skydeck config edit".',
    );
  }
}

export function sourceName(source: TokenSource | undefined): string {
  if (!source) return 'SKYDECK_TOKEN';
  if ('env' in source) return source.env;
  if ('login' in source) return `a login at ${new URL(source.login.url).host}`;
  return 'file' in source ? source.file : `the output of ${source.command[0]}`;
}

/** The advice for a rejected token that was typed in place of the profile’s own. */
export const typedTokenAdvice = (source: TokenSource | undefined, profile: string): string =>
  `Type another one with :use-token, or check ${tokenPlace(source)}, which profile ${profile} uses.`;

/** The advice for a token that the API rejects; undefined for a start without a profile. */
export function rejectedTokenAdvice(source: TokenSource | undefined, profile: string): string | undefined {
  if (!source) return undefined;
  if ('login' in source) return `Run "skydeck login ${profile}".`;
  return `Check ${tokenPlace(source)}, which profile ${profile} uses.`;
}

const tokenPlace = (source: TokenSource | undefined): string =>
  source && 'file' in source ? `the token in ${source.file}` : sourceName(source);
