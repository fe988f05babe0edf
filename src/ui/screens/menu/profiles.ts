/** Which account is on the screen. */
import type {Deck} from '../../deck.ts';
import {openMenu} from '../../widgets/menu.ts';

export function openProfiles(deck: Deck): void {
  const {profiles, profile} = deck;
  openMenu(deck, {
    title: 'Profile',
    at: Math.max(0, profiles.indexOf(profile.name)),
    items: () =>
      profiles.map((name, index) => ({
        key: String(index + 1),
        text: name,
        unless: name === profile.name ? 'this is the one on the screen' : undefined,
        run: () => deck.switchTo(name),
      })),
  });
}
