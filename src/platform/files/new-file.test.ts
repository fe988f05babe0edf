import {readdirSync} from 'node:fs';
import fs, {mkdtemp, open, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {writeNewFile} from './new-file.ts';
import {saveAs} from './save-as.ts';
import {openFileWriter, UserFileError} from './user-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skydeck-new-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, {recursive: true, force: true});
});

describe('a file written in pieces', () => {
  function* pieces(then?: () => void): Generator<string> {
    yield 'one ';
    then?.();
    yield 'two';
  }

  it('is private and complete, and gets a free name', async () => {
    await writeFile(join(folder, 'list.csv'), 'another');
    const path = await writeNewFile(folder, 'list.csv', pieces());
    expect(path).toBe(join(folder, 'list-2.csv'));
    expect(await readFile(path, 'utf8')).toBe('one two');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['list-2.csv', 'list.csv']);
  });

  it('gets its name when it is complete, and two at once get different names', async () => {
    const names: string[] = [];
    const read = (): void => void names.push(...readdirSync(folder));
    expect(await writeNewFile(folder, 'alone.csv', pieces(read))).toBe(join(folder, 'alone.csv'));
    expect(names).toHaveLength(1);
    expect(names).not.toContain('alone.csv');
    const paths = await Promise.all([
      writeNewFile(folder, 'list.csv', pieces()),
      writeNewFile(folder, 'list.csv', ['other']),
    ]);
    expect(paths.map(path => basename(path)).sort()).toEqual(['list-2.csv', 'list.csv']);
    expect((await Promise.all(paths.map(path => readFile(path, 'utf8')))).sort()).toEqual(['one two', 'other']);
  });

  it('doesn’t overwrite a file on a file system without hard links', async () => {
    const linkSpy = vi.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('no links'), {code: 'EPERM'}));
    syncBuiltinESMExports();
    try {
      await writeFile(join(folder, 'list.csv'), 'another');
      expect(await writeNewFile(folder, 'list.csv', pieces())).toBe(join(folder, 'list-2.csv'));
      expect(linkSpy).toHaveBeenCalled();
    } finally {
      linkSpy.mockRestore();
      syncBuiltinESMExports();
    }
    expect((await readdir(folder)).sort()).toEqual(['list-2.csv', 'list.csv']);
    expect(await readFile(join(folder, 'list-2.csv'), 'utf8')).toBe('one two');
    expect(await readFile(join(folder, 'list.csv'), 'utf8')).toBe('another');
  });

  it('gets one name even if its temporary name can’t be removed', async () => {
    const rmSpy = vi.spyOn(fs, 'rm').mockRejectedValue(Object.assign(new Error('append only'), {code: 'EPERM'}));
    syncBuiltinESMExports();
    try {
      expect(await writeNewFile(folder, 'list.csv', pieces())).toBe(join(folder, 'list.csv'));
    } finally {
      rmSpy.mockRestore();
      syncBuiltinESMExports();
    }
    expect(await readFile(join(folder, 'list.csv'), 'utf8')).toBe('one two');
    expect((await readdir(folder)).filter(file => file.startsWith('list-'))).toEqual([]);
  });

  it('is deleted when a piece fails or the write is aborted', async () => {
    const fail = (): void => {
      throw new Error('no more');
    };
    await expect(writeNewFile(folder, 'list.csv', pieces(fail))).rejects.toThrow('no more');
    const controller = new AbortController();
    const abortingPieces = pieces(() => controller.abort(new Error('enough')));
    await expect(writeNewFile(folder, 'list.csv', abortingPieces, controller.signal)).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('on a disk that refuses a file', () => {
  /** Lets all files fail from now on: in writing, or only when they are flushed to the disk. */
  async function refuse(method: 'appendFile' | 'sync', code: string): Promise<void> {
    const probe = await open(join(folder, 'probe'), 'w');
    await probe.close();
    await rm(join(folder, 'probe'));
    const error = Object.assign(new Error(`${code}: refused`), {code});
    vi.spyOn(Object.getPrototypeOf(probe) as typeof probe, method).mockRejectedValue(error);
  }

  it('a full disk leaves no file, and the name stays free', async () => {
    await refuse('appendFile', 'ENOSPC');
    const path = join(folder, 'ca.pem');
    expect(await saveAs(path, 'certificate')).toBe('disk full: can’t write ca.pem');
    expect(await readdir(folder)).toEqual([]);
    vi.restoreAllMocks();
    expect(await saveAs(path, 'certificate')).toBeUndefined();
  });

  it('a quota that is reported at the end is a sentence, and no part stays', async () => {
    await refuse('sync', 'EDQUOT');
    const file = await openFileWriter(join(folder, 'dump.gz'));
    await file.write(Uint8Array.of(1));
    const error = await file.commit().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UserFileError);
    expect(error).toMatchObject({message: 'disk full: can’t write dump.gz'});
    expect(await readdir(folder)).toEqual([]);
    await expect(writeNewFile(folder, 'list.csv', 'one')).rejects.toThrow('EDQUOT');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a download', () => {
  it('is complete even if its temporary name can’t be removed', async () => {
    const rmSpy = vi.spyOn(fs, 'rm').mockRejectedValue(Object.assign(new Error('append only'), {code: 'EPERM'}));
    syncBuiltinESMExports();
    try {
      const file = await openFileWriter(join(folder, 'dump.gz'));
      await file.write('bytes');
      await file.commit();
    } finally {
      rmSpy.mockRestore();
      syncBuiltinESMExports();
    }
    expect(await readFile(join(folder, 'dump.gz'), 'utf8')).toBe('bytes');
  });

  it('isn’t blocked by the part that a killed process with the same number left', async () => {
    const path = join(folder, 'dump.gz');
    const part = `dump.gz.${process.pid}.part`;
    await writeFile(join(folder, part), 'half');
    const file = await openFileWriter(path);
    await file.write('bytes');
    await file.commit();
    expect((await readdir(folder)).sort()).toEqual(['dump.gz', part]);
  });

  it('keeps its content beside a file that was created meanwhile', async () => {
    const path = join(folder, 'dump.gz');
    const file = await openFileWriter(path);
    await file.write('bytes');
    await writeFile(path, 'another');
    const error = await file.commit().catch((error: unknown) => error as Error);
    await file.discard();
    const [, part = ''] = (await readdir(folder)).sort();
    expect(error).toMatchObject({
      message: `dump.gz was created by another program; see ${join(folder, part)}`,
    });
    expect(await readFile(join(folder, part), 'utf8')).toBe('bytes');
    expect(await readFile(path, 'utf8')).toBe('another');
  });
});
