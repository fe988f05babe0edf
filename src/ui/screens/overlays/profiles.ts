/** The dialog to choose the profiles to show: one, or several together. */

import type {ProfileSummary} from '../../context/console-types.ts';
import {createNotifier, type Overlay, type OverlayModel} from '../../context/overlay-stack.ts';
import type {AccountPort, MergedAccountsPort, OverlayPort, ProfilesPort} from '../../context/ports.ts';
import {inkDialogKeys} from './token.ts';

type ProfileMenuPorts = AccountPort & MergedAccountsPort & OverlayPort & ProfilesPort;

export interface ProfilesModel extends OverlayModel {
  readonly kind: 'profiles';
  readonly profiles: readonly ProfileSummary[];
  /** The names of the profiles that are currently shown. */
  readonly current: readonly string[];
  /** Shows these profiles, separated by commas. */
  choose(names: string): void;
}

const TITLE = 'Profiles';

export function openProfiles(context: ProfileMenuPorts): void {
  const {profiles, accounts, profile} = context;
  const current = accounts?.members.map(member => member.profile.name) ?? [profile.name];
  const close = (): void => overlay.close();
  const overlay: Overlay = context.overlays.open<ProfilesModel>({
    kind: 'profiles',
    title: () => TITLE,
    store: createNotifier().store,
    profiles,
    current,
    choose(names) {
      close();
      if (names !== current.join(',')) context.switchProfile(names);
    },
    layers: () => [inkDialogKeys(TITLE, 'show this one, or the selected', close)],
    prompt: {
      kind: 'menu',
      title: TITLE,
      items: () =>
        profiles.map(one => ({
          text: one.name,
          detail: detailOf(one, current),
          run: () => current.join(',') !== one.name && context.switchProfile(one.name),
        })),
      take(item) {
        close();
        return item.run();
      },
    },
  });
}

const detailOf = ({name, address, production, readOnly}: ProfileSummary, current: readonly string[]): string =>
  [current.includes(name) && 'here', address, production && 'production', readOnly && 'read-only']
    .filter(Boolean)
    .join(', ');
