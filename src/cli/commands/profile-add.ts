/** `skydeck profile add` and `remove`, with flags or with questions; the file keeps its comments. */
import {stat} from 'node:fs/promises';
import {permissionProblem} from '../../platform/files/private-files.ts';
import {type Environment, expandHome, settingsFile} from '../../platform/files/xdg-paths.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {shellQuote} from '../../platform/text/shell-quote.ts';
import {changedDefaultText} from '../../profiles/choose-profile.ts';
import {
  addProfileEntry,
  newMistakes,
  readSettingsText,
  removeProfileEntry,
  type SettingsEdit,
  setDefaultProfile,
  updateSettings,
} from '../../profiles/edit-settings.ts';
import {sourceName} from '../../profiles/fetch-token.ts';
import {openLoginFile} from '../../profiles/login-file.ts';
import {parseSettings} from '../../profiles/parse-settings.ts';
import {
  baseUrlProblem,
  demoProfileName,
  type LoginSettings,
  loginOf,
  metricsUrlProblem,
  type Profile,
  redirectProblem,
  type TokenSource,
} from '../../profiles/profile.ts';
import type {Settings} from '../../profiles/settings.ts';
import {themeNames} from '../../profiles/themes.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestionOrAll} from '../io/did-you-mean.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {isYes} from '../io/terminal.ts';

export interface AddFlags {
  readonly baseUrl?: string;
  readonly metricsUrl?: string;
  readonly brand?: string;
  readonly acronym?: string;
  readonly tokenEnv?: string;
  readonly tokenFile?: string;
  readonly tokenCommand?: string[];
  readonly login?: true;
  readonly loginUrl?: string;
  readonly clientId?: string;
  readonly clientSecretEnv?: string;
  readonly clientSecretFile?: string;
  readonly scopes?: string;
  readonly redirect?: string;
  readonly paste?: true;
  readonly production?: true;
  readonly readOnly?: true;
  readonly theme?: string;
  readonly default?: true;
}

type Ask = NonNullable<CommandContext['ask']>;

export async function addProfile(name: string | undefined, flags: AddFlags, context: CommandContext) {
  const {env, out, err, ask} = context;
  const path = settingsFile(env);
  const before = await readSettingsText(path);
  const existingNames = parseSettings(before).settings.profiles.map(profile => profile.name);
  // With a URL among the flags, the flags are complete; without one, Skydeck asks for every value.
  const profile =
    flags.baseUrl === undefined && ask
      ? await askProfile({ask, err}, name, flags, existingNames)
      : profileFromFlags(name, flags);
  const problem = refuseProfile(profile, existingNames);
  if (problem) throw new UsageError(problem);
  const {token} = profile;
  const login = loginOf(profile);
  const secret = login ? login.secret : token;
  if (secret && 'file' in secret) await checkSecretFile(secret.file, env, err);
  // Even without questions, other profiles may have been added since the names were read.
  await updateProfiles(path, text => addProfileEntry(text, profile, flags.default ?? false));
  out(`Profile ${profile.name} saved in ${path}. Token: ${sanitize(sourceName(token))}\n`);
  if (!login) {
    out(`Test it with: skydeck profile test ${profile.name}\n`);
    return exitCodes.done;
  }
  const code = await (await import('./login.ts')).login(profile.name, {paste: flags.paste}, context);
  if (code !== exitCodes.done) err(`The profile was saved. Log in with: skydeck login ${profile.name}\n`);
  return code;
}

export async function removeProfile(name: string, yes: boolean, {env, out, err, ask}: CommandContext): Promise<number> {
  const path = settingsFile(env);
  const before = await readSettingsText(path);
  const after = removeProfileEntry(before, name);
  if ('refused' in after) throw new UsageError(`${path}: ${after.refused}`);
  if (!yes) {
    if (!ask)
      throw new UsageError('Confirmation required, but stdin is not a terminal. Pass --yes to remove the profile');
    if (!isYes(await ask(`Remove ${name} from ${path}? [y/N] `))) {
      err('Nothing was changed.\n');
      return exitCodes.failed;
    }
  }
  const {settings} = parseSettings(before);
  const token = settings.profiles.find(profile => profile.name === name)?.token;
  const newSettings = await updateProfiles(path, text => removeProfileEntry(text, name));
  out(`Profile ${name} removed from ${path}\n`);
  if (await openLoginFile(name, env).remove())
    out('The login was deleted. Its tokens stay valid until they expire or you revoke the app in My profile, Apps.\n');
  if (token && 'file' in token) out(`The token file ${token.file} was kept.\n`);
  const defaultText = changedDefaultText(settings, newSettings);
  if (defaultText !== undefined) out(`${defaultText}\n`);
  return exitCodes.done;
}

/** Makes a profile the default of later commands. @throws UsageError for an unknown profile */
export async function selectProfile(name: string, {env, out}: CommandContext): Promise<number> {
  const path = settingsFile(env);
  const names = [
    ...parseSettings(await readSettingsText(path)).settings.profiles.map(profile => profile.name),
    demoProfileName,
  ];
  if (!names.includes(name)) throw new UsageError(`No profile "${name}"${suggestionOrAll(name, names)}`);
  await updateProfiles(path, text => setDefaultProfile(text, name, demoProfileName));
  out(`The default profile is now ${name}\n`);
  return exitCodes.done;
}

/** Writes the edited settings, unless the edit itself adds a mistake, and returns them. */
async function updateProfiles(path: string, edit: (text: string) => SettingsEdit): Promise<Settings> {
  const text = await updateSettings(path, before => {
    const after = edit(before);
    if ('refused' in after) throw new UsageError(`${path}: ${after.refused}`);
    const [mistake] = newMistakes(parseSettings(before).mistakes, parseSettings(after.text).mistakes);
    if (mistake) throw new UsageError(`Nothing was saved: ${mistake.message}`);
    return after.text;
  });
  return parseSettings(text).settings;
}

function profileFromFlags(name: string | undefined, flags: AddFlags): Profile {
  const missing = [...(name ? [] : ['a name']), ...(flags.baseUrl ? [] : ['--base-url URL'])];
  if (!name || !flags.baseUrl)
    throw new UsageError(`A profile needs ${missing.join(' and ')}. On a terminal, Skydeck asks for missing values`);
  const sources: TokenSource[] = [
    ...(flags.tokenEnv ? [{env: flags.tokenEnv}] : []),
    ...(flags.tokenFile ? [{file: flags.tokenFile}] : []),
    ...(flags.tokenCommand ? [{command: flags.tokenCommand}] : []),
    ...(isLogin(flags) ? [{login: loginFromFlags(flags)}] : []),
  ];
  if (sources.length > 1)
    throw new UsageError('Several token sources. Use one of --token-env, --token-file, --token-command and --login');
  return {
    name,
    baseUrl: flags.baseUrl,
    metricsUrl: flags.metricsUrl,
    brand: flags.brand,
    acronym: flags.acronym,
    token: sources[0],
    production: flags.production ?? false,
    readOnly: flags.readOnly ?? false,
    theme: flags.theme,
  };
}

/** A flag about the login service implies a login. */
const isLogin = ({login, loginUrl, clientId}: AddFlags): boolean =>
  login ?? (loginUrl !== undefined || clientId !== undefined);

function loginFromFlags(flags: AddFlags): LoginSettings {
  const {loginUrl, clientId, clientSecretEnv, clientSecretFile, scopes, redirect} = flags;
  const missing = [...(loginUrl ? [] : ['--login-url URL']), ...(clientId ? [] : ['--client-id ID'])];
  if (!loginUrl || !clientId)
    throw new UsageError(`A login needs ${missing.join(' and ')}. On a terminal, Skydeck asks for missing values`);
  if (clientSecretEnv && clientSecretFile)
    throw new UsageError('Two client secrets. Use either --client-secret-env or --client-secret-file');
  const secret = clientSecretEnv ? {env: clientSecretEnv} : clientSecretFile ? {file: clientSecretFile} : undefined;
  return {url: loginUrl, clientId, secret, scopes, redirect};
}

function refuseProfile(profile: Profile, existingNames: readonly string[]): string | undefined {
  const {name, baseUrl, metricsUrl, brand, acronym, theme} = profile;
  const login = loginOf(profile);
  return (
    refuseName(name, existingNames) ??
    baseUrlProblem(baseUrl) ??
    (metricsUrl === undefined ? undefined : metricsUrlProblem(metricsUrl)) ??
    refuseWord(brand) ??
    refuseWord(acronym) ??
    refuseTheme(theme) ??
    (login &&
      (baseUrlProblem(login.url) ?? (login.redirect === undefined ? undefined : redirectProblem(login.redirect))))
  );
}

function refuseName(name: string, existingNames: readonly string[]): string | undefined {
  if (name === demoProfileName) return '"demo" is the name of the demo account. Choose another name';
  if (!/^[\w][\w.@-]*$/.test(name))
    return `"${sanitize(name)}" isn’t a valid profile name. Use letters, digits, . _ @ and -`;
  return existingNames.includes(name) ? `Profile ${name} already exists` : undefined;
}

const refuseWord = (word: string | undefined): string | undefined =>
  word && !/^[a-z][a-z0-9]*$/.test(word) ? `"${sanitize(word)}" must be one lower-case word` : undefined;

/** Custom themes are checked when the file is read; an empty name is reported at once. */
const refuseTheme = (theme: string | undefined): string | undefined =>
  theme !== undefined && theme.trim() === '' ? `The theme is empty. Themes: ${themeNames.join(', ')}` : undefined;

/** A missing file may be created later, but a file that others can read must not be used. */
async function checkSecretFile(file: string, env: Environment, err: (text: string) => void): Promise<void> {
  const path = expandHome(file, env);
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`${file} can’t be read: ${error.message}`);
  });
  if (stats === undefined) {
    err(`${file} doesn’t exist. Paste the token into it: (umask 077; cat > ${shellQuote(path)})\n`);
    return;
  }
  const open = stats.isFile() ? permissionProblem(path, stats) : `${file} isn’t a file`;
  if (open) throw new UsageError(open);
}

/** Asks for values that the flags don't set; reports an invalid answer, and asks again. */
async function askProfile(
  {ask, err}: {ask: Ask; err: (text: string) => void},
  name: string | undefined,
  flags: AddFlags,
  existingNames: readonly string[],
): Promise<Profile> {
  const line = async (question: string, refuse: (answer: string) => string | undefined, empty?: string) => {
    for (;;) {
      const answer = (await ask(question)).trim();
      // After its end, the input would return empty lines forever.
      if (answer === '' && empty === undefined) throw new UsageError('No input. Nothing was saved');
      const problem = answer === '' ? undefined : refuse(answer);
      if (problem === undefined) return answer === '' ? (empty ?? '') : answer;
      err(`${problem}\n`);
    }
  };
  // An unclear answer to a question about safety must not count as no.
  const yes = async (question: string) => isYes(await line(`${question} [y/N] `, yesOrNoProblem, 'n'));
  const profileName = name ?? (await line('Name of the profile: ', answer => refuseName(answer, existingNames)));
  const early = refuseName(profileName, existingNames);
  if (early) throw new UsageError(early);
  const baseUrl = await line('Address of the API, such as https://api.example.com/v4: ', baseUrlProblem);
  const brand = flags.brand ?? (await line('ID prefix of your provider, optional []: ', refuseWord, ''));
  const token =
    tokenFlag(flags) ?? (isLogin(flags) ? {login: await askLogin(line, flags)} : await askToken(line, flags));
  return {
    name: profileName,
    baseUrl,
    metricsUrl: flags.metricsUrl,
    brand: brand === '' ? undefined : brand,
    acronym: flags.acronym,
    token,
    production: flags.production ?? (await yes('Production? Shows the name as a warning')),
    readOnly: flags.readOnly ?? (await yes('Read-only? Blocks all changes')),
    theme: flags.theme,
  };
}

const yesOrNoProblem = (answer: string): string | undefined =>
  /^(?:y(?:es)?|no?)$/i.test(answer) ? undefined : 'Answer y or n';
const variableProblem = (answer: string): string | undefined =>
  /^[A-Za-z_]\w*$/.test(answer) ? undefined : 'Not a valid variable name';

const tokenFlag = ({tokenEnv, tokenFile, tokenCommand}: AddFlags): TokenSource | undefined =>
  tokenEnv ? {env: tokenEnv} : tokenFile ? {file: tokenFile} : tokenCommand ? {command: tokenCommand} : undefined;

type AskLine = (question: string, refuse: (answer: string) => string | undefined, empty?: string) => Promise<string>;

async function askToken(line: AskLine, flags: AddFlags): Promise<TokenSource> {
  const kinds = ['env', 'file', 'command', 'login'];
  const kind = await line(
    'Source of the token: env, file, command or login [env]: ',
    answer => (kinds.includes(answer) ? undefined : `Answer one of ${kinds.join(', ')}`),
    'env',
  );
  if (kind === 'login') return {login: await askLogin(line, flags)};
  if (kind === 'file') return {file: await line('File, readable by you alone: ', () => undefined)};
  if (kind === 'command') {
    const text = await line('Command, run without a shell, such as pass show cloud/token: ', () => undefined);
    return {command: text.split(/\s+/)};
  }
  return {env: await line('Variable [SKYDECK_TOKEN]: ', variableProblem, 'SKYDECK_TOKEN')};
}

/** Asks for login settings that the flags don't set. */
async function askLogin(line: AskLine, flags: AddFlags): Promise<LoginSettings> {
  const {loginUrl, clientId, clientSecretEnv, clientSecretFile} = flags;
  const url =
    loginUrl ?? (await line('Address of the login service, such as https://login.example.com: ', baseUrlProblem));
  const id = clientId ?? (await line('OAuth client ID of Skydeck: ', () => undefined));
  const answers = {...flags, loginUrl: url, clientId: id};
  if (clientSecretEnv ?? clientSecretFile) return loginFromFlags(answers);
  const secret = await line('Environment variable with the client secret, optional []: ', variableProblem, '');
  return loginFromFlags(secret === '' ? answers : {...answers, clientSecretEnv: secret});
}
