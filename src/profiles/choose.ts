/** Which account a start is about: flags first, then the environment, then the settings, then the demo. */
import type {Environment} from '../platform/paths.ts';
import {demo, type Profile, refuseUrl} from './profile.ts';
import type {Settings} from './settings.ts';

export interface Wish {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly brand?: string | undefined;
  readonly demo?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/** A profile, the demo, or the reason in words why the wish cannot be met. */
export type Choice =
  | {readonly profile: Profile}
  | {readonly demo: true; readonly readOnly: boolean}
  | {readonly refused: string};

/** The profiles that `--profile a,b` names, each once; one name where it is one, comma or not. */
export function namesIn(wanted: string | undefined, {profiles}: Pick<Settings, 'profiles'>): readonly string[] {
  if (wanted === undefined || profiles.some(({name}) => name === wanted)) return wanted === undefined ? [] : [wanted];
  const names = wanted.split(',').map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))];
}

/** Every account of a wish, or why one of them cannot be: several where it names several profiles. */
export function chooseProfiles(
  wish: Wish,
  settings: Settings,
  env: Environment,
): readonly Exclude<Choice, {refused: string}>[] | {readonly refused: string} {
  const names = namesIn(wish.profile, settings);
  const wishes = names.length > 1 ? names.map(profile => ({...wish, profile})) : [wish];
  const chosen: Exclude<Choice, {refused: string}>[] = [];
  for (const one of wishes) {
    const choice = chooseProfile(one, settings, env);
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

export function chooseProfile(wish: Wish, settings: Settings, env: Environment): Choice {
  // The empty variable of a script must not mean another account than the one that was to be named.
  if (wish.profile?.trim() === '') return {refused: '--profile is empty: name a profile, or leave it out'};
  if (wish.baseUrl?.trim() === '') return {refused: '--base-url is empty: give an address, or leave it out'};
  const readOnly = wish.readOnly ?? false;
  if (wish.demo || wish.profile === demo) return {demo: true, readOnly};

  const baseUrl = wish.baseUrl ?? (wish.profile ? undefined : env.SKYDECK_BASE_URL);
  if (baseUrl) {
    const refused = refuseUrl(baseUrl);
    if (refused) return {refused};
    const brand = wish.brand ?? env.SKYDECK_BRAND;
    return {profile: {name: new URL(baseUrl).hostname, baseUrl, brand, production: false, readOnly}};
  }

  const name = wish.profile ?? defaultIn(settings);
  if (!name) return {demo: true, readOnly};
  const profile = settings.profiles.find(candidate => candidate.name === name);
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
