/** Writing a text to a file beside the user, with an answer that says where. */
import type {TextOrPieces} from '../../platform/files.ts';
import {errorMessage} from '../../platform/reason.ts';
import type {Deck} from '../deck.ts';

export async function saveText(deck: Deck, name: string, text: TextOrPieces): Promise<void> {
  try {
    deck.say(`saved as ${await deck.saver.save(name, text)}`, 'ok');
  } catch (error) {
    deck.say(`${name} was not saved: ${errorMessage(error)}`, 'failed');
  }
}
