import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {createKeymap} from '../../../keymap/keymap.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import type {BatchStatus} from '../../../store/changes/batch/batch-run.ts';
import type {ChangeResult} from '../../../store/changes/batch/change-result.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {batchProgress} from './batch-progress.tsx';

/** The text of a batch of two changes. */
function statusText(status: BatchStatus, keys: Parameters<typeof createKeymap>[0] = {}): string | undefined {
  const results = (['failed', 'waiting'] as const).map(state => testDouble<ChangeResult>({state}));
  const plan = testDouble<BatchPlan>({
    results: createStore(() => results),
    run: testDouble<BatchPlan['run']>({
      status: createStore<BatchStatus>(() => status),
      isJournaled: () => true,
      journalProblem: () => undefined,
    }),
  });
  return batchProgress(plan, createKeymap(keys), 80)?.statusText;
}

test('a paused batch names the keys that resume and stop it, as the settings have them', () => {
  expect(statusText('failed')).toBe('Paused: 1 failed. p continue · s stop');
  expect(statusText('paused', {'outcome.pause': ['f7']})).toBe('Paused. f7 resume · s stop');
  expect(statusText('unwritable', {'outcome.pause': [], 'outcome.stop': []})).toBe('Paused: can’t write the journal.');
  expect(statusText('ended')).toBeUndefined();
});
