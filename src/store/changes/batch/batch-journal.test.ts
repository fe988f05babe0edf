import {describe, expect, it} from 'vitest';
import {memoryStateFiles, type StateFiles} from '../../../platform/files/state-files.ts';
import {BatchJournals} from './batch-journal.ts';
import {type BatchRecord, type InterruptedBatch, interruptedText, remainingRows} from './interrupted-batch.ts';
import {parseJournal} from './parse-journal.ts';

const plan: BatchRecord = {
  at: 0,
  family: 'volumes',
  action: 'delete',
  title: 'Delete',
  params: {},
  values: {},
  secrets: [],
  rows: [
    {id: 1, label: 'one'},
    {id: 2, label: 'two'},
  ],
};

/** The journals of the process `pid` on this machine. The processes in `running` have not ended. */
const openJournals = (pid: number, files: StateFiles, running: ReadonlySet<number>) =>
  new BatchJournals({files, path: 'runs', writer: {pid, host: 'here'}, isRunning: other => running.has(other)});

/** Writes the journal of a batch whose console was killed after the first row. @returns the ID of the run */
async function interruptBatch(files: StateFiles): Promise<string> {
  const journal = await openJournals(1, files, new Set([1])).start(plan);
  await journal.markSending(1);
  await journal.markEnded(1, 'ok');
  const [batch] = await openJournals(2, files, new Set([2])).listInterrupted();
  return batch?.id ?? '';
}

describe('an interrupted batch', () => {
  it('is resumed only by the first process that claims it', async () => {
    const files = memoryStateFiles();
    const run = await interruptBatch(files);
    const running = new Set([2, 3]);
    const [second, third] = [openJournals(2, files, running), openJournals(3, files, running)];
    const journals = await Promise.all([second.resume(run), third.resume(run)]);
    expect(journals.map(journal => journal !== undefined)).toEqual([true, false]);
    expect(await third.listInterrupted()).toEqual([]);
    running.delete(2);
    expect(await third.listInterrupted()).toMatchObject([{id: run}]);
    expect(await third.resume(run)).toBeDefined();
  });

  it('is not lost when another batch starts during the end of the last one', async () => {
    const files = memoryStateFiles();
    let secondBatch: Promise<unknown> | undefined;
    const remove: StateFiles['remove'] = async path => {
      secondBatch = openJournals(2, files, new Set()).start(plan);
      await files.remove(path);
    };
    const journal = await openJournals(1, {...files, remove}, new Set()).start(plan);
    await journal.close();
    await secondBatch;
    expect(await openJournals(3, files, new Set()).listInterrupted()).toHaveLength(1);
  });

  it('can be resumed again after its claim could not be written', async () => {
    const files = memoryStateFiles();
    const run = await interruptBatch(files);
    let full = true;
    const append: StateFiles['append'] = async (...line) => {
      if (full) throw new Error('the disk is full');
      await files.append(...line);
    };
    const runs = openJournals(2, {...files, append}, new Set([2]));
    await expect(runs.resume(run)).rejects.toThrow('the disk is full');
    full = false;
    expect(await runs.listInterrupted()).toMatchObject([{id: run}]);
    expect(await runs.resume(run)).toBeDefined();
  });
});

describe('a batch of a process on another machine', () => {
  const here = {machine: 'm1', boot: 'b1', space: 's1'};
  const at = (files: StateFiles, pid: number, facts: object = {}, isRunning = () => false) =>
    new BatchJournals({
      files,
      path: 'runs',
      writer: {pid, host: 'desk', started: '7', place: here, ...facts},
      isRunning,
    });
  const onOtherMachine = {host: 'other', place: {machine: 'm2', boot: 'b2', space: 's9'}};

  it('is taken over only with the confirmation of the user that it ended', async () => {
    const files = memoryStateFiles();
    await at(files, 1, onOtherMachine).start(plan);
    const runs = at(files, 1);
    const [batch] = await runs.listInterrupted();
    expect(batch).toMatchObject({otherHost: 'other'});
    expect(interruptedText(batch as InterruptedBatch)).toContain('it may still be running on other');
    expect(await runs.resume(batch?.id ?? '')).toBeUndefined();
    expect(await runs.resume(batch?.id ?? '', {takeOver: true})).toBeDefined();
  });

  it.each([
    ['a container with the same name', {place: {...here, space: 's2'}}],
    ['the same machine under another name', {host: 'renamed', place: {...here, boot: 'b0'}}],
  ])('is not considered ended in %s', async (_, facts) => {
    const files = memoryStateFiles();
    await at(files, 1, facts).start(plan);
    expect(await at(files, 2).listInterrupted()).toMatchObject([{otherHost: expect.any(String)}]);
  });

  it('is considered ended after a reboot of the machine', async () => {
    const files = memoryStateFiles();
    await at(files, 1, {place: {...here, boot: 'b0'}}).start(plan);
    const [batch] = await at(files, 2).listInterrupted();
    expect(batch?.otherHost).toBeUndefined();
    expect(await at(files, 2).resume(batch?.id ?? '')).toBeDefined();
  });

  it('is considered ended if its process ID now belongs to another process', async () => {
    const files = memoryStateFiles();
    await at(files, 1).start(plan);
    // A process with the same ID was started at another time.
    const isRunning = (_: number, started?: string) => started === '8';
    const runs = new BatchJournals({
      files,
      path: 'runs',
      writer: {pid: 2, host: 'desk', started: '9', place: here},
      isRunning,
    });
    const [batch] = await runs.listInterrupted();
    expect(await runs.resume(batch?.id ?? '')).toBeDefined();
  });

  it('sends nothing after it was taken over while still running', async () => {
    const files = memoryStateFiles();
    const takenOver = await at(files, 1, onOtherMachine).start(plan);
    await takenOver.markSending(1);
    const runs = at(files, 1);
    const [batch] = await runs.listInterrupted();
    await runs.resume(batch?.id ?? '', {takeOver: true});
    await expect(takenOver.markSending(2)).rejects.toThrow('another Skydeck has resumed this batch');
    const sent = (await at(files, 3).listInterrupted())[0]?.states;
    expect(sent?.get('1')).toBe('sending');
  });
});

it('a journal on a full disk is named as a file that can’t be written', async () => {
  const files = memoryStateFiles();
  const read = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});
  };
  const journals = openJournals(2, {...files, read}, new Set());
  await expect(journals.listInterrupted()).rejects.toThrow(
    'The batch journal can’t be read or written: ENOSPC: no space left on device',
  );
});

it('bug: a full disk at the end of a batch was shown as a defect', async () => {
  const files = memoryStateFiles();
  const journal = await openJournals(2, files, new Set()).start(plan);
  files.append = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});
  };
  await expect(journal.close()).rejects.toThrow(
    'The batch journal can’t be read or written: ENOSPC: no space left on device',
  );
});

describe('a batch journal with damaged lines or lines of another version', () => {
  const files = async (...lines: readonly string[]) => {
    const files = memoryStateFiles();
    await files.append('runs', lines.map(line => `${line}\n`).join(''));
    return files;
  };
  const begin = (run: string, labels: string, version = '') =>
    `{"run":"${run}"${version},"begin":${JSON.stringify({
      ...plan,
      rows: [...labels].map(label => ({id: label, label})),
      by: {pid: 9, host: 'here'},
    })}}`;
  const note = (run: string, row: string, state: string, version = '') =>
    `{"run":"${run}"${version},"row":"${row}","state":"${state}"}`;
  const remaining = (batch: InterruptedBatch | undefined) =>
    batch && remainingRows(batch).remaining.map(({label}) => label);

  it('bug: was set aside as a whole, with all of its batches', async () => {
    const damaged = await files(
      begin('one', 'abc'),
      note('one', 'a', 'yes'),
      begin('two', 'de'),
      note('two', 'd', 'ok'),
    );
    const runs = openJournals(2, damaged, new Set());
    const [two, one] = await runs.listInterrupted();
    expect([remaining(two), remaining(one)]).toEqual([['e'], ['b', 'c']]);
    expect(interruptedText(one as InterruptedBatch)).toBe(
      'Delete: 2 of 3 remaining after the interruption, 1 line of its journal can’t be read',
    );
    expect(one && remainingRows(one).notRetried).toEqual([
      {label: 'a', message: expect.stringContaining('may have been sent, but a line of the journal can’t be read')},
    ]);
  });

  it('does not report a row as never sent if a damaged line may be about it', async () => {
    const damaged = await files(
      begin('one', 'abcdef'),
      note('one', 'a', 'ok'),
      '\u0000\u0000',
      note('one', 'c', 'ok'),
      'nonsense',
    );
    const [batch] = await openJournals(2, damaged, new Set()).listInterrupted();
    // Row b was sent before c. The two damaged lines may be about d and e.
    expect(remaining(batch)).toEqual(['f']);
  });

  it('keeps damaged lines until no batch needs the file, and then sets them aside', async () => {
    const damaged = await files(begin('one', 'ab'), 'nonsense', begin('two', 'c'));
    const aside: string[] = [];
    const quarantineDamaged: StateFiles['quarantineDamaged'] = async path => {
      aside.push((await damaged.read(path)) ?? '');
      await damaged.remove(path);
    };
    const runs = openJournals(2, {...damaged, quarantineDamaged}, new Set([2]));
    for (const run of ['two', 'one']) {
      expect(aside).toEqual([]);
      await (await runs.resume(run))?.journal.close();
    }
    expect(aside).toEqual([expect.stringContaining('nonsense')]);
  });

  it('bug: a journal without the first line of its batch was treated as one without batches', async () => {
    const damaged = await files(note('one', 'a', 'ok'), note('one', 'b', 'sending'));
    const aside: string[] = [];
    const quarantineDamaged: StateFiles['quarantineDamaged'] = async path => void aside.push(path);
    const journals = openJournals(2, {...damaged, quarantineDamaged}, new Set());
    expect(await journals.listInterrupted()).toEqual([]);
    expect(aside).toEqual(['runs']);
  });

  it('writes its version into each line, and reads lines without one as the first version', async () => {
    const own = memoryStateFiles();
    await openJournals(1, own, new Set()).start(plan);
    expect(await own.read('runs')).toMatch(/^\{"run":"here-1-0-0","v":2,"begin":/);
    const [batch] = await openJournals(2, await files(begin('old', 'a')), new Set()).listInterrupted();
    expect(remaining(batch)).toEqual(['a']);
  });

  it('reads rows of the first version, whose fields have other names', () => {
    const step = {row: undefined, values: {name: 'www'}, label: 'A www'};
    const undo = {values: {tags: ['a']}};
    const rows = [
      {id: '0', label: '+ A www', step: {does: 'create', ...step}},
      {id: '1', label: '~ a', back: {does: 'update', of: 5, ...undo, takesBack: {way: 'Undo', what: 'Edit a'}}},
    ];
    const first = JSON.parse(begin('old', 'a')) as {readonly begin: object};
    const [batch] = parseJournal(`${JSON.stringify({...first, begin: {...first.begin, rows}})}\n`).batches;
    expect(batch?.rows).toEqual([
      {id: '0', label: '+ A www', step: {action: 'create', ...step}},
      {
        ...{id: '1', label: '~ a'},
        undo: {action: 'update', id: 5, ...undo, undoneChange: {kind: 'Undo', title: 'Edit a'}},
      },
    ]);
  });

  it('leaves batches of a newer version unchanged', async () => {
    const newer = await files(
      begin('new', 'ab', ',"v":3'),
      begin('mixed', 'ab'),
      note('mixed', 'a', 'postponed', ',"v":3'),
      begin('own', 'c'),
    );
    const before = await newer.read('runs');
    const runs = openJournals(2, newer, new Set([2]));
    expect((await runs.listInterrupted()).map(({id}) => id)).toEqual(['own']);
    expect(await runs.countNewer()).toBe(2);
    expect(await runs.resume('mixed')).toBeUndefined();
    await (await runs.resume('own'))?.journal.close();
    expect(await newer.read('runs')).toContain(before);
  });

  it('blocks further changes of a batch claimed by a newer version', async () => {
    const shared = memoryStateFiles();
    const journal = await openJournals(1, shared, new Set([1])).start(plan);
    await shared.append('runs.claims', '{"run":"here-1-0-0","v":3,"taken":{}}\n');
    await expect(journal.markSending(1)).rejects.toThrow('another Skydeck has resumed this batch');
  });
});
