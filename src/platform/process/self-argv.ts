/** The command line that starts this program again. */
import {isSea} from 'node:sea';

/** The argv that starts this program once more with other words, from its files or from the one file it is in. */
export function selfArgv(...words: readonly string[]): readonly string[] {
  const [, script = ''] = process.argv;
  return isSea() ? [process.execPath, ...words] : [process.execPath, ...process.execArgv, script, ...words];
}
