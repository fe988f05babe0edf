import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type InputEvent, KeyParser} from './key-parser.ts';

const read = (...chunks: string[]): InputEvent[] => {
  const parser = new KeyParser();
  return chunks.flatMap(chunk => parser.push(chunk));
};
const keys = (...chunks: string[]): string[] => read(...chunks).map(event => ('key' in event ? event.key : 'focus'));

describe('one key', () => {
  test.each([
    ['j', 'j'],
    ['G', 'G'],
    ['/', '/'],
    ['é', 'é'],
    ['日', '日'],
    ['👍🏽', '👍🏽'],
    [' ', 'space'],
    ['\r', 'enter'],
    ['\n', 'enter'],
    ['\t', 'tab'],
    ['\x1b[Z', 'shift-tab'],
    ['\x7f', 'backspace'],
    ['\b', 'backspace'],
    ['\x1b[3~', 'delete'],
    ['\x1b[2~', 'insert'],
    ['\x1b[A', 'up'],
    ['\x1bOA', 'up'],
    ['\x1b[1;2A', 'shift-up'],
    ['\x1b[1;3D', 'alt-left'],
    ['\x1b[1;5C', 'ctrl-right'],
    ['\x1b[1;8B', 'ctrl-alt-shift-down'],
    ['\x1b[H', 'home'],
    ['\x1b[1~', 'home'],
    ['\x1bOF', 'end'],
    ['\x1b[8~', 'end'],
    ['\x1b[5~', 'pageup'],
    ['\x1b[6;5~', 'ctrl-pagedown'],
    ['\x1bOP', 'f1'],
    ['\x1b[[A', 'f1'],
    ['\x1b[15~', 'f5'],
    ['\x1b[24;2~', 'shift-f12'],
    ['\x04', 'ctrl-d'],
    ['\x1a', 'ctrl-z'],
    ['\x00', 'ctrl-space'],
    ['\x1c', 'ctrl-\\'],
    ['\x1bx', 'alt-x'],
    ['\x1bX', 'alt-X'],
    ['\x1b\x7f', 'alt-backspace'],
    ['\x1b\r', 'alt-enter'],
    ['\x1b\x04', 'ctrl-alt-d'],
    ['\x1b\x1b[A', 'alt-up'],
    ['\x1bOM', 'enter'],
    ['\x1b[27u', 'esc'],
    ['\x1b[13u', 'enter'],
    ['\x1b[97;5u', 'ctrl-a'],
    ['\x1b[97;2u', 'A'],
    ['\x1b[32;5u', 'ctrl-space'],
    ['\x1b[9;2u', 'shift-tab'],
    ['\x1b[27;5;106~', 'ctrl-j'],
    ['\x1b[1;5:1A', 'ctrl-up'],
  ])('%j is %s', (bytes, key) => {
    expect(keys(bytes)).toEqual([key]);
  });

  test.each([
    ['a release', '\x1b[97;1:3u'],
    ['a device report', '\x1b[?62;4c'],
    ['an unrequested device report', '\x1b[>0;276;0c'],
    ['a color report', '\x1b]11;rgb:0000/0000/0000\x07'],
    ['a version report', '\x1bP>|xterm(390)\x1b\\'],
    ['a mouse report in the old format', '\x1b[M !!'],
    ['a C1 byte', '\x85'],
    ['a keypad key without a name', '\x1bOj'],
    ['an invalid code point', '\x1b[55296u\x1b[0u\x1b[99999999u'],
    ['a key without a name', '\x1b[99~'],
    ['an intermediate byte', '\x1b[1$y'],
  ])('%s isn’t a key', (_, bytes) => {
    expect(keys(bytes)).toEqual([]);
  });

  test('only printable keys have text', () => {
    expect(read('é')).toEqual([{key: 'é', text: 'é'}]);
    expect(read(' ')).toEqual([{key: 'space', text: ' '}]);
    expect(read('\x1bx', '\r', '\x04', '\x1b[A').some(event => 'text' in event)).toBe(false);
  });
});

describe('several keys in one read', () => {
  test.each([
    ['j\rk', ['j', 'enter', 'k']],
    ['\x1b[B\x1b[B\x1b[B', ['down', 'down', 'down']],
    ['jé\x04q', ['j', 'é', 'ctrl-d', 'q']],
    ['\x1b\x1b', ['esc']],
    ['a\r\nb', ['a', 'enter', 'b']],
    ['\x1b[Aj\x1bOB', ['up', 'j', 'down']],
    ['\x1b[I\x1b[Oj', ['focus', 'focus', 'j']],
  ])('%j', (bytes, expected) => {
    expect(keys(bytes)).toEqual(expected);
  });
});

describe('Esc followed by a report of the terminal', () => {
  test.each([
    ['an answer', '\x1b[0n', {isAnswered: true}],
    ['the focus', '\x1b[O', {isFocused: false}],
    ['the mouse', '\x1b[<0;3;2M', {key: 'click', at: {x: 2, y: 1}}],
  ])('%s doesn’t swallow Esc', (_, report, event) => {
    expect(read(`\x1b${report}`)).toMatchObject([{key: 'esc'}, event]);
    expect(read('\x1b', report)).toMatchObject([{key: 'esc'}, event]);
  });
});

describe('a sequence split across reads', () => {
  test('is one key when its end arrives', () => {
    expect(keys('\x1b', '[A')).toEqual(['up']);
    expect(keys('\x1b[', '1;3', 'D')).toEqual(['alt-left']);
    expect(keys('\x1bO', 'A')).toEqual(['up']);
    expect(keys('\x1b[M', ' !!')).toEqual([]);
    expect(keys('\x1b]11;rgb', ':0/0/0\x1b', '\\j')).toEqual(['j']);
  });

  test.each([
    ['\x1b', ['esc']],
    ['\x1b[', ['alt-[']],
    ['\x1bO', ['alt-O']],
    ['\x1b]', ['alt-]']],
    ['\x1b[1;3', []],
  ])('is resolved by a flush when nothing follows: %j', (bytes, expected) => {
    const parser = new KeyParser();
    expect(parser.push(bytes)).toEqual([]);
    expect(parser.isWaiting).toBe(true);
    expect(parser.flush().map(event => ('key' in event ? event.key : ''))).toEqual(expected);
    expect(parser.isWaiting).toBe(false);
    expect(parser.push('j')).toEqual([{key: 'j', text: 'j'}]);
  });
});

describe('paste', () => {
  test('is one event with its raw text', () => {
    expect(read('\x1b[200~rm -rf /\r\n\x1b[31m\x1b[201~')).toEqual([
      {key: 'paste', text: 'rm -rf /\r\n\x1b[31m', isPaste: true},
    ]);
  });

  test('is one event for any split, and the keys around it are separate keys', () => {
    const bytes = 'a\x1b[200~line\x1b[201\nmore\x1b[201~b';
    const whole = read(bytes);
    expect(whole.map(event => 'key' in event && event.key)).toEqual(['a', 'paste', 'b']);
    for (let at = 1; at < bytes.length; at++) {
      const torn = read(bytes.slice(0, at), bytes.slice(at));
      expect(torn).toEqual(whole);
    }
  });

  test('is never split into keys, because its text would run commands', () => {
    const parser = new KeyParser();
    for (const chunk of ['\x1b[200', '~delete', ' everything\x1b']) {
      expect(parser.push(chunk)).toEqual([]);
      expect(parser.isWaiting).toBe(false);
      expect(parser.flush()).toEqual([]);
    }
    expect(parser.push('[201~')).toEqual([{key: 'paste', text: 'delete everything', isPaste: true}]);
  });

  test('that was interrupted never runs its rest as commands', () => {
    const parser = new KeyParser();
    parser.push('\x1b[200~delete ');
    expect(parser.interruptPaste()).toEqual([{key: 'paste', text: 'delete ', isPaste: true}]);
    expect(parser.interruptPaste()).toEqual([]);
    expect(parser.push('everything at once')).toEqual([]);
    expect(parser.push('!\x1b[201~j')).toEqual([
      {key: 'paste', text: 'everything at once!', isPaste: true},
      {key: 'j', text: 'j'},
    ]);
    parser.push('\x1b[200~one\x1b[2');
    parser.interruptPaste();
    expect(parser.push('01~k').at(-1)).toEqual({key: 'k', text: 'k'});
  });

  test('that was interrupted ends with a key, a click, a report or another paste', () => {
    for (const [chunk, event] of [
      ['\x03', {key: 'ctrl-c'}],
      ['\x1b[<0;10;5M', {key: 'click', at: {x: 9, y: 4}}],
      ['\x1b[I', {isFocused: true}],
      ['\x1b[200~new\x1b[201~', {key: 'paste', text: 'new', isPaste: true}],
    ] as const) {
      const parser = new KeyParser();
      parser.push('\x1b[200~x');
      parser.interruptPaste();
      expect(parser.push(chunk)).toEqual([event]);
    }
  });

  test('of a megabyte in small reads is one event', () => {
    const parser = new KeyParser();
    parser.push('\x1b[200~');
    for (let chunk = 0; chunk < 10_000; chunk++) parser.push('x'.repeat(100));
    const [event] = parser.push('\x1b[201~');
    expect(event).toMatchObject({text: 'x'.repeat(1_000_000)});
  });
});

test('clicks and wheel turns contain the cell of the mouse', () => {
  expect(read('\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<64;1;1M\x1b[<65;2;3M\x1b[<2;1;1M')).toEqual([
    {key: 'click', at: {x: 9, y: 4}},
    {key: 'wheel-up', at: {x: 0, y: 0}},
    {key: 'wheel-down', at: {x: 1, y: 2}},
  ]);
});

test('focus reports are focus events', () => {
  expect(read('\x1b[I', '\x1b[O')).toEqual([{isFocused: true}, {isFocused: false}]);
});

describe('any bytes', () => {
  const bytes = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\x1b',
          '\x1b[',
          '\x1bO',
          '\x1b[200~',
          '\x1b[201~',
          '\x1b]',
          '\x1b\\',
          '\x07',
          '<',
          ';',
          '1',
          'M',
          'u',
          '~',
          '\r',
          '\n',
          'j',
        ),
        fc.string({unit: 'binary', maxLength: 3}),
      ),
      {maxLength: 30},
    )
    .map(parts => parts.join(''));

  test('never throw, never block the parser, and give well-formed events', () => {
    fc.assert(
      fc.property(fc.array(bytes, {maxLength: 6}), chunks => {
        const parser = new KeyParser();
        const events = chunks.flatMap(chunk => [...parser.push(chunk), ...parser.flush()]);
        for (const event of events) {
          if (!('key' in event)) continue;
          expect(event.key).not.toBe('');
          if (event.isPaste !== true) expect(event.key).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        }
        // After any input, a paste's end and a flush return the parser to keys.
        parser.push('\x07\x1b\\\x1b[201~');
        parser.flush();
        expect(parser.push('j').at(-1)).toEqual({key: 'j', text: 'j'});
      }),
      {numRuns: 1000},
    );
  });
});
