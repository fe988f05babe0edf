// @ts-check
/** The options of every bundle of the program. */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {plugins} from './plugins.mjs';

const here = dirname(fileURLToPath(import.meta.url));

export const root = dirname(dirname(here));

const {version, engines} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The oldest Node that will do. */
export const oldest = engines.node.replace('>=', '');

/** The flag in the program's first line: shorter pauses while a long list loads (docs/dev/decisions/0005-node-flags.md). */
export const nodeFlag = '--max-semi-space-size=8';

/** The style of the generated code. */
export const printed = {
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the source line of an error: let that not be the whole program.
  lineLimit: 400,
  /** @type {'none'} */
  legalComments: 'none',
};

export const shared = /** @satisfies {import('esbuild').BuildOptions} */ ({
  ...printed,
  absWorkingDir: root,
  outdir: join(root, 'dist'),
  bundle: true,
  write: false,
  platform: 'node',
  logLevel: 'warning',
});

/** CommonJS packages ask for Node's modules by name; everything else that they need is in the bundle. */
export const moduleBanner = {
  js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
};

export const program = /** @satisfies {import('esbuild').BuildOptions} */ ({
  ...shared,
  metafile: true,
  target: `node${oldest}`,
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    'process.env.SKYDECK_VERSION': JSON.stringify(version),
    'Intl.Segmenter': 'LazySegmenter',
  },
  inject: [join(here, 'segmenter.ts')],
  plugins,
});
