/** QR codes in cells: two modules above each other in one, with the light margin that cameras look for. */
import qrcode from 'qrcode-generator';

/** Modules of light beside it and above it: less than the norm has, and what fits on a screen of 24 rows. */
const MARGIN_COLUMNS = 2;
const MARGIN_ROWS = 1;
/** The level of correction that needs the fewest modules: a screen has no stains. */
const LEAST = 'L';
/** As large as the text needs. */
const FITTING = 0;

export interface QrCode {
  readonly columns: number;
  readonly lines: readonly string[];
}

/**
 * With colors black on white, as cameras expect; without, the light modules are drawn, so that a dark terminal shows
 * the code correctly.
 */
export function renderQrCode(text: string, coloured: boolean): QrCode {
  const code = qrcode(FITTING, LEAST);
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const isInked = (row: number, column: number): boolean => {
    const isInside = row >= 0 && column >= 0 && row < modules && column < modules;
    return (isInside && code.isDark(row, column)) === coloured;
  };
  const lines: string[] = [];
  for (let row = -MARGIN_ROWS; row < modules + MARGIN_ROWS; row += 2) {
    let line = '';
    for (let column = -MARGIN_COLUMNS; column < modules + MARGIN_COLUMNS; column++) {
      const [upper, lower] = [isInked(row, column), isInked(row + 1, column)];
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }
    lines.push(coloured ? `\x1b[30;107m${line}\x1b[m` : line);
  }
  return {columns: modules + 2 * MARGIN_COLUMNS, lines};
}
