/** The border of an overlay, with its title in the upper edge. */

import type {OverlaySpec} from '../context/overlay-stack.ts';
import {cellWidth, sanitize, stripStyles, truncate} from '../terminal/index.ts';
import type {Skin} from './skin.ts';

const UNICODE = {corners: ['╭', '╮', '╰', '╯'], across: '─', down: '│'} as const;
const ASCII = {corners: ['+', '+', '+', '+'], across: '-', down: '|'} as const;

/** @param columns cells including the border. */
export function paintBorder(skin: Skin, spec: OverlaySpec, columns: number, rows: number): readonly string[] {
  const {corners, across, down} = skin.ascii ? ASCII : UNICODE;
  const inner = columns - 2;
  if (inner < 1 || rows < 3) return spec.paint(columns, rows);
  const tone = spec.tone?.() ?? 'accent';
  const title = ` ${truncate(sanitize(spec.title()), Math.max(0, inner - 4))} `;
  const rule = across.repeat(Math.max(0, inner - cellWidth(title) - 1));
  const edge = skin.tone(tone, down);
  const body = spec.paint(inner, rows - 2);
  const blank = ' '.repeat(inner);
  return [
    skin.tone(tone, corners[0] + across) + skin.heading(title) + skin.tone(tone, rule + corners[1]),
    ...Array.from({length: rows - 2}, (_, index) => edge + pad(body[index] ?? blank, inner) + edge),
    skin.tone(tone, corners[2] + across.repeat(inner) + corners[3]),
  ];
}

/** Rows are painted in full, except for empty ones. */
function pad(row: string, columns: number): string {
  const shown = cellWidth(stripStyles(row));
  return shown >= columns ? row : row + ' '.repeat(columns - shown);
}
