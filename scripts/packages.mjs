// @ts-check
/**
 * `npm run packages`: builds Linux packages in `single/` from `packaging/nfpm.yaml`: deb and rpm with nfpm if it is
 * installed, otherwise the deb with `dpkg-deb`. It needs `single/skydeck` (`npm run sea`).
 * `node scripts/packages.mjs FOLDER` uses the program in another folder, and creates the deb in that folder.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {parse} from 'yaml';
import {root} from './bundle/options.mjs';

const folder = resolve(process.argv[2] ?? join(root, 'single'));
const program = join(folder, 'skydeck');
const configPath = join(root, 'packaging/nfpm.yaml');

/** Debian's names of the architectures; nfpm translates them for rpm. */
const architectures = {x64: 'amd64', arm64: 'arm64'};

/**
 * @typedef {object} PackageFile
 * @property {string} src path in the repository
 * @property {string} dst absolute path on the system
 * @property {{mode: number}} file_info
 */

/** @param {string} command */
const isInstalled = command => spawnSync(command, ['--version'], {stdio: 'ignore'}).error === undefined;

function writeCompletions() {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(folder, `completion.${shell}`), execFileSync(program, ['completion', shell], {cwd: tmpdir()}));
}

/**
 * The control file of a Debian package.
 *
 * @param {string} name
 * @param {Readonly<Record<'version' | 'description' | 'maintainer' | 'section' | 'priority', string>> &
 *   Readonly<Record<'depends' | 'recommends', readonly string[]>>} facts
 */
function controlFile(name, {version, description, maintainer, section, priority, depends, recommends}) {
  const [summary = '', ...lines] = description.trimEnd().split('\n');
  return [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architectureOf()}`,
    `Maintainer: ${maintainer}`,
    `Section: ${section}`,
    `Priority: ${priority}`,
    `Depends: ${depends.join(', ')}`,
    `Recommends: ${recommends.join(', ')}`,
    `Description: ${summary.replace(/\.$/, '')}`,
    ...lines.map(line => ` ${line}`),
    '',
  ].join('\n');
}

/** @returns {string} */
function architectureOf() {
  const name = architectures[/** @type {keyof typeof architectures} */ (process.arch)];
  if (name === undefined) throw new Error(`packages for ${process.arch} are not made`);
  return name;
}

/** @param {string} version @returns {string} path of the package */
function makeDeb(version) {
  const config = parse(readFileSync(configPath, 'utf8'));
  const tree = mkdtempSync(join(tmpdir(), 'skydeck-deb-'));
  try {
    for (const {src, dst, file_info} of /** @type {readonly PackageFile[]} */ (config.contents)) {
      const target = join(tree, dst);
      mkdirSync(dirname(target), {recursive: true, mode: 0o755});
      copyFileSync(src.startsWith('single/') ? join(folder, src.slice('single/'.length)) : join(root, src), target);
      chmodSync(target, file_info.mode);
    }
    mkdirSync(join(tree, 'DEBIAN'), {mode: 0o755});
    writeFileSync(join(tree, 'DEBIAN/control'), controlFile(config.name, {...config, version}), {mode: 0o644});
    // mkdtemp creates a private folder, but all users may read the root of a package.
    chmodSync(tree, 0o755);
    const output = join(folder, `${config.name}_${version}_${architectureOf()}.deb`);
    // The compression of nfpm, which makes the packages of a release; xz takes eight times as long.
    execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', '-z1', tree, output], {stdio: 'pipe'});
    return output;
  } finally {
    rmSync(tree, {recursive: true, force: true});
  }
}

function makePackages() {
  if (process.platform !== 'linux') throw new Error(`packages for ${process.platform} are not made`);
  if (!existsSync(program)) throw new Error(`${program} is missing. Run npm run sea first`);
  const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeCompletions();
  if (isInstalled('nfpm') && folder === join(root, 'single')) {
    const env = {...process.env, VERSION: version, ARCH: architectureOf()};
    for (const kind of ['deb', 'rpm'])
      execFileSync('nfpm', ['package', '--config', configPath, '--packager', kind, '--target', folder], {
        cwd: root,
        env,
        stdio: 'inherit',
      });
  } else if (isInstalled('dpkg-deb')) {
    const path = makeDeb(version);
    console.error(`made ${path} (${Math.round(statSync(path).size / 1e6)} MB); no rpm without nfpm`);
  } else throw new Error('neither nfpm nor dpkg-deb is installed');
}

try {
  makePackages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
