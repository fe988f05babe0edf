import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openPty, skydeck} from '../support/pty.ts';

interface Seen {
  /** The program's own files, by their paths in its folder. */
  readonly loaded: readonly string[];
  /** Constructors of Intl. */
  readonly intl: string[];
  /** Node's own modules, by name. */
  readonly builtin: string[];
}

/** Code that runs inside the program and records the modules loaded when the first frame is written. */
const WITNESS = `
  import {writeFileSync} from 'node:fs';
  import {registerHooks} from 'node:module';
  import {dirname, relative} from 'node:path';
  import {fileURLToPath} from 'node:url';
  const loaded = [];
  const intl = [];
  for (const name of Object.getOwnPropertyNames(Intl).filter(name => typeof Intl[name] === 'function' && Intl[name].prototype)) {
    Intl[name] = new Proxy(Intl[name], {construct(target, args) { intl.push(name); return new target(...args); }});
  }
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) loaded.push(relative(dirname(process.argv[1]), fileURLToPath(url)));
      return next(url, context);
    },
  });
  const {write} = process.stdout;
  process.stdout.write = function (text, ...rest) {
    if (String(text).includes('skydeck')) {
      process.stdout.write = write;
      const builtin = process.moduleLoadList.map(name => name.replace('NativeModule ', ''));
      writeFileSync(process.env.HOME + '/seen.json', JSON.stringify({loaded, intl, builtin}));
    }
    return write.call(this, text, ...rest);
  };`;

async function firstPaint(): Promise<Seen> {
  const pty = openPty(skydeck(['--demo'], ['--import', `data:text/javascript,${encodeURIComponent(WITNESS)}`]));
  await pty.until(/skydeck/, 'the first paint');
  return JSON.parse(readFileSync(join(pty.home, 'seen.json'), 'utf8'));
}

test('the first paint loads no module that is needed only later', async () => {
  const {loaded} = await firstPaint();
  expect(loaded).toContain('main.js');

  const {late}: {late: string[]} = JSON.parse(readFileSync('dist/.stamp.json', 'utf8'));
  expect(late.length).toBeGreaterThan(0);
  expect(loaded.filter(part => late.includes(part))).toEqual([]);
});

test('the first paint loads none of the large modules of Node', async () => {
  const {builtin} = await firstPaint();
  expect(builtin).toContain('net');
  expect(builtin.filter(name => /^(crypto|http2?|https|worker_threads|zlib)$/.test(name))).toEqual([]);
});

test('the first paint uses no Intl constructor, because locale data is slow to load', async () => {
  expect((await firstPaint()).intl).toEqual([]);
});

test('keys typed while the program still loads reach the console', async () => {
  const pty = openPty(skydeck(['--demo', '--view', 'instances']));
  pty.type('/web-03');
  await pty.until(/1 of 42/);
});
