import {readdirSync} from 'node:fs';
import fs, {mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {createExclusive, removeAbandonedParts, writeNewFile} from './new-file.ts';
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
    expect(await saveAs(path, 'certificate')).toEqual({problem: 'disk full: can’t write ca.pem'});
    expect(await readdir(folder)).toEqual([]);
    vi.restoreAllMocks();
    expect(await saveAs(path, 'certificate')).toEqual({path});
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
    expect((await readdir(folder)).sort()).toEqual(['dump-2.gz', 'dump.gz']);
    expect(error).toMatchObject({
      message: `dump.gz was created by another program; the content is in ${join(folder, 'dump-2.gz')}`,
    });
    expect(await readFile(join(folder, 'dump-2.gz'), 'utf8')).toBe('bytes');
    expect(await readFile(path, 'utf8')).toBe('another');
  });
});

describe('the part of a killed download', () => {
  /** A number that no process of this machine has. */
  const endedPid = 2 ** 22 + 1;
  const hourAgo = new Date(Date.now() - 3_600_000);

  async function writePart(pid: number, {time = hourAgo, name = 'dump.gz'} = {}): Promise<string> {
    const part = `${name}.${pid}.abcd1234.part`;
    await writeFile(join(folder, part), 'half');
    await utimes(join(folder, part), time, time);
    return part;
  }

  it('is removed at the next download of the file, which shows its size', async () => {
    await writePart(endedPid);
    await writePart(process.pid);
    expect(await removeAbandonedParts(join(folder, 'dump.gz'))).toBe(8);
    expect(await readdir(folder)).toEqual([]);
    expect(await removeAbandonedParts(join(folder, 'dump.gz'))).toBeUndefined();
  });

  it('is removed once by two consoles at the same time', async () => {
    await writePart(endedPid);
    const remove = () => removeAbandonedParts(join(folder, 'dump.gz'));
    const removed = await Promise.all([remove(), remove()]);
    expect(removed.toSorted()).toEqual([4, undefined]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('stays while its process runs, after a recent write, and beside other files', async () => {
    const parts = [
      await writePart(process.ppid),
      await writePart(endedPid, {time: new Date()}),
      await writePart(endedPid, {name: 'dump.gz.old'}),
      'dump.gz.part',
    ];
    await writeFile(join(folder, 'dump.gz.part'), 'of another program');
    expect(await removeAbandonedParts(join(folder, 'dump.gz'))).toBeUndefined();
    expect((await readdir(folder)).sort()).toEqual(parts.sort());
  });

  it('isn’t removed while a running download waits for its next bytes', async () => {
    vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']});
    onTestFinished(() => void vi.useRealTimers());
    const file = await createExclusive(join(folder, 'dump.gz'), {mode: 0o600});
    await utimes(file.partPath, hourAgo, hourAgo);
    vi.advanceTimersToNextTimer();
    const distance = async () => Math.abs((await stat(file.partPath)).mtimeMs - hourAgo.getTime());
    await vi.waitFor(async () => expect(await distance()).toBeGreaterThan(1000));
    expect(await removeAbandonedParts(join(folder, 'dump.gz'))).toBeUndefined();
    await file.discard();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a long name', () => {
  it('of 255 bytes is kept whole', async () => {
    const name = `${'ü'.repeat(125)}a.csv`;
    expect(Buffer.byteLength(name)).toBe(255);
    expect(await writeNewFile(folder, name, 'one')).toBe(join(folder, name));
    expect(await saveAs(join(folder, `b${name.slice(1)}`), 'two')).toMatchObject({path: expect.any(String)});
  });

  it('of more bytes is shortened between two characters, keeps its extension, and leaves room for a number', async () => {
    const name = `${'日本'.repeat(200)}.tar`;
    const first = `${'日本'.repeat(41)}日.tar`;
    expect(await writeNewFile(folder, name, 'one')).toBe(join(folder, first));
    expect(await writeNewFile(folder, name, 'two')).toBe(join(folder, first.replace('.tar', '-2.tar')));
    const sentence = `Dr. ${'x'.repeat(300)}`;
    expect(await saveAs(join(folder, sentence), 'three')).toEqual({path: join(folder, sentence.slice(0, 255))});
  });
});
