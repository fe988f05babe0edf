/** A batch that guards refuse as a whole sends nothing. */
import {expect, test} from 'vitest';
import {createTracedStore} from '../../core/traced-store.ts';
import type {BatchJournal} from './batch-journal.ts';
import {BatchRun, type BatchRunPorts} from './batch-run.ts';
import type {ChangeResult} from './change-result.ts';

function openRun(refusal: BatchRunPorts['refusal'], count = 3) {
  const actions: string[] = [];
  const results = createTracedStore<readonly Pick<ChangeResult, 'state' | 'message'>[]>(
    'batch',
    Array.from({length: count}, () => ({state: 'waiting' as const, message: ''})),
  );
  const journal = {
    release: () => actions.push('released'),
    close: async () => void actions.push('closed'),
    markSending: async () => {},
    markEnded: async () => {},
  } as unknown as BatchJournal;
  const run = new BatchRun({
    policy: {onError: 'continue', onUnwritable: 'stop'},
    results,
    settle: (index, result) =>
      results.update(
        'setResult',
        results.getState().with(index, {...results.getState()[index], ...result} as ChangeResult),
      ),
    journal,
    begin: async () => journal,
    keyOf: index => index,
    refusal,
    isDependent: () => false,
    prepare: async () => undefined,
    async send(index) {
      actions.push(`sent ${index}`);
      return {state: 'ok'};
    },
    warn: () => {},
  });
  return {run, results, actions};
}

test('a batch refused by a guard sends nothing, gives every change the reason, and keeps its journal', async () => {
  const {run, results, actions} = openRun(due => `at most 2 of ${due.length}`);
  await run.work('waiting');
  expect(results.getState()).toEqual(Array(3).fill({state: 'failed', message: 'at most 2 of 3'}));
  expect(actions).toEqual(['released']);
  expect(run.status.getState()).toBe('ended');
});

test('a batch that no guard refuses is sent', async () => {
  const {run, actions} = openRun(() => undefined, 2);
  await run.work('waiting');
  expect(actions).toEqual(['sent 0', 'sent 1', 'closed']);
});
