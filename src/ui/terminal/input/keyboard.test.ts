import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {ESCAPE_WAIT_MS, Keyboard, PASTE_WAIT_MS} from './keyboard.ts';

function openKeyboard({isTTY = true, listening = true} = {}) {
  const log: string[] = [];
  const input = Object.assign(new EventEmitter(), {
    isTTY,
    pause: () => log.push('pause'),
    resume: () => log.push('resume'),
    setEncoding: () => undefined,
    setRawMode: (on: boolean) => log.push(on ? 'raw' : 'cooked'),
  });
  const waits: {callback: () => void; ms: number; canceled: boolean}[] = [];
  const keys: string[] = [];
  const batches: string[][] = [];
  const focus: boolean[] = [];
  const errors: string[] = [];
  const keyboard = new Keyboard(input, {
    batch(work) {
      const before = keys.length;
      work();
      batches.push(keys.slice(before));
    },
    onFocus: focused => focus.push(focused),
    onTerminalClosed: error => errors.push(error.message),
    clock: {
      schedule(ms, callback) {
        const wait = {callback, ms, canceled: false};
        waits.push(wait);
        return () => {
          wait.canceled = true;
        };
      },
    },
  });
  const listen = () => keyboard.onStroke(({key}) => keys.push(key));
  if (listening) listen();
  return {
    keyboard,
    input,
    log,
    waits,
    keys,
    batches,
    focus,
    errors,
    listen,
    type: (bytes: string) => input.emit('data', bytes),
  };
}

test('all keys of one read are handled in one batch', () => {
  const {keyboard, type, batches} = openKeyboard();
  keyboard.start();
  type('\x1b[B\x1b[B');
  type('j');
  expect(batches).toEqual([['down', 'down'], ['j']]);
});

test('a lone Esc is a key after at most 25 ms', () => {
  const {keyboard, type, waits, keys} = openKeyboard();
  keyboard.start();
  type('\x1b');
  expect(keys).toEqual([]);
  expect(waits).toMatchObject([{ms: ESCAPE_WAIT_MS}]);
  expect(ESCAPE_WAIT_MS).toBeLessThanOrEqual(25);
  waits[0]?.callback();
  expect(keys).toEqual(['esc']);
});

test('the rest of a split sequence cancels the wait', () => {
  const {keyboard, type, waits, keys} = openKeyboard();
  keyboard.start();
  type('\x1b');
  type('[A');
  expect(waits[0]?.canceled).toBe(true);
  expect(keys).toEqual(['up']);
});

test('after a paste whose end is lost, keys are keys again', () => {
  const {keyboard, type, waits, keys} = openKeyboard();
  keyboard.start();
  type('\x1b[200~delete');
  type(' everything');
  expect(waits.at(-1)).toMatchObject({ms: PASTE_WAIT_MS, canceled: false});
  waits.at(-1)?.callback();
  expect(keys).toEqual(['paste']);
  type('\x03');
  type('j');
  expect(keys).toEqual(['paste', 'ctrl-c', 'j']);
});

test('a paste that a child process interrupts leaves the keyboard usable', () => {
  const {keyboard, type, waits, keys} = openKeyboard();
  keyboard.start();
  type('\x1b[200~delete');
  keyboard.stop();
  expect(keys).toEqual(['paste']);
  expect(waits.at(-1)?.canceled).toBe(true);
  keyboard.start();
  type('j');
  expect(keys).toEqual(['paste', 'j']);
});

test('a focus report calls the focus handler and isn’t a key', () => {
  const {keyboard, type, focus, keys} = openKeyboard();
  keyboard.start();
  type('\x1b[O\x1b[I');
  expect(focus).toEqual([false, true]);
  expect(keys).toEqual([]);
});

test('raw mode and reading start and stop together, once', () => {
  const {keyboard, log, type, keys} = openKeyboard();
  keyboard.start();
  keyboard.start();
  keyboard.stop();
  keyboard.stop();
  expect(log).toEqual(['raw', 'resume', 'pause', 'cooked']);
  type('j');
  expect(keys).toEqual([]);
});

test('a sequence that starts before the terminal is lent doesn’t continue after it', () => {
  const {keyboard, type, keys} = openKeyboard();
  keyboard.start();
  type('\x1b');
  keyboard.stop();
  keyboard.start();
  type('[A');
  expect(keys).toEqual(['esc', '[', 'A']);
});

test('Ink receives keys only while one of its hooks listens', () => {
  const {keyboard, type} = openKeyboard();
  keyboard.start();
  type('a');
  expect(keyboard.ink.read()).toBeNull();
  keyboard.ink.on('readable', () => undefined);
  type('b');
  expect(String(keyboard.ink.read())).toBe('b');
});

test('a removed listener receives no keys', () => {
  const {keyboard, type, keys} = openKeyboard();
  const otherKeys: string[] = [];
  const leave = keyboard.onStroke(({key}) => otherKeys.push(key));
  keyboard.start();
  type('a');
  leave();
  type('b');
  expect(otherKeys).toEqual(['a']);
  expect(keys).toEqual(['a', 'b']);
});

test('keys typed before the first listener are kept, up to a limit', () => {
  const {keyboard, type, keys, batches, listen} = openKeyboard({listening: false});
  keyboard.start();
  type('jk');
  type('x'.repeat(10_000));
  listen();
  expect(keys.slice(0, 3)).toEqual(['j', 'k', 'x']);
  expect(keys.length).toBeLessThan(1000);
  expect(batches.at(-1)).toEqual(keys);
  listen();
  expect(batches.at(-1)).toEqual(keys);
});

test('a broken stdin is reported, and the end of stdin only for a terminal', () => {
  const terminal = openKeyboard();
  terminal.input.emit('error', new Error('read EIO'));
  terminal.input.emit('end');
  expect(terminal.errors).toEqual(['read EIO', 'stdin ended']);
  const file = openKeyboard({isTTY: false});
  file.input.emit('end');
  expect(file.errors).toEqual([]);
});
