/** QR codes on screen, drawn once; the code that draws them is loaded at the first request. */
import {toFailure} from '../../../../store/api/failure-text.ts';
import type {ConsoleContext} from '../../../context/console-context.ts';
import type {QrCodeLines} from '../../../widgets/qr.ts';

export interface QrCodes {
  /** The lines of its code; none while it is being loaded, or if it can't be drawn: the value shows as well. */
  lines(text: string | undefined, columns: number): readonly string[];
}

/** Cells in front of each line. */
const INDENT = 3;
const nothing: QrCodeLines = {columns: 0, lines: []};

/** @param drawn called when there is more to paint */
export function createQrCodes(context: ConsoleContext, drawn: () => void): QrCodes {
  const codes = new Map<string, QrCodeLines>();

  async function draw(key: string, text: string, coloured: boolean): Promise<void> {
    codes.set(key, nothing);
    const {renderQrCode} = await import('../../../widgets/qr.ts');
    const {columns, lines} = renderQrCode(text, coloured);
    codes.set(key, {columns: columns + INDENT, lines: lines.map(line => `${' '.repeat(INDENT)}${line}`)});
    drawn();
  }

  return {
    lines(text, columns) {
      const {theme, ascii} = context.skin();
      if (text === undefined || ascii) return [];
      const coloured = theme !== 'mono';
      const key = `${coloured} ${text}`;
      const code = codes.get(key);
      // A failure (the program may have been replaced on disk) leaves the value, which may show only this once.
      if (!code) draw(key, text, coloured).catch(error => context.say(toFailure(error).words, 'failed'));
      return code && code.columns <= columns ? code.lines : [];
    },
  };
}
