import {mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {decodeText, readUserText} from './user-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-texts-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const MB = 1024 ** 2;

describe('a text of the user', () => {
  it('is decoded correctly when chunks split a character', async () => {
    const bytes = Buffer.from('\ufeffgrün');
    async function* pieces() {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    expect(await decodeText(pieces(), 'the input')).toBe('grün');
  });

  it('is read up to the size limit if it doesn’t end', async () => {
    let producedBytes = 0;
    async function* zeros() {
      for (;;) {
        producedBytes += MB;
        yield Buffer.alloc(MB);
      }
    }
    await expect(decodeText(zeros(), 'the input')).rejects.toThrow('the input is too long: a text has 16 MB at most');
    expect(producedBytes).toBe(17 * MB);
  });

  it('is refused above 16 MB', async () => {
    const path = join(folder, 'core');
    writeFileSync(path, '');
    truncateSync(path, 16 * MB);
    expect(await readUserText(path)).toHaveLength(16 * MB);
    // Node can't read a file of this size into one buffer.
    truncateSync(path, 3 * 1024 * MB);
    await expect(readUserText(path)).rejects.toThrow(`${path} is too long: a text has 16 MB at most`);
  });
});
