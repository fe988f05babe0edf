/** `skydeck login` and `skydeck logout`: through the browser of this machine, or by an answer that is pasted. */
import {shortSpan} from '../families/format.ts';
import {hasBrowser} from '../platform/browser.ts';
import {startOAuthCallbackServer} from '../platform/callback.ts';
import {errorMessage} from '../platform/reason.ts';
import {sanitize} from '../platform/text/clean.ts';
import {defaultIn, noProfile} from '../profiles/choose.ts';
import type {KeptLogin} from '../profiles/logins.ts';
import {type Login, loginOf, type Profile} from '../profiles/profile.ts';
import {loadSettings, mistakeLines} from '../profiles/settings.ts';
import {nameOf} from '../profiles/token.ts';
import {beginLogin, defaultRedirect, endLogin, type LoginPlace, LoginProblem} from '../store/login.ts';
import {clientFailure, failureOf} from '../store/words.ts';
import {type Surroundings, Usage} from './account.ts';
import {exitCodes} from './exit.ts';
import {whoIs} from './profiles.ts';

export interface LoginFlags {
  /** Prints the address and asks for the answer, wherever the browser is. */
  readonly paste?: true | undefined;
}

/** The person reads, logs in, and finds the second factor; milliseconds. */
const PATIENCE = 5 * 60_000;
/** Answers that may be pasted before it is given up. */
const TRIES = 3;

/** @param name of the profile; the one that is opened without a name by default */
export async function login(
  name: string | undefined,
  {paste}: LoginFlags,
  surroundings: Surroundings,
): Promise<number> {
  const profile = await profileNamed(name, surroundings);
  const place = placeOf(profile, surroundings);
  const {env, out, err, ask, browse} = surroundings;
  try {
    if (paste || !browse || !hasBrowser(env)) {
      if (!ask) throw new Usage('the answer of the login is pasted on a terminal, and this is none');
      err(loggedInWords(profile.name, await pasted(place, ask, err), place.now()));
    } else err(loggedInWords(profile.name, await browsed(place, browse, err), place.now()));
  } catch (error) {
    if (error instanceof Usage) throw error;
    err(`${profile.name}: ${wordsOf(error)}\n`);
    return exitCodes.failed;
  }
  try {
    out(`${profile.name}: works, as ${await whoIs(profile.name, surroundings)}\n`);
    return exitCodes.done;
  } catch (error) {
    err(`${profile.name}: logged in, but the API says: ${failureOf(error).words}\n`);
    return exitCodes.failed;
  }
}

async function browsed(place: LoginPlace, browse: NonNullable<Surroundings['browse']>, err: Surroundings['err']) {
  let attempt: ReturnType<typeof beginLogin> | undefined;
  const callback = await startOAuthCallbackServer({
    redirect: new URL(place.login.redirect ?? defaultRedirect),
    isExpected: url => attempt?.answers(url) ?? false,
    timeoutMs: PATIENCE,
  });
  try {
    attempt = beginLogin(place, callback.redirectUrl);
    const opened = await browse(attempt.address);
    err(
      `${opened ? 'Your browser asks; if it does not open, go to' : 'No browser could be opened. Go to'}:\n\n  ${attempt.address}\n\n`,
    );
    err(`Waiting for its answer; ctrl-c gives up${opened ? '' : ', and --paste works with a browser elsewhere'}.\n`);
    return await attempt.take(await callback.answered);
  } finally {
    callback.close();
  }
}

async function pasted(
  place: LoginPlace,
  ask: NonNullable<Surroundings['ask']>,
  err: Surroundings['err'],
): Promise<KeptLogin> {
  const attempt = beginLogin(place, place.login.redirect ?? defaultRedirect);
  err(`Open this in a browser, wherever it is, and allow it:\n\n  ${attempt.address}\n\n`);
  err('The browser then goes to an address on its own machine that it cannot show, and which holds the code.\n');
  for (let tries = 1; ; tries++) {
    const answer = (await ask('Paste that address, or its code: ')).trim();
    if (answer === '') throw new Error('nothing was pasted, and nothing was changed');
    try {
      return await attempt.take(answer);
    } catch (error) {
      if (!(error instanceof LoginProblem && error.again) || tries >= TRIES) throw error;
      err(`${error.message}\n`);
    }
  }
}

export async function logout(name: string | undefined, surroundings: Surroundings): Promise<number> {
  const profile = await profileNamed(name, surroundings);
  const ended = await endLogin(placeOf(profile, surroundings));
  const {out, err} = surroundings;
  if (ended === 'nobody') out(`nobody is logged in to ${profile.name}\n`);
  else if (ended === 'revoked') out(`${profile.name}: logged out; its tokens are no longer good\n`);
  else if (ended === 'forgotten')
    out(`${profile.name}: logged out here; the login service cannot take tokens back, but Profile → Apps can\n`);
  else {
    err(`${profile.name}: logged out here, but the tokens were not taken back: ${wordsOf(ended.failure)}\n`);
    return exitCodes.failed;
  }
  return exitCodes.done;
}

/** `prod: logged in, for volumes:read_only; it is renewed by itself`. */
function loggedInWords(name: string, kept: KeptLogin, now: number): string {
  const {refresh, scopes, expiresAt} = kept;
  const ends = expiresAt === undefined ? undefined : shortSpan(expiresAt - now);
  const life = refresh ? 'it is renewed by itself' : ends ? `it ends in ${ends}` : 'its end is not known';
  return sanitize(`${name}: logged in${scopes ? `, for ${scopes}` : ''}; ${life}`).concat('\n');
}

/** What went wrong on the way in: the advice for the API's own failures is not for these. */
const wordsOf = (error: unknown): string =>
  sanitize((clientFailure(error)?.message ?? errorMessage(error)).replace(/\.$/, ''));

async function profileNamed(
  name: string | undefined,
  {env, err}: Surroundings,
): Promise<Profile & {readonly login: Login}> {
  const loaded = await loadSettings(env);
  for (const line of mistakeLines(loaded)) err(`${line}\n`);
  const {settings} = loaded;
  const wanted = name ?? defaultIn(settings);
  if (wanted === undefined) throw new Usage('there is no profile to log in to: skydeck profile add NAME --login');
  const profile = settings.profiles.find(candidate => candidate.name === wanted);
  if (!profile) throw new Usage(noProfile(wanted, settings));
  const given = loginOf(profile);
  if (!given)
    throw new Usage(
      `${profile.name} takes its token from ${sanitize(nameOf(profile.token))}: a profile to log in to has token: {login: …}`,
    );
  return {...profile, login: given};
}

const placeOf = (
  {name, baseUrl, login}: Profile & {readonly login: Login},
  {env, clock}: Surroundings,
): LoginPlace => ({
  name,
  baseUrl,
  login,
  env,
  now: clock?.now ?? Date.now,
});
