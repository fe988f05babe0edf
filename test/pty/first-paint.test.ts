import {readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, test} from 'vitest';
import {openPty, skydeck} from '../support/pty.ts';

/** Runs inside the program: notes what has been loaded when the first frame is written. */
const WITNESS = `
  import {registerHooks} from 'node:module';
  import {writeFileSync} from 'node:fs';
  const loaded = [];
  registerHooks({load(url, context, next) { loaded.push(url); return next(url, context); }});
  const {write} = process.stdout;
  process.stdout.write = function (text, ...rest) {
    if (String(text).includes('skydeck')) {
      process.stdout.write = write;
      writeFileSync(process.env.HOME + '/loaded.json', JSON.stringify(loaded));
    }
    return write.call(this, text, ...rest);
  };`;

test('the first paint waits for nothing that is not on it', async () => {
  const pty = openPty(skydeck(['--demo'], ['--import', `data:text/javascript,${encodeURIComponent(WITNESS)}`]));
  await pty.until(/skydeck/, 'the first paint');
  const dist = join(process.cwd(), 'dist');
  const urls: string[] = JSON.parse(readFileSync(join(pty.home, 'loaded.json'), 'utf8'));
  const loaded = urls
    .filter(url => url.startsWith(pathToFileURL(dist).href))
    .map(url => relative(pathToFileURL(dist).pathname, new URL(url).pathname));
  expect(loaded).toContain('main.js');

  const {late}: {late: string[]} = JSON.parse(readFileSync(join(dist, '.stamp.json'), 'utf8'));
  expect(late.length).toBeGreaterThan(0);
  expect(loaded.filter(chunk => late.includes(chunk))).toEqual([]);
});
