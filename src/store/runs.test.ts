import {describe, expect, it} from 'vitest';
import {type KeptFiles, memoryKeptFiles} from '../platform/kept-files.ts';
import {openRuns, type RunPlan} from './runs.ts';

const plan: RunPlan = {
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

/** A process of this machine; those in `running` are there. */
const console = (pid: number, files: KeptFiles, running: ReadonlySet<number>) =>
  openRuns({files, path: 'runs', writer: {pid, host: 'here'}, isRunning: other => running.has(other)});

/** A run that its console was killed in, after the first row. */
async function killed(files: KeptFiles): Promise<string> {
  const journal = await console(1, files, new Set([1])).begin(plan);
  await journal.sending(1);
  await journal.ended(1, 'ok');
  const [run] = await console(2, files, new Set([2])).interrupted();
  return run?.run ?? '';
}

describe('a run that was interrupted', () => {
  it('is of the first that takes it up', async () => {
    const files = memoryKeptFiles();
    const run = await killed(files);
    const running = new Set([2, 3]);
    const [second, third] = [console(2, files, running), console(3, files, running)];
    const journals = await Promise.all([second.resume(run), third.resume(run)]);
    expect(journals.map(journal => journal !== undefined)).toEqual([true, false]);
    expect(await third.interrupted()).toEqual([]);
    running.delete(2);
    expect(await third.interrupted()).toMatchObject([{run}]);
    expect(await third.resume(run)).toBeDefined();
  });

  it('is not lost where another one, the last there was, ends while it begins', async () => {
    const files = memoryKeptFiles();
    let begun: Promise<unknown> | undefined;
    const remove: KeptFiles['remove'] = async path => {
      begun = console(2, files, new Set()).begin(plan);
      await files.remove(path);
    };
    const journal = await console(1, {...files, remove}, new Set()).begin(plan);
    await journal.close();
    await begun;
    expect(await console(3, files, new Set()).interrupted()).toHaveLength(1);
  });

  it('can be taken up again where that could not be written down at first', async () => {
    const files = memoryKeptFiles();
    const run = await killed(files);
    let full = true;
    const append: KeptFiles['append'] = async (...line) => {
      if (full) throw new Error('the disk is full');
      await files.append(...line);
    };
    const runs = console(2, {...files, append}, new Set([2]));
    await expect(runs.resume(run)).rejects.toThrow('the disk is full');
    full = false;
    expect(await runs.interrupted()).toMatchObject([{run}]);
    expect(await runs.resume(run)).toBeDefined();
  });
});
