/** The bytes that the installed version of Ink writes, and the parser of the compositor for them. */

import {EventEmitter} from 'node:events';
import {Readable} from 'node:stream';
import {Box, type Instance, render, Text, useCursor, useStdout} from 'ink';
import {afterEach, describe, expect, test} from 'vitest';
import {isControl, parseFrame} from './ink-frame.ts';

class Recorder extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  columns = 12;
  rows = 4;
  #writes: string[] = [];

  write(bytes: string, ...rest: unknown[]): boolean {
    if (bytes !== '') this.#writes.push(bytes);
    const done = rest.find(argument => typeof argument === 'function');
    if (done !== undefined) setImmediate(() => done());
    return true;
  }

  end(): this {
    return this;
  }

  /** The writes since the last call, with an array per update. */
  taken(): (string | string[])[] {
    const taken: (string | string[])[] = [];
    let update: string[] | undefined;
    for (const bytes of this.#writes.splice(0)) {
      if (bytes === '\x1b[?2026h') update = [];
      else if (bytes === '\x1b[?2026l' && update !== undefined) {
        taken.push(update);
        update = undefined;
      } else (update ?? taken).push(bytes as string & string[]);
    }
    return taken;
  }
}

let running: Instance | undefined;

afterEach(() => running?.unmount());

function start(element: React.ReactNode): {out: Recorder; ink: Instance} {
  const out = new Recorder();
  const stdin = Object.assign(new Readable({read: () => undefined}), {isTTY: true, setRawMode: () => undefined});
  running = render(element, {
    stdout: out,
    stdin,
    alternateScreen: true,
    incrementalRendering: false,
    maxFps: 120,
    patchConsole: false,
    interactive: true,
    exitOnCtrlC: false,
  });
  return {out, ink: running};
}

function Page({lines, at}: {lines: readonly string[]; at?: {x: number; y: number}}) {
  useCursor().setCursorPosition(at);
  return (
    <Box width={12} height={4} flexDirection="column">
      {lines.map(line => (
        <Text key={line}>{line}</Text>
      ))}
    </Box>
  );
}

describe('the writes of Ink 8.0.0', () => {
  test('start: the alternate screen, then the first frame', () => {
    const {out} = start(<Page lines={['one', 'two']} />);
    expect(out.taken()).toEqual(['\x1b[?1049h', '\x1b[?25l', ['\x1b[?25l', 'one\ntwo\n\n']]);
  });

  test('a later frame erases the one before, line by line', async () => {
    const {out, ink} = start(<Page lines={['one']} />);
    out.taken();
    ink.rerender(<Page lines={['two']} />);
    await ink.waitUntilRenderFlush();
    const erase = `${'\x1b[2K\x1b[1A'.repeat(3)}\x1b[2K\x1b[G`;
    expect(out.taken()).toEqual([[`${erase}two\n\n\n`]]);
  });

  test('the text cursor is reached from the last row, and moves without a frame', async () => {
    const {out, ink} = start(<Page lines={['one']} at={{x: 2, y: 1}} />);
    expect(out.taken().at(-1)).toEqual(['\x1b[?25l', 'one\n\n\n\x1b[2A\x1b[3G\x1b[?25h']);
    ink.rerender(<Page lines={['one']} at={{x: 0, y: 3}} />);
    await ink.waitUntilRenderFlush();
    expect(out.taken()).toEqual([['\x1b[?25l\x1b[2B\x1b[1G\x1b[1G\x1b[?25h']]);
    ink.rerender(<Page lines={['one']} />);
    await ink.waitUntilRenderFlush();
    expect(out.taken()).toEqual([['\x1b[?25l\x1b[1G']]);
  });

  test('a frame taller than the screen clears everything', async () => {
    const {out, ink} = start(<Text>{'1\n2\n3\n4\n5'}</Text>);
    out.taken();
    ink.rerender(<Text>{'6\n7'}</Text>);
    await ink.waitUntilRenderFlush();
    expect(out.taken()).toEqual([['\x1b[1;1H\x1b[J6\n7\n']]);
  });

  test('a narrower screen erases outside of any update', async () => {
    const {out, ink} = start(<Page lines={['one']} />);
    out.taken();
    out.columns = 8;
    out.emit('resize');
    await ink.waitUntilRenderFlush();
    const [erase, frame] = out.taken();
    expect(typeof erase === 'string' && isControl(erase)).toBe(true);
    expect(parseFrame(frame as string[], 4)?.lines).toEqual(['one', '', '', '']);
  });

  test('text that a component writes past Ink is separate in the update', async () => {
    let print: (text: string) => void = () => undefined;
    function Printer() {
      print = useStdout().write;
      return <Text>frame</Text>;
    }
    const {out, ink} = start(<Printer />);
    await ink.waitUntilRenderFlush();
    out.taken();
    print('foreign');
    const [update] = out.taken();
    expect(update).toContain('foreign');
    expect(parseFrame(update as string[], 2)).toBeUndefined();
  });

  test('the end leaves the alternate screen', () => {
    const {out, ink} = start(<Page lines={['one']} />);
    out.taken();
    ink.unmount();
    expect(out.taken().filter(write => typeof write === 'string')).toEqual([
      '\x1b[?25h',
      '\x1b[?25h',
      '\x1b[?1049l',
      '\x1b[?25h',
    ]);
  });
});

describe('parseFrame', () => {
  const erase = '\x1b[2K\x1b[1A\x1b[2K\x1b[G';

  test.each([
    ['the first frame', ['\x1b[?25l', 'one\ntwo'], 0, {lines: ['one', 'two'], cursor: undefined}],
    ['a later frame', [`${erase}one\ntwo`], 2, {lines: ['one', 'two'], cursor: undefined}],
    ['a frame with styles', [`${erase}\x1b[31mone\x1b[39m`], 2, {lines: ['\x1b[31mone\x1b[39m'], cursor: undefined}],
    ['a cursor', ['a\nb\nc\x1b[1A\x1b[3G\x1b[?25h'], 0, {lines: ['a', 'b', 'c'], cursor: {x: 2, y: 1}}],
    ['a cursor on the last row', ['a\nb\x1b[1G\x1b[?25h'], 0, {lines: ['a', 'b'], cursor: {x: 0, y: 1}}],
    [
      'a cursor in a write of its own',
      ['\x1b[1;1H\x1b[Ja\nb', '\x1b[1A\x1b[1G\x1b[?25h'],
      0,
      {lines: ['a', 'b'], cursor: {x: 0, y: 0}},
    ],
    ['a move', ['\x1b[?25l\x1b[1B\x1b[1G\x1b[2A\x1b[5G\x1b[?25h'], 4, {lines: undefined, cursor: {x: 4, y: 1}}],
    ['a hidden cursor', ['\x1b[?25l\x1b[1B\x1b[1G'], 4, {lines: undefined, cursor: undefined}],
    [
      'a hyperlink',
      ['\x1b]8;;https://example.com\x07x\x1b]8;;\x07'],
      0,
      {lines: ['\x1b]8;;https://example.com\x07x\x1b]8;;\x07'], cursor: undefined},
    ],
    ['two texts', ['one', 'two'], 0, undefined],
    ['a movement inside the text', ['one\x1b[5;5Htwo'], 0, undefined],
    ['a bare carriage return', ['one\rtwo'], 0, undefined],
  ])('%s', (_what, chunks, height, expected) => {
    expect(parseFrame(chunks, height)).toEqual(expected);
  });
});
