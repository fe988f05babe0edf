/** A picture from one more request, drawn in cells. */
import type {ConsoleContext} from '../../../context/console-context.ts';
import type {Skin} from '../../../theme/skin.ts';
import {renderCharacters, renderHalfBlocks, sizeInCells} from '../../../widgets/half-blocks.ts';
import {type Picture, PictureError, readPng} from '../../../widgets/png-decoder.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, spansLine} from '../../shared/detail-lines.ts';

const largest = {columns: 64, rows: 24};

/** The pictures of responses; the same bytes are decoded once. */
const read = new WeakMap<Uint8Array, Picture | PictureError>();
/** The lines of a picture in the last size and skin: they are needed at every key. */
const drawn = new WeakMap<
  Picture,
  {readonly columns: number; readonly skin: Skin; readonly lines: readonly DetailLine[]}
>();

export function pictureLines(
  context: ConsoleContext,
  values: readonly unknown[],
  columns: number,
): readonly DetailLine[] {
  const skin = context.skin();
  return values.flatMap(value => {
    if (!(value instanceof Uint8Array)) return [];
    const picture = pictureIn(value);
    if (picture instanceof PictureError) return [spansLine(skin, [span(picture.message, 'attention')])];
    const before = drawn.get(picture);
    if (before?.columns === columns && before.skin === skin) return before.lines;
    const lines = linesOf(picture, columns, skin);
    drawn.set(picture, {columns, skin, lines});
    return lines;
  });
}

function pictureIn(bytes: Uint8Array): Picture | PictureError {
  const known = read.get(bytes);
  if (known) return known;
  let picture: Picture | PictureError;
  try {
    picture = readPng(bytes);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    picture = error;
  }
  read.set(bytes, picture);
  return picture;
}

function linesOf(picture: Picture, columns: number, skin: Skin): readonly DetailLine[] {
  const room = {columns: Math.min(largest.columns, columns - 2), rows: largest.rows};
  const size = sizeInCells(picture, room);
  const draw = skin.ascii || skin.theme === 'mono' ? renderCharacters : renderHalfBlocks;
  return [
    ...draw(picture, size.columns, size.rows).map((row): DetailLine => {
      const rest = Math.max(0, columns - 1 - size.columns);
      return {text: '', paint: cursor => `${cursor === 'bar' ? skin.bar(' ') : ' '}${row}${' '.repeat(rest)}`};
    }),
    spansLine(skin, []),
    spansLine(skin, [span(`${picture.width} × ${picture.height} points`, 'dim')]),
  ];
}
