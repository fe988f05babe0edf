/** A parsed account file, and its mistakes. The parser is a separate module, loaded only with an account file. */
import type {JsonObject} from '../../engine/http/json.ts';

export type FilePath = readonly (string | number)[];

export interface FileMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Maximum number of mistakes in a message; the others are only counted. */
const maxShownMistakes = 5;

/** The file can't be used; the message is one line with the positions of the mistakes. */
export class AccountFileError extends Error {
  override readonly name = 'AccountFileError';

  constructor(file: string, mistakes: readonly FileMistake[], reason = '') {
    const shown = [...mistakes].sort((a, b) => a.line - b.line || a.column - b.column).slice(0, maxShownMistakes);
    const left = mistakes.length - shown.length;
    const text = shown.map(({line, column, message}) => `line ${line}, column ${column}: ${message}`).join('; ');
    super(`the account file ${file}: ${reason}${text}${left > 0 ? `; and ${left} more` : ''}`);
  }
}

/** The text of an account file, parsed. */
export interface AccountFile {
  /** Name for messages. */
  readonly file: string;
  readonly value: JsonObject;
  /** The position of a part, or of the closest part around it. */
  positionOf(path: FilePath): {readonly line: number; readonly column: number};
}
