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

export function chooseProfile(wish: Wish, settings: Settings, env: Environment): Choice {
  const readOnly = wish.readOnly ?? false;
  if (wish.demo || wish.profile === demo) return {demo: true, readOnly};

  const baseUrl = wish.baseUrl ?? (wish.profile ? undefined : env.SKYDECK_BASE_URL);
  if (baseUrl) {
    const refused = refuseUrl(baseUrl);
    if (refused) return {refused};
    const brand = wish.brand ?? env.SKYDECK_BRAND;
    return {profile: {name: new URL(baseUrl).hostname, baseUrl, brand, production: false, readOnly}};
  }

  const name = wish.profile ?? settings.defaultProfile ?? settings.profiles[0]?.name;
  if (!name) return {demo: true, readOnly};
  const profile = settings.profiles.find(candidate => candidate.name === name);
  if (!profile) {
    const known = settings.profiles.map(candidate => candidate.name).join(', ');
    return {
      refused: `there is no profile "${name}"${known ? `: choose one of ${known}` : ' in the settings file'}, or demo`,
    };
  }
  // A flag can make a profile read-only; nothing can make a read-only profile writable.
  return {profile: readOnly ? {...profile, readOnly} : profile};
}
