/**
 * Where the thread of an embedded emulator begins in the built program: Node starts a thread with a file that it reads
 * itself.
 */
import {compiledFolder, partsIn} from '../../src/platform/parts.ts';

/** Before the launcher changes the flags, milliseconds: they are those of all threads. */
const COMPILED_BY = 1500;

const build = process.env.SKYDECK_BUILD ?? '';
const parts = partsIn(import.meta.dirname, build, compiledFolder(build));
setTimeout(parts.keep, COMPILED_BY).unref();
parts.load('emulator-worker.js');
