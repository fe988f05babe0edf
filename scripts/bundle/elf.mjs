// @ts-check
/**
 * Puts a resource into a Linux executable where Node looks for its single application: a note of its own, mapped into
 * memory. (Node 25 can do this itself, `--build-sea`; until then the usual tool is a copy of a linker's library.)
 */

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';
const NOTE_NAME = 'NODE_SEA_BLOB';

const PAGE = 4096;
const HEADER_SIZE = 56;
const TYPE = {load: 1, interpreter: 3, note: 4, table: 6};
const READABLE = 4;

/** @typedef {{type: number, flags: number, offset: number, address: number, size: number, memory: number, align: number}} Segment */

/**
 * Adds an entry to the table of segments, which has no room for it. The interpreter's path behind the table is moved,
 * and the build notes after it are overwritten, because they are not read at run time.
 *
 * @param {Buffer} node a Node for Linux on a 64-bit little-endian machine
 * @param {Buffer} blob from `node --experimental-sea-config`
 * @returns {Buffer} an executable; the Node that is passed in stays as it is
 * @throws {Error} if the layout of the executable is not the expected one
 */
export function withApplication(node, blob) {
  if (node.readUInt32BE(0) !== 0x7f454c46 || node[4] !== 2 || node[5] !== 1) throw new Error('no 64-bit ELF file');
  const table = Number(node.readBigUInt64LE(32));
  const count = node.readUInt16LE(56);
  const segments = Array.from({length: count}, (_, index) => readSegment(node, table + index * HEADER_SIZE));
  const one = (/** @type {number} */ type) => {
    const [found, ...more] = segments.filter(segment => segment.type === type);
    if (!found || more.length > 0) throw new Error(`${more.length + 1} segments of type ${type} and not one`);
    return found;
  };
  const [interpreter, buildNotes, own] = [one(TYPE.interpreter), one(TYPE.note), one(TYPE.table)];

  const end = table + count * HEADER_SIZE;
  const [room, needed] = [buildNotes.offset + buildNotes.size - end, HEADER_SIZE + interpreter.size];
  const behind = interpreter.offset === end && buildNotes.offset < end + needed;
  if (!behind || room < needed) throw new Error('no room for another segment');

  const note = noteOf(blob);
  const offset = roundUp(node.length, PAGE);
  const address = roundUp(Math.max(...segments.map(segment => segment.address + segment.memory)), PAGE);
  const place = {flags: READABLE, offset, address, size: note.length, memory: note.length};
  const path = node.subarray(interpreter.offset, interpreter.offset + interpreter.size);
  move(interpreter, HEADER_SIZE);
  own.size = own.memory = (count + 1) * HEADER_SIZE;
  segments.splice(segments.indexOf(buildNotes), 1, {...place, type: TYPE.note, align: 4});
  // Those that are loaded stand in the order of their addresses.
  const last = segments.findLastIndex(segment => segment.type === TYPE.load);
  segments.splice(last + 1, 0, {...place, type: TYPE.load, align: PAGE});

  const made = Buffer.concat([node, Buffer.alloc(offset - node.length), note]);
  path.copy(made, interpreter.offset);
  for (const [index, segment] of segments.entries()) writeSegment(made, table + index * HEADER_SIZE, segment);
  made.writeUInt16LE(count + 1, 56);
  const fuse = made.indexOf(`${FUSE}0`);
  if (fuse < 0 || made.indexOf(`${FUSE}0`, fuse + 1) >= 0) throw new Error('this Node takes no application');
  made.write('1', fuse + FUSE.length);
  return made;
}

/** @param {Buffer} blob */
function noteOf(blob) {
  const name = Buffer.alloc(roundUp(NOTE_NAME.length + 1, 4));
  name.write(NOTE_NAME);
  const head = Buffer.alloc(12);
  head.writeUInt32LE(NOTE_NAME.length + 1, 0);
  head.writeUInt32LE(blob.length, 4);
  return Buffer.concat([head, name, blob, Buffer.alloc(roundUp(blob.length, 4) - blob.length)]);
}

/**
 * @param {Segment} segment
 * @param {number} by
 */
function move(segment, by) {
  segment.offset += by;
  segment.address += by;
}

/**
 * @param {Buffer} file
 * @param {number} at
 * @returns {Segment}
 */
function readSegment(file, at) {
  const long = (/** @type {number} */ offset) => Number(file.readBigUInt64LE(at + offset));
  return {
    type: file.readUInt32LE(at),
    flags: file.readUInt32LE(at + 4),
    offset: long(8),
    address: long(16),
    size: long(32),
    memory: long(40),
    align: long(48),
  };
}

/**
 * @param {Buffer} file
 * @param {number} at
 * @param {Segment} segment
 */
function writeSegment(file, at, {type, flags, offset, address, size, memory, align}) {
  file.writeUInt32LE(type, at);
  file.writeUInt32LE(flags, at + 4);
  for (const [index, value] of [offset, address, address, size, memory, align].entries())
    file.writeBigUInt64LE(BigInt(value), at + 8 + index * 8);
}

/**
 * @param {number} value
 * @param {number} to
 */
const roundUp = (value, to) => Math.ceil(value / to) * to;
