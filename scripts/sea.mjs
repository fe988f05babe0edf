// @ts-check
/**
 * `npm run sea`: writes the program and its Node as one executable for this kind of Linux machine, `single/skydeck`.
 * `node scripts/sea.mjs FILE` writes another file.
 */
import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {inject} from 'postject';
import {rolldown} from 'rolldown';
import {apiPageFiles, apiPageModule} from './bundle/api-page.mjs';
import {licenses} from './bundle/licenses.mjs';
import {oldest, printed, program, root} from './bundle/options.mjs';
import {nodeProblem} from './verify-node.mjs';

/** The marker in Node's executable that shows if it contains an application. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** @returns {Promise<Record<string, string | Uint8Array>>} the files of the executable, by name */
async function bundle() {
  const options = program({
    'process.env.SKYDECK_SINGLE': '"1"',
    'process.env.SKYDECK_NODE': JSON.stringify(oldest),
    // The executable contains all parts, so none is read from a file.
    'process.env.SKYDECK_BUILD': 'undefined',
    'import.meta.url': '"file:///skydeck"',
    // Ink resolves its developer tools relative to this URL.
    'import.meta': '{}',
  });
  const chunks = await Promise.all(
    ['src/launcher.ts', 'src/emulator/server/emulator-thread.ts'].map(async input => {
      const build = await rolldown({...options, input});
      // A Node single executable application is one CommonJS script. Its dynamic imports still run late.
      const {output} = await build.generate({...printed, format: 'cjs', codeSplitting: false});
      await build.close();
      return output[0];
    }),
  );
  const [launcher, emulator] = chunks;
  if (!launcher || !emulator) throw new Error('the bundle is not complete');
  return {
    'skydeck.js': launcher.code,
    'emulator.js': emulator.code,
    ...Object.fromEntries(apiPageFiles(root).map(({path, contents}) => [path, contents])),
    'LICENSES.txt': `${licenses(root, [
      ...chunks.flatMap(({moduleIds}) => moduleIds),
      apiPageModule(root),
    ])}\n${'-'.repeat(80)}\n\n${nodeLicense()}`,
  };
}

/** The license of Node, which the executable contains. Node's package lacks the text. */
function nodeLicense() {
  const version = process.versions.node;
  return `node ${version}\n\nLicense: https://github.com/nodejs/node/blob/v${version}/LICENSE\n`;
}

/** @param {string} output */
async function makeExecutable(output) {
  const problem = nodeProblem(process.execPath);
  if (problem) throw new Error(problem);
  if (process.platform !== 'linux') throw new Error(`an executable for ${process.platform} is not made here`);
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-single-'));
  try {
    const files = await bundle();
    mkdirSync(join(folder, 'api-page'));
    for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents);
    const {'skydeck.js': _, ...assets} = files;
    const configuration = {
      main: 'skydeck.js',
      output: 'blob',
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: Object.fromEntries(Object.keys(assets).map(name => [name, name])),
    };
    writeFileSync(join(folder, 'sea.json'), JSON.stringify(configuration));
    execFileSync(process.execPath, ['--experimental-sea-config', 'sea.json'], {cwd: folder, stdio: 'pipe'});
    mkdirSync(dirname(output), {recursive: true});
    // The file is written beside the executable and renamed, so that a running program keeps its own file.
    const temporaryPath = `${output}.${process.pid}`;
    try {
      copyFileSync(process.execPath, temporaryPath);
      chmodSync(temporaryPath, 0o755);
      await inject(temporaryPath, 'NODE_SEA_BLOB', readFileSync(join(folder, 'blob')), {sentinelFuse: FUSE});
      renameSync(temporaryPath, output);
    } finally {
      rmSync(temporaryPath, {force: true});
    }
    return statSync(output).size;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const output = resolve(process.argv[2] ?? join(root, 'single/skydeck'));
try {
  const size = await makeExecutable(output);
  console.error(`made ${output} (${Math.round(size / 1e6)} MB)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
