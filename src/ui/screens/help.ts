/** Every key that works here; typing filters, enter presses the key. */
import {type HelpLine, helpFor} from '../../keymap/hints.ts';
import type {Deck} from '../deck.ts';
import {openChooser} from '../widgets/chooser.ts';
import {ranked} from '../widgets/fuzzy.ts';

export function openHelp(deck: Deck): void {
  // Taken before help lies over what it explains.
  const lines = helpFor(deck.layers(), deck.keymap);
  const text = ({keys, help, place}: HelpLine): string => `${keys.join(' ')} ${help} ${place}`;
  openChooser(deck, {
    title: 'Keys that work here: type to filter, enter presses one',
    prompt: ' ',
    columns: 110,
    choices: typed =>
      ranked(typed, lines, text).map(line => ({
        lead: line.keys.slice(0, 4).join(' '),
        text: line.help,
        detail: line.place,
        unless: line.off,
        run: () => line.press(),
      })),
    nothing: typed => `no key is about ${typed}`,
  });
}
