/** QR codes in cells: two modules in each cell, with the light margin that cameras need. */
import qrcode from 'qrcode-generator';

/** The light modules on each side: less than the standard requires, so that codes fit on a screen of 24 rows. */
const MARGIN_COLUMNS = 2;
const MARGIN_ROWS = 1;
/** The correction level with the fewest modules, because a code on a screen can't be damaged. */
const LEAST = 'L';
/** The smallest version that fits the text. */
const FITTING = 0;

export interface QrCodeLines {
  readonly columns: number;
  readonly lines: readonly string[];
}

/**
 * With colors black on white, as cameras expect; without, the light modules are drawn, so that a dark terminal shows
 * the code correctly.
 */
export function renderQrCode(text: string, {isColored}: {readonly isColored: boolean}): QrCodeLines {
  const code = qrcode(FITTING, LEAST);
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const isInked = (row: number, column: number): boolean => {
    const isInside = row >= 0 && column >= 0 && row < modules && column < modules;
    return (isInside && code.isDark(row, column)) === isColored;
  };
  const lines: string[] = [];
  for (let row = -MARGIN_ROWS; row < modules + MARGIN_ROWS; row += 2) {
    let line = '';
    for (let column = -MARGIN_COLUMNS; column < modules + MARGIN_COLUMNS; column++) {
      const [upper, lower] = [isInked(row, column), isInked(row + 1, column)];
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }
    lines.push(isColored ? `\x1b[30;107m${line}\x1b[m` : line);
  }
  return {columns: modules + 2 * MARGIN_COLUMNS, lines};
}
