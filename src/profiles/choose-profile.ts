/**
 * The account that a start uses: flags first, then the environment, then the settings; for the console, the demo last.
 */
import type {Environment} from '../platform/files/xdg-paths.ts';
import {mistakeLines} from './load-settings.ts';
import {baseUrlProblem, demoProfileName, metricsUrlProblem, type Profile} from './profile.ts';
import type {LoadedSettings, Settings} from './settings.ts';

export interface ProfileRequest {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly brand?: string | undefined;
  readonly demo?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/** A profile, the demo, or the reason in words why no account can be opened. */
export type ProfileChoice =
  | {readonly profile: Profile}
  /** `isFallback`: no profile is configured, and none was requested. */
  | {readonly demo: true; readonly readOnly: boolean; readonly isFallback: boolean}
  | {readonly refused: string};

/** Inputs of the choice. */
export interface ChoiceContext {
  readonly loaded: Pick<LoadedSettings, 'settings' | 'mistakes' | 'isFound' | 'path'>;
  readonly env: Environment;
  /**
   * True to open the demo account if no profile is configured. The console does, and shows so. A command never does: a
   * script would take invented data for the account's.
   */
  readonly canFallBack: boolean;
}

/** The profiles that `--profile a,b` names, each once; a single name also counts with a trailing comma. */
export function profileNames(requested: string | undefined, {profiles}: Pick<Settings, 'profiles'>): readonly string[] {
  if (requested === undefined || profiles.some(({name}) => name === requested))
    return requested === undefined ? [] : [requested];
  const names = requested.split(',').map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))];
}

/**
 * The profiles that a text names, with undefined for the demo account, or the reason why they can't be chosen.
 * @param requested one name, or several separated by commas
 */
export function findProfiles(
  requested: string,
  settings: Pick<Settings, 'profiles'>,
): readonly (Profile | undefined)[] | {readonly refused: string} {
  const all = [...settings.profiles, {name: demoProfileName}];
  const names = profileNames(requested, settings);
  const unknown = names.length === 0 ? requested : names.find(name => !all.some(profile => profile.name === name));
  if (unknown !== undefined) return {refused: unknownProfileText(unknown, {profiles: all})};
  return names.map(name => settings.profiles.find(profile => profile.name === name));
}

/**
 * Every requested account, or the reason why one of them can't be opened: several if the request names several
 * profiles.
 */
export function chooseProfiles(
  flags: ProfileRequest,
  context: ChoiceContext,
): readonly Exclude<ProfileChoice, {refused: string}>[] | {readonly refused: string} {
  const request = withEnvironment(flags, context.env);
  const names = profileNames(request.profile, context.loaded.settings);
  const requests = names.length > 1 ? names.map(profile => ({...request, profile})) : [request];
  const choices: Exclude<ProfileChoice, {refused: string}>[] = [];
  for (const request of requests) {
    const choice = chooseProfile(request, context);
    if ('refused' in choice) return choice;
    choices.push(choice);
  }
  return choices;
}

/** The request with the profile that `SKYDECK_PROFILE` names, if no flag names an account. */
const withEnvironment = (flags: ProfileRequest, {SKYDECK_PROFILE: profile}: Environment): ProfileRequest =>
  profile && flags.profile === undefined && flags.baseUrl === undefined && !flags.demo ? {...flags, profile} : flags;

/** The profile that is opened if none is named. */
export function defaultProfileName({defaultProfile, profiles}: Settings): string | undefined {
  // The user chose none of several; a single profile can't be mistaken for another.
  if (defaultProfile === null && profiles.length > 1) return undefined;
  return defaultProfile ?? profiles[0]?.name;
}

/** Text about the default profile after a profile was removed; undefined if the default is the same. */
export function changedDefaultText(before: Settings, after: Settings): string | undefined {
  if (after.profiles.length === 0) return 'No profile remains. Add a profile with "skydeck profile add".';
  const name = defaultProfileName(after);
  if (name === defaultProfileName(before)) return undefined;
  return name === undefined
    ? 'No default profile now. Choose a profile with "skydeck profile use NAME".'
    : `The default profile is now ${name}, the only profile.`;
}

/** Error text for an unknown name, with the names that exist. */
export function unknownProfileText(
  name: string,
  {profiles}: {readonly profiles: readonly {readonly name: string}[]},
): string {
  const names = profiles.map(profile => profile.name).join(', ');
  return `No profile named "${name}"${names ? `. Choose one of ${names}` : '. Add a profile with "skydeck profile add"'}`;
}

/** Text for a user who sees the demo account without having chosen it. */
export const demoFallbackText = 'This is the demo account. Add your own with skydeck profile add.';

/** Chooses the account of a start. No other code decides this. */
export function chooseProfile(flags: ProfileRequest, context: ChoiceContext): ProfileChoice {
  const {
    loaded: {settings},
    env,
  } = context;
  const request = withEnvironment(flags, env);
  // An empty variable of a script must not select another account than the intended one.
  if (request.profile?.trim() === '') return {refused: '--profile is empty. Pass a name, or omit the flag'};
  if (request.baseUrl?.trim() === '') return {refused: '--base-url is empty. Pass an address, or omit the flag'};
  const readOnly = request.readOnly ?? false;
  if (request.demo || request.profile === demoProfileName) {
    const conflictingFlag = request.baseUrl
      ? '--base-url'
      : request.profile && request.profile !== demoProfileName
        ? '--profile'
        : undefined;
    if (conflictingFlag) return {refused: `--demo and ${conflictingFlag} name two accounts. Use one of them`};
    return {demo: true, readOnly, isFallback: false};
  }

  const baseUrl = request.baseUrl ?? (request.profile ? undefined : env.SKYDECK_BASE_URL);
  if (baseUrl) {
    const metricsUrl = env.SKYDECK_METRICS_URL || undefined;
    const problem = baseUrlProblem(baseUrl) ?? (metricsUrl && metricsUrlProblem(metricsUrl));
    if (problem) return {refused: problem};
    const brand = request.brand ?? env.SKYDECK_BRAND;
    // Two emulators on one machine are two accounts, so the port counts.
    const {host} = new URL(baseUrl);
    const {guards} = settings;
    return {profile: {name: host, baseUrl, metricsUrl, brand, production: false, readOnly, guards}};
  }

  const name = request.profile ?? defaultProfileName(settings);
  const profile = settings.profiles.find(candidate => candidate.name === name);
  const settingsRefusal = unusableSettingsReason(request, context, profile);
  if (settingsRefusal !== undefined) return {refused: settingsRefusal};
  if (name === undefined) return chooseWithoutProfile(context, readOnly);
  if (name === demoProfileName) return {demo: true, readOnly, isFallback: false};
  if (!profile) {
    if (profileNames(name, settings).length > 1)
      return {
        refused: `"${name}" names several profiles, and this command accepts one. The console, "skydeck get", "skydeck monitor" and "skydeck export metrics" accept several`,
      };
    return {
      refused: unknownProfileText(name, {...settings, profiles: [...settings.profiles, {name: demoProfileName}]}),
    };
  }
  // A flag can make a profile read-only; nothing can make a read-only profile writable.
  return {profile: readOnly ? {...profile, readOnly} : profile};
}

/** Reason why the settings file can't tell which account to use. @param profile the one that it seems to name */
function unusableSettingsReason(
  request: ProfileRequest,
  {loaded, env}: ChoiceContext,
  profile: Profile | undefined,
): string | undefined {
  const {path, isFound, mistakes} = loaded;
  if (!isFound)
    return env.SKYDECK_CONFIG
      ? `SKYDECK_CONFIG names ${path}, which doesn’t exist. Correct the variable, or use --base-url or --demo.`
      : undefined;
  const isTrusted =
    request.profile === undefined ? !mistakes.some(({hidesProfile}) => hidesProfile) : profile !== undefined;
  if (isTrusted || mistakes.length === 0) return undefined;
  return [
    request.profile === undefined
      ? 'The settings file has mistakes, so the default profile is not known.'
      : `No profile "${request.profile}" in the settings file, which has mistakes.`,
    ...mistakeLines(loaded),
    'Correct the file with skydeck config edit, or use --base-url or --demo.',
  ].join('\n');
}

/** Choice when neither a flag, the environment nor the settings name an account. */
function chooseWithoutProfile({loaded, env, canFallBack}: ChoiceContext, readOnly: boolean): ProfileChoice {
  if (loaded.settings.profiles.length > 0)
    return {refused: 'No default profile. Choose a profile with skydeck profile use NAME, or pass --profile NAME'};
  if (env.SKYDECK_TOKEN)
    return {
      refused:
        'SKYDECK_TOKEN is set, but no base URL. Set SKYDECK_BASE_URL, or use --base-url URL. To open the demo account, use --demo.',
    };
  if (canFallBack) return {demo: true, readOnly, isFallback: true};
  return {
    refused:
      'No account is configured. Add a profile with skydeck profile add, or set SKYDECK_BASE_URL and SKYDECK_TOKEN. To use the demo account, pass --demo.',
  };
}
