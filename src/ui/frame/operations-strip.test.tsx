import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {createAccountStore} from '../../store/session/account-store.ts';
import type {Session} from '../../store/session/session.ts';
import type {Operation} from '../../store/sync/operation.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {testDouble} from '../../store/testing/test-double.ts';
import type {Transfer} from '../../store/transfers/transfer.ts';
import {renderComponent} from '../components/testing.tsx';
import type {Preferences} from '../context/console-types.ts';
import {OperationsStrip} from './operations-strip.tsx';
import {StripModel} from './strip-model.ts';

const GIGABYTE = 2 ** 30;
const booting: Operation = {
  id: 'event-1',
  target: undefined,
  label: 'web-01',
  word: 'booting',
  percent: 40,
  startedAt: 0,
  secondsLeft: undefined,
  by: undefined,
};

/** A strip whose account has these operations. */
function open(operations: readonly Operation[], {lowBandwidth = false, columns = 60} = {}) {
  const clock = manualClock();
  const account = createAccountStore();
  account.update('operations', 'setOperations', operations);
  const model = new StripModel(
    testDouble<ConstructorParameters<typeof StripModel>[0]>({
      clock,
      session: testDouble<Session>({account}),
      preferences: createStore(() => testDouble<Preferences>({lowBandwidth})),
      paintInBackground: (paint: () => void) => paint(),
    }),
  );
  const screen = renderComponent(<OperationsStrip model={model} columns={columns} />);
  const deactivate = model.activate();
  const set = (...next: readonly Operation[]): void => account.update('operations', 'setProgress', next);
  return {
    clock,
    set,
    deactivate,
    row: () => screen.rows()[0],
    [Symbol.dispose]: () => {
      deactivate();
      screen[Symbol.dispose]();
    },
  };
}

test('an operation shows its progress and the time remaining', () => {
  using strip = open([{...booting, secondsLeft: 75}]);
  expect(strip.row()).toBe(' ◐ web-01 booting ■■■■□□□□□□ 40% 1:15 left');
});

test('a file transfer shows the moved bytes and the rate', () => {
  const state = {phase: 'running' as const, done: 1.2 * GIGABYTE, total: 2.9 * GIGABYTE, message: undefined};
  const transfer = {getState: () => state, rate: 0.5 * GIGABYTE} as Transfer;
  using strip = open([{...booting, percent: undefined, word: 'uploading', transfer}], {columns: 80});
  expect(strip.row()).toBe(' ◐ web-01 uploading  1.2 of 2.9 GB  512 MB/s');
});

test('operations that do not fit are counted', () => {
  using strip = open([booting, {...booting, label: 'web-02'}, {...booting, label: 'web-03'}]);
  expect(strip.row()).toMatch(/^ . web-01 booting .* 40% +\+2 more$/);
});

test('an operation appears at once, and its progress follows', async () => {
  using strip = open([]);
  strip.set(booting);
  await strip.clock.settle();
  expect(strip.row()).toContain('40%');
  strip.set({...booting, percent: 60});
  await strip.clock.settle();
  expect(strip.row()).toContain('60%');
});

test('on a slow connection progress is updated every ten seconds', async () => {
  using strip = open([booting], {lowBandwidth: true});
  strip.set({...booting, percent: 60});
  await strip.clock.advance(9_000);
  expect(strip.row()).toContain('40%');
  await strip.clock.advance(1_000);
  expect(strip.row()).toContain('60%');
});

test('an inactive strip isn’t updated', async () => {
  using strip = open([booting]);
  strip.deactivate();
  strip.set({...booting, percent: 60});
  await strip.clock.settle();
  expect(strip.row()).toContain('40%');
});
