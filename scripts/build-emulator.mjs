// @ts-check
/**
 * Builds the package `@skydeck/emulator` from `src/emulator/` into `packages/emulator/dist/`, unless the package is up to
 * date.
 */
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {rolldown} from 'rolldown';
import {hashOf} from './build.mjs';
import {apiPageFiles, apiPageModule} from './bundle/api-page.mjs';
import {licenses} from './bundle/licenses.mjs';
import {oldest, printed, root, shared} from './bundle/options.mjs';
import {replaceFolder} from './bundle/replace-folder.mjs';

const folder = join(root, 'packages', 'emulator');
const dist = join(folder, 'dist');
const inputs = ['src/emulator', 'src/contract', 'scripts/build-emulator.mjs', 'scripts/bundle', 'package-lock.json'];

/** @returns {Promise<string>} the folder of the package */
export async function buildEmulator() {
  const hash = hashOf(inputs);
  const stamp = join(dist, '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return folder;
  const bundle = await rolldown({
    ...shared,
    input: {index: 'src/emulator/index.ts'},
    transform: {target: `node${oldest}`, define: {'process.env.NODE_ENV': '"production"'}},
  });
  const {output} = await bundle.generate({
    ...printed,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const chunks = output.filter(part => part.type === 'chunk');
  // The folder is replaced as a whole, so that another process never sees a part of the package.
  const next = `${dist}.${process.pid}`;
  try {
    mkdirSync(join(next, 'api-page'), {recursive: true});
    for (const {fileName, code} of chunks) writeFileSync(join(next, fileName), code);
    for (const {path, contents} of apiPageFiles(root)) writeFileSync(join(next, path), contents);
    const modules = [...chunks.flatMap(({moduleIds}) => moduleIds), apiPageModule(root)];
    writeFileSync(join(next, 'LICENSES.txt'), licenses(root, modules));
    writeFileSync(join(next, '.stamp'), hash);
    replaceFolder(next, dist);
  } finally {
    rmSync(next, {recursive: true, force: true});
  }
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`built ${await buildEmulator()}`);
}
