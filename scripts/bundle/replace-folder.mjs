// @ts-check
/** Replaces a folder by another one that is complete. */
import {renameSync, rmSync} from 'node:fs';

/** Other builds may replace the same folder: each replacement in between costs one attempt. */
const MAX_ATTEMPTS = 100;

/**
 * Moves `next` to `target`. The folder that was there is moved away first, so that `target` is never a part of a folder.
 * If several processes replace it, the last one wins.
 *
 * @param {string} next
 * @param {string} target
 */
export function replaceFolder(next, target) {
  const previous = `${next}.previous`;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (unless(['ENOTEMPTY', 'EEXIST', 'EPERM'], () => renameSync(next, target))) return;
      rmSync(previous, {recursive: true, force: true});
      unless(['ENOENT'], () => renameSync(target, previous));
    }
    throw new Error(`cannot replace ${target}: other processes write it`);
  } finally {
    rmSync(previous, {recursive: true, force: true});
  }
}

/**
 * Runs a step. Returns false if it failed with one of these codes.
 *
 * @param {readonly string[]} codes
 * @param {() => void} step
 */
function unless(codes, step) {
  try {
    step();
    return true;
  } catch (error) {
    if (codes.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return false;
    throw error;
  }
}
