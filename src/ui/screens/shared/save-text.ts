/** Writes a text to a file in the user's folder and reports the path. */
import type {TextOrPieces} from '../../../platform/files/new-file.ts';
import {errorMessage} from '../../../platform/text/error-message.ts';
import type {FileSaverPort, NotificationPort} from '../../context/ports.ts';

/** A file name from words: "Web 01" and "csv" become "web-01.csv". */
export function fileNameOf(words: string, ending: string): string {
  const name = words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${name || 'skydeck'}.${ending}`;
}

export async function saveText(
  context: FileSaverPort & NotificationPort,
  name: string,
  text: TextOrPieces,
): Promise<void> {
  try {
    context.say(`saved as ${await context.fileSaver.save(name, text)}`, 'ok');
  } catch (error) {
    context.say(`${name} was not saved: ${errorMessage(error)}`, 'failed');
  }
}
