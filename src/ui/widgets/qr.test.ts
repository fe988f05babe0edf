import qrcode from 'qrcode-generator';
import {expect, test} from 'vitest';
import {cellWidth} from '../../platform/text/cell-width.ts';
import {renderQrCode} from './qr.ts';

const text = 'otpauth://totp/wsmith?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The modules back from the cells, two of each. */
function modulesOf(lines: readonly string[], isDark: (inked: boolean) => boolean): boolean[][] {
  return lines.flatMap(line => {
    const cells = [...line];
    return [
      cells.map(cell => isDark(cell === '█' || cell === '▀')),
      cells.map(cell => isDark(cell === '█' || cell === '▄')),
    ];
  });
}

function expected(): boolean[][] {
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  return Array.from({length: size + 3}, (_, y) =>
    Array.from({length: size + 4}, (_, x) => {
      const [row, column] = [y - 1, x - 2];
      return row >= 0 && column >= 0 && row < size && column < size && code.isDark(row, column);
    }),
  );
}

test('with colors a QR code is black on white, with a light margin on all sides', () => {
  const {columns, lines} = renderQrCode(text, {isColored: true});
  const plain = lines.map(line => line.slice('\x1b[30;107m'.length, -'\x1b[m'.length));
  expect(lines.every(line => line.startsWith('\x1b[30;107m') && line.endsWith('\x1b[m'))).toBe(true);
  expect(plain.map(cellWidth)).toEqual(plain.map(() => columns));
  expect(modulesOf(plain, inked => inked)).toEqual(expected());
});

test('without colors the light modules are drawn', () => {
  const {columns, lines} = renderQrCode(text, {isColored: false});
  expect(lines.map(cellWidth)).toEqual(lines.map(() => columns));
  expect(modulesOf(lines, inked => !inked)).toEqual(expected());
});

test('the QR code of an authenticator fits on the smallest screen', () => {
  const {columns, lines} = renderQrCode(text, {isColored: true});
  expect(columns).toBeLessThanOrEqual(60);
  expect(lines.length).toBeLessThanOrEqual(18);
});
