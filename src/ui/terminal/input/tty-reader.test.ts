import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {openStdin, textReader} from './tty-reader.ts';

test('text is read as typed even if reads split its characters', () => {
  const typed = `\x1b[B${'ä€🖥'.repeat(5)}j\x1b[A–${'long'.repeat(9)}`;
  const bytes = new TextEncoder().encode(typed);
  for (let size = 1; size <= 12; size++) {
    const read = textReader();
    const buffer = new Uint8Array(64);
    let text = '';
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size);
      buffer.set(part);
      text += read(part.length, buffer);
    }
    expect(text).toBe(typed);
  }
});

test('Node reads a stdin that isn’t a terminal, or a terminal on Windows', () => {
  const stdin = (isTTY: boolean) =>
    Object.assign(new EventEmitter(), {fd: 0, isTTY, pause() {}, resume() {}, setEncoding() {}});
  const [file, terminal] = [stdin(false), stdin(true)];
  expect(openStdin(file, 'linux')).toBe(file);
  expect(openStdin(terminal, 'win32')).toBe(terminal);
  expect(openStdin(terminal, 'linux')).not.toBe(terminal);
});

test('bug: a console that continued after its terminal was closed left a crash file', () => {
  const stdin = Object.assign(new EventEmitter(), {
    ...{fd: 0, isTTY: true, pause() {}, resume() {}, setEncoding() {}},
    setRawMode(this: EventEmitter) {
      this.emit('error', new Error('setRawMode EIO'));
    },
  });
  const reader = openStdin(stdin, 'linux');
  const errors: string[] = [];
  reader.on('error', (error: Error) => errors.push(error.message));
  reader.setRawMode?.(true);
  expect(errors).toEqual(['setRawMode EIO']);
});
