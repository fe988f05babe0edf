/** `skydeck login` and `skydeck logout`: with the browser of this machine, or with a URL that the user pastes. */
import {remainingSpan} from '../../families/format/format.ts';
import {hasBrowser} from '../../platform/process/browser.ts';
import {startOAuthCallbackServer} from '../../platform/process/oauth-callback-server.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {defaultProfileName, unknownProfileText} from '../../profiles/choose-profile.ts';
import {sourceName} from '../../profiles/fetch-token.ts';
import {loadSettings, mistakeLines} from '../../profiles/load-settings.ts';
import type {StoredLogin} from '../../profiles/login-file.ts';
import {type LoginSettings, loginOf, type Profile} from '../../profiles/profile.ts';
import {defaultRedirect, endLogin, LoginError, type LoginTarget, startLogin} from '../../store/account/oauth-login.ts';
import {clientFailure, toFailure} from '../../store/api/failure-text.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {fetchUsername} from './profiles.ts';

export interface LoginFlags {
  /** Prints the URL and asks for the redirect, for a browser on any machine. */
  readonly paste?: true | undefined;
}

/** The time for the user to log in with a second factor, milliseconds. */
const loginTimeoutMs = 5 * 60_000;
/** The maximum number of pasted texts before the login fails. */
const maxTries = 3;

/** @param name name of the profile; default: the profile that is opened without a name */
export async function login(name: string | undefined, {paste}: LoginFlags, context: CommandContext): Promise<number> {
  const profile = await findLoginProfile(name, context);
  const target = loginTargetOf(profile, context);
  const {env, out, err, ask, browse} = context;
  try {
    if (paste || !browse || !hasBrowser(env)) {
      if (!ask) throw new UsageError('--paste needs a terminal, and stdin is not a terminal');
      err(loggedInText(profile.name, await loginByPaste(target, ask, err), target.now()));
    } else err(loggedInText(profile.name, await loginInBrowser(target, browse, err), target.now()));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    err(`${profile.name}: ${loginErrorText(error)}\n`);
    return exitCodes.failed;
  }
  try {
    out(`${profile.name}: logged in as ${await fetchUsername(profile.name, context)}\n`);
    return exitCodes.done;
  } catch (error) {
    err(`${profile.name}: logged in, but the API reports: ${toFailure(error).message}\n`);
    return exitCodes.failed;
  }
}

async function loginInBrowser(
  target: LoginTarget,
  browse: NonNullable<CommandContext['browse']>,
  err: CommandContext['err'],
) {
  let attempt: ReturnType<typeof startLogin> | undefined;
  const callback = await startOAuthCallbackServer({
    redirect: new URL(target.login.redirect ?? defaultRedirect),
    isExpected: url => attempt?.isAnswer(url) ?? false,
    timeoutMs: loginTimeoutMs,
  });
  try {
    attempt = startLogin(target, callback.redirectUrl);
    const isOpen = await browse(attempt.address);
    err(
      `${isOpen ? 'Continue in your browser. If it doesn’t open, go to' : 'Couldn’t open a browser. Go to'}:\n\n  ${attempt.address}\n\n`,
    );
    err(
      `Waiting for the browser. Press ctrl-c to cancel${isOpen ? '' : '. Use --paste with a browser on another machine'}.\n`,
    );
    return await attempt.complete(await callback.answered);
  } finally {
    callback.close();
  }
}

async function loginByPaste(
  target: LoginTarget,
  ask: NonNullable<CommandContext['ask']>,
  err: CommandContext['err'],
): Promise<StoredLogin> {
  const attempt = startLogin(target, target.login.redirect ?? defaultRedirect);
  err(`Open this address in any browser and allow access:\n\n   ${attempt.address}\n\n`);
  err('The browser then opens an address that it can’t show. The address contains the code.\n');
  for (let tries = 1; ; tries++) {
    const answer = (await ask('Paste that address, or its code: ')).trim();
    if (answer === '') throw new Error('no input. Nothing was changed');
    try {
      return await attempt.complete(answer);
    } catch (error) {
      if (!(error instanceof LoginError && error.canRetry) || tries >= maxTries) throw error;
      err(`${error.message}\n`);
    }
  }
}

export async function logout(name: string | undefined, context: CommandContext): Promise<number> {
  const profile = await findLoginProfile(name, context);
  const result = await endLogin(loginTargetOf(profile, context));
  const {out, err} = context;
  if (result === 'not logged in') out(`Not logged in to ${profile.name}.\n`);
  else if (result === 'revoked') out(`${profile.name}: logged out, tokens revoked\n`);
  else if (result === 'not revocable')
    out(
      `${profile.name}: logged out on this machine. The login service can’t revoke tokens. Revoke the app in My profile, Apps\n`,
    );
  else {
    err(`${profile.name}: logged out, but the tokens could not be revoked: ${loginErrorText(result.failure)}\n`);
    return exitCodes.failed;
  }
  return exitCodes.done;
}

/** `prod: logged in for volumes:read_only, renewed automatically`. */
function loggedInText(name: string, login: StoredLogin, now: number): string {
  const {refresh, scopes, expiresAt} = login;
  const ends = expiresAt === undefined ? undefined : remainingSpan(expiresAt - now);
  const expiryText = refresh ? 'renewed automatically' : ends ? `expires in ${ends}` : 'expiry unknown';
  return sanitize(`${name}: logged in${scopes ? ` for ${scopes}` : ''}, ${expiryText}`).concat('\n');
}

/** The text of an error of the login itself, to which advice about API failures doesn't apply. */
const loginErrorText = (error: unknown): string =>
  sanitize((clientFailure(error)?.message ?? errorMessage(error)).replace(/\.$/, ''));

async function findLoginProfile(
  name: string | undefined,
  {env, err}: CommandContext,
): Promise<Profile & {readonly login: LoginSettings}> {
  const settingsFile = await loadSettings(env);
  for (const line of mistakeLines(settingsFile)) err(`${line}\n`);
  const {settings} = settingsFile;
  const profileName = name ?? defaultProfileName(settings);
  const [first] = settings.profiles;
  if (profileName === undefined && first)
    throw new UsageError(`No default profile. Pass the name of a profile, such as "skydeck login ${first.name}".`);
  if (profileName === undefined)
    throw new UsageError('No profile is configured. Add a profile with "skydeck profile add NAME --login".');
  const profile = settings.profiles.find(candidate => candidate.name === profileName);
  if (!profile) throw new UsageError(unknownProfileText(profileName, settings));
  const login = loginOf(profile);
  if (!login)
    throw new UsageError(
      `${profile.name} takes its token from ${sanitize(sourceName(profile.token))}, not from a login service. Set token: {login: …} in its settings`,
    );
  return {...profile, login: login};
}

const loginTargetOf = (
  {name, baseUrl, login}: Profile & {readonly login: LoginSettings},
  {env, clock}: CommandContext,
): LoginTarget => ({
  name,
  baseUrl,
  login,
  env,
  now: clock?.now ?? Date.now,
});
