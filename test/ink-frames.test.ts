/** The changes that the bundle makes to Ink's frames leave every frame as it was. */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {compileFunction} from 'node:vm';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readWithCachesOfLastFrame} from '../scripts/bundle/ink.mjs';
import stringWidth from '../scripts/bundle/string-width.ts';

interface Output {
  write(x: number, y: number, text: string, options: {transformers: readonly ((line: string) => string)[]}): void;
  clip(clip: Readonly<Record<'x1' | 'x2' | 'y1' | 'y2', number | undefined>>): void;
  unclip(): void;
  get(): {readonly output: string; readonly height: number};
}

type OutputClass = new (size: {readonly width: number; readonly height: number}) => Output;

const requireOfInk = createRequire(createRequire(import.meta.url).resolve('ink'));
const path = requireOfInk.resolve('./output.js');
const tokenizer = await import('../node_modules/@alcalzone/ansi-tokenize/build/index.js' as string);

function compile(source: string): OutputClass {
  const body = source.replace(/^import .*$/gm, '').replace('export default class', 'return class');
  // The statements after the class are functions and constants, so the class comes last.
  const [before = '', rest = ''] = body.split('return class Output');
  const end = rest.indexOf('\n}\n') + 2;
  const names = ['stringWidth', 'styledCharsFromTokens', 'styledCharsToString', 'tokenize'];
  const create = compileFunction(`${before}${rest.slice(end)}\nreturn class Output${rest.slice(0, end)}`, names);
  const {styledCharsFromTokens, styledCharsToString, tokenize} = tokenizer;
  return create(stringWidth, styledCharsFromTokens, styledCharsToString, tokenize) as OutputClass;
}

const Original = compile(readFileSync(path, 'utf8'));
const Changed = compile(readWithCachesOfLastFrame(path));

const words = [
  'a',
  'web-01',
  ' ',
  '日本',
  '\x1b[31mred\x1b[39m',
  '\x1b[1m\x1b[7mbold',
  '\x1b[0m',
  '\n',
  'é',
  '👩‍🚀',
  '\u0301',
];
const text = fc.array(fc.constantFrom(...words), {maxLength: 8}).map(parts => parts.join(''));
const edge = fc.option(fc.integer({min: -2, max: 14}), {nil: undefined});
const operations = fc.array(
  fc.oneof(
    {weight: 4, arbitrary: fc.record({x: fc.integer({min: -4, max: 12}), y: fc.integer({min: -1, max: 4}), text})},
    {weight: 1, arbitrary: fc.record({x1: edge, x2: edge, y1: edge, y2: edge})},
  ),
  {maxLength: 10},
);

type Operations = typeof operations extends fc.Arbitrary<infer T> ? T : never;

function frame(Class: OutputClass, drawn: Operations): ReturnType<Output['get']> {
  const output = new Class({width: 12, height: 4});
  let clips = 0;
  for (const operation of drawn) {
    if ('text' in operation) {
      const {x, y} = operation;
      output.write(x, y, operation.text, {transformers: x % 2 ? [line => `\x1b[4m${line}\x1b[24m`] : []});
    } else if (clips++ % 3 === 2) output.unclip();
    else output.clip(operation);
  }
  return output.get();
}

test('each frame has the rows that Ink draws without the frames before it', () => {
  fc.assert(
    fc.property(fc.array(operations, {minLength: 1, maxLength: 4}), frames => {
      // The second time all texts and rows are those of an earlier frame.
      for (const drawn of [...frames, ...frames]) expect(frame(Changed, drawn)).toEqual(frame(Original, drawn));
    }),
    {numRuns: 300},
  );
});
