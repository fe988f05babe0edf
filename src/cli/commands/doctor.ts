/** `skydeck doctor`: checks everything between this machine and the account, and names a remedy for each problem. */
import {access, constants, stat} from 'node:fs/promises';
import {isIP} from 'node:net';
import {dirname} from 'node:path';
import {connect} from 'node:tls';
import {remainingSpan, shortSpan} from '../../families/format/format.ts';
import {permissionProblem} from '../../platform/files/private-files.ts';
import {type Environment, expandHome, stateFolder} from '../../platform/files/xdg-paths.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {shellQuote} from '../../platform/text/shell-quote.ts';
import {chooseProfile, type ProfileRequest} from '../../profiles/choose-profile.ts';
import {sourceName} from '../../profiles/fetch-token.ts';
import {type GuardRules, guardLines, noGuards} from '../../profiles/guard-rules.ts';
import {loadSettings, mistakeLines} from '../../profiles/load-settings.ts';
import {openLoginFile} from '../../profiles/login-file.ts';
import {loginOf, type Profile} from '../../profiles/profile.ts';
import type {LoadedSettings} from '../../profiles/settings.ts';
import {demoAccount, profileAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {clientFailure, failureCause, toFailure} from '../../store/api/failure-text.ts';
import {knownNames} from '../../store/list/known-names.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {historyWords} from '../io/history-words.ts';
import {withPatternProblem} from '../read/guard-patterns.ts';
import {operationOf} from '../read/read-lists.ts';

export interface Finding {
  readonly check: string;
  /** `attention` is a warning; the exit code stays 0. */
  readonly state: 'ok' | 'attention' | 'failed';
  readonly words: string;
  readonly remedy?: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export async function doctor(request: ProfileRequest, isJson: boolean, context: CommandContext): Promise<number> {
  const {env, out} = context;
  const settings = await loadSettings(env, knownNames, {isStrict: true});
  const findings: Finding[] = [
    ok('runtime', `Node.js ${process.versions.node} on ${process.platform}`),
    ...(await terminalFindings(context)),
    ...settingsFindings(settings),
  ];
  const choice = chooseProfile(request, {loaded: settings, env, canFallBack: true});
  const profile = 'profile' in choice ? choice.profile : undefined;
  findings.push(...(await fileFindings(settings, profile, env)));
  if ('refused' in choice)
    findings.push(failed('profile', choice.refused.split('\n', 1)[0] ?? '', 'Run "skydeck profile list".'));
  else
    findings.push(
      ...profileFindings(profile),
      ...guardFindings(profile ? profile.guards : settings.settings.guards),
      ...(profile ? [ok('history', await historyWords(profile.name, settings.settings.history, env))] : []),
      ...(await loginFindings(profile, env)),
      ...(await accountFindings(profile, request, context)),
    );

  if (isJson) out(`${printableJson(findings, 2)}\n`);
  else for (const finding of findings) out(lineOf(finding));
  return findings.some(({state}) => state === 'failed') ? exitCodes.failed : exitCodes.done;
}

const ok = (check: string, words: string): Finding => ({check, state: 'ok', words});
const attention = (check: string, words: string, remedy: string): Finding => ({
  check,
  state: 'attention',
  words,
  remedy,
});
const failed = (check: string, words: string, remedy: string): Finding => ({check, state: 'failed', words, remedy});

const stateMarks = {ok: 'ok  ', attention: 'WARN', failed: 'FAIL'} as const;
const lineOf = ({check, state, words, remedy}: Finding): string =>
  `${stateMarks[state]}  ${check.padEnd(12)}${sanitize(words)}\n${remedy ? `      ${' '.repeat(12)}→ ${sanitize(remedy)}\n` : ''}`;

async function terminalFindings({terminal, env}: CommandContext): Promise<readonly Finding[]> {
  if (!terminal) return [];
  const {colors, hasUnicode, multiplexer, isRemote, isDumb} = await terminal();
  const facts = [
    env.TERM ?? 'no TERM',
    colors === 'none' ? 'no colors' : `${colors} colors`,
    hasUnicode ? 'Unicode' : 'ASCII only',
    multiplexer && `in ${multiplexer}`,
    isRemote && 'over SSH',
  ];
  const words = facts.filter(Boolean).join(', ');
  if (isDumb)
    return [
      failed('terminal', words, 'Set TERM to the type of your terminal. Commands such as get and do work without it.'),
    ];
  return [
    hasUnicode
      ? ok('terminal', words)
      : attention('terminal', words, 'Use a UTF-8 locale, such as LANG=C.UTF-8, to see symbols.'),
  ];
}

function settingsFindings(settings: LoadedSettings): readonly Finding[] {
  if (!settings.isFound) return [ok('settings', `${settings.path} not found; Skydeck uses defaults`)];
  if (settings.mistakes.length === 0) return [ok('settings', `${settings.path} is valid`)];
  return mistakeLines(settings).map(line => failed('settings', line, 'Fix the line with "skydeck config edit".'));
}

/** Private files and folders that other users can read or change. */
async function fileFindings(
  {path, isFound}: LoadedSettings,
  profile: Profile | undefined,
  env: Environment,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const checkMode = async (check: string, file: string, mode: string, state: 'attention' | 'failed') => {
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined) return;
    if (permissionProblem(file, stats) === undefined) findings.push(ok(check, `${file} is private`));
    else
      findings.push({
        check,
        state,
        words: `${file} can be read by others`,
        remedy: `chmod ${mode} ${shellQuote(file)}`,
      });
  };
  if (isFound) {
    await checkMode('permissions', path, '600', 'attention');
    if (!env.SKYDECK_CONFIG) await checkMode('permissions', dirname(path), '700', 'attention');
  }
  await checkMode('permissions', stateFolder(env), '700', 'attention');
  findings.push(
    ...(await writingFindings(stateFolder(env), 'drafts, the change log and batches are not kept', 'XDG_STATE_HOME')),
    ...(await writingFindings(dirname(path), 'profiles can’t be added', 'SKYDECK_CONFIG')),
  );
  const source = profile?.token;
  if (source && 'file' in source) await checkMode('permissions', expandHome(source.file, env), '600', 'failed');
  if (profile && loginOf(profile))
    await checkMode('permissions', openLoginFile(profile.name, env).path, '600', 'failed');
  return findings;
}

/** Checks that a folder can be written to, or be created. */
async function writingFindings(folder: string, consequence: string, variable: string): Promise<readonly Finding[]> {
  let existing = folder;
  for (
    let up = dirname(existing);
    up !== existing && !(await stat(existing).catch(() => undefined));
    up = dirname(existing)
  )
    existing = up;
  const stats = await stat(existing).catch(() => undefined);
  const problem = stats?.isDirectory()
    ? await access(existing, constants.W_OK).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code,
      )
    : 'ENOTDIR';
  if (problem === undefined) return [];
  return [
    failed(
      'writing',
      `${folder} can’t be written (${problem}): ${consequence}`,
      `Make the folder writable, or set ${variable}.`,
    ),
  ];
}

function profileFindings(profile: Profile | undefined): readonly Finding[] {
  if (profile === undefined)
    return [attention('profile', 'using the demo account; commands need --demo', 'Run "skydeck profile add".')];
  const {name, baseUrl, token, production, readOnly} = profile;
  const words = [name, baseUrl, `token: ${sourceName(token)}`, production && 'production', readOnly && 'read-only'];
  return [ok('profile', words.filter(Boolean).join(', '))];
}

/** The guards that apply to the account. */
function guardFindings(rules: GuardRules = noGuards): readonly Finding[] {
  const guards = withPatternProblem(rules);
  const lines = guardLines(guards);
  if (guards.problem)
    return [failed('guards', lines.join('; '), 'Correct the guards, or make the file readable. Reading still works.')];
  return lines.length === 0 ? [ok('guards', 'none')] : lines.map(line => ok('guards', line));
}

/** The state of a login without a request: valid, and renewable or not. */
async function loginFindings(profile: Profile | undefined, env: Environment): Promise<readonly Finding[]> {
  if (!profile || !loginOf(profile)) return [];
  const remedy = `skydeck login ${profile.name}`;
  // A file that others can read was already reported with the files.
  const login = await openLoginFile(profile.name, env)
    .read()
    .catch(() => undefined);
  if (!login) return [failed('login', `Not logged in to ${profile.name}`, remedy)];
  const remainingMs = login.expiresAt === undefined ? undefined : login.expiresAt - Date.now();
  const expiryText =
    remainingMs === undefined
      ? ''
      : remainingMs > 0
        ? `; the token expires in ${remainingSpan(remainingMs)}`
        : '; the token has expired';
  if (login.refresh !== undefined) return [ok('login', `logged in, renewed automatically${expiryText}`)];
  const words = `logged in, and not renewed${expiryText}`;
  return [
    remainingMs !== undefined && remainingMs <= 0 ? failed('login', words, remedy) : attention('login', words, remedy),
  ];
}

async function accountFindings(
  profile: Profile | undefined,
  {readOnly = false}: ProfileRequest,
  {env, startDemo}: CommandContext,
): Promise<readonly Finding[]> {
  const account = profile ? profileAccount(profile, env) : demoAccount(startDemo, readOnly);
  const certificate = profile ? await certificateFindings(new URL(profile.baseUrl)) : [];
  try {
    const warnings: Finding[] = [];
    const addWarning = (text: string) =>
      warnings.push(attention('warning', text.trimEnd(), 'Update Skydeck, or ask the operator of the API.'));
    const connection = await connectWithWarnings(account, addWarning)();
    try {
      return [...certificate, ...(await connectionFindings(connection)), ...warnings];
    } finally {
      await connection.close();
    }
  } finally {
    await account.close();
  }
}

async function connectionFindings(connection: Connection): Promise<readonly Finding[]> {
  const begin = performance.now();
  let user: unknown;
  try {
    user = await connection.call(operationOf(connection, 'profile.get'), {priority: 'user', attempts: 1});
  } catch (error) {
    const clientError = clientFailure(error);
    const failure = toFailure(error);
    // A response proves that the API was reached, so the problem is the token.
    const check = clientError?.code === 'unreachable' ? 'reach' : 'token';
    const isUnsent = check === 'token' && clientError?.status === undefined;
    const recording = 'Run skydeck --log FILE to record the requests and responses.';
    const {advice = isUnsent ? 'Change the source of the token with skydeck config edit.' : recording} = failure;
    return [failed(check, failureCause(failure), advice), ...clockFindings(connection)];
  }
  const username = sanitize(String((user as {readonly username?: unknown}).username));
  const scopes = connection.scopes();
  return [
    ok('reach', `answered in ${Math.round(performance.now() - begin)} ms`),
    ...clockFindings(connection),
    ok('token', `valid, user ${username}`),
    scopes === undefined
      ? attention('scopes', 'not reported by the API', 'A rejected request names the missing scope.')
      : ok('scopes', scopes.length === 0 ? 'none' : connection.identifiers.spell('scopes', scopes.join(' '))),
    ...limitFindings(connection),
  ];
}

function clockFindings(connection: Connection): readonly Finding[] {
  const skew = connection.clockSkewMs();
  if (skew === undefined) return [];
  const side = `${skew >= 0 ? 'behind' : 'ahead of'} the API's`;
  if (Math.abs(skew) < minuteMs) return [ok('clock', `${(Math.abs(skew) / 1000).toFixed(1)} s ${side}`)];
  return [attention('clock', `${shortSpan(skew)} ${side}`, 'Set the clock of this machine.')];
}

function limitFindings(connection: Connection): readonly Finding[] {
  return Object.entries(connection.limits()).map(([name, {remaining, limit, resetAt}]) => {
    const words = `${name}: ${remaining} of ${limit} requests left`;
    if (remaining > limit / 10) return ok('limits', words);
    return attention('limits', words, `Another program uses them. Reset at ${new Date(resetAt).toISOString()}`);
  });
}

/** The remaining lifetime of the certificate; with an untrusted certificate the request itself fails. */
async function certificateFindings({protocol, hostname, port}: URL): Promise<readonly Finding[]> {
  if (protocol !== 'https:')
    return [attention('tls', 'plain HTTP, on this machine only', 'Use plain HTTP only for an emulator.')];
  const host = hostname.replace(/^\[|\]$/g, '');
  const ends = await new Promise<string | undefined>(resolve => {
    // An IP address isn't a valid server name, and Node would print a warning about it.
    const servername = isIP(host) === 0 ? host : undefined;
    const socket = connect({host, port: Number(port || 443), servername, timeout: 5000}, () => {
      resolve(socket.getPeerCertificate().valid_to);
      socket.destroy();
    });
    const giveUp = (): void => {
      resolve(undefined);
      socket.destroy();
    };
    socket.on('error', giveUp).on('timeout', giveUp);
  });
  if (ends === undefined) return [];
  const days = Math.floor((Date.parse(ends) - Date.now()) / dayMs);
  const words = `the certificate is trusted and holds for ${days} days`;
  return [days > 14 ? ok('tls', words) : attention('tls', words, 'Tell the operator of the API.')];
}
