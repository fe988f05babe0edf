// @ts-check
/**
 * Compares the binary of the package `node` with the SHA-256 recorded in `node-sums.json`, because the package fetches
 * the binary during its installation, which the lock file doesn't cover. Run this script with another Node, before the
 * installed one is used.
 */
import {createHash} from 'node:crypto';
import {readFileSync, realpathSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';

const pathOf = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const sumsPath = pathOf('./node-sums.json');

/**
 * @param {string} [binary] the installed binary
 * @returns {string | undefined} the problem with it
 */
export function nodeProblem(binary = pathOf('../node_modules/.bin/node')) {
  const {version} = JSON.parse(readFileSync(pathOf('../node_modules/node/package.json'), 'utf8'));
  const system = `${process.platform}-${process.arch}`;
  const wanted = JSON.parse(readFileSync(sumsPath, 'utf8'))[version]?.[system];
  const found = createHash('sha256')
    .update(readFileSync(realpathSync(binary)))
    .digest('hex');
  if (wanted === undefined) return `No SHA-256 of Node ${version} for ${system} in ${sumsPath}. This one has ${found}.`;
  return found === wanted
    ? undefined
    : `Node ${version} for ${system} has SHA-256 ${found}, and ${wanted} is recorded.`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const problem = nodeProblem();
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  }
}
