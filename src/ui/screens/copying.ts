/** Copying through the terminal, with an answer to the user. */
import type {Deck} from '../deck.ts';

export function copyText(deck: Deck, text: string, what: string): void {
  const outcome = deck.terminal.copy(text);
  if (outcome.copied) deck.say(`copied ${what}`, 'ok');
  else deck.say(`${what} is too large for the terminal's clipboard (at most ${outcome.limit} bytes)`, 'attention');
}
