// @ts-check
/** Collects the licenses of the packages in the bundle, which require a copy with the code. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/**
 * @param {string} root
 * @param {string[]} modules IDs of the modules in the bundle: paths, or paths after the name of a plugin
 */
export function licenses(root, modules) {
  const packages = new Set(
    modules.flatMap(id => {
      const [, path] = id.split(`${root}/`);
      return path?.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [];
    }),
  );
  return [...packages]
    .sort()
    .map(folder => section(join(root, folder)))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder */
function section(folder) {
  const {name, version, license, author} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : wordsOf(license, author?.name ?? author);
  return `${name} ${version}\n\n${text}\n`;
}

/**
 * The license text for a package without one of its own.
 *
 * @param {string} license
 * @param {string | undefined} author
 */
function wordsOf(license, author = 'its authors') {
  if (license !== 'MIT') return `License: ${license}, ${author}`;
  const ours = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8').trim();
  return ours.replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}
