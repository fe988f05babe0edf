/** The bundle's replacements for its dependencies behave like the originals. */
import {EventEmitter, once} from 'node:events';
import {readFileSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {constants, gunzipSync} from 'node:zlib';
import fc from 'fast-check';
import {rolldown} from 'rolldown';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {plugins} from '../scripts/bundle/plugins.mjs';
import {LazySegmenter} from '../scripts/bundle/segmenter.ts';
import stringWidth from '../scripts/bundle/string-width.ts';
import {loadStringWidth} from './support/string-width.ts';

const real = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
const lazy = new LazySegmenter(undefined, {granularity: 'grapheme'});

const texts = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.string({unit: 'binary'}),
  fc
    .array(
      fc.constantFrom(
        'a',
        'é',
        '\r',
        '\n',
        '\x1b[31m',
        '●',
        '│',
        '日',
        '한',
        '\u1100',
        '\u0301',
        '👩',
        '\u200d',
        '🇩',
        '\ufe0f',
        'क',
        '्',
      ),
    )
    .map(parts => parts.join('')),
);

describe('the segmenter', () => {
  test('finds the same clusters as the real one', () => {
    fc.assert(
      fc.property(texts, text => {
        expect([...lazy.segment(text)]).toEqual([...real.segment(text)]);
      }),
    );
  });

  test('splits at every code unit of the basic plane exactly like the real one', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const text = `a${String.fromCharCode(unit, unit)}한`;
      const [ours, theirs] = [[...lazy.segment(text)], [...real.segment(text)]];
      if (ours.length !== theirs.length) expect.fail(`U+${unit.toString(16)}: ${ours.length} and not ${theirs.length}`);
    }
  });

  test('finds the cluster at each position of a text, and none outside of it', () => {
    for (const text of ['plain', 'a👩‍🚀b']) {
      for (let index = -1; index <= text.length; index++) {
        expect(lazy.segment(text).containing(index)).toEqual(real.segment(text).containing(index));
      }
      expect(lazy.segment(text).containing()).toEqual(real.segment(text).containing());
    }
  });

  test('leaves words and sentences to the real segmenter', () => {
    const words = [...new LazySegmenter('en', {granularity: 'word'}).segment('two words')].map(({segment}) => segment);
    expect(words).toEqual(['two', ' ', 'words']);
    expect(lazy.resolvedOptions()).toEqual(real.resolvedOptions());
  });
});

describe('string-width', async () => {
  const original = await loadStringWidth();

  test('measures every character like the package', () => {
    const others: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      // Ideographs form large ranges of their own, and half of a surrogate pair isn't a character.
      if (/[\p{Cn}\p{Co}\p{Cs}\p{Unified_Ideograph}]|[\uac00-\ud7a3]/u.test(character)) continue;
      if (stringWidth(character) !== original(character)) others.push(point.toString(16));
    }
    expect(others).toEqual([]);
  });

  test('measures like the package', () => {
    fc.assert(
      fc.property(texts, text => {
        // Characters younger than this Node's Unicode are measured by whichever table is the newer.
        fc.pre(!/\p{Cn}/u.test(text));
        expect(stringWidth(text)).toBe(original(text));
      }),
      {numRuns: 1000},
    );
  });

  test('counts escape sequences only when asked', () => {
    for (const options of [{}, {countAnsiEscapeCodes: false}, {countAnsiEscapeCodes: true}]) {
      expect(stringWidth('\x1b[31mred\x1b[39m', options)).toBe(original('\x1b[31mred\x1b[39m', options));
    }
  });

  test.each([[undefined], [null], [7]])('measures %s as 0', value => {
    expect(stringWidth(value)).toBe(0);
  });
});

describe('a bundle', () => {
  /** Bundles a module of this text as the product is bundled, and runs it. */
  async function bundled(contents: string): Promise<Record<string, unknown>> {
    const outdir = await mkdtemp(join(tmpdir(), 'skydeck-bundle-'));
    onTestFinished(() => rm(outdir, {recursive: true}));
    const input = join(process.cwd(), 'entry.ts');
    const entry = {
      name: 'entry',
      resolveId: (id: string) => (id === input ? input : undefined),
      load: (id: string) => (id === input ? contents : undefined),
    };
    const bundle = await rolldown({input, platform: 'node', plugins: [entry, ...plugins]});
    await bundle.write({dir: outdir, format: 'esm'});
    await bundle.close();
    await writeFile(join(outdir, 'package.json'), '{"type": "module"}');
    // Node itself loads it, not the loader of the tests.
    return createRequire(import.meta.url)(join(outdir, 'entry.js'));
  }

  test('uses Yoga for the layout at once, and fetches nothing', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const {width} = await bundled(`
      import Yoga from 'yoga-layout';
      const node = Yoga.Node.create();
      node.setWidth(80);
      node.calculateLayout();
      export const width = node.getComputedWidth();`);
    expect(width).toBe(80);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('has the same exports of a dynamically imported CommonJS package as Node', async () => {
    const {names} = await bundled("export const names = import('undici').then(Object.keys);");
    const inNode = Object.keys(await import('undici')).filter(name => name !== 'module.exports');
    expect(await names).toHaveLength(inNode.length);
    expect(await names).toEqual(expect.arrayContaining(['Pool', ...inNode]));
  });

  test('draws the same frames with Ink as without its changed caches', async () => {
    const draw = `
      import Output from './node_modules/ink/build/output.js';
      export const draw = texts => {
        const output = new Output({width: 12, height: 3});
        texts.forEach((text, y) => output.write(y, y, text, {transformers: []}));
        return output.get().output;
      };`;
    const its = await bundled(draw);
    const {default: Output} = await import('../node_modules/ink/build/output.js' as string);
    const original = (texts: readonly string[]): string => {
      const output = new Output({width: 12, height: 3});
      texts.forEach((text, y) => void output.write(y, y, text, {transformers: []}));
      return output.get().output;
    };
    const lines = fc.array(fc.oneof(texts, fc.constantFrom('\x1b[1mbold\x1b[22m', '\x1b[31mred', '日本語')), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(lines, drawn => {
        expect((its.draw as typeof original)(drawn)).toBe(original(drawn));
      }),
    );
    // More texts than are remembered.
    for (let index = 0; index < 600; index++) (its.draw as typeof original)([`text ${index}`]);
    expect((its.draw as typeof original)(['text 1'])).toBe('text 1\n\n');
  });

  test('uses the modules of Node unchanged, including the large ones', async () => {
    const its = await bundled(`
      import events, {EventEmitter, once} from 'node:events';
      import {readFileSync} from 'node:fs';
      import {constants, gzipSync} from 'node:zlib';
      import {execFile, spawnSync} from 'node:child_process';
      import {promisify} from 'node:util';
      export const same = {events, EventEmitter, once, readFileSync};
      export const level = constants.Z_BEST_SPEED;
      export const bytes = gzipSync('words');
      export const ran = promisify(execFile)(process.execPath, ['--print', '1 + 1']);
      export const status = spawnSync(process.execPath, ['--eval', 'process.exit(3)']).status;`);
    expect(its.same).toEqual({events: EventEmitter, EventEmitter, once, readFileSync});
    expect(its.level).toBe(constants.Z_BEST_SPEED);
    expect(gunzipSync(its.bytes as Buffer).toString()).toBe('words');
    expect(await its.ran).toMatchObject({stdout: '2\n'});
    expect(its.status).toBe(3);
  });

  test('logs with pino, and redacts secrets', async () => {
    const {line} = await bundled(`
      import pino from 'pino';
      export let line = '';
      pino({redact: ['token']}, {write: text => { line += text; }}).info({token: 'hidden'}, 'hello');`);
    expect(JSON.parse(String(line))).toMatchObject({msg: 'hello', token: '[Redacted]'});
  });
});
