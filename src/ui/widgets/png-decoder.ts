/** Decodes PNG files. The decoder is loaded with this module: import it when a picture is shown. */
import {PNG} from 'pngjs';
import {type Picture, PictureError} from './half-blocks.ts';

/** The maximum number of pixels: more than a thumbnail has, and few enough to decode between two keys. */
const MAX_PIXELS = 4_000_000;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The width and the height follow the signature and the header of the first chunk. */
const WIDTH_OFFSET = 16;
const HEIGHT_OFFSET = 20;

/** @throws PictureError if the file isn't a PNG, is damaged, or is too large to show */
export function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new PictureError('not a PNG picture');
  if (file.length < HEIGHT_OFFSET + 4) throw new PictureError('the picture is damaged');
  const [width, height] = [file.readUInt32BE(WIDTH_OFFSET), file.readUInt32BE(HEIGHT_OFFSET)];
  if (width * height > MAX_PIXELS) throw new PictureError(`${width} × ${height} points are too many to show`);
  try {
    return {width, height, points: PNG.sync.read(file).data};
  } catch (error) {
    throw new PictureError('the picture is damaged', {cause: error});
  }
}
