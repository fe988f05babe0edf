// @ts-check
/**
 * `npm run gallery`: shows the components of the console in all their states. The stories beside the components
 * (`*.story.tsx`) are bundled with the gallery, because Node runs no JSX.
 */
import {globSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {rolldown} from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** A file in the folder of packages, so that the bundle finds the packages. */
const outfile = join(root, 'node_modules/.cache/gallery/gallery.mjs');

/** @returns {string} a program that starts the gallery with all stories */
function entryText() {
  const files = globSync('src/ui/**/*.story.tsx', {cwd: root}).sort();
  const imports = files.map((file, index) => `import set${index} from './${file}';`);
  return [
    `import {runGallery} from './scripts/gallery/run-gallery.tsx';`,
    ...imports,
    `export const run = args => runGallery([${files.map((_, index) => `set${index}`).join(', ')}], args);`,
  ].join('\n');
}

/** @type {import('rolldown').Plugin} */
const entryPlugin = {
  name: 'gallery-entry',
  resolveId: {filter: {id: /^gallery-entry$/}, handler: id => join(root, id)},
  load: {filter: {id: /gallery-entry$/}, handler: entryText},
};

const bundle = await rolldown({
  input: 'gallery-entry',
  cwd: root,
  platform: 'node',
  external: id => /^[^./]/.test(id) && id !== 'gallery-entry',
  plugins: [entryPlugin],
});
await bundle.write({file: outfile, format: 'esm', codeSplitting: false});
await bundle.close();
const {run} = await import(pathToFileURL(outfile).href);
await run(process.argv.slice(2));
