import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {renderQrCode} from '../../widgets/qr.ts';
import {renderComponent} from '../testing.tsx';
import {QrCode} from './qr-code.tsx';

const text = 'otpauth://totp/acme:ada?secret=JBSWY3DPEHPK3PXP';

const rowsOf = (columns: number, ascii = false): readonly string[] => {
  using screen = renderComponent(<QrCode text={text} columns={columns} />, {skin: createSkin('mono', ascii)});
  return screen.rows();
};

test('a QR code that fits shows all of its lines', () => {
  const {lines} = renderQrCode(text, false);
  expect(rowsOf(70).slice(0, lines.length)).toEqual(lines.map(line => line.trimEnd()));
});

test('a QR code that doesn’t fit, or that ASCII can’t draw, shows its text', () => {
  expect(rowsOf(20).join('')).toBe(text);
  expect(rowsOf(70, true)[0]).toBe(text);
});
