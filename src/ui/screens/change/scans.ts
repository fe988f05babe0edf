/** What a phone takes over from the screen, drawn once; what draws it is loaded when the first is asked for. */
import {toFailure} from '../../../store/words.ts';
import type {Deck} from '../../deck.ts';
import type {Code} from '../../widgets/qr.ts';

export interface Scans {
  /** The lines of its code; none while it is being loaded, and where it cannot be drawn: the value stands there, too. */
  lines(text: string | undefined, columns: number): readonly string[];
}

/** Cells in front of each line. */
const INDENT = 3;
const nothing: Code = {columns: 0, lines: []};

/** @param drawn there is more to be painted than before */
export function createScans(deck: Deck, drawn: () => void): Scans {
  const codes = new Map<string, Code>();

  async function draw(key: string, text: string, coloured: boolean): Promise<void> {
    codes.set(key, nothing);
    const {codeOf} = await import('../../widgets/qr.ts');
    const {columns, lines} = codeOf(text, coloured);
    codes.set(key, {columns: columns + INDENT, lines: lines.map(line => `${' '.repeat(INDENT)}${line}`)});
    drawn();
  }

  return {
    lines(text, columns) {
      const {theme, ascii} = deck.skin();
      if (text === undefined || ascii) return [];
      const coloured = theme !== 'mono';
      const key = `${coloured} ${text}`;
      const code = codes.get(key);
      // Without it (the program was replaced on disk, perhaps) there is the value, which may be shown this once only.
      if (!code) draw(key, text, coloured).catch(error => deck.say(toFailure(error).words, 'failed'));
      return code && code.columns <= columns ? code.lines : [];
    },
  };
}
