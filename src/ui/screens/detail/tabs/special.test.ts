import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {familyOf} from '../../../../families/registry.ts';
import {createKeymap} from '../../../../keymap/keymap.ts';
import type {QueryState} from '../../../../store/cache/query-spec.ts';
import {emptyLookup} from '../../../../store/core/lookup.ts';
import type {Session} from '../../../../store/session/session.ts';
import {testDouble} from '../../../../store/testing/test-double.ts';
import {createSkin} from '../../../theme/skin.ts';
import {statsTab} from './stats.ts';
import {transferLines, transferTab} from './transfer-gauge.ts';

const context = {
  keymap: createKeymap(),
  skin: () => createSkin('dark'),
  session: testDouble<Session>({lookup: emptyLookup({now: () => Date.UTC(2026, 2, 14, 12)})}),
};
const response = (value: unknown): QueryState => ({value, phase: 'ready', validAt: 0, failure: undefined});
const texts = (lines: readonly {readonly text: string}[]): string[] => lines.map(({text}) => text);

test('network transfer shows a gauge of the quota, and the billed excess', () => {
  expect(texts(transferLines(context, [{used: 500e9, quota: 1000, billable: 0}], 44))).toEqual([
    'Transfer this month',
    '',
    '■■■■■■■■■■□□□□□□□□□□ 50.0%',
    '500 GB of 1 TB used',
    'within the quota',
  ]);
  expect(texts(transferLines(context, [{used: 1200e9, quota: 1000, billable: 200}], 44)).at(-1)).toBe(
    '200 GB over the quota: billed',
  );
});

test('each series with points has a chart, and months are offered only if they exist', () => {
  const answers: string[] = [];
  const points = [
    [1_773_000_000_000, 12],
    [1_773_000_300_000, 30],
  ];
  const value = {data: {connections: points, traffic: {in: points, out: []}}, title: ''};
  const source = createStore(() => response(value));
  const statsContext = {
    ...context,
    clock: {now: () => Date.UTC(2026, 2, 14, 12), schedule: () => () => {}},
    session: testDouble<Session>({
      query(operation) {
        answers.push(operation);
        return source;
      },
    }),
  };
  const tab = familyOf('nodebalancers').detail.find(one => 'view' in one);
  if (tab === undefined || !('view' in tab)) throw new Error('no statistics');
  const content = statsTab(statsContext, tab, {id: 1201}, {});
  const shown = texts(content.lines(80)).join('\n');
  expect(shown).toMatch(/Connections +now 30/);
  expect(shown).toContain('Traffic in');
  // A series without points has no chart.
  expect(shown).not.toContain('Traffic out');
  expect(shown).not.toContain('another month');
  expect(content.step?.(-1)).toBe(false);
  expect(answers).toEqual(['nodebalancers.stats.get']);
});

test('network transfer steps back by months across the year, and forward again', () => {
  const queries: unknown[] = [];
  const answerOf: Readonly<Record<string, object>> = {
    'instances.transfer.get': {used: 500e9, quota: 1000, billable: 0},
    'instances.transfer.month': {bytes_in: 20e9, bytes_out: 100e9, bytes_total: 120e9},
  };
  const transferContext = {
    ...context,
    clock: {now: () => Date.UTC(2026, 1, 14, 12), schedule: () => () => {}},
    session: testDouble<Session>({
      query(operation, {year, month}) {
        queries.push([operation, year, month]);
        return createStore(() => response(answerOf[operation]));
      },
    }),
  };
  const tab = familyOf('instances').detail.find(({title}) => title === 'Network transfer');
  if (tab === undefined || !('view' in tab)) throw new Error('no transfer');
  const content = transferTab(transferContext, tab, {id: 7}, {});
  expect(content.step?.(1)).toBe(false);
  expect([content.step?.(-1), content.step?.(-1)]).toEqual([true, true]);
  expect(texts(content.lines(44))).toEqual([
    'Transfer in 2025-12',
    '',
    'In      20 GB',
    'Out     100 GB',
    'Total   120 GB',
    '',
    'Press [ or ] for another month',
  ]);
  content.step?.(1);
  expect(content.step?.(1)).toBe(true);
  expect(texts(content.lines(44))[0]).toBe('Transfer this month');
  expect(queries).toEqual([
    ['instances.transfer.get', undefined, undefined],
    ['instances.transfer.month', 2026, 1],
    ['instances.transfer.month', 2025, 12],
    ['instances.transfer.month', 2026, 1],
    ['instances.transfer.get', undefined, undefined],
  ]);
});
