/** Which account a start is about: flags first, then the environment, then the settings; for the console, the demo last. */
import type {Environment} from '../platform/paths.ts';
import {demo, type Profile, refuseUrl} from './profile.ts';
import {type Loaded, mistakeLines, type Settings} from './settings.ts';

export interface Wish {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly brand?: string | undefined;
  readonly demo?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/** A profile, the demo, or the reason in words why no account can be opened. */
export type Choice =
  | {readonly profile: Profile}
  /** `isFallback`: nothing is configured, and nothing was asked for. */
  | {readonly demo: true; readonly readOnly: boolean; readonly isFallback: boolean}
  | {readonly refused: string};

/** What a choice is made from. */
export interface Choosing {
  readonly loaded: Pick<Loaded, 'settings' | 'mistakes' | 'found' | 'path'>;
  readonly env: Environment;
  /**
   * Opens the demo account where nothing is configured. The console does, and says so. A command never does: a script
   * would take invented data for the account's.
   */
  readonly canFallBack: boolean;
}

/** The profiles that `--profile a,b` names, each once; one name where it is one, comma or not. */
export function namesIn(wanted: string | undefined, {profiles}: Pick<Settings, 'profiles'>): readonly string[] {
  if (wanted === undefined || profiles.some(({name}) => name === wanted)) return wanted === undefined ? [] : [wanted];
  const names = wanted.split(',').map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))];
}

/** Every account of a wish, or why one of them cannot be opened: several where it names several profiles. */
export function chooseProfiles(
  wish: Wish,
  choosing: Choosing,
): readonly Exclude<Choice, {refused: string}>[] | {readonly refused: string} {
  const names = namesIn(wish.profile, choosing.loaded.settings);
  const wishes = names.length > 1 ? names.map(profile => ({...wish, profile})) : [wish];
  const chosen: Exclude<Choice, {refused: string}>[] = [];
  for (const one of wishes) {
    const choice = chooseProfile(one, choosing);
    if ('refused' in choice) return choice;
    chosen.push(choice);
  }
  return chosen;
}

/** The profile that is opened where none is named. */
export const defaultIn = ({defaultProfile, profiles}: Settings): string | undefined =>
  defaultProfile ?? profiles[0]?.name;

/** That a name is nobody's, and which there are. */
export function noProfile(name: string, {profiles}: Settings): string {
  const known = profiles.map(profile => profile.name).join(', ');
  return `there is no profile "${name}"${known ? `: choose one of ${known}` : ' in the settings file'}`;
}

/** What the user must know of an account that was not asked for. */
export const demoFallbackWords = 'This is the demo account. Add your own with skydeck profile add.';

/** The one place that decides which account a start is about. */
export function chooseProfile(wish: Wish, choosing: Choosing): Choice {
  const {
    loaded: {settings},
    env,
  } = choosing;
  // The empty variable of a script must not mean another account than the one that was to be named.
  if (wish.profile?.trim() === '') return {refused: '--profile is empty: name a profile, or leave it out'};
  if (wish.baseUrl?.trim() === '') return {refused: '--base-url is empty: give an address, or leave it out'};
  const readOnly = wish.readOnly ?? false;
  if (wish.demo || wish.profile === demo) {
    const other = wish.baseUrl ? '--base-url' : wish.profile && wish.profile !== demo ? '--profile' : undefined;
    if (other) return {refused: `--demo and ${other} name two accounts: leave one of them out`};
    return {demo: true, readOnly, isFallback: false};
  }

  const baseUrl = wish.baseUrl ?? (wish.profile ? undefined : env.SKYDECK_BASE_URL);
  if (baseUrl) {
    const refused = refuseUrl(baseUrl);
    if (refused) return {refused};
    const brand = wish.brand ?? env.SKYDECK_BRAND;
    return {profile: {name: new URL(baseUrl).hostname, baseUrl, brand, production: false, readOnly}};
  }

  const name = wish.profile ?? defaultIn(settings);
  const profile = settings.profiles.find(candidate => candidate.name === name);
  const unusable = unusableSettings(wish, choosing, profile);
  if (unusable !== undefined) return {refused: unusable};
  if (name === undefined) return withoutProfile(choosing, readOnly);
  if (name === demo) return {demo: true, readOnly, isFallback: false};
  if (!profile) {
    if (namesIn(name, settings).length > 1)
      return {
        refused: `${name} are several profiles: the console, the wallboard and skydeck get show them as one, all else is of one`,
      };
    return {refused: `${noProfile(name, settings)}, or demo`};
  }
  // A flag can make a profile read-only; nothing can make a read-only profile writable.
  return {profile: readOnly ? {...profile, readOnly} : profile};
}

/** Why the settings file cannot tell which account is meant. @param profile the one that they seem to mean */
function unusableSettings(wish: Wish, {loaded, env}: Choosing, profile: Profile | undefined): string | undefined {
  const {path, found, mistakes} = loaded;
  if (!found)
    return env.SKYDECK_CONFIG
      ? `SKYDECK_CONFIG names ${path}, and there is no such file. Correct it, or use --base-url or --demo.`
      : undefined;
  const isTrusted =
    wish.profile === undefined ? !mistakes.some(({hidesProfile}) => hidesProfile) : profile !== undefined;
  if (isTrusted || mistakes.length === 0) return undefined;
  return [
    wish.profile === undefined
      ? 'The settings file has mistakes, so the default profile is not known.'
      : `No profile "${wish.profile}" in the settings file, which has mistakes.`,
    ...mistakeLines(loaded),
    'Correct it with skydeck config edit, or use --base-url or --demo.',
  ].join('\n');
}

/** Where neither a flag, the environment nor the settings name an account. */
function withoutProfile({env, canFallBack}: Choosing, readOnly: boolean): Choice {
  if (env.SKYDECK_TOKEN)
    return {
      refused:
        'SKYDECK_TOKEN is set, but no base URL. Set SKYDECK_BASE_URL, or use --base-url URL; --demo opens the demo account.',
    };
  if (canFallBack) return {demo: true, readOnly, isFallback: true};
  return {
    refused:
      'No account is configured. Add one with skydeck profile add, or set SKYDECK_BASE_URL and SKYDECK_TOKEN; --demo uses the demo account.',
  };
}
