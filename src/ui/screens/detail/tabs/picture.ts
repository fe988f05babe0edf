/** A picture from a separate request, drawn in cells. */
import {toFailure} from '../../../../store/api/failure-text.ts';
import type {NotificationPort, SkinPort} from '../../../context/ports.ts';
import type {Skin} from '../../../theme/skin.ts';
import {
  type Picture,
  PictureError,
  renderCharacters,
  renderHalfBlocks,
  sizeInCells,
} from '../../../widgets/half-blocks.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, loadingLine, messageLines, spansLine} from '../../shared/detail-lines.ts';

const largest = {columns: 64, rows: 24};

/** A picture that is being decoded, with the repaints of the tabs that show it. */
interface PendingPicture {
  readonly listeners: Set<() => void>;
}

/** The pictures of responses; equal bytes are decoded once. */
const read = new WeakMap<Uint8Array, Picture | PictureError | PendingPicture>();
/** The lines of a picture in the last size and skin, because every key press needs them. */
const linesCache = new WeakMap<
  Picture,
  {readonly columns: number; readonly skin: Skin; readonly lines: readonly DetailLine[]}
>();

/** @param changed called when a picture is decoded; the decoder is loaded with the first picture */
export function pictureLines(
  context: NotificationPort & SkinPort,
  values: readonly unknown[],
  columns: number,
  changed: () => void,
): readonly DetailLine[] {
  const skin = context.skin();
  return values.flatMap(value => {
    if (!(value instanceof Uint8Array)) return [];
    let picture = read.get(value);
    if (picture === undefined) {
      picture = {listeners: new Set()};
      read.set(value, picture);
      void decode(value, picture);
    }
    if ('listeners' in picture) {
      picture.listeners.add(changed);
      return [loadingLine(skin)];
    }
    if (picture instanceof PictureError) return messageLines(skin, picture.message, 'attention', columns);
    const before = linesCache.get(picture);
    if (before?.columns === columns && before.skin === skin) return before.lines;
    const lines = linesOf(picture, columns, skin);
    linesCache.set(picture, {columns, skin, lines});
    return lines;
  });
}

async function decode(bytes: Uint8Array, {listeners}: PendingPicture): Promise<void> {
  try {
    const {readPng} = await import('../../../widgets/png-decoder.ts');
    read.set(bytes, readPng(bytes));
  } catch (error) {
    read.set(bytes, error instanceof PictureError ? error : new PictureError(toFailure(error).message));
  }
  for (const changed of listeners) changed();
}

function linesOf(picture: Picture, columns: number, skin: Skin): readonly DetailLine[] {
  const room = {columns: Math.min(largest.columns, columns - 2), rows: largest.rows};
  const size = sizeInCells(picture, room);
  const draw = skin.isAscii || skin.theme === 'mono' ? renderCharacters : renderHalfBlocks;
  return [
    ...draw(picture, size.columns, size.rows).map((row): DetailLine => {
      const rest = Math.max(0, columns - 1 - size.columns);
      return {text: '', paint: cursor => `${cursor === 'bar' ? skin.bar(' ') : ' '}${row}${' '.repeat(rest)}`};
    }),
    spansLine(skin, []),
    spansLine(skin, [span(`${picture.width} × ${picture.height} points`, 'dim')]),
  ];
}
