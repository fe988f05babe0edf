// @ts-check
/** The options of every bundle of the program. */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {plugins} from './plugins.mjs';

const here = dirname(fileURLToPath(import.meta.url));

export const root = dirname(dirname(here));

const {version, engines} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The oldest supported Node. */
export const oldest = engines.node.replace('>=', '');

/** The flag in the program's first line: shorter pauses while a long list loads (docs/dev/decisions/0005-node-flags.md). */
export const nodeFlag = '--max-semi-space-size=8';

/** Fails the build at a warning, because every warning shows a mistake in the program or in these options. */
const refuseWarnings = (
  /** @type {import('rolldown').LogLevel} */ level,
  /** @type {import('rolldown').RolldownLog} */ log,
) => {
  if (level === 'warn') throw new Error(log.message);
};

export const shared = /** @satisfies {import('rolldown').InputOptions} */ ({
  cwd: root,
  platform: 'node',
  // A module that one kind of start loads late can be in the first part of another kind.
  checks: {ineffectiveDynamicImport: false},
  onLog: refuseWarnings,
});

/** The style of the generated code. It keeps line breaks, because Node prints the source line of an error. */
export const printed = /** @satisfies {import('rolldown').OutputOptions} */ ({
  minify: {compress: true, mangle: false, codegen: {removeWhitespace: false}},
  comments: false,
});

const defined = {
  'process.env.NODE_ENV': '"production"',
  'process.env.DEV': '"false"',
  'process.env.SKYDECK_VERSION': JSON.stringify(version),
};

/** @param {Record<string, string>} define more names that the build replaces by values */
export const program = define =>
  /** @satisfies {import('rolldown').InputOptions} */ ({
    ...shared,
    transform: {
      target: `node${oldest}`,
      define: {...defined, ...define},
      inject: {'Intl.Segmenter': [join(here, 'segmenter.ts'), 'LazySegmenter']},
    },
    plugins,
  });
