/** Writing a text to a file beside the user, with an answer that says where. */
import type {Text} from '../../platform/files.ts';
import {reasonOf} from '../../platform/reason.ts';
import type {Deck} from '../deck.ts';

export async function saveText(deck: Deck, name: string, text: Text): Promise<void> {
  try {
    deck.say(`saved as ${await deck.saver.save(name, text)}`, 'ok');
  } catch (error) {
    deck.say(`${name} was not saved: ${reasonOf(error)}`, 'failed');
  }
}
